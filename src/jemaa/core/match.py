"""The only driver of a game: it takes moves from seats, lets chance speak, and keeps the record.

It is compiled, because in games between cheap players, of which an arena plays thousands, driving
took as long as thinking.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from jemaa.core.actions import Action, Move, Outcome
from jemaa.core.chance import ChanceSource, SeededChance
from jemaa.core.errors import IllegalMoveError, InvalidRecordError, JemaaError, quoted, shortened
from jemaa.core.game import Game
from jemaa.core.record import Event, Record
from jemaa.core.state import CHANCE, Seat, State
from jemaa.core.view import View

_CHANCE = CHANCE
_event: Callable[[tuple[Seat, str]], Event]
_event = partial(tuple.__new__, Event)  # its own way to be made takes twice as long
# Room for the longest list of outcomes of any game; filled and read in one go, as in `state.py`.
_ids = [0] * 1024
_weights = [0] * 1024


class Match:
    """One game being played.

    Args:
        game: which game.
        setup: how it is set up.
        chance: where dice and cards come from. Without it the match stops wherever chance decides,
            and somebody must call `resolve`.
        tags: what the record should say besides: names, date, place.

    Raises:
        TypeError: the game is none; `jemaa.game` gives one by its name.
        SetupError: the setup is none of this game.

    >>> import jemaa
    >>> from jemaa.core.chance import ScriptedChance
    >>> game = jemaa.game("marrakech")
    >>> match = Match(game, game.setup(players=3), ScriptedChance(["2", "1"]))
    >>> match.submit(0, "L")
    (Event(by=0, text='L'), Event(by=-1, text='2'))
    >>> match.state.to_act, len(match.state.legal())
    (0, 11)
    """

    def __init__(
        self,
        game: Game[Any, Any],
        setup: Any,
        chance: ChanceSource | None = None,
        *,
        tags: Mapping[str, str] | None = None,
    ) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"{quoted(game)} is no game; jemaa.game gives one by its name")
        game.check_setup(setup)
        self.game = game
        self.setup = setup
        self.chance = chance
        self.tags = dict(tags or {})
        self._now: State = game.start(setup)
        self._states = [self._now]
        self._actions: list[Action] = []
        self._by: list[Seat] = []
        self._past: list[str] = []
        self._drawn: dict[str, int] = {}
        self.advance()

    @property
    def state(self) -> State:
        """The position now."""
        return self._now

    def view(self, seat: Seat) -> View:
        """Return what a seat knows now, with the past where nothing is hidden."""
        view: View = self.game.view(self._now, seat)
        if not self.game.has_secrets:
            view.past = tuple(self._past)
        return view

    @property
    def states(self) -> tuple[State, ...]:
        """Every position from the first; one more than there are events."""
        return tuple(self._states)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Everything that happened, as moves and outcomes."""
        return tuple(self._actions)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, as the record has it."""
        return self._events_from(0)

    @property
    def record(self) -> Record:
        """The record so far."""
        result = " ".join(map(str, self.state.scores())) if self.state.is_over else ""
        return Record(self.game.name, str(self.setup), self.tags, self.events, result)

    def __repr__(self) -> str:
        position = self.game.public_text(self.state)
        return f"<Match of {self.game.title} after {len(self._actions)} events: {position}>"

    def submit(self, seat: Seat, move: Move | str) -> tuple[Event, ...]:
        """Make a seat's move, given as such or by its notation, then let chance speak.

        Returns:
            The new events.

        Raises:
            IllegalMoveError: it is another seat's turn, or the rules forbid it. Nothing changed.
            InvalidNotationError: the text is no move of this game. Nothing changed.
        """
        before = len(self._actions)
        check_turn(self.game, self._now, seat)
        self._add(seat, self.game.move(move) if isinstance(move, str) else move)
        self.advance()
        return self._events_from(before)

    def resolve(self, outcome: Outcome | str) -> tuple[Event, ...]:
        """Say what chance has brought, where the match has no source of its own."""
        before = len(self._actions)
        self._add(CHANCE, self.game.outcome(outcome) if isinstance(outcome, str) else outcome)
        self.advance()
        return self._events_from(before)

    def advance(self) -> None:
        """Let chance speak until somebody must decide or the game is over."""
        while self.chance is not None and self._now._actor == _CHANCE:
            self._add(CHANCE, drawn(self.game, self._now, self.chance, self._ordinal))

    def undo_to(self, count: int) -> None:
        """Go back to where that many events had happened; chance is not asked again by itself."""
        if not 0 <= count <= len(self._actions):
            raise ValueError(
                f"there are {len(self._actions)} events, so there is no going to {count}"
            )
        for action in self._actions[count:]:
            if isinstance(action, Outcome):
                self._drawn[action.kind] -= 1
        del self._states[count + 1 :], self._actions[count:], self._by[count:], self._past[count:]
        self._now = self._states[count]

    @classmethod
    def replay(
        cls, game: Game[Any, Any], record: Record, chance: ChanceSource | None = None
    ) -> Match:
        """Play a record again, checking every event; given a source of chance it can go on.

        Raises:
            InvalidRecordError: an event breaks the rules, or the closing line tells another result.
        """
        match = cls(game, game.setup_type.parse(record.setup), tags=record.tags)
        for index, event in enumerate(record.events):
            try:
                match._replay(event)
            except JemaaError as error:
                reason = error.message if isinstance(error, IllegalMoveError) else error
                raise InvalidRecordError(
                    record.line_of(index), f"{shortened(str(event))}: {reason}"
                ) from error
        said, found = record.result or "not over", match.record.result or "not over"
        if said != found and not record.damage:
            raise InvalidRecordError(
                record.line_of(len(record.events)),
                f"the closing line says {quoted(said)}, but the events give {quoted(found)}",
            )
        match.chance = chance
        match.advance()
        return match

    def _replay(self, event: Event) -> None:
        if event.by == CHANCE:
            self.resolve(event.text)
        else:
            self.submit(event.by, event.text)

    def _add(self, by: Seat, action: Action) -> None:
        self._now = following(self.game, self._now, by, action)
        self._states.append(self._now)
        self._actions.append(action)
        self._by.append(by)
        self._past.append(action.text)
        if isinstance(action, Outcome):
            self._drawn[action.kind] = self._ordinal(action.kind) + 1

    def _events_from(self, first: int) -> tuple[Event, ...]:
        """Return what happened from that number on: made when asked for, as most games do not."""
        pairs = zip(self._by[first:], self._past[first:], strict=True)
        return tuple([_event(pair) for pair in pairs])

    def _ordinal(self, kind: str) -> int:
        return self._drawn.get(kind, 0)


def check_turn(game: Game[Any, Any], state: State, seat: Seat) -> None:
    """Refuse what a seat wants while another one must decide."""
    to_act = state._actor
    if to_act >= 0 and to_act != seat:
        message = f"it is seat {to_act}'s turn, not seat {seat}'s"
        raise _refusal(game, state, "not-your-turn", message)


def following(game: Game[Any, Any], state: State, by: Seat, action: Action) -> State:
    """Return the position after a seat's move, or after what chance has brought.

    Raises:
        IllegalMoveError: it is another seat's turn, or the rules forbid it.
    """
    if by != CHANCE:
        check_turn(game, state, by)
    after = state.after(action)
    # The state knows what is possible but not who says so; nobody may choose their own dice.
    if isinstance(action, Move if by == CHANCE else Outcome):
        message = f"{action} is not for {'chance' if by == CHANCE else f'seat {by}'} to choose"
        raise _refusal(game, state, "not-a-move", message)
    return after


def drawn(
    game: Game[Any, Any], state: State, chance: ChanceSource, ordinal: Callable[[str], int]
) -> Outcome:
    """Return what chance brings where it must speak.

    Args:
        game: which game.
        state: the position.
        chance: where it comes from.
        ordinal: how many outcomes of a kind there were before.
    """
    count = state._chances(_ids, _weights)
    whole = 0
    for index in range(count):
        whole += _weights[index]
    kind = state._outcomes()[_ids[0]].kind
    if isinstance(chance, SeededChance):  # it needs no texts, and to make them took longer
        return _outcome_at(state, chance.place(kind, ordinal(kind), whole))
    weights = {outcome.text: weight for outcome, weight in state.outcomes()}
    return game.outcome(chance.draw(kind, ordinal(kind), weights))


def _outcome_at(state: State, place: int) -> Outcome:
    """Return the outcome at a place in their row, where each takes as many as its weight."""
    state._chances(_ids, _weights)
    index = 0
    while place >= _weights[index]:
        place -= _weights[index]
        index += 1
    return state._outcomes()[_ids[index]]


def _refusal(game: Game[Any, Any], state: State, reason: str, message: str) -> IllegalMoveError:
    clause = game.clauses["turn-order"]
    return IllegalMoveError(reason, clause, message, game.public_text(state))


class Done(NamedTuple):
    """What taking back must know of an event.

    Attributes:
        by: who has done it.
        shows: whether it has shown what was hidden.
        yields: whether nobody minds that it goes back too.
    """

    by: Seat
    shows: bool
    yields: bool


def undo_count(backwards: Iterable[Done], seats: Container[Seat]) -> int | None:
    """Return how many of the last events must go for one of the seats to take a move back.

    None if it cannot: there is no such move, or since then somebody has decided who minds, or
    something hidden was shown.

    >>> bot, mine = Done(by=1, shows=False, yields=True), Done(by=0, shows=False, yields=False)
    >>> undo_count([bot, mine, mine], {0}), undo_count([bot, mine], {2})
    (2, None)

    Args:
        backwards: the events from the last to the first.
        seats: whose move it may be.
    """
    for count, done in enumerate(backwards, 1):
        if done.shows:
            return None
        if not done.yields:
            return count if done.by in seats else None
    return None


def shows_hidden(before: State, after: State) -> bool:
    """Whether what has led from one position to the next has shown what was hidden.

    Where there are secrets, a phase ends with the move that shows some: all cards stand and their
    edges are seen, or a round is over and the cards are turned up.
    """
    return before.game.has_secrets and before.phase != after.phase


def source_of(tags: Mapping[str, str]) -> SeededChance | None:
    """Return the chance of a record by its tags: of a room, or of a game in a terminal.

    None if they have no secret in hexadecimal that dice could follow from.
    """
    secret = tags.get("secret") or tags.get("chance", "")
    try:
        key = bytes.fromhex(secret)
    except ValueError:
        return None
    return SeededChance(key, tags.get("room", "") if "secret" in tags else "") if key else None


def dice_fault(match: Match, record: Record) -> str:
    """Return which outcome of a record is not what its secret gives; empty if there is none.

    That is also so where dice were typed in, or no secret is told: nothing can be computed then.
    """
    source = source_of(record.tags)
    if source is None or record.tags.get("dice") == "typed in":
        return ""
    commitment = record.tags.get("commitment", "")
    if commitment and commitment != source.commitment:
        return f"the commitment is {commitment}, but that of the secret is {source.commitment}"
    counts: Counter[str] = Counter()
    for index, (before, action) in enumerate(zip(match.states, match.actions, strict=False)):
        if isinstance(action, Outcome):
            weights = {outcome.text: weight for outcome, weight in before.outcomes()}
            gives = source.draw(action.kind, counts[action.kind], weights)
            if gives != action.text:
                return (
                    f"line {record.line_of(index)}: {action.kind} {counts[action.kind]} is"
                    f" {action.text}, but the secret gives {gives}"
                )
            counts[action.kind] += 1
    return ""
