"""The procedure of Marrakech, in shares of the win.

The quick look is a search over two turns, the mover's and the next one's, at full width on the
learned value, and over three where few rugs are left. Others are supposed to look one turn ahead,
half of them by that value and half by the readable one: whoever reckons with one kind alone calls
moves better that only this kind lets pass. Rollouts are four turns long, by players of either kind
in turns.

What two moves differ in is told until the mover's next turn: both are played on by players who look
one turn ahead, on the same rolls. What this very roll costs is exact, all else is the mean over
those games.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from jemaa.analysis.procedure import Fact, Look, Shares, Thresholds
from jemaa.analysis.rollouts import NOTHING, Mean, Rollouts
from jemaa.core.actions import Action, Move
from jemaa.core.playout import derive_seed
from jemaa.core.state import CHANCE, State, compiled
from jemaa.games.marrakech import MarrakechSetup, MarrakechState, Rug, Turn
from jemaa.games.marrakech.scene import expected, landings
from jemaa.players.base import total
from jemaa.players.expectimax import Expectimax, OneTurn
from jemaa.players.marrakech.engines import ALL, VALUES
from jemaa.players.marrakech.evaluation import MarrakechEvaluator
from jemaa.players.search import Control, Option

TURNS = 4
"""How long a rollout is. Losses by rollouts of eight turns are as large on average, with 0.7 points
of difference in one of them; they take twice as long and leave half as much error again."""
AHEAD = (2, 1) if compiled else (1,)
"""How many turns are foreseen with all that may happen in them; fewer where that is too much."""
ENDS = 100 if compiled else 24
"""So many ends are not too much: some hundredths of a second, or a second uncompiled."""
SALT = {2: 0.01, 3: 0.002, 4: 0.002}
"""How much worse than the best a move may be that is taken in a rollout, by players: the more there
are, the closer moves lie together. With four, 0.01 would let them take nearly half of all moves."""
LOOK = 2 if compiled else 1
"""How many turns the quick look sees: uncompiled, the second one would take minutes a game."""
LATE = {2: 5, 3: 11, 4: 8} if compiled else {2: 0, 3: 0, 4: 0}
"""In so many last turns, by players, it sees further, as values err most there. In all turns it
would err a little less, and take twice as long."""
LATE_LOOK = 3
"""So many turns it sees there; of the mover's later moves it follows the best at first sight."""
DECIDED = 0.99
"""Where somebody is as sure of the win as this it does not: all that the others may do is equally
good for them, so it would take up to a second to see that nothing matters."""
SOFTNESS, LIKELY = 0.002, 0.5
"""Of the others is supposed that they take what is best for them, or nearly, each with its odds, as
far as it is half as likely as the likeliest: whoever cannot win any more may do anything."""
KEPT = 16
"""So many of the last positions that were looked at are remembered."""
MODELS = ("learned", "readable")
"""By what players judge who play on: the usual one, and another one to check puzzles by."""
SUPPOSED = {2: MODELS[1:], 3: MODELS, 4: MODELS}
"""By what the others are supposed to judge, by players. With two, one kind does as well as both, in
a third of the time; in the last turns it is both for all."""
REASONS_BY = MODELS[0] if compiled else MODELS[1]
"""By what they judge where reasons are looked for: uncompiled, the usual one takes too long."""
GAMES = 40 if compiled else 20
"""How often both moves are played on for reasons."""
LEAST = 0.5
"""A difference of less, in points by its weight, is not worth a word."""
SAID = 2
"""So many facts are enough."""
WEIGHTS = {
    "pays": -1.0,
    "next-pays": 1.0,
    "income": 1.0,
    "toll": -1.0,
    "squares": 0.8,
    "covers": 0.6,
    "area": 0.35,
    "rival": -0.6,
}
"""What one unit of each is worth to the mover, in points; only the order of facts depends on it."""

Numbers = dict[str, float]


def value(players: int, model: str = MODELS[0]) -> MarrakechEvaluator:
    """Return a new evaluator: the one place that says what positions are valued by."""
    return VALUES[model](players)


def turns_left(state: State) -> int:
    """Return how many turns the game still has, the running one too: every turn lays one rug."""
    assert isinstance(state, MarrakechState)
    rugs = sum(state.rugs_of(seat) for seat, out in enumerate(state.fallen) if not out)
    has_laid = state.phase == "turn" and state.setup.rotate == "after"
    return rugs + has_laid


def sees_end(state: State) -> bool:
    """Whether a quick look goes on to the end of the game at full width."""
    return turns_left(state) <= LOOK


