"""What may happen in a room, and how each event changes it: the fold of what is stored.

It knows the messages of `wire` and what a store keeps beside events (`Summary`), but no transport,
no storage and no clock. `handle` changes nothing: it returns the events that a command leads to,
and the room as it will be. So whoever keeps rooms stores first and shows later:

    effects = room.handle(command, context)         # or RefusalError
    # store effects.events with effects.room.summary(); when they are safe, show effects.room

A command that changes nothing (to leave twice) has no events: there is nothing to store then.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from jemaa import catalog
from jemaa.core.actions import Action
from jemaa.core.chance import SeededChance
from jemaa.core.record import Record
from jemaa.core.state import CHANCE, Seat, State
from jemaa.server.reasons import RefusalError
from jemaa.server.room import commands, tokens
from jemaa.server.room import events as ev
from jemaa.server.room.chair import BotTurn, Chair, Seating, places
from jemaa.server.room.clock import ALLOWANCES, FIRST_MOVE, GRACE, MOST_EVENTS, Spent, Times
from jemaa.server.room.commands import Command, Context, Effects
from jemaa.server.room.events import AnyEvent, Stored
from jemaa.server.room.history import History, Log, Step, steps
from jemaa.server.room.opening import STAND_IN, tags_of
from jemaa.server.store import Summary

PLAYS_ON = 300_000
"""A stand-in makes one move. Further ones come only so many milliseconds after it sat down, so that
whoever comes back earlier finds at most one move made for them; after `GRACE` if their time was up.
"""
BOT_PATIENCE = 5_000
"""How long, in milliseconds, a bot may owe its move before somebody else looks after the room."""


class Pending(NamedTuple):
    """A question, and who has not answered it yet."""

    asked: ev.Asked
    missing: tuple[Seat, ...]


class Room:
    """One table, from its opening to the rematch: everything that follows from its events.

    Attributes:
        id: the name of the room.
        created: its first event.
        game: which game is played.
        setup: how it is set up.
        settings: the same by name, ready for JSON.
        source: what all dice and cards are drawn from.
        seats: who sits where.
        seating: what follows from that.
        history: the game itself, without what was taken back.
        log: everything that has happened.
        version: the number of the last event.
        recent: what the last events of the log did to the position, as far as they happened since
            the room was copied or loaded; None for those that are no moves.
        started: whether the game has begun.
        begun: when it has, in milliseconds since 1970.
        status: where the room stands: `waiting`, `playing` or `over`.
        to_act: the seat that must decide, `CHANCE`, or None when nobody must.
        has_opened: whether somebody has made the first move.
        offer: what is being asked; None if nothing is.
        times: the clock; None without one.
        forfeited: who has lost by their clock, or has given up; None if nobody has.
        resigned: whether that one has given up.
        closed: whether the host of the server has ended the game.
        following: the room of the rematch; empty if there is none.
        moved: the version at which the position last changed.
        hint: what was shown to the seat to act in this position; None if nothing was.
        asked: the version at which the offer last changed, or the position and with it the offer.
        questions: how often each seat has asked the others something in this position.
        claims_from: when time may be claimed in this process; before, nobody could have moved.
        scenes: the table as each eye sees it, as far as somebody has looked at this position.
        info: what `redact` last said of the room besides that, by who can undo, and what else it
            depends on. Copies share it.
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
        self.source = SeededChance(bytes.fromhex(created.secret), created.dice or created.room)
        chairs = [
            Chair(plan.kind, plan.name, plan.level, plan.token, plan.device)
            for plan in created.seats
        ]
        self.seats = tuple(chairs)
        self.seating = Seating.of(chairs)
        self.history = History(self.game, self.setup)
        self.log = Log([first])
        self.version = 1
        self.recent: list[Step | None] = []
        self.started = False
        self.begun = 0
        self.status = "waiting"
        self.to_act: Seat | None = None
        self.has_opened = False
        self.offer: Pending | None = None
        clock = created.clock
        self.times = None if clock is None else Times.new(clock, len(self.seats))
        self.forfeited: Seat | None = None
        self.resigned = False
        self.closed = False
        self.following = ""
        self.moved = self.asked = 1
        self.questions = (0,) * len(self.seats)
        self.hint: ev.Hinted | None = None
        self._spent: dict[tuple[Seat, str], Spent] = {}
        self.claims_from = 0
        self.scenes: dict[Seat, msgspec.Raw] = {}
        self.info: dict[tuple[Seat, ...], tuple[Any, msgspec.Raw]] = {}

    @property
    def stand_in_level(self) -> str:
        """The level of every bot that sits in for somebody here, known before the game."""
        return self.created.stand_in or STAND_IN

    @property
    def state(self) -> State:
        """The position. It holds secrets."""
        return self.history.state

    def _look_who_acts(self) -> None:
        """Work out once for each position what is asked again and again."""
        state = self.history.state
        if not self.started:
            self.status = "waiting"
        elif self.closed or self.forfeited is not None or state.is_over:
            self.status = "over"
        else:
            self.status = "playing"
        self.to_act = state.to_act if self.status == "playing" else None

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

    @classmethod
    def fold(cls, stored: Iterable[Stored]) -> Room:
        """Return the room that some events make, from the first on."""
        first, *rest = stored
        room = cls(first)
        for one in rest:
            room.apply(one)
        room.recent.clear()  # nobody has seen it happen
        return room

    def after(self, events: Iterable[AnyEvent], at: int) -> Room:
        """Return the room as it is after more events; this one stays as it is."""
        new = self.copy()
        for event in events:
            new.apply(Stored(new.version + 1, at, event))
        return new

    def copy(self) -> Room:
        """Return a copy that goes its own way."""
        new = object.__new__(type(self))  # `copy` takes five times as long
        new.__dict__ = self.__dict__.copy()
        new.log, new.history, new.recent = self.log.copy(), self.history.copy(), []
        return new

    def handle(self, command: Command, context: Context) -> Effects:
        """Return what a command leads to; the room stays as it is.

        Raises:
            RefusalError: it cannot be done.
        """
        return commands.carry_out(self, command, context)

    @property
    def at(self) -> int:
        """When something last happened."""
        return self.log.last

    def steps(self, after: int) -> Iterable[Step | None]:
        """Return what each event since a version did to the position; None for other events."""
        count = self.version - after
        if count <= len(self.recent):
            return self.recent[len(self.recent) - count :]
        return islice(steps(self.game, self.setup, self.log), after, None)

    @property
    def commitment(self) -> str:
        """The hash of the secret that all chance comes from."""
        return self.source.commitment

    @property
    def deadline(self) -> int | None:
        """When the time of the seat to act is up; None if no time runs."""
        return None if self.times is None else self.times.deadline

    @property
    def claimable(self) -> int | None:
        """When that time can be claimed: not before the seat could have moved here."""
        return None if self.deadline is None else max(self.deadline, self.claims_from)

    def seat_of(self, token: str) -> Seat | None:
        """Return the seat that a token is the key to; None for a token of no seat."""
        return tokens.find(token, self.seating.tokens)

    @property
    def is_gathered(self) -> bool:
        """Whether everybody is at the table or is played for; who shares a device is together."""
        people = [self.seats[seat] for seat in self.persons()]
        together = len({chair.device for chair in people}) == 1
        return together or all(chair.arrived or chair.stand_in for chair in people)

    def persons(self) -> tuple[Seat, ...]:
        """Return the seats that belong to people, also where a bot sits in."""
        return self.seating.persons

    def undo_target(self, seat: Seat) -> int | None:
        """Return how many moves and outcomes are left when that seat takes its last move back.

        None if there is nothing that it can take back.
        """
        if self.status != "playing" or self.is_bot(seat):
            return None
        target = self.history.undo_target(seat)
        if target is None and self.persons() == (seat,) and not self.created.manual:
            return self.history.turn_target(seat)  # nobody minds, and the same dice lie ahead
        return target

    @property
    def allows_hints(self) -> bool:
        """Whether the best move may be shown: where nobody sits at another device."""
        people = [self.seats[seat] for seat in self.persons()]
        return not self.seating.has_open and len({chair.device for chair in people}) == 1

    def bot_to_move(self) -> BotTurn | None:
        """Return the decision that a bot must make now; bots wait while an undo is being asked."""
        seat = self._bot_seat()
        if seat is None:
            return None
        view, level = self.history.view(seat), self.seats[seat].level
        return BotTurn(seat, level, view, self.waits(seat) or 0, opens=not self.has_opened)

    def waits(self, seat: Seat) -> int | None:
        """Return until when a stand-in leaves its moves to the owner; None if it does not wait.

        Who has said good-bye is not waited for.
        """
        chair = self.seats[seat]
        waits = chair.stand_in and chair.helped and not chair.left
        return chair.waits if waits else None

    def _bot_seat(self) -> Seat | None:
        seat = self.to_act
        asks_undo = self.offer is not None and self.offer.asked.offer == "undo"
        if seat is None or seat == CHANCE or not self.is_bot(seat) or asks_undo or self.is_full:
            return None
        return seat

    def ranking(self) -> tuple[tuple[Seat, ...], ...]:
        """Return the seats from best to worst; who has forfeited is last, closed is without."""
        if self.closed:
            return ()
        places = self.state.ranking()
        if self.forfeited is None:
            return places
        others = [tuple(seat for seat in place if seat != self.forfeited) for place in places]
        return (*filter(None, others), (self.forfeited,))

    def summary(self) -> Summary:
        """Return what can be known of the room without opening it."""
        bot = self._bot_seat()
        owed = None if bot is None else max(self.at, self.waits(bot) or 0) + BOT_PATIENCE
        return Summary(
            game=self.game.name,
            status=self.status,
            to_act=self.to_act,
            names=self.seating.names,
            devices=self.seating.devices,
            wake=self.deadline if owed is None else owed,
            levels=self.seating.levels,
            progress=(self.game.progress(self.state) or ()) if self.started else (),
            board=self.game.board_text(self.state) if self.started else "",
            places=places(self.ranking(), len(self.seats)) if self.status == "over" else (),
            scores=self.state.scores() if self.status == "over" else (),
            code=self.code,
        )

    @property
    def code(self) -> str:
        """The short code that leads here; empty unless a seat is open."""
        return self.created.code if self.seating.has_open else ""

    @property
    def record(self) -> Record:
        """The record of a game that is over: it tells everything, hidden cards and dice too.

        Raises:
            RefusalError: `not-over`.
        """
        if self.status != "over":
            message = "the game is still going on, and its record tells secrets"
            raise RefusalError("not-over", message)
        return replace(self.history.record, tags=tags_of(self))

    def apply(self, stored: Stored) -> None:
        """Let an event happen: the only way in which a room changes."""
        if stored.number != self.version + 1:
            raise ValueError(f"event {stored.number} cannot follow event {self.version}")
        event = stored.event
        if isinstance(event, ev.Played):
            self.play(event.by, self.game.action(event.by, event.text), stored.at)
        else:
            self._note(event, stored.at)
            self.recent.append(None)
            self._happen(event, stored.at)

    def play(self, by: Seat, action: Action, at: int) -> None:
        """Let a seat make a move, or chance bring something.

        Raises:
            IllegalMoveError: it breaks the rules. Nothing has changed.
        """
        by_bot = by != CHANCE and self.is_bot(by)
        self.recent.append(self.history.play(by, action, by_bot))
        self._note(ev.played(by, action.text), at)
        self.has_opened = self.has_opened or by != CHANCE
        by_person = by != CHANCE and not by_bot
        if by_person and not self.seats[by].is_playing:
            self._change(by, left=False, moved=True, arrived=True)
        self._turn(at)
        if by_person:
            self.times = self.times and self.times.moved(by)
        elif by_bot and self.seats[by].stand_in:
            self._change(by, helped=True)

    def _note(self, event: AnyEvent, at: int) -> None:
        self.log.append(event, at)
        self.version = len(self.log)

    def _happen(self, event: ev.NoMove, at: int) -> None:
        match event:
            case ev.Undone(to=to):
                self._undo(to, at)
            case ev.Asked(seat=seat, needs=needs):
                self._change(seat, left=False)
                self._ask(Pending(event, needs))
                asked = self.questions
                self.questions = (*asked[:seat], asked[seat] + 1, *asked[seat + 1 :])
                self._spend(seat, "ask", at)
            case ev.Answered(seat=seat, yes=yes):
                self._change(seat, left=False)
                self._ask(self._agreed(self.offer, seat) if yes and self.offer else None)
            case ev.BotSat() | ev.BotLeft():
                self._stand_in(event, at)
            case ev.Started(first=first):
                if first is not None:  # it was settled only now, and nothing has happened yet
                    self.setup = replace(self.setup, first=first)
                    self.settings = self.setup.to_dict()
                    self.history = History(self.game, self.setup)
                self.started, self.begun = True, at
                self._turn(at)
            case ev.Forfeited(seat=seat, by=by):
                self.forfeited, self.resigned = seat, by == seat
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

    def _reseat(self, event: ev.NoMove, at: int) -> None:
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
            case ev.Hinted(seat=seat):
                self._change(seat, hints=self.seats[seat].hints + 1)
                self._spend(seat, "hint", at)
                self.hint = event
            case ev.Left(seat=seat):
                self._change(seat, left=True, left_at=at)
                self._spend(seat, "leave", at)
            case ev.CallWished(seat=seat, endpoint=endpoint):
                self._change(seat, push=endpoint)
                self._spend(seat, "call", at)
            case ev.Arrived(seat=seat):
                self._change(seat, arrived=True)
                self._turn_clock(at)

    def _undo(self, to: int, at: int) -> None:
        movers = self.history.movers(to)
        for seat in movers[:1]:  # whose move it was
            self._spend(seat, "undo", at)
        self.history.undo_to(to)
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
        """Return an offer after somebody has agreed to it, for all who share their device."""
        device = self.seats[seat].device
        missing = [other for other in offer.missing if self.seats[other].device != device]
        return Pending(offer.asked, tuple(missing))

    def _ask(self, offer: Pending | None) -> None:
        self.offer = offer
        self.asked = self.version

    def _turn(self, at: int) -> None:
        """Note that the position is another one: offers lapse, scenes must be made anew."""
        self._look_who_acts()
        self._ask(None)
        self.moved = self.version
        self.hint = None
        self.questions = (0,) * len(self.seats)
        self.scenes = {}
        self._turn_clock(at)

    def _turn_clock(self, at: int) -> None:
        if self.times is not None:
            seat = self.to_act
            runs = seat is not None and seat != CHANCE and not self.is_bot(seat)
            begins = self._begins(seat, at) if runs and seat is not None else at
            self.times = self.times.turn(at, seat if runs else None, begins)

    def _begins(self, seat: Seat, at: int) -> int:
        """Return when the time of a seat that is to act begins to count.

        Not before everybody is at the table, but everybody is waited for at most as long as the
        clock gives for thinking: or one person could keep the others without an end.
        """
        if not self.created.gathers or self.times is None:
            return at
        if not self.is_gathered:
            return max(at, self.begun + self.times.clock.initial)
        return at if self.seats[seat].moved else at + FIRST_MOVE

    def _spend(self, seat: Seat, kind: str, at: int) -> None:
        more = self.spent(seat, kind).more(ALLOWANCES[kind], at)
        self._spent = self._spent | {(seat, kind): more}  # copies of a room share what is there

    def _change(self, seat: Seat, **fields: str | bool | int) -> None:
        chair = self.seats[seat]
        if any(getattr(chair, name) != value for name, value in fields.items()):
            new = msgspec.structs.replace(chair, **fields)
            self.seats = (*self.seats[:seat], new, *self.seats[seat + 1 :])
            self.seating = Seating.of(self.seats)
