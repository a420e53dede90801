"""The rooms in memory: each is loaded once, and those nobody looks at are forgotten in time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice

from jemaa.server.monitoring import Metrics
from jemaa.server.room import Room, events
from jemaa.server.room.clock import now
from jemaa.server.room.events import Stored
from jemaa.server.store import Row, Store

REMEMBERED = 16
"""How many of a room's last commands are known without asking the store."""
LOOKS = 8
"""At so many rooms to look for some that can be forgotten, whenever another one comes."""
RETURN = 10_000
"""How many milliseconds everybody has to come back after the server was away, before time that ran
out meanwhile can be claimed."""


class Lock:
    """Held by one at a time, in the order of asking; taken at once where nobody holds it."""

    __slots__ = ("_is_held", "_waiting")

    def __init__(self) -> None:
        self._is_held = False
        self._waiting: deque[asyncio.Future[None]] | None = None

    def locked(self) -> bool:
        """Whether somebody holds it."""
        return self._is_held

    def take(self) -> bool:
        """Take it if nobody holds it; never waits."""
        if self._is_held:
            return False
        self._is_held = True
        return True

    def release(self) -> None:
        """Hand it on to whoever has waited longest."""
        while self._waiting:
            waiter = self._waiting.popleft()
            if not waiter.done():  # else they were cancelled
                waiter.set_result(None)
                return
        self._is_held = False

    async def __aenter__(self) -> None:
        if self.take():
            return
        waiter = asyncio.get_running_loop().create_future()
        self._waiting = self._waiting or deque()
        self._waiting.append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self.release()  # it was ours already
            raise

    async def __aexit__(self, *error: object) -> None:
        self.release()


@dataclass(slots=True, eq=False)
class Entry:
    """A room in memory. `room` is replaced when something has happened, and only then."""

    room: Room
    lock: Lock = field(default_factory=Lock)
    """Held while somebody changes the room."""
    is_doubtful: bool = False
    """The store may have more than we know: it failed while we wrote, or another process wrote."""
    _done: OrderedDict[str, int] = field(default_factory=OrderedDict)

    def failed(self) -> None:
        """Note that nothing can be stored: nobody could have moved, so no time can be claimed."""
        self.room.claims_from = now() + RETURN

    def rest(self) -> None:
        """Forget what can be worked out again: nobody looks at the room any more."""
        self.room.scenes, self.room.info = {}, {}
        self.room.recent.clear()

    def led_to(self, key: str) -> int | None:
        """Return the version that one of the last commands led to."""
        return self._done.get(key)

    def remember(self, key: str, version: int) -> None:
        """Note that a command was carried out."""
        if key:
            self._done[key] = version
            if len(self._done) > REMEMBERED:
                self._done.popitem(last=False)


class Memory:
    """Rooms by id, loaded from the store when they are wanted.

    Args:
        store: where they come from.
        metrics: where they are counted.
        most: how many are held at most, besides those somebody looks at.
    """

    def __init__(self, store: Store, metrics: Metrics, most: int) -> None:
        self._store = store
        self._metrics = metrics
        self._most = most
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Entry]] = {}
        self._claims_from = now() + RETURN
        self.is_watched: Callable[[str], bool] = lambda room: False
        """Whether somebody looks at a room, so that it must stay."""

    def known(self, room: str) -> Entry | None:
        """Return a room if it is in memory."""
        return self._entries.get(room)

    def all(self) -> list[Entry]:
        """Return all rooms in memory."""
        return list(self._entries.values())

    async def entry(self, room: str) -> Entry:
        """Return a room, from the store if need be.

        Raises:
            UnknownRoomError: there is no such room.
            StoreError: the store cannot answer.
        """
        entry = self._entries.get(room)
        if entry is not None:
            self._entries.move_to_end(room)
            return entry
        if room not in self._loading:  # many may ask at once: one loads
            task = self._loading[room] = asyncio.create_task(self._load(room))
            task.add_done_callback(lambda _: self._loading.pop(room))
        return await asyncio.shield(self._loading[room])

    async def _load(self, room: str) -> Entry:
        rows = await self._store.load(room)
        found = Room.fold(map(stored, rows))
        found.claims_from = self._claims_from
        return self.keep(found)

    def keep(self, room: Room) -> Entry:
        """Take a room into memory."""
        entry = self._entries[room.id] = Entry(room)
        if len(self._entries) > self._most:
            self._forget_some()
        self._metrics.rooms.set(len(self._entries))
        return entry

    def drop(self, room: str) -> None:
        """Forget a room at once."""
        self._entries.pop(room, None)

    def _forget_some(self) -> None:
        """Forget rooms that nobody has asked for longest, until there are no more than allowed.

        Only a few are looked at: while thousands are watched, nobody who opens a room shall wait
        until all of them were. Those go to the end, and the next ones are looked at next time.
        """
        for room in list(islice(self._entries, min(LOOKS, len(self._entries) - 1))):
            if self._entries[room].lock.locked() or self.is_watched(room):
                self._entries.move_to_end(room)
            else:
                del self._entries[room]
            if len(self._entries) <= self._most:
                return


def stored(row: Row) -> Stored:
    """Read an event as the store gives it."""
    return Stored(row.number, row.at, events.decode(row.body))