class QuickLook:
    """Compares all moves of a position."""

    def __init__(self, players: int, model: str = MODELS[0], late: int | None = None) -> None:
        """Say by what positions are valued, and in how many last turns it sees further."""
        self._early = _search(players, model, SUPPOSED[players], ALL)
        self._late = _search(players, model, MODELS, 1)
        self._turns = LATE[players] if late is None else late

    def options(self, state: State, control: Control) -> list[Option]:
        """Return all moves, best first."""
        if LOOK < turns_left(state) <= self._turns and not self._is_decided(state, control):
            return self._late.search(state, LATE_LOOK, control)
        return self._early.search(state, LOOK, control)

    def _is_decided(self, state: State, control: Control) -> bool:
        best, *_ = self._early.search(state, 1, control)
        return max(best.values) >= DECIDED


def _search(players: int, model: str, supposed: Sequence[str], inner: int) -> Expectimax:
    others = [OneTurn(value(players, one), SOFTNESS) for one in supposed]
    return Expectimax(value(players, model), ALL, inner, 0, others=others, least=LIKELY)


class MarrakechProcedure:
    """Values positions of Marrakech with one setup."""

    models = MODELS
    thresholds = Thresholds(
        labels=(0.02, 0.05, 0.10),
        suspicious=0.02,
        tolerance=0.02,
        error=0.01,
        pairs=25,
        most=1000,
        questions=60,
    )

    def __init__(self, setup: MarrakechSetup) -> None:
        """Make the search and the rollouts for this setup."""
        players = setup.players
        self._quick = QuickLook(players)
        self._seen: dict[State, list[Option]] = {}
        self._rollouts = {
            model: Rollouts(value(players, model), turns=TURNS, salt=SALT[players])
            for model in MODELS
        }

    def look(self, state: State, action: Action, control: Control) -> Look:
        """Look at one event."""
        if state.to_act == CHANCE:
            expected = self._mean(state, control)
            return Look(values=expected, expected=expected)
        options = self._options(state, control)
        best = options[0]
        taken = next(option for option in options if option.move is action)
        seat = state.to_act
        assert seat is not None
        return Look(
            values=best.values,
            better=best.move.text,
            choice=tuple(map(float.__sub__, taken.values, best.values)),
            loss=best.values[seat] - taken.values[seat],
            best=best.values[seat],
            options=len(options),
            exact=sees_end(state),
        )

    def _mean(self, state: State, control: Control) -> Shares:
        outcomes = state.outcomes()
        whole = sum(weight for _, weight in outcomes)
        values = [
            (weight / whole, self._value(state.after(one), control)) for one, weight in outcomes
        ]
        return tuple(
            total(weight * shares[seat] for weight, shares in values)
            for seat in range(state.setup.players)
        )

    def _value(self, state: State, control: Control) -> Shares:
        if state.is_over:
            return state.returns()
        if state.to_act == CHANCE:
            return self._mean(state, control)
        return self._options(state, control)[0].values

    def _options(self, state: State, control: Control) -> list[Option]:
        """Return all moves, best first; what chance may bring is mostly asked for again soon."""
        found = self._seen.get(state)
        if found is None:
            found = self._quick.options(state, control)
            if not control.is_stopped:
                if len(self._seen) >= KEPT:
                    del self._seen[next(iter(self._seen))]
                self._seen[state] = found
        return found

    def values(self, state: State, control: Control) -> dict[Move, float]:
        """Return the mover's share after every move by a quick look, best first."""
        seat = state.to_act
        assert seat is not None
        return {one.move: one.values[seat] for one in self._quick.options(state, control)}

    def compare(
        self,
        state: State,
        moves: tuple[Move, ...],
        games: int,
        seed: int,
        control: Control,
        model: str | None = None,
    ) -> tuple[Mean, ...]:
        """Play on from each of these moves; by both kinds of players in turns if none is named."""
        seat = state.to_act
        assert seat is not None
        models = (model,) if model else MODELS
        found = []
        for move in moves:
            after, mean = state.after(move), NOTHING
            for number, kind in enumerate(models):
                count = (games + number) // len(models)
                own = derive_seed(derive_seed(seed, move.id), number)
                mean = mean.plus(self._rollouts[kind].play(after, seat, count, own, control))
            found.append(mean)
        return tuple(found)

    def foresee(self, state: State, moves: tuple[Move, ...], control: Control) -> tuple[float, ...]:
        """Return the share of the mover after each of these moves, over all rolls ahead.

        Both kinds of players count: it is nearer to what either of them makes of the moves.
        """
        seat = state.to_act
        assert seat is not None
        for turns in AHEAD:
            found: list[float] = []
            for move in moves:
                share = self._foreseen(state.after(move), seat, turns, control)
                if share is None:  # all of them equally far, or none
                    break
                found.append(share)
            else:
                return tuple(found)
        return ()

    def _foreseen(self, state: State, seat: int, turns: int, control: Control) -> float | None:
        """Return the mean over both kinds of players."""
        shares = []
        for rollouts in self._rollouts.values():
            share = rollouts.foresee(state, seat, turns, ENDS, control)
            if share is None:
                return None
            shares.append(share)
        return total(shares) / len(shares)

    def facts(
        self, state: State, chosen: Move, better: Move, seed: int, control: Control
    ) -> tuple[Fact, ...]:
        """Return what makes one move better than another."""
        assert isinstance(state, MarrakechState)
        return Facts(self._rollouts[REASONS_BY], state, seed, control).between(chosen, better)


