"""Everything a running server holds, opened and closed in the right order."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Sequence
from datetime import UTC, datetime

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from jemaa.server.bot_pool import STUDY_SECONDS, BotPool, read_places
from jemaa.server.bots import BotDriver, Hints
from jemaa.server.bus import bus_for
from jemaa.server.monitoring import complain, log
from jemaa.server.push import Caller, Sender
from jemaa.server.reviews import Reviews
from jemaa.server.room import BOT_PATIENCE
from jemaa.server.room.clock import now
from jemaa.server.rooms import Rooms
from jemaa.server.settings import DATABASE, Settings, data_folder
from jemaa.server.sockets.hub import Hub
from jemaa.server.store import Store, StoreError, store_for
from jemaa.server.upkeep import Upkeep

WAKE_SECONDS = 2.0
CATCH_UP_SECONDS = 1.0
"""How soon a room that is known to be behind is tried again."""
COMPARE_SECONDS = 10.0
"""How often all rooms in memory are compared with the store, in case that news was lost."""
PURGE_SECONDS = 3600.0
DAY = 86_400_000
FEWEST_DAYS, MOST_DAYS = 2, 7
"""On so many different days a room must have been old before it is deleted."""
LONGEST_JUMP = 30
"""When the clock goes on by more days than that, it is told."""
CHECK_SECONDS = 2.0
"""How long a look at the store's health may take."""
BELIEF_SECONDS = 1.0
"""How long its answer is believed: whoever asks often must not keep the store busy."""
SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)


