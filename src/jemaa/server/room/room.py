"""The authority: what may happen in a room. It knows no transport, no storage and no clock.

A room is the fold of its stored events. `handle` changes nothing: it returns the events that a
command leads to, and the room as it will be. So whoever keeps rooms stores first and shows later:

    effects = room.handle(command, context)         # or RefusalError
    # store effects.events with effects.room.summary(); when they are safe, show effects.room

A command that changes nothing (to leave twice) has no events: there is nothing to store then.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from typing import NamedTuple

from jemaa.core.record import Record
from jemaa.core.state import CHANCE, Seat
from jemaa.core.view import View
from jemaa.server import wire
from jemaa.server.reasons import RefusalError
from jemaa.server.room import commands, tokens
from jemaa.server.room.commands import BotMove, Context, Effects, Sit
from jemaa.server.room.events import AnyEvent, Stored
from jemaa.server.room.history import Step, steps
from jemaa.server.room.opening import open_room
from jemaa.server.room.table import PLAYS_ON, Chair, Pending, Table
from jemaa.server.store import Summary

__all__ = [
    "BOT_PATIENCE",
    "PLAYS_ON",
    "BotMove",
    "BotTurn",
    "Chair",
    "Context",
    "Effects",
    "Pending",
    "RefusalError",
    "Room",
    "Sit",
    "open_room",
]

BOT_PATIENCE = 5_000
"""How long, in milliseconds, a bot may owe its move before somebody else looks after the room."""


class BotTurn(NamedTuple):
    """A decision that a bot must make, with all it may know for it."""

    seat: Seat
    spec: str
    view: View
    at: int
    """Not before this time, in milliseconds since 1970; 0 for at once."""


class Room(Table):
    """One table, from its opening to the rematch."""

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
        new.__dict__.update(self.__dict__)
        new.log, new.line, new.recent = self.log.copy(), self.line.copy(), []
        return new

    def handle(self, command: wire.AnyCommand | Sit | BotMove, context: Context) -> Effects:
        """Return what a command leads to; the room stays as it is.

        Raises:
            RefusalError: it cannot be done.
        """
        return commands.carry_out(self, command, context)

    @property
    def at(self) -> int:
        """When something last happened."""
        return self.log[-1].at

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
        return tokens.find(token, [chair.token for chair in self.seats])

    def persons(self) -> list[Seat]:
        """Return the seats that belong to people, also where a bot sits in."""
        return [seat for seat, chair in enumerate(self.seats) if chair.kind == "person"]

    def undo_target(self, seat: Seat) -> int | None:
        """Return how many moves and outcomes are left when that seat takes its last move back.

        None if there is nothing that it can take back.
        """
        if self.status != "playing" or self.is_bot(seat):
            return None
        return self.line.undo_target(seat)

    def bot_to_move(self) -> BotTurn | None:
        """Return the decision that a bot must make now; bots wait while an undo is being asked."""
        seat = self._bot_seat()
        if seat is None:
            return None
        return BotTurn(seat, self.seats[seat].level, self.state.view(seat), self.waits(seat) or 0)

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
            names=tuple(chair.name for chair in self.seats),
            devices=tuple(chair.device for chair in self.seats),
            wake=self.deadline if owed is None else owed,
            levels=tuple(chair.level for chair in self.seats),
            progress=(self.game.progress(self.state) or ()) if self.started else (),
        )

    @property
    def record(self) -> Record:
        """The record of a game that is over: it tells everything, hidden cards and dice too.

        Raises:
            RefusalError: `not-over`.
        """
        if self.status != "over":
            raise RefusalError(
                "not-over", "the game is still going on, and its record tells secrets"
            )
        begun = datetime.fromtimestamp(self.log[0].at / 1000, UTC)
        tags = {"date": f"{begun:%Y-%m-%d}", "room": self.id}
        for seat, chair in enumerate(self.seats):
            tags[f"seat {seat}"] = chair.name or chair.level
        if self.forfeited is not None:
            tags["forfeited"] = f"seat {self.forfeited}"
        if self.closed:
            tags["closed"] = "by the host"
        if self.created.manual:
            tags["dice"] = "typed in"
        tags |= {"commitment": self.commitment, "secret": self.created.secret}
        return replace(self.line.record, tags=tags)
