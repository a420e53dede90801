"""A third game, as small as one can be: take one to three pebbles; whoever takes the last wins.

A toss says first whether there are twelve or thirteen. It is a module of its own here, and in the
form of `docs/adding-a-game.md`: game and players, without a compiled part.
"""

from dataclasses import dataclass

from jemaa.core.actions import Codec, Move, Outcome
from jemaa.core.errors import IllegalMoveError, InvalidPositionError
from jemaa.core.game import (
    Game,
    check_view_seat,
    common_refusal,
    read_seat,
    split_position,
    split_view,
)
from jemaa.core.picture import Picture
from jemaa.core.setup import Setup, check_seat, one_of
from jemaa.core.state import CHANCE, OVER, State
from jemaa.core.view import View
from jemaa.players.base import Explanation
from jemaa.players.registry import COMMON

FEW, MANY = 12, 13


@dataclass(frozen=True, slots=True, kw_only=True)
class PebblesSetup(Setup):
    players: int = 2

    def __post_init__(self):
        one_of("players", self.players, (2, 3, 4))
        check_seat("first", self.first, self.players)


class Take(Move):
    def _lookup(self):
        return GAME.move


class Toss(Outcome):
    kind = "toss"

    def _lookup(self):
        return GAME.outcome


MOVES = Codec("move", [Take(id, str(id + 1)) for id in range(3)], "write 1, 2 or 3")
OUTCOMES = Codec("outcome", [Toss(0, "h"), Toss(1, "t")], "write h or t")


class PebblesState(State):
    def __init__(self, setup, pebbles=0, seat=None):
        self.setup = setup
        self._players = setup.players
        self._pebbles = pebbles
        self._seat = setup.first if seat is None else seat
        self._actor = self._seat
        self._winner = None
        if pebbles == 0:
            self._actor = CHANCE

    @property
    def phase(self):
        return {CHANCE: "toss", OVER: "end"}.get(self._actor, "take")

    def _legal(self, ids):
        count = min(3, self._pebbles)
        ids[:count] = range(count)
        return count

    def _chances(self, ids, weights):
        ids[:2], weights[:2] = (0, 1), (1, 1)
        return 2

    def _allows(self, id):
        return id < (2 if self._actor == CHANCE else min(3, self._pebbles))

    def _pick(self, draw):
        return draw * (2 if self._actor == CHANCE else min(3, self._pebbles)) >> 32

    def _play(self, id):
        if self._actor == CHANCE:
            self._pebbles = (FEW, MANY)[id]
            self._actor = self._seat
            return
        self._pebbles -= id + 1
        if self._pebbles == 0:
            self._actor, self._winner = OVER, self._seat
        else:
            self._seat = self._actor = (self._seat + 1) % self._players

    def _assign(self, other):
        self.__dict__.update(other.__dict__)

    def _copy(self):
        new = PebblesState(self.setup)
        new._assign(self)
        return new

    def _moves(self):
        return MOVES.table

    def _outcomes(self):
        return OUTCOMES.table

    def _key(self):
        return (self.setup, self._pebbles, self._seat, self._actor)

    def _standing(self, seat):
        return int(seat == self._winner)

    def scores(self):
        return tuple(self._standing(seat) for seat in range(self._players))


class PebblesView(View):
    __slots__ = ()


def text_of(state):
    return f"pebbles {state.setup} {state._pebbles} {state._seat}:{state.phase}"


def parse(line):
    setup_text, pebbles, turn = split_position("pebbles", line, ("setup", "pebbles", "turn"))
    setup = PebblesSetup.parse(setup_text)
    seat, _, phase = turn.partition(":")
    if seat not in map(str, range(setup.players)) or pebbles not in map(str, range(MANY + 1)):
        raise InvalidPositionError("turn", "no game comes to it", line)
    state = PebblesState(setup, int(pebbles), int(seat))
    if phase == "end" and pebbles == "0":
        state._actor, state._winner = OVER, int(seat)
    if (phase == "toss" and int(seat) != setup.first) or text_of(state) != " ".join(line.split()):
        raise InvalidPositionError("turn", "no game comes to it", line)
    return state


def parse_view(line):
    seat, rest = split_view(line)
    state = parse(rest)
    return PebblesView(read_seat(seat, state.setup.players), state)


class Pebbles(Game):
    name = "pebbles"
    title = "Pebbles"
    ruleset = 1
    clauses = {"game-over": "P-2", "turn-order": "P-1"}  # noqa: RUF012
    most_steps = MANY + 1
    setup_type = PebblesSetup
    state_type = PebblesState
    moves = MOVES
    outcomes = OUTCOMES
    start = staticmethod(PebblesState)
    text = staticmethod(text_of)
    parse = staticmethod(parse)
    parse_view = staticmethod(parse_view)

    def view(self, state, seat):
        check_view_seat(seat, state.setup.players)
        return PebblesView(seat, state)

    def resample(self, view, rng):
        return view._known

    def refusal(self, state, action):
        shared = common_refusal(state, action)
        left = f"only {state._pebbles} are left"
        return shared or IllegalMoveError("too-many", "P-1", left, str(state))

    def picture(self, view, language="en", width=80):
        return Picture([["o" * view._known._pebbles or "-"]])

    def tell(self, before, action, language="en"):
        return f"{action.kind} {action}" if isinstance(action, Toss) else f"takes {action}"

    def scene_with(self, state, traces, seat, *, revealed=False):
        return {"pebbles": state._pebbles}

    def story(self, before, action, after, seat, *, revealed=False):
        return {"text": action.text}

    def change(self, before, action, after, seat, *, revealed=False):
        return {"pebbles": after._pebbles}

    def statistics(self, states, actions):
        return {}


GAME = Pebbles()
ENGINES = {**COMMON}


def explain(view, move, language):
    return Explanation(f"takes {move}")
