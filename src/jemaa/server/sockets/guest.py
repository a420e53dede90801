"""Somebody at a table: one open socket, the seats it holds and the eye it sees through."""

from __future__ import annotations

from dataclasses import dataclass

from jemaa.core.state import SPECTATOR, Seat
from jemaa.server import wire
from jemaa.server.http.complaints import Complaint
from jemaa.server.room.room import Room
from jemaa.server.sockets.outbox import Outbox


@dataclass(slots=True, eq=False)
class Guest:
    """One socket in a room."""

    number: int
    """Which of all sockets; spreads the pings over time."""
    outbox: Outbox
    held: tuple[Seat, ...] = ()
    """The seats whose keys this browser has shown."""
    looks: Seat | None = None
    """Through which of several seats with secrets it looks; None while the curtain is down."""
    missed: int = 0
    """Pings since anything was heard."""

    def eye(self, room: Room) -> Seat:
        """Return the seat this socket sees through now, and let the curtain fall where it must.

        One seat is one person. Several seats are people around one device: without secrets they see
        through whoever is to act; with secrets only through the seat they have opened the curtain
        for, until another of them is to act.
        """
        if len(self.held) == 1:
            return self.held[0]
        if not self.held:
            return SPECTATOR
        to_act = room.to_act
        if not room.game.has_secrets:
            return to_act if to_act in self.held else self.held[0]
        if to_act in self.held and to_act != self.looks:
            self.looks = None
        return SPECTATOR if self.looks is None else self.looks

    def look(self, seat: Seat | None) -> None:
        """Open the curtain for a seat, or let it fall."""
        self.looks = seat if seat in self.held else None

    def send(self, reply: wire.Reply) -> None:
        """Queue a message for this socket alone."""
        self.outbox.put(wire.write(reply))

    def dismiss(self, code: int, reason: Complaint, message: str) -> None:
        """Say good-bye and close."""
        self.send(wire.Bye(reason, message))
        self.outbox.close(code, reason)
