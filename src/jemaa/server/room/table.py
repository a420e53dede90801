"""What a room consists of, and how each event changes it: the fold of what is stored."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from jemaa import catalog
from jemaa.core.actions import Action
from jemaa.core.chance import SeededChance
from jemaa.core.state import CHANCE, Seat, State
from jemaa.server.room import events as ev
from jemaa.server.room.allowance import ALLOWANCES, MOST_EVENTS, Spent
from jemaa.server.room.clock import GRACE, Times
from jemaa.server.room.events import Stored
from jemaa.server.room.history import Line, Log, Step
from jemaa.server.room.opening import STAND_IN

PLAYS_ON = 300_000
"""A stand-in makes one move. Further ones come only so many milliseconds after it sat down, so that
whoever comes back earlier finds at most one move made for them; after `GRACE` if their time was up.
"""


class Chair(msgspec.Struct, frozen=True, gc=False):
    """A seat and who sits in it now."""

    kind: str
    """`person`, `open` or `bot`."""
    name: str = ""
    """Empty for bots: a page shows the level, in its language."""
    level: str = ""
    """The bot that plays here, for good or as a stand-in; empty where a person plays."""
    token: str = ""
    device: str = ""
    left: bool = False
    left_at: int = 0
    """When they said good-bye; means something only while `left`."""
    waits: int = 0
    """Until when the stand-in leaves all but one move to the owner; means something only while
    there is one."""
    helped: bool = False
    """Whether the stand-in has moved since it sat down."""

    @property
    def stand_in(self) -> bool:
        """Whether a bot sits in for a person."""
        return self.kind == "person" and self.level != ""

    @property
    def is_left_alone(self) -> bool:
        """Whether its owner has said good-bye, or a bot sits in."""
        return self.left or self.stand_in


class Pending(NamedTuple):
    """A question, and who has not answered it yet."""

    asked: ev.Asked
    missing: tuple[Seat, ...]


class Table:
    """Everything that follows from the events of a room.

    Attributes:
        id: the name of the room.
        created: its first event.
        game: which game is played.
        setup: how it is set up.
        settings: the same by name, ready for JSON.
        source: what all dice and cards are drawn from.
        seats: who sits where.
        line: the game itself, without what was taken back.
        log: everything that has happened.
        recent: what the last events of the log did to the position, as far as they happened since
            the room was copied or loaded; None for those that are no moves.
        started: whether the game has begun.
        offer: what is being asked; None if nothing is.
        times: the clock; None without one.
        forfeited: who has lost by his clock; None if nobody has.
        closed: whether the host of the server has ended the game.
        following: the room of the rematch; empty if there is none.
        moved: the version at which the position last changed.
        asked: the version at which the offer last changed, or the position and with it the offer.
        questions: how often each seat has asked the others something in this position.
        claims_from: when time may be claimed in this process; before, nobody could have moved.
        scenes: the table as each eye sees it, as far as somebody has looked at this position.
    """

    def __init__(self, first: Stored) -> None:
        """Begin with the first event of a room."""
        created = first.event
        if not isinstance(created, ev.Created) or first.number != 1:
            raise ValueError("a room begins with its creation")
        self.id = created.room
        self.created = created
        self.game = catalog.game(created.game)
        self.setup = self.game.setup_type.parse(created.setup)
        self.settings = self.setup.to_dict()
        self.source = SeededChance(bytes.fromhex(created.secret), created.room)
        self.seats = tuple(
            Chair(plan.kind, plan.name, plan.level, plan.token, plan.device)
            for plan in created.seats
        )
        self.line = Line(self.game, self.setup)
        self.log = Log([first])
        self.recent: list[Step | None] = []
        self.started = False
        self.offer: Pending | None = None
        clock = created.clock
        self.times = None if clock is None else Times.new(clock, len(self.seats))
        self.forfeited: Seat | None = None
        self.closed = False
        self.following = ""
        self.moved = self.asked = 1
        self.questions = (0,) * len(self.seats)
        self._spent: dict[tuple[Seat, str], Spent] = {}
        self.claims_from = 0
        self.scenes: dict[Seat, msgspec.Raw] = {}

    @property
    def stand_in_level(self) -> str:
        """The level of every bot that sits in for somebody here, known before the game."""
        return self.created.stand_in or STAND_IN

    @property
    def version(self) -> int:
        """The number of the last event."""
        return len(self.log)

    @property
    def state(self) -> State:
        """The position. It holds secrets."""
        return self.line.state

    @property
    def status(self) -> str:
        """Where the room stands: `waiting`, `playing` or `over`."""
        if not self.started:
            return "waiting"
        ended = self.closed or self.forfeited is not None or self.state.is_over
        return "over" if ended else "playing"

    @property
    def to_act(self) -> Seat | None:
        """The seat that must decide, `CHANCE`, or None when nobody must."""
        return self.state.to_act if self.status == "playing" else None

    def is_bot(self, seat: Seat) -> bool:
        """Whether a bot plays there now, for good or as a stand-in."""
        return self.seats[seat].level != ""

    @property
    def is_full(self) -> bool:
        """Whether nothing more can happen here."""
        return self.version >= MOST_EVENTS

    def spent(self, seat: Seat, kind: str) -> Spent:
        """Return how often a seat has done something that is limited, one of `ALLOWANCES`."""
        return self._spent.get((seat, kind), Spent())

    def apply(self, stored: Stored) -> None:
        """Let an event happen: the only way in which a room changes."""
        if stored.number != self.version + 1:
            raise ValueError(f"event {stored.number} cannot follow event {self.version}")
        event = stored.event
        if isinstance(event, ev.Played):
            self.play(event.by, self.game.action(event.by, event.text), stored.at)
        else:
            self.log.append(event, stored.at)
            self.recent.append(None)
            self._happen(event, stored.at)

    def play(self, by: Seat, action: Action, at: int) -> None:
        """Let a seat make a move, or chance bring something.

        Raises:
            IllegalMoveError: it breaks the rules. Nothing has changed.
        """
        by_bot = by != CHANCE and self.is_bot(by)
        self.recent.append(self.line.play(by, action, by_bot))
        self.log.append(ev.played(by, action.text), at)
        self._turn(at)
        if by != CHANCE and not by_bot:
            self._change(by, left=False)
            self.times = self.times and self.times.moved(by)
        elif by_bot and self.seats[by].stand_in:
            self._change(by, helped=True)

    def _happen(self, event: ev.NoMove, at: int) -> None:
        match event:
            case ev.Undone(to=to):
                self._undo(to, at)
            case ev.Asked(seat=seat, needs=needs):
                self._change(seat, left=False)
                self._ask(Pending(event, needs))
                self.questions = _one_more(self.questions, seat)
                self._spend(seat, "ask", at)
            case ev.Answered(seat=seat, yes=yes):
                self._change(seat, left=False)
                self._ask(self._agreed(self.offer, seat) if yes and self.offer else None)
            case ev.BotSat() | ev.BotLeft():
                self._stand_in(event, at)
            case ev.Started():
                self.started = True
                self._turn(at)
            case ev.Forfeited(seat=seat):
                self.forfeited = seat
                self._turn(at)
            case ev.Closed():
                self.closed = True
                self._turn(at)
            case ev.Rematched(room=room):
                self.following = room
            case ev.Created():
                raise ValueError("a room is created only once")
            case _:
                self._reseat(event, at)

    def _reseat(self, event: ev.Sat | ev.Filled | ev.Renamed | ev.Said | ev.Left, at: int) -> None:
        match event:
            case ev.Sat(seat=seat, name=name, token=token, device=device):
                self._change(seat, kind="person", name=name, token=token, device=device)
            case ev.Filled(seat=seat, level=level):
                self._change(seat, kind="bot", level=level)
            case ev.Renamed(seat=seat, name=name):
                self._change(seat, name=name, left=False)
                self._spend(seat, "rename", at)
            case ev.Said(seat=seat):
                self._change(seat, left=False)  # who speaks is here again
                self._spend(seat, "say", at)
            case ev.Left(seat=seat):
                self._change(seat, left=True, left_at=at)
                self._spend(seat, "leave", at)

    def _undo(self, to: int, at: int) -> None:
        movers = self.line.movers(to)
        for seat in movers[:1]:  # whose move it was
            self._spend(seat, "undo", at)
        self.line.undo_to(to)
        self._turn(at)
        for seat in movers:
            self.times = self.times and self.times.unmoved(seat)

    def _stand_in(self, event: ev.BotSat | ev.BotLeft, at: int) -> None:
        if isinstance(event, ev.BotSat):
            self._spend(event.seat, "stand-in", at)
            wait = GRACE if self._is_late(event.seat, at) else PLAYS_ON
            self._change(event.seat, level=event.level, waits=at + wait, helped=False)
            if self.offer is not None:
                self._ask(None)
        else:
            if self.times is not None and self.is_bot(event.seat):
                self.times = self.times.back(event.seat)
            self._change(event.seat, level="", left=False)
        self._turn_clock(at)

    def _is_late(self, seat: Seat, at: int) -> bool:
        """Whether a seat's time is up, so that it has been waited for already."""
        times = self.times
        return times is not None and times.running == seat and times.left_at(seat, at) == 0

    def _agreed(self, offer: Pending, seat: Seat) -> Pending:
        """Return an offer after somebody has agreed to it, for all who share his device."""
        device = self.seats[seat].device
        missing = [other for other in offer.missing if self.seats[other].device != device]
        return Pending(offer.asked, tuple(missing))

    def _ask(self, offer: Pending | None) -> None:
        self.offer = offer
        self.asked = self.version

    def _turn(self, at: int) -> None:
        """Note that the position is another one: offers lapse, and scenes must be made anew."""
        self._ask(None)
        self.moved = self.version
        self.questions = (0,) * len(self.seats)
        self.scenes = {}
        self._turn_clock(at)

    def _turn_clock(self, at: int) -> None:
        if self.times is not None:
            seat = self.to_act
            runs = seat is not None and seat != CHANCE and not self.is_bot(seat)
            self.times = self.times.turn(at, seat if runs else None)

    def _spend(self, seat: Seat, kind: str, at: int) -> None:
        more = self.spent(seat, kind).more(ALLOWANCES[kind], at)
        self._spent = self._spent | {(seat, kind): more}  # copies of a room share what is there

    def _change(self, seat: Seat, **fields: str | bool | int) -> None:
        chair = self.seats[seat]
        if any(getattr(chair, name) != value for name, value in fields.items()):
            new = msgspec.structs.replace(chair, **fields)
            self.seats = (*self.seats[:seat], new, *self.seats[seat + 1 :])


def _one_more(counts: tuple[int, ...], seat: Seat) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :])
