"""Everything a running server holds, opened and closed in the right order."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable
from contextlib import suppress

from jemaa.server.authority.room import BOT_PATIENCE
from jemaa.server.bots.mover import Bots
from jemaa.server.bots.thinkers import Thinkers
from jemaa.server.bus import Bus, bus_for
from jemaa.server.folder import DATABASE, data_folder
from jemaa.server.logs import complain, log
from jemaa.server.metrics import Metrics
from jemaa.server.now import now
from jemaa.server.rooms import Rooms
from jemaa.server.settings import Settings
from jemaa.server.sockets.hub import Hub
from jemaa.server.store.contract import Store, StoreError, UnknownRoom
from jemaa.server.store.sqlite import SqliteStore

SWEEP_SECONDS = 2.0
PURGE_SECONDS = 3600.0
DAY = 86_400_000
CHECK_SECONDS = 2.0
"""How long a look at the store's health may take."""
BELIEF_SECONDS = 1.0
"""How long its answer is believed: whoever asks often must not keep the store busy."""


class Services:
    """The store, the bus, the rooms, the sockets and the bots of one server process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.store = _store(settings)
        self.bus = _bus(settings)
        self.rooms = Rooms(self.store, self.bus, self.metrics, most=settings.cached_rooms)
        self.hub = Hub(self.rooms, self.bus, self.metrics, ping=settings.ping_seconds)
        self._thinkers = Thinkers(settings.thinkers, settings.bot_seconds)
        self._bots = Bots(
            self.rooms, self._thinkers, self.metrics, delay=self._delay, thinking=self.hub.thinking
        )
        self._tasks: list[asyncio.Task[None]] = []
        self._health = ""
        self._believed_until = -math.inf
        self._looking = asyncio.Lock()

    async def open(self) -> None:
        """Connect to everything.

        Raises:
            StoreError, BusError: something cannot be reached.
        """
        await self.store.open()
        await self.bus.open()
        await self._thinkers.start()
        self.rooms.memory.is_watched = self.hub.is_watched
        self.rooms.listen(lambda room, own: self.hub.changed(room))
        self.rooms.listen(self._bots.consider)
        for work in (self.hub.pulse(), self._sweep(), self._purge()):
            self._tasks.append(asyncio.create_task(work))

    async def close(self) -> None:
        """Finish what was begun and let go of everything."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._bots.close()
        await self._thinkers.close()
        await self.bus.close()
        await self.store.close()

    async def fault(self) -> str:
        """Say what is wrong with the store; empty if nothing is. Asked often, it asks seldom."""
        async with self._looking:  # many may ask at once: one looks
            if time.monotonic() >= self._believed_until:
                self._health = await _fault_of(self.store)
                self._believed_until = time.monotonic() + BELIEF_SECONDS
            return self._health

    def _delay(self, room: str) -> int:
        return self.settings.bot_delay if self.hub.is_watched(room) else 0

    # What nobody asks for.

    async def _sweep(self) -> None:
        """Look after rooms that wait in vain: for a bot of a dead process, or for a claim."""
        if not self.rooms.are_shared:  # whatever is left behind was ours, before a restart
            await _or_complain(self._wake_rooms(now() + BOT_PATIENCE))
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            await _or_complain(self._wake_rooms(now()))

    async def _wake_rooms(self, until: int) -> None:
        for name in await self.store.waking(until):
            with suppress(UnknownRoom):
                room = await self.rooms.get(name)
                if room.bot_to_move() is not None:
                    self._bots.consider(room, True)
                elif room.deadline is None or room.deadline <= now():
                    await self.rooms.let_sleep(name)  # who looks on has an alarm of his own

    async def _purge(self) -> None:
        while True:
            await _or_complain(self._purge_once())
            await asyncio.sleep(PURGE_SECONDS)

    async def _purge_once(self) -> None:
        count = await self.store.purge(now() - self.settings.keep_days * DAY)
        if count:
            log("old rooms forgotten", rooms=count)


async def _or_complain(work: Awaitable[None]) -> None:
    try:
        await work
    except StoreError as error:
        complain(str(error))


async def _fault_of(store: Store) -> str:
    try:
        async with asyncio.timeout(CHECK_SECONDS):
            await store.check()
    except StoreError as error:
        return str(error)
    except TimeoutError:
        return f"the store has not answered for {CHECK_SECONDS:g} seconds"
    return ""


def _store(settings: Settings) -> Store:
    if not settings.database:
        return SqliteStore(data_folder(settings.data) / DATABASE)
    if settings.database.partition("://")[0] not in ("postgresql", "postgres"):
        raise StoreError("the database must be an address that begins with postgresql://")
    from jemaa.server.store.postgres import PostgresStore

    return PostgresStore(settings.database)


def _bus(settings: Settings) -> Bus:
    return bus_for(settings.bus or settings.database)