procedure = MarrakechProcedure
"""Makes the procedure for a setup; each game has one by this name."""


class Facts:
    """Compares moves of one position."""

    def __init__(
        self, rollouts: Rollouts, state: MarrakechState, seed: int, control: Control
    ) -> None:
        """Take the position, and by whom it is played on."""
        self._rollouts = rollouts
        self._state = state
        self._seat = state.seat
        self._seed = seed
        self._control = control

    def between(self, chosen: Move, better: Move) -> tuple[Fact, ...]:
        """Return what speaks for the better move, the weightiest first; nothing if stopped."""
        paths = {move: self._paths(move) for move in (chosen, better)}
        if not paths[chosen] or not paths[better]:
            return ()
        rival = self._rival(paths[chosen])
        old, new = (self._numbers(move, paths[move], rival) for move in (chosen, better))
        gains = {key: WEIGHTS[key] * (new[key] - old[key]) for key in new}
        keys = sorted((key for key in gains if gains[key] >= LEAST), key=lambda key: -gains[key])
        return tuple(
            Fact(key, round(new[key], 1), round(old[key], 1), rival if key == "rival" else None)
            for key in keys[:SAID]
        )

    def _paths(self, move: Move) -> list[list[MarrakechState]]:
        """Play on after a move up to the mover's next turn, often."""
        found: list[list[MarrakechState]] = []
        start = self._state.after(move)
        for number in range(GAMES):
            if self._control.is_stopped:
                return []
            seed = derive_seed(self._seed, number)
            path = self._rollouts.path(start, seed, self._state.setup.players)
            found.append(self._up_to_next_turn(path))
        return found

    def _up_to_next_turn(self, path: list[State]) -> list[MarrakechState]:
        """Cut a path where the turn comes back to the mover: whoever is out is passed over."""
        found: list[MarrakechState] = []
        for one in path:
            assert isinstance(one, MarrakechState)
            found.append(one)
            if len(found) > 1 and one.seat == self._seat != found[-2].seat:
                break
        return found

    def _rival(self, paths: list[list[MarrakechState]]) -> int:
        """Return who of the others leads then."""
        others = [seat for seat in range(self._state.setup.players) if seat != self._seat]
        return max(others, key=lambda seat: total(path[-1].scores()[seat] for path in paths))

    def _numbers(self, move: Move, paths: list[list[MarrakechState]], rival: int) -> Numbers:
        """Return everything that is worth a comparison after a move."""
        after = paths[0][0]
        numbers = self._at_once(move, after)
        ends = [path[-1] for path in paths]
        numbers["income"] = _mean([self._income(path) for path in paths])
        numbers["toll"] = _mean([self._toll(end) for end in ends])
        numbers["squares"] = _mean([float(end.visible()[self._seat]) for end in ends])
        numbers["rival"] = _mean([float(end.scores()[rival]) for end in ends])
        return numbers

    def _at_once(self, move: Move, after: MarrakechState) -> Numbers:
        if isinstance(move, Turn):
            key = "pays" if after.seat == self._seat else "next-pays"
            return {key: expected(landings(after))} if not after.is_over else {key: 0.0}
        assert isinstance(move, Rug)
        owners = [self._state.owner_on(cell) for cell in move.cells]
        return {
            "covers": float(sum(owner not in (None, self._seat) for owner in owners)),
            "area": float(max(after.area(cell).bit_count() for cell in move.cells)),
        }

    def _income(self, path: list[MarrakechState]) -> float:
        """Return what others have paid to the mover."""
        gains = (
            after.cash[self._seat] - before.cash[self._seat] for before, after in pairwise(path)
        )
        return float(sum(gain for gain in gains if gain > 0))

    def _toll(self, end: MarrakechState) -> float:
        """Return what the mover's next roll costs, the cheapest way if they turn Assam before."""
        if end.is_over or end.seat != self._seat:
            return 0.0
        quarters = (0,) if end.setup.rotate == "after" else (-1, 0, 1)
        return min(expected(landings(end, quarter)) for quarter in quarters)


def _mean(numbers: list[float]) -> float:
    return total(numbers) / len(numbers)
