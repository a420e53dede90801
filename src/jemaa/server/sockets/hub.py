"""Tells every socket in a room what happens there. Telling never waits.

A change is put into words once for each eye that looks on; all who look through it get the same
text. `session` is the other half: what one socket says to us.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import OrderedDict
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from contextvars import Context
from itertools import islice
from typing import Any, TypeAlias

import msgspec

from jemaa.core.state import SPECTATOR, Seat
from jemaa.server import bus, wire
from jemaa.server.monitoring import Metrics, complain
from jemaa.server.room import Room, redact
from jemaa.server.room.clock import now
from jemaa.server.rooms import Rooms
from jemaa.server.sockets import Connection, Group, Here, Outbox, PresenceTracker, Send, Transport
from jemaa.server.store import StoreError, UnknownRoomError

PIECE = 256
"""How many events are told at once: few games have more."""
RECENT = 64
"""Who has missed at most so many events is shown them one by one; others see how it ended."""
MOST_BYTES, MOST_STORIES = 8 << 20, 1_000
"""How much text is kept, of how many stories."""


class _Story:
    """One history for one eye; its parts are made when somebody first wants them, and shared."""

    def __init__(self, told: Iterator[wire.Happening], parts: int, size: int) -> None:
        self._told = told
        self._size = size
        self.parts = parts
        self.made: list[bytes] = []

    def make(self) -> int:
        """Make the next part; return how long it is."""
        self.made.append(msgspec.json.encode(list(islice(self._told, self._size))))
        if len(self.made) == self.parts:
            self._told = iter(())  # it would hold all positions of the game
        return len(self.made[-1])


Key: TypeAlias = tuple[str, int, Seat, int]
"""Which room at which version, for which eye, and after which version it begins."""


class Histories:
    """What was told last, and what has to be told anew.

    Whatever readers say they know already, they are told out of the same few texts.
    """

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._size = 0
        self._kept: OrderedDict[Key, _Story] = OrderedDict()

    def pieces(self, room: Room, after: int, eye: Seat) -> Iterator[msgspec.Raw]:
        """Return what has happened since a version, each piece a JSON array, made when asked for.

        There is always one, if only an empty one. The first may begin a little earlier, with what
        the reader knows.
        """
        if not room.game.has_secrets:
            eye = SPECTATOR  # all are told the same
        if 0 < after and room.version - after <= RECENT:
            return iter([self._recent(room, after, eye)])
        return map(msgspec.Raw, self._whole(room, after // PIECE, eye))

    def _recent(self, room: Room, after: int, eye: Seat) -> msgspec.Raw:
        """Return the last few events, each with what it has changed."""
        start = max(1, room.version - RECENT)
        told = redact.history(room, start, eye, changes=True)
        key = room.id, room.version, eye, start
        events = self._parts(key, _Story(told, room.version - start, 1))
        wanted = [event[1:-1] for event in islice(events, after - start, None)]
        return msgspec.Raw(b"[" + b",".join(wanted) + b"]")

    def _whole(self, room: Room, first: int, eye: Seat) -> Iterator[bytes]:
        """Return the pieces from one on, of all that has happened."""
        count = max(1, -(-room.version // PIECE))
        story = _Story(redact.history(room, 0, eye), count, PIECE)
        return islice(self._parts((room.id, room.version, eye, 0), story), first, None)

    def _parts(self, key: Key, new: _Story) -> Iterator[bytes]:
        """Return the parts of a story: of that which is kept, or else of a new one."""
        story = self._kept.setdefault(key, new)
        self._kept.move_to_end(key)
        for at in range(story.parts):
            if at == len(story.made):
                size = story.make()
                self._count(size if self._kept.get(key) is story else 0)
            yield story.made[at]

    def _count(self, size: int) -> None:
        self._size += size
        while self._size > self._most or len(self._kept) > MOST_STORIES:
            _, old = self._kept.popitem(last=False)
            self._size -= sum(map(len, old.made))


REPEAT = 10
"""After so many beats of the pulse other processes hear again who is here."""
MISSES = 2
"""So many pings without a sign of life, and a socket counts as dead."""
FAREWELL_SECONDS = 1.0


class Hub:
    """All sockets of this process, by room."""

    def __init__(self, rooms: Rooms, bus: bus.Bus, metrics: Metrics, *, ping: float = 12.0) -> None:
        self.rooms = rooms
        self.metrics = metrics
        self._ping = ping
        self._groups: dict[str, Group] = {}
        self._histories = Histories()
        self._presence = PresenceTracker(bus, self._tell_presence)
        self._numbers = itertools.count()
        self._tasks: set[asyncio.Task[None]] = set()
        bus.subscribe(self._hear)

    # Connections come and go.

    def connect(self, transport: Transport, send: Send) -> Connection:
        """Return the connection of a new socket; it is in no group yet."""
        return Connection(next(self._numbers), Outbox(transport, send, self.metrics.drops.inc))

    def count(self, room: str) -> int:
        """Return how many sockets look at a room."""
        return len(self._groups[room].connections) if room in self._groups else 0

    def is_watched(self, room: str) -> bool:
        """Whether anybody looks at a room in this process."""
        return room in self._groups

    def join(
        self, connection: Connection, room: Room, held: tuple[Seat, ...], since: int | None
    ) -> None:
        """Let a socket in, and tell it everything, or what it has missed.

        Between looking at the room and queueing the answer nothing waits: so there is no gap before
        the next update, and nothing is told twice.
        """
        group = self._groups.get(room.id)
        if group is None:
            group = self._groups[room.id] = Group(room.id, room.version, len(room.seats))
            self._presence.publish(group, is_new=True)
        self._catch_up(group, room)
        group.enter(connection, held)
        self._welcome(connection, room, since, group.here())
        self._set_alarm(group, room)
        self._presence.changed(group)

    def _welcome(self, connection: Connection, room: Room, since: int | None, here: Here) -> None:
        time, eye = now(), connection.eye(room)
        known = since if since is not None and 0 < since <= room.version else 0
        pieces = self._histories.pieces(room, known, eye)
        connection.send(
            wire.Welcome(
                protocol=wire.PROTOCOL,
                version=room.version,
                now=time,
                room=redact.info(room, time),
                held=connection.held,
                eye=eye,
                complete=known == 0,
                events=next(pieces),
                scene=redact.scene(room, eye),
                online=here.online,
                spectators=here.spectators,
            )
        )
        if room.version - known > RECENT:
            # The rest is made and sent as fast as it is read: it fills no outbox.
            connection.outbox.put_all(wire.write(wire.History(piece)) for piece in pieces)

    def leave(self, connection: Connection, room: str) -> None:
        """Let a socket go."""
        group = self._groups.get(room)
        if group is None or connection not in group.connections:
            return
        group.leave(connection)
        if group.connections:
            self._presence.changed(group)
        else:
            group.silence()
            del self._groups[room]
            known = self.rooms.memory.known(room)
            if known is not None:
                known.rest()
            self._presence.publish(group)

    def online(self, room: str) -> frozenset[Seat]:
        """Return the seats of a room whose owners are here."""
        group = self._groups.get(room)
        return frozenset(group.here().online) if group else frozenset()

    def away(self, room: str) -> dict[Seat, int]:
        """Return for how many milliseconds the other seats have been away, as far as we know."""
        group = self._groups.get(room)
        return group.away() if group else {}

    # Telling.

    def changed(self, room: Room) -> None:
        """Tell everybody in a room what has happened."""
        group = self._groups.get(room.id)
        if group is not None:
            self._catch_up(group, room)
            self._set_alarm(group, room)

    def held_up(self, room: str) -> None:
        """Note that something could not be stored: time can be claimed later than it was said."""
        group, known = self._groups.get(room), self.rooms.memory.known(room)
        if group is not None and known is not None:
            self._set_alarm(group, known.room)

    def gone(self, room: str) -> None:
        """Send everybody away from a room that is no more."""
        group = self._groups.get(room)
        for connection in list(group.connections) if group else ():
            connection.dismiss(4404, "unknown-room", "there is no such room, or no more")

    def look(self, connection: Connection, room: Room) -> None:
        """Show a room to one socket anew, as its eye may have changed."""
        connection.outbox.put(redact.Updates(room, room.version, now()).text(connection.eye(room)))

    def thinking(self, room: str, seat: Seat) -> None:
        """Tell everybody that a bot thinks."""
        if room in self._groups:
            _say(self._groups[room], wire.Thinking(seat))

    def _tell_presence(self, group: Group, here: Here) -> None:
        _say(group, wire.Presence(*here))

    def _catch_up(self, group: Group, room: Room) -> None:
        """Tell the connections what they do not know yet."""
        if room.version > group.version:
            before, group.version = group.version, room.version
            _broadcast(group, room, before)

    def _set_alarm(self, group: Group, room: Room) -> None:
        """Show the room again when time is up, as something can be claimed then."""
        group.silence()
        if room.claimable is not None:
            wait = (room.claimable + 1 - now()) / 1000
            if wait > 0:
                loop = asyncio.get_running_loop()
                group.alarm = loop.call_later(wait, lambda: self._start(self._show_again(group)))

    async def _show_again(self, group: Group) -> None:
        room = await self.rooms.get(group.room, fresh=False)
        self._catch_up(group, room)
        _broadcast(group, room, room.version)

    # Other processes.

    def _hear(self, notice: bus.Notice) -> None:
        if isinstance(notice, bus.Moved):
            known = self.rooms.memory.known(notice.room)
            if known is not None and known.room.version < notice.version:
                self._start(self.rooms.heard(notice.room, notice.version))
        elif isinstance(notice, bus.Presence):
            group = self._groups.get(notice.room)
            if group is not None:
                self._presence.hear(group, notice.payload)
        else:
            self._start(self.rooms.missed())

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        # A context of its own: it is nobody's request, and its log lines tell nobody's address.
        task = asyncio.create_task(_quietly(work), context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # The pulse.

    async def pulse(self) -> None:
        """Ask each socket from time to time whether it lives, and drop the dead; never ends."""
        # A part of the sockets at a time, so that a thousand pings do not come in one burst.
        parts = max(1, round(self._ping))
        for beat in itertools.count():
            await asyncio.sleep(self._ping / parts)
            for group in list(self._groups.values()):
                for connection in group.connections:
                    if connection.number % parts == beat % parts:
                        _ask(connection)
                if beat % REPEAT == 0 and self.rooms.are_shared:
                    self._presence.publish(group)
                    self._presence.changed(group)

    async def farewell(self) -> None:
        """Tell everybody that the server ends or starts anew, and give that a moment."""
        connections = [
            connection for group in self._groups.values() for connection in group.connections
        ]
        for connection in connections:
            connection.dismiss(
                1012, "restart", "the server starts anew; the page comes back by itself"
            )
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                for connection in connections:
                    await connection.outbox.closed()
        for task in list(self._tasks):
            task.cancel()


def _ask(connection: Connection) -> None:
    if connection.outbox.is_telling:  # a question would wait behind a long history
        return
    if connection.quiet > MISSES:
        connection.outbox.close(4408, "silent")
        return
    if connection.quiet:  # whoever has spoken since the last beat lives, and need not be asked
        connection.send(wire.Ping(now()))
    connection.quiet += 1


async def _quietly(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except UnknownRoomError:
        pass  # forgotten meanwhile
    except StoreError as error:
        complain(str(error))


def _say(group: Group, reply: wire.Reply) -> None:
    data = wire.write(reply)
    for connection in group.connections:
        connection.outbox.put(data)


def _broadcast(group: Group, room: Room, before: int) -> None:
    updates = redact.Updates(room, before, now())
    for connection in group.connections:
        connection.outbox.put(updates.text(connection.eye(room)))
