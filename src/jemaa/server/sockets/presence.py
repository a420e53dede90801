"""Who looks at a room: the sockets of this process, and what other processes say of theirs."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

import msgspec

from jemaa.core.state import Seat
from jemaa.server.bus import Bus, LocalBus
from jemaa.server.sockets.connection import Connection

FORGET = 30.0
"""After so many seconds of silence another process' connections count as gone."""
DEBOUNCE = 0.25
"""How many seconds to wait before saying who is here: a page that reloads leaves and comes."""


class Elsewhere(msgspec.Struct, frozen=True):
    """The connections of a room in one process, as it tells the others."""

    process: str
    seats: tuple[Seat, ...]
    spectators: int
    is_new: bool = False
    """Whether the process wants to hear from the others, as it knows nothing yet."""


class Here(NamedTuple):
    """Who is in a room, in all processes."""

    online: tuple[Seat, ...]
    spectators: int


class Group:
    """The connections of one room."""

    __slots__ = ("_elsewhere", "_seen", "alarm", "connections", "is_due", "room", "told", "version")

    def __init__(self, room: str, version: int, seats: int) -> None:
        self.room = room
        self.version = version
        """What all connections have been told of."""
        self.connections: set[Connection] = set()
        self.told: Here | None = None
        """What was last said about who is here."""
        self.is_due = False
        """Whether somebody will soon say who is here."""
        self.alarm: asyncio.TimerHandle | None = None
        """Rings when the time of the seat to act is up."""
        self._elsewhere: dict[str, tuple[Elsewhere, float]] = {}
        self._seen = [monotonic()] * seats
        """When each seat was last known to be here; who never was counts from the beginning."""

    def enter(self, connection: Connection, held: tuple[Seat, ...]) -> None:
        """Let a connection in, or let one who is in hold other seats."""
        self._note()
        self.connections.add(connection)
        connection.held = held
        self._note()

    def leave(self, connection: Connection) -> None:
        """Let a connection go."""
        self._note()
        self.connections.discard(connection)

    def away(self) -> dict[Seat, int]:
        """Return for how many milliseconds each seat that is not here has been away."""
        self._note()
        now, online = monotonic(), self.here().online
        return {
            seat: int(1000 * (now - seen))
            for seat, seen in enumerate(self._seen)
            if seat not in online
        }

    def _note(self) -> None:
        """Note who is here now; to be called before somebody goes."""
        now = monotonic()
        for seat in self.here().online:
            if seat < len(self._seen):
                self._seen[seat] = now

    def hear(self, other: Elsewhere) -> None:
        """Note what another process says."""
        self._note()
        self._elsewhere[other.process] = other, monotonic() + FORGET

    def own(self, process: str = "", *, is_new: bool = False) -> Elsewhere:
        """Return the connections of this process."""
        seats = {seat for connection in self.connections for seat in connection.held}
        spectators = sum(not connection.held for connection in self.connections)
        return Elsewhere(process, tuple(sorted(seats)), spectators, is_new)

    def here(self) -> Here:
        """Return who is here, in all processes."""
        if self._elsewhere:
            now = monotonic()
            heard = self._elsewhere.items()
            self._elsewhere = {name: pair for name, pair in heard if pair[1] > now}
        parts = [self.own(), *(other for other, _ in self._elsewhere.values())]
        seats = {seat for part in parts for seat in part.seats}
        return Here(tuple(sorted(seats)), sum(part.spectators for part in parts))

    def silence(self) -> None:
        """Stop the alarm."""
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None


class PresenceTracker:
    """Says who is here, to the connections of a group and to other processes.

    Args:
        bus: the way to the other processes.
        tell: tells the connections of a group.
    """

    def __init__(self, bus: Bus, tell: Callable[[Group, Here], None]) -> None:
        self._bus = bus
        self._tell = tell
        self._process = secrets.token_hex(4)
        self._decoder = msgspec.json.Decoder(Elsewhere)

    def changed(self, group: Group) -> None:
        """Say soon who is here, unless it is what was said last."""
        if not group.is_due:
            group.is_due = True
            asyncio.get_running_loop().call_later(DEBOUNCE, self._say, group)

    def _say(self, group: Group) -> None:
        group.is_due = False
        here = group.here()
        if here != group.told:
            group.told = here
            self._tell(group, here)
            self.publish(group)

    def publish(self, group: Group, *, is_new: bool = False) -> None:
        """Tell the other processes, if there can be any."""
        if not isinstance(self._bus, LocalBus):
            own = group.own(self._process, is_new=is_new)
            self._bus.publish_presence(group.room, msgspec.json.encode(own))

    def hear(self, group: Group, payload: bytes) -> None:
        """Take in what a process says; our own words come back too."""
        other = self._decoder.decode(payload)
        if other.process != self._process:
            group.hear(other)
            self.changed(group)
            if other.is_new:
                self.publish(group)
