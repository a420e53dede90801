"""What has happened in a room, kept small: thousands of rooms are held in memory at once.

Equal events are shared between rooms, times stand in an array, and of all positions only the last
one is kept: the others are played again when somebody asks for them, which is seldom. So a room has
few objects that the garbage collector must look at, however long its game.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Self, overload

from jemaa.core.actions import Action, Outcome
from jemaa.core.chance import ChanceSource
from jemaa.core.game import Game
from jemaa.core.match import Done, Match, drawn, following, shows_hidden, undo_count
from jemaa.core.record import Event, Record
from jemaa.core.state import CHANCE, Seat, State
from jemaa.core.view import View
from jemaa.server.room.events import AnyEvent, Played, Stored, Undone, played

BY_BOT = 1
SHOWS = 2
"""Marks of a move: a bot has made it; it has shown what was hidden."""


class Log:
    """Everything that has happened in a room, in order.

    A room is copied with every move, so copies share what they have in common: each sees as much of
    the lists as it is long, and only one that falls behind them has to make its own to go on.
    """

    __slots__ = ("_events", "_length", "_times")

    def __init__(self, stored: Iterable[Stored] = ()) -> None:
        self._events: list[AnyEvent] = []
        self._times = array("q")
        self._length = 0
        for one in stored:
            self.append(one.event, one.at)

    def append(self, event: AnyEvent, at: int) -> None:
        """Add what has happened at a time."""
        length = self._length
        if len(self._events) != length:  # another copy has gone on, another way
            self._events, self._times = self._events[:length], self._times[:length]
        self._events.append(event)
        self._times.append(at)
        self._length = length + 1

    def copy(self) -> Log:
        """Return a copy that goes its own way."""
        new = object.__new__(Log)
        new._events, new._times, new._length = self._events, self._times, self._length
        return new

    def events(self, after: int = 0) -> tuple[AnyEvent, ...]:
        """Return the events after a version."""
        return tuple(self._events[after : self._length])

    @property
    def last(self) -> int:
        """When the last event has happened."""
        return self._times[self._length - 1]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Stored]:
        return iter(self[:])

    @overload
    def __getitem__(self, place: int) -> Stored: ...
    @overload
    def __getitem__(self, place: slice) -> list[Stored]: ...
    def __getitem__(self, place: int | slice) -> Stored | list[Stored]:
        places = range(self._length)[place]
        if isinstance(places, int):
            return Stored(places + 1, self._times[places], self._events[places])
        return [self[one] for one in places]


class Step(NamedTuple):
    """One move or outcome between two positions."""

    before: State
    action: Action
    after: State


class History:
    """The game of a room without what was taken back: its last position, and how it came there.

    Copies share their lists, as those of `Log` do: lists that are made anew with every move are
    young, and the garbage collector would look at all that is in them.

    Attributes:
        state: the position.
    """

    def __init__(self, game: Game[Any, Any], setup: Any) -> None:
        self.game = game
        self.setup = setup
        self._begin()

    def _begin(self) -> None:
        self.state: State = self.game.start(self.setup)
        self._traces: list[Any] = []
        self._traced = 0
        self._moves: list[Played] = []
        self._marks = bytearray()
        self._length = 0
        self._drawn: dict[str, int] = {}

    def copy(self) -> Self:
        """Return a copy that goes its own way."""
        new = object.__new__(type(self))  # `copy` takes five times as long
        new.__dict__ = self.__dict__.copy()
        return new

    @property
    def traces(self) -> list[Any]:
        """What the moves have left on the table that the position does not remember."""
        return self._traces[: self._traced]

    def play(self, by: Seat, action: Action, by_bot: bool = False) -> Step:
        """Do a seat's move, or what chance has brought.

        Raises:
            IllegalMoveError: it breaks the rules. Nothing has changed.
        """
        before = self.state
        after = self.state = following(self.game, before, by, action)
        trace = self.game.trace(before, action)
        if trace is not None:
            self._leave(trace)
        if isinstance(action, Outcome):
            self._drawn = self._drawn | {action.kind: self._drawn.get(action.kind, 0) + 1}
        length = self._length
        if len(self._moves) != length:  # another copy has gone on, another way
            self._moves, self._marks = self._moves[:length], self._marks[:length]
        self._moves.append(played(by, action.text))
        self._marks.append(BY_BOT * by_bot | SHOWS * shows_hidden(before, after))
        self._length = length + 1
        return Step(before, action, after)

    def _leave(self, trace: Any) -> None:
        if len(self._traces) != self._traced:
            self._traces = self.traces
        self._traces.append(trace)
        self._traced += 1

    def draw(self, source: ChanceSource) -> Outcome:
        """Return what chance brings now; it is not done yet."""
        return drawn(self.game, self.state, source, lambda kind: self._drawn.get(kind, 0))

    def undo_to(self, count: int) -> None:
        """Go back to where that many moves and outcomes had happened."""
        moves, marks = self._moves[:count], self._marks
        self._begin()
        for move, mark in zip(moves, marks, strict=False):
            self.play(move.by, self.game.action(move.by, move.text), bool(mark & BY_BOT))

    def view(self, seat: Seat) -> View:
        """Return what a seat knows now, with the past where nothing is hidden."""
        return self.state.view(seat).with_past(move.text for move in self._moves[: self._length])

    @property
    def events(self) -> tuple[Event, ...]:
        """All moves and outcomes, as a record has them."""
        return tuple(Event(move.by, move.text) for move in self._moves[: self._length])

    @property
    def record(self) -> Record:
        """The record so far."""
        result = " ".join(map(str, self.state.scores())) if self.state.is_over else ""
        return Record(self.game.name, str(self.setup), {}, self.events, result)

    def match(self) -> Match:
        """Return the game with all its positions, played again."""
        return Match.replay(self.game, self.record)

    def undo_target(self, seat: Seat) -> int | None:
        """Return how many events are left when a seat takes its last own move back.

        None if it cannot: since then somebody else has decided, or chance has spoken, or something
        hidden was shown. Bots do not mind, so what they did in between goes back with it.
        """
        last = self._length - 1
        if last >= 0 and not self._marks[last] and self._moves[last].by != seat:
            return None  # as nearly always
        past = zip(self._moves[last::-1], self._marks[last::-1], strict=True) if last >= 0 else ()
        backwards = (Done(move.by, bool(m & SHOWS), bool(m & BY_BOT)) for move, m in past)
        count = undo_count(backwards, (seat,))
        return None if count is None else self._length - count

    def turn_target(self, seat: Seat) -> int | None:
        """Return how many events are left when a seat takes its last turn back, dice and all.

        None if it cannot: it has moved nowhere, or something hidden was shown since. This is for
        who plays against bots alone: nobody else has decided anything.
        """
        found: int | None = None
        for index in range(self._length - 1, -1, -1):
            by, mark = self._moves[index].by, self._marks[index]
            is_own = by == seat and not mark & BY_BOT
            if mark & SHOWS or (found is not None and not is_own and by != CHANCE):
                return found
            found = index if is_own else found
        return found

    def movers(self, start: int) -> list[Seat]:
        """Return the seats whose people have made the moves from an event on."""
        since = slice(start, self._length)
        moves = zip(self._moves[since], self._marks[since], strict=True)
        return [move.by for move, mark in moves if move.by != CHANCE and not mark & BY_BOT]


def steps(game: Game[Any, Any], setup: Any, log: Log) -> Iterator[Step | None]:
    """Yield for each event what it did to the position: None for those that are no moves."""
    states: list[State] = [game.start(setup)]
    for event in log.events():
        step = None
        if isinstance(event, Played):
            action = game.action(event.by, event.text)
            step = Step(states[-1], action, states[-1].after(action))
            states.append(step.after)
        elif isinstance(event, Undone):
            del states[event.to + 1 :]
        yield step
