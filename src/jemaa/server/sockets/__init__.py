"""Open sockets: what waits for the reader of each, what it sees, and who looks at a room.

Whoever broadcasts never waits, and what waits for a reader is bounded. Messages go straight into
the buffer of the connection: a queue and a task for each socket would cost more than all the rest
of a move. A reader that is slow or stuck delays nobody but itself; when too much waits for it, it
is dropped.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, NamedTuple, Protocol

import msgspec

from jemaa.core.state import SPECTATOR, Seat
from jemaa.server import wire
from jemaa.server.bus import Bus, LocalBus
from jemaa.server.reasons import ServerReason
from jemaa.server.room import Room

Send = Callable[[dict[str, Any]], Awaitable[None]]
"""How ASGI sends."""
MOST_BYTES = 1 << 20
PATIENCE = 5.0
"""How many seconds the last messages have before the connection is cut."""
OVERFLOW = 1013
"""Close code: try again later."""
FORGET = 30.0
"""After so many seconds of silence another process' connections count as gone."""
DEBOUNCE = 0.25
"""How many seconds to wait before saying who is here: a page that reloads leaves and comes."""


class Transport(Protocol):
    """What an outbox needs of a connection, besides how ASGI sends."""

    @property
    def waiting(self) -> int:
        """How many bytes the client has not taken yet."""

    def push(self, data: bytes) -> None:
        """Send a text message; it waits in the connection's buffer if need be."""

    def abort(self) -> None:
        """Cut the connection at once."""


class Outbox:
    """Sends messages to one socket.

    Args:
        transport: its connection.
        send: sends one ASGI message; it may wait as long as the reader does not read.
        dropped: called once if the reader was too slow.
    """

    __slots__ = ("_closing", "_dropped", "_later", "_pieces", "_send", "_size", "_transport")

    def __init__(
        self, transport: Transport, send: Send, dropped: Callable[[], None] = lambda: None
    ) -> None:
        self._transport = transport
        self._send = send
        self._dropped = dropped
        self._closing: asyncio.Task[None] | None = None
        self._pieces: asyncio.Task[None] | None = None
        """Sends what is made while it is sent."""
        self._later: deque[bytes | Iterator[bytes]] = deque()
        """What must wait for that, and how many bytes of it there are."""
        self._size = 0

    @property
    def is_closing(self) -> bool:
        """Whether nothing more is taken."""
        return self._closing is not None

    def put(self, data: bytes) -> None:
        """Send a message; never waits. Too much that was not read closes the socket instead."""
        if self._closing is not None:
            return
        waiting = self._transport.waiting + self._size
        if waiting and waiting + len(data) > MOST_BYTES:
            self._dropped()
            self.close(OVERFLOW, "too slow")
        elif self._pieces is None:
            self._transport.push(data)
        else:
            self._later.append(data)
            self._size += len(data)

    def put_all(self, messages: Iterator[bytes]) -> None:
        """Send messages that are made one by one, as fast as they are read: they take no room."""
        if self._closing is None:
            self._later.append(messages)
            if self._pieces is None:
                self._pieces = asyncio.create_task(self._send_pieces())

    @property
    def is_telling(self) -> bool:
        """Whether such messages are on their way: what is said now comes after all of them."""
        return self._pieces is not None

    def close(self, code: int, reason: str = "") -> None:
        """Close the socket after what was sent; the reader has a moment for that."""
        if self._closing is None:
            message = {"type": "websocket.close", "code": code, "reason": reason}
            self._closing = asyncio.create_task(self._finish(message))
            asyncio.get_running_loop().call_later(PATIENCE, self._cut)

    async def closed(self) -> None:
        """Wait until a closing socket has been told, or has been given up."""
        if self._closing is not None:
            await asyncio.wait([self._closing])

    def _cut(self) -> None:
        for task in (self._closing, self._pieces):
            if task is not None:
                task.cancel()
        self._transport.abort()  # harmless when the connection has ended properly

    async def _finish(self, message: dict[str, Any]) -> None:
        if self._pieces is not None:
            await asyncio.wait([self._pieces])
        # The server underneath raises an error of its own when the peer is gone; whatever it is,
        # the reading side learns of the end as well and cleans up.
        with suppress(Exception):
            await self._send(message)

    async def _send_pieces(self) -> None:
        try:
            while self._later:
                for data in self._next():
                    await self._send({"type": "websocket.send", "text": data.decode()})
        except Exception:  # as above
            self._later.clear()
        finally:
            self._pieces = None

    def _next(self) -> Iterable[bytes]:
        """Take what is next out of the queue."""
        found = self._later.popleft()
        if not isinstance(found, bytes):
            return found
        self._size -= len(found)
        return (found,)


@dataclass(slots=True, eq=False)
class Connection:
    """One socket in a room."""

    number: int
    """Which of all sockets; spreads the pings over time."""
    outbox: Outbox
    held: tuple[Seat, ...] = ()
    """The seats whose keys this browser has shown."""
    looks: Seat | None = None
    """Through which of several seats with secrets it looks; None while the curtain is down."""
    quiet: int = 0
    """Beats of the pulse since anything was heard."""

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

    def dismiss(self, code: int, reason: ServerReason, message: str) -> None:
        """Say good-bye and close."""
        self.send(wire.Bye(reason, message))
        self.outbox.close(code, reason)


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
