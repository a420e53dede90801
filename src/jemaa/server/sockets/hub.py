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
from jemaa.server.clock import now
from jemaa.server.logs import complain
from jemaa.server.metrics import Metrics
from jemaa.server.room import redact
from jemaa.server.room.room import Room
from jemaa.server.rooms import Rooms
from jemaa.server.sockets.connection import Guest, Line, Outbox, Send
from jemaa.server.sockets.presence import Here, Presence, Table
from jemaa.server.store import StoreError, UnknownRoomError

PIECE = 256
"""How many events are told at once: few games have more."""
MOST_BYTES = 8 << 20
"""How much text is kept."""

Key: TypeAlias = tuple[str, int, int, Seat]
"""Which room at which version, after which version, for which eye."""


class Histories:
    """What was told last, and what has to be told anew."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._size = 0
        self._kept: OrderedDict[Key, tuple[bytes, ...]] = OrderedDict()

    def pieces(self, room: Room, after: int, eye: Seat) -> Iterator[msgspec.Raw]:
        """Return what has happened since a version, each piece a JSON array, made when asked for.

        There is always one, if only an empty one.
        """
        if not room.game.has_secrets:
            eye = SPECTATOR  # all are told the same
        key = room.id, room.version, after, eye
        kept = self._kept.get(key)
        if kept is None:
            return map(msgspec.Raw, self._make(key, room))
        self._kept.move_to_end(key)
        return map(msgspec.Raw, kept)

    def _make(self, key: Key, room: Room) -> Iterator[bytes]:
        _, version, after, eye = key
        told = redact.history(room, after, eye, changes=after > 0)
        made: list[bytes] = []
        for start in range(after, max(version, after + 1), PIECE):
            made.append(msgspec.json.encode(list(islice(told, PIECE))))
            if start + PIECE >= version:
                self._keep(key, tuple(made))
            yield made[-1]

    def _keep(self, key: Key, made: tuple[bytes, ...]) -> None:
        if key not in self._kept:
            self._kept[key] = made
            self._size += _size(made)
        while self._size > self._most:
            _, old = self._kept.popitem(last=False)
            self._size -= _size(old)


def _size(made: tuple[bytes, ...]) -> int:
    return sum(map(len, made))


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
        self._tables: dict[str, Table] = {}
        self._histories = Histories()
        self._presence = Presence(bus, self._tell_presence)
        self._numbers = itertools.count()
        self._tasks: set[asyncio.Task[None]] = set()
        bus.subscribe(self._hear)

    # Guests come and go.

    def guest(self, line: Line, send: Send) -> Guest:
        """Return the guest of a new socket; it is at no table yet."""
        return Guest(next(self._numbers), Outbox(line, send, self.metrics.drops.inc))

    def count(self, room: str) -> int:
        """Return how many sockets look at a room."""
        return len(self._tables[room].guests) if room in self._tables else 0

    def is_watched(self, room: str) -> bool:
        """Whether anybody looks at a room in this process."""
        return room in self._tables

    def join(self, guest: Guest, room: Room, held: tuple[Seat, ...], since: int | None) -> None:
        """Let a socket in, and tell it everything, or what it has missed.

        Between looking at the room and queueing the answer nothing waits: so there is no gap before
        the next update, and nothing is told twice.
        """
        table = self._tables.get(room.id)
        if table is None:
            table = self._tables[room.id] = Table(room.id, room.version, len(room.seats))
            self._presence.publish(table, is_new=True)
        self._catch_up(table, room)
        table.enter(guest, held)
        self._welcome(guest, room, since, table.here())
        self._set_alarm(table, room)
        self._presence.changed(table)

    def _welcome(self, guest: Guest, room: Room, since: int | None, here: Here) -> None:
        time, eye = now(), guest.eye(room)
        known = since if since is not None and 0 < since <= room.version else 0
        pieces = self._histories.pieces(room, known, eye)
        guest.send(
            wire.Welcome(
                protocol=wire.PROTOCOL,
                version=room.version,
                now=time,
                room=redact.info(room, time),
                held=guest.held,
                eye=eye,
                complete=known == 0,
                events=next(pieces),
                scene=redact.scene(room, eye),
                online=here.online,
                spectators=here.spectators,
            )
        )
        if room.version - known > PIECE:
            # The rest is made and sent as fast as it is read: it fills no outbox.
            guest.outbox.put_all(wire.write(wire.History(piece)) for piece in pieces)

    def leave(self, guest: Guest, room: str) -> None:
        """Let a socket go."""
        table = self._tables.get(room)
        if table is None or guest not in table.guests:
            return
        table.leave(guest)
        if table.guests:
            self._presence.changed(table)
        else:
            table.silence()
            del self._tables[room]
            self._presence.publish(table)

    def online(self, room: str) -> frozenset[Seat]:
        """Return the seats of a room whose owners are here."""
        table = self._tables.get(room)
        return frozenset(table.here().online) if table else frozenset()

    def away(self, room: str) -> dict[Seat, int]:
        """Return for how many milliseconds the other seats have been away, as far as we know."""
        table = self._tables.get(room)
        return table.away() if table else {}

    # Telling.

    def changed(self, room: Room) -> None:
        """Tell everybody in a room what has happened."""
        table = self._tables.get(room.id)
        if table is not None:
            self._catch_up(table, room)
            self._set_alarm(table, room)

    def held_up(self, room: str) -> None:
        """Note that something could not be stored: time can be claimed later than it was said."""
        table, known = self._tables.get(room), self.rooms.memory.known(room)
        if table is not None and known is not None:
            self._set_alarm(table, known.room)

    def gone(self, room: str) -> None:
        """Send everybody away from a room that is no more."""
        table = self._tables.get(room)
        for guest in list(table.guests) if table else ():
            guest.dismiss(4404, "unknown-room", "there is no such room, or no more")

    def look(self, guest: Guest, room: Room) -> None:
        """Show a room to one socket anew, as its eye may have changed."""
        guest.outbox.put(redact.Updates(room, room.version, now()).text(guest.eye(room)))

    def thinking(self, room: str, seat: Seat) -> None:
        """Tell everybody that a bot thinks."""
        if room in self._tables:
            _say(self._tables[room], wire.Thinking(seat))

    def _tell_presence(self, table: Table, here: Here) -> None:
        _say(table, wire.Presence(*here))

    def _catch_up(self, table: Table, room: Room) -> None:
        """Tell the guests what they do not know yet."""
        if room.version > table.version:
            before, table.version = table.version, room.version
            _broadcast(table, room, before)

    def _set_alarm(self, table: Table, room: Room) -> None:
        """Show the room again when time is up, as something can be claimed then."""
        table.silence()
        if room.claimable is not None:
            wait = (room.claimable + 1 - now()) / 1000
            if wait > 0:
                loop = asyncio.get_running_loop()
                table.alarm = loop.call_later(wait, lambda: self._start(self._show_again(table)))

    async def _show_again(self, table: Table) -> None:
        room = await self.rooms.get(table.room, fresh=False)
        self._catch_up(table, room)
        _broadcast(table, room, room.version)

    # Other processes.

    def _hear(self, notice: bus.Notice) -> None:
        if isinstance(notice, bus.Moved):
            known = self.rooms.memory.known(notice.room)
            if known is not None and known.room.version < notice.version:
                self._start(self.rooms.heard(notice.room, notice.version))
        elif isinstance(notice, bus.Presence):
            table = self._tables.get(notice.room)
            if table is not None:
                self._presence.hear(table, notice.payload)
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
            for table in list(self._tables.values()):
                for guest in table.guests:
                    if guest.number % parts == beat % parts:
                        _ask(guest)
                if beat % REPEAT == 0 and self.rooms.are_shared:
                    self._presence.publish(table)
                    self._presence.changed(table)

    async def farewell(self) -> None:
        """Tell everybody that the server ends or starts anew, and give that a moment."""
        guests = [guest for table in self._tables.values() for guest in table.guests]
        for guest in guests:
            guest.dismiss(1012, "restart", "the server starts anew; the page comes back by itself")
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                for guest in guests:
                    await guest.outbox.closed()
        for task in list(self._tasks):
            task.cancel()


def _ask(guest: Guest) -> None:
    if guest.outbox.is_telling:  # a question would wait behind a long history
        return
    if guest.missed >= MISSES:
        guest.outbox.close(4408, "silent")
        return
    guest.missed += 1
    guest.send(wire.Ping(now()))


async def _quietly(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except UnknownRoomError:
        pass  # forgotten meanwhile
    except StoreError as error:
        complain(str(error))


def _say(table: Table, reply: wire.Reply) -> None:
    data = wire.write(reply)
    for guest in table.guests:
        guest.outbox.put(data)


def _broadcast(table: Table, room: Room, before: int) -> None:
    updates = redact.Updates(room, before, now())
    for guest in table.guests:
        guest.outbox.put(updates.text(guest.eye(room)))