class Services:
    """The store, the bus, the rooms, the sockets and the bots of one server process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = PrometheusMetrics()
        database = settings.database_address()
        self.store = store_for(database, data_folder(settings.data) / DATABASE)
        self.bus = bus_for(settings.bus or database)
        self.rooms = Rooms(self.store, self.bus, self.metrics, most=settings.cached_rooms)
        self.hub = Hub(self.rooms, self.bus, self.metrics, ping=settings.ping_seconds)
        self._pool = BotPool(settings.thinkers, settings.bot_seconds, read_places(settings.bots))
        # Processes of their own, which stand back further: bots never wait for a review. They
        # start when somebody wants one.
        self._reviewers = BotPool(settings.review_workers, STUDY_SECONDS, niceness="19")
        self.reviews = Reviews(
            self.rooms, self.store, self._reviewers, at_once=settings.review_workers
        )
        self.hints = Hints(self.rooms, self._pool)
        self._bots = BotDriver(
            self.rooms,
            self._pool,
            self.metrics,
            delay=self._delay,
            thinking=self.hub.thinking,
            is_watched=self.hub.is_watched,
        )
        self.sender = _sender(settings)
        self._caller: Caller | None = None
        if self.sender is not None:
            self._caller = Caller(self.rooms, self.sender, self.hub.online, settings.push_after)
        self._upkeep = Upkeep(self.fault)
        self._health = ""
        self._believed_until = -math.inf
        self._looking = asyncio.Lock()
        self._is_fresh = True
        self._told_jump = 0

    async def open(self) -> None:
        """Connect to everything.

        Raises:
            StoreError, BusError: something cannot be reached.
        """
        await self.store.open()
        await self.bus.open()
        await self._pool.start()
        self.rooms.memory.is_watched = self.hub.is_watched
        self.rooms.listen(lambda room, own: self.hub.changed(room), self.hub.gone)
        self.rooms.listen(self._bots.consider)
        if self._caller is not None:
            self.rooms.listen(self._caller.consider)
        self._upkeep.start(self.hub.pulse())
        self._upkeep.repeat(self._wake, WAKE_SECONDS, at_once=True)
        self._upkeep.repeat(self.rooms.catch_up, CATCH_UP_SECONDS)
        self._upkeep.repeat(self.rooms.compare, COMPARE_SECONDS)
        self._upkeep.repeat(self._purge, PURGE_SECONDS, at_once=True)

    async def close(self) -> None:
        """Finish what was begun and let go of everything."""
        await self._upkeep.close()
        if self._caller is not None:
            await self._caller.close()
        await self._bots.close()
        await self.reviews.close()
        await asyncio.gather(self._pool.close(), self._reviewers.close())
        await self.bus.close()
        await self.store.close()

    async def fault(self) -> str:
        """Return what is wrong with the store; empty if nothing is. Asked often, it asks seldom."""
        async with self._looking:  # many may ask at once: one looks
            if time.monotonic() >= self._believed_until:
                before, self._health = self._health, await _fault_of(self.store)
                if self._health and self._health != before:
                    complain(self._health)
                elif before and not self._health:
                    log("the store works again")
                self._believed_until = time.monotonic() + BELIEF_SECONDS
            return self._health

    def _delay(self, room: str) -> int:
        return self.settings.bot_delay if self.hub.is_watched(room) else 0

    # What nobody asks for.

    async def _wake(self) -> None:
        """Look after rooms that wait in vain: for a bot of a dead process, or for a claim."""
        until = now()
        if self._is_fresh and not self.rooms.are_shared:
            until += BOT_PATIENCE  # whatever is left behind was ours, before a restart
        await self._bots.wake(await self.store.waking(until))
        self._is_fresh = False

    async def _purge(self) -> None:
        """Forget old rooms. A clock that is wrong for a few days deletes nothing."""
        keep, today = self.settings.keep_days, now() // DAY
        needed = max(FEWEST_DAYS, min(keep, MOST_DAYS))
        seen = await self.store.seen(today, needed)
        self._tell_jump(seen)
        if not keep or len(seen) < needed:
            return
        before = (seen[-1] - keep) * DAY
        old, all_ = await self.store.count(before)
        if old:
            facts = {"rooms": old, "of": all_, "unused_since": _date(before)}
            log(f"rooms without a move for {keep} days will be deleted now", **facts)
            log("old rooms are deleted", rooms=await self.store.purge(before))

    def _tell_jump(self, seen: Sequence[int]) -> None:
        jump = seen[0] - seen[1] if len(seen) > 1 else 0
        if jump > LONGEST_JUMP and self._told_jump != seen[0]:
            self._told_jump = seen[0]
            complain(
                "the clock has gone on since this server last ran; no room is deleted for that "
                "alone, but please check the clock if that cannot be",
                days=jump,
                today=_date(seen[0] * DAY),
            )


def _sender(settings: Settings) -> Sender | None:
    """Return who calls people; None where the host has set nothing up."""
    if not settings.push_keys:
        return None
    return Sender(settings.push_keys, settings.push_contact, settings.push_services)


def _date(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d}"


async def _fault_of(store: Store) -> str:
    try:
        async with asyncio.timeout(CHECK_SECONDS):
            await store.check()
    except StoreError as error:
        return str(error)
    except TimeoutError:
        return f"the store has not answered for {CHECK_SECONDS:g} seconds"
    return ""


class PrometheusMetrics:
    """All figures of one server; each server has a registry of its own."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        self.rooms = Gauge("jemaa_rooms", "Rooms in memory.", registry=registry)
        self.sockets = Gauge("jemaa_sockets", "Open sockets.", registry=registry)
        self.opened = Counter("jemaa_rooms_opened", "Rooms opened.", ["game"], registry=registry)
        self.commands = Counter(
            "jemaa_commands", "Commands by what came of them.", ["result"], registry=registry
        )
        self.appends = Histogram(
            "jemaa_append_seconds",
            "Time until events are durable.",
            buckets=SECONDS,
            registry=registry,
        )
        self.thinking = Histogram(
            "jemaa_bot_seconds",
            "Time a bot takes for a move, waiting for a free process included.",
            ["level"],
            buckets=SECONDS,
            registry=registry,
        )
        self.drops = Counter(
            "jemaa_outbox_drops", "Sockets dropped because they read too slowly.", registry=registry
        )
        self.cuts = Counter(
            "jemaa_connections_cut",
            "Connections cut or turned away, by why.",
            ["why"],
            registry=registry,
        )
        self.faults = Counter(
            "jemaa_faults", "Requests that failed by our own fault.", registry=registry
        )

    def page(self) -> bytes:
        """Return all figures as Prometheus reads them."""
        return generate_latest(self._registry)
