"""The rooms of this server: they are changed one command at a time, stored, and then told of.

Nothing is told before it is durable. A room in memory is what the store has, or less: other
processes may have written more; then the store refuses what we write, and we catch up.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from jemaa.core.state import Seat
from jemaa.server import wire
from jemaa.server.bus import Bus, LocalBus
from jemaa.server.memory import Entry, Memory, stored
from jemaa.server.monitoring import Metrics, log
from jemaa.server.reasons import RefusalError
from jemaa.server.room import Room, events
from jemaa.server.room.clock import now
from jemaa.server.room.commands import Command, Context, Effects, Sit
from jemaa.server.room.events import AnyEvent, Stored
from jemaa.server.room.opening import open_record, open_retry, open_room
from jemaa.server.room.tokens import (
    clean_code,
    command_key,
    following_room,
    fresh_code,
    fresh_room,
    fresh_secret,
    fresh_token,
    seat_key,
)
from jemaa.server.store import (
    ConflictError,
    FateUnknownError,
    RepeatedError,
    Store,
    StoreError,
    UnknownRoomError,
)
from jemaa.server.study import RetryWish

TRIES = 20
"""How often a command is tried when other processes write into the same room."""
FAILURES = 3
"""After so many failures in a row the store is away: the next round tries the other rooms."""
COMPARED = 500
"""So many rooms are compared with the store in one question."""
CODES_TRIED = 5
"""So many short codes are tried for a new room; nearly all of them are free."""
STEP_BACK = 0.005
"""How many seconds more, at most, to wait before each new try: so that nobody is always second."""

Changed: TypeAlias = Callable[[Room, bool], None]
"""Is told of a room that has changed, and whether we have changed it ourselves. It cannot wait."""


class Rooms:
    """All rooms, by id.

    Args:
        store: where they are kept, open.
        bus: how other processes learn of changes.
        metrics: where commands are counted.
        most: how many rooms nobody looks at are held in memory.
        prefix: what the names of all rooms begin with.
    """

    def __init__(
        self, store: Store, bus: Bus, metrics: Metrics, *, most: int = 2000, prefix: str = ""
    ) -> None:
        self.memory = Memory(store, metrics, most)
        self._store = store
        self._prefix = prefix
        self._bus = bus
        self._metrics = metrics
        self._accepted = metrics.commands.labels("accepted")
        self._listeners: list[Changed] = []
        self._gone: list[Callable[[str], None]] = []

    @property
    def are_shared(self) -> bool:
        """Whether other processes may write into the same rooms."""
        return not isinstance(self._bus, LocalBus)

    def listen(self, listener: Changed, gone: Callable[[str], None] = lambda room: None) -> None:
        """Tell somebody of every change from now on, and of rooms that are no more."""
        self._listeners.append(listener)
        self._gone.append(gone)

    async def get(self, room: str, *, fresh: bool = True) -> Room:
        """Return a room as it is now.

        Args:
            room: which.
            fresh: ask the store for what other processes may have written.

        Raises:
            UnknownRoomError: there is no such room.
            StoreError: the store cannot answer.
        """
        entry = await self.memory.entry(room)
        if entry.is_doubtful or (fresh and self.are_shared):
            async with entry.lock:
                await self._load_rest(entry)
        return entry.room

    async def open(self, new: wire.NewRoom) -> wire.OpenedRoom:
        """Open a room.

        Raises:
            RefusalError: something in it is not possible.
        """
        tokens = [fresh_token() for _ in new.seats]
        code = await self._free_code() if any(seat.kind == "open" for seat in new.seats) else ""
        room = self._prefix + fresh_room()
        context = Context(now(), frozenset(), room, fresh_secret(), code=code)
        first = open_room(new, context, tokens)
        await self._create(context.room, first, context.now)
        keys = [
            wire.SeatToken(seat, token)
            for seat, (wish, token) in enumerate(zip(new.seats, tokens, strict=True))
            if wish.kind == "here"
        ]
        return wire.OpenedRoom(context.room, tuple(keys))

    async def open_record(self, text: str) -> wire.OpenedRoom:
        """Open a room with a finished game that was played elsewhere; nobody has a seat in it.

        Raises:
            RefusalError: it is no record of a game that can be looked at here.
        """
        context = Context(now(), frozenset(), self._prefix + fresh_room(), fresh_secret())
        await self._create(context.room, await asyncio.to_thread(open_record, text, context), now())
        return wire.OpenedRoom(context.room, ())

    async def retry(self, room: str, wish: RetryWish) -> wire.OpenedRoom:
        """Open a room that goes on from a position of a finished game, against bots.

        Raises:
            RefusalError: the game is not over, or there is no such position or seat.
        """
        context = Context(now(), frozenset(), self._prefix + fresh_room(), fresh_secret())
        token = fresh_token()
        first = open_retry(await self.get(room), wish, context, token)
        await self._create(context.room, first, context.now)
        return wire.OpenedRoom(context.room, (wire.SeatToken(wish.seat, token),))

    async def _free_code(self) -> str:
        """Return a short code that leads nowhere yet; none if so many rooms wait."""
        for _ in range(CODES_TRIED):
            code = fresh_code()
            if await self._store.coded(code) is None:
                return code
        return ""

    async def coded(self, text: str) -> str:
        """Return the room that a short code leads to while it waits for players.

        Raises:
            RefusalError: `code`, if it leads nowhere.
        """
        code = clean_code(text)
        room = await self._store.coded(code) if code else None
        if room is None:
            raise RefusalError("code", "this code leads to no table that waits for players")
        return room

    async def sit(
        self, room: str, wish: wire.TakeSeat, online: frozenset[Seat] = frozenset()
    ) -> wire.SeatToken:
        """Take a seat. The same wish again gives the same seat and key.

        Raises:
            RefusalError: there is no such seat, or it is taken.
        """
        found = await self.get(room)
        key = seat_key(found, wish)
        seat = found.seat_of(key)
        if seat is None:
            await self.command(room, Sit(wish.seat, wish.name, key, wish.device, wish.id), online)
            seat = (await self.get(room)).seat_of(key)
        if seat is None:
            raise StoreError("the seat was taken, but it cannot be found; please try again")
        return wire.SeatToken(seat, key)

    async def command(
        self,
        room: str,
        command: Command,
        online: frozenset[Seat],
        away: Mapping[Seat, int] = MappingProxyType({}),
    ) -> int:
        """Carry out a command, durably; return the version it led to.

        Args:
            room: where.
            command: what.
            online: the seats whose owners are here.
            away: for how many milliseconds the others have been away.

        Raises:
            RefusalError: the room does not allow it.
            FateUnknownError: the store went away meanwhile; the same command again will tell.
            StoreError: it could not be stored. Nothing has changed.
            UnknownRoomError: there is no such room.
        """
        entry = await self.memory.entry(room)
        try:
            async with entry.lock:
                version = await self._carry_out(entry, command, online, away)
        except RefusalError as refusal:
            self._metrics.commands.labels(refusal.reason).inc()
            raise
        except FateUnknownError:
            self._metrics.commands.labels("uncertain").inc()
            raise
        except StoreError:
            entry.failed()
            self._metrics.commands.labels("store").inc()
            raise
        except UnknownRoomError:  # it was forgotten for its age while we held it
            self.memory.drop(room)
            raise
        self._accepted.inc()
        return version

    def submit(
        self, room: str, command: wire.Submit, done: Callable[[int | Exception], None]
    ) -> bool:
        """Carry out a move without a task of its own, as nearly all are.

        Args:
            room: where.
            command: what.
            done: is given the version it led to when that is durable, or why it is not: `command`
                says then what becomes of it.

        Returns:
            Whether it is on its way. If something must be waited for before, or the move is
            refused, nothing has happened, and `command` is the way.
        """
        entry = self.memory.known(room)
        if entry is None or entry.is_doubtful or self.are_shared or not entry.lock.take():
            return False
        waiting: Awaitable[None] | None = None
        try:
            key = command_key(entry.room, command)
            if entry.led_to(key) is None:
                context = self._context(entry.room, command, frozenset(), {})
                effects = entry.room.handle(command, context)
                begun = time.perf_counter()
                waiting = self._append(entry, effects, context, key)
        except (RefusalError, StoreError):
            pass
        finally:
            if waiting is None:
                entry.lock.release()
        if waiting is None:
            return False
        finish = partial(self._finish, entry, effects.room, key, begun, done)
        asyncio.ensure_future(waiting).add_done_callback(finish)
        return True

    def _finish(
        self,
        entry: Entry,
        after: Room,
        key: str,
        begun: float,
        done: Callable[[int | Exception], None],
        stored: asyncio.Future[None],
    ) -> None:
        """Let a move happen that was stored, or not."""
        outcome: int | Exception = after.version
        try:
            stored.result()
            self._happened(entry, after, key, begun)
            self._accepted.inc()
        except Exception as error:
            outcome = error
        finally:
            entry.lock.release()
        done(outcome)

    async def _carry_out(
        self, entry: Entry, command: Command, online: frozenset[Seat], away: Mapping[Seat, int]
    ) -> int:
        if entry.is_doubtful:
            await self._load_rest(entry)
        for tries in range(TRIES):
            key = command_key(entry.room, command)
            done = entry.led_to(key)
            if done is not None:
                return done
            context = self._context(entry.room, command, online, away)
            try:
                effects = entry.room.handle(command, context)
            except RefusalError:
                if self.are_shared and await self._load_rest(entry):
                    continue  # it may be right for the room as it is by now
                if key and (done := await self._version_of(entry, key)):
                    return done
                raise
            try:
                await self._commit(entry, effects, context, key)
            except ConflictError:
                await asyncio.sleep(random.uniform(0, STEP_BACK * tries))
                await self._load_rest(entry)
            except RepeatedError as repeated:
                await self._load_rest(entry)
                return repeated.version
            else:
                return entry.room.version
        raise StoreError("too many processes write into this room; please try again")

    def _context(
        self, room: Room, command: Command, online: frozenset[Seat], away: Mapping[Seat, int]
    ) -> Context:
        # A clock that was set back must not make time run backwards in a room.
        at = max(now(), room.at)
        if isinstance(command, wire.Rematch):
            following = self._prefix + following_room(room.id, room.created.secret)
            return Context(at, online, following, fresh_secret())
        # Nothing else opens a room, and good randomness takes its time.
        return Context(at, online, away=away)

    async def _commit(self, entry: Entry, effects: Effects, context: Context, key: str) -> None:
        """Store what a command does, then let it happen here."""
        if effects.opens:
            # Another process may have opened the same rematch, also one that died before it could
            # say so here. Both have the same people, and the first one counts.
            with suppress(ConflictError):
                await self._create(context.room, effects.opens, context.now)
        if not effects.events:
            return
        begun = time.perf_counter()
        try:
            await self._append(entry, effects, context, key)
        except (ConflictError, RepeatedError):
            entry.is_doubtful = False
            raise
        self._happened(entry, effects.room, key, begun)

    def _append(
        self, entry: Entry, effects: Effects, context: Context, key: str
    ) -> Awaitable[None]:
        room, summary = entry.room, effects.room.summary()
        bodies = [events.encode(event) for event in effects.events]
        entry.is_doubtful = True  # until we know; also if we are cancelled while we wait
        return self._store.append(room.id, room.version, context.now, bodies, summary, key)

    def _happened(self, entry: Entry, after: Room, key: str, begun: float) -> None:
        """Let happen here what is durable."""
        entry.is_doubtful = False
        self._metrics.appends.observe(time.perf_counter() - begun)
        entry.remember(key, after.version)
        entry.room = after
        self._tell(after, own=True)
        if self.are_shared:
            self._bus.publish(after.id, after.version)

    async def _create(self, room: str, first: Sequence[AnyEvent], at: int) -> None:
        new = Room.fold(Stored(number, at, event) for number, event in enumerate(first, 1))
        bodies = [events.encode(event) for event in first]
        await self._store.create(room, at, bodies, new.summary())
        self._metrics.opened.labels(new.game.name).inc()
        log("room opened", room=room, game=new.game.name, seats=len(new.seats))
        self.memory.keep(new)
        self._tell(new, own=True)

    async def _version_of(self, entry: Entry, key: str) -> int | None:
        """Ask the store whether a command was carried out before: it says so before all else."""
        room = entry.room
        try:
            await self._store.append(room.id, -1, room.at, (), room.summary(), key)
        except RepeatedError as repeated:
            return repeated.version
        except ConflictError:
            pass  # no room has such a version
        return None

    async def let_sleep(self, room: str) -> None:
        """Note in the store that a room need not be looked at before something happens in it."""
        entry = await self.memory.entry(room)
        async with entry.lock:
            known = entry.room
            summary = known.summary()._replace(wake=None)
            with suppress(ConflictError):  # something has happened
                await self._store.append(known.id, known.version, known.at, (), summary)

    # Other processes.

    async def heard(self, room: str, version: int) -> None:
        """Catch up with another process that has written into a room, if anybody looks at it.

        Raises:
            StoreError: the store cannot answer; `catch_up` will try again.
        """
        entry = self.memory.known(room)
        if entry is None or entry.room.version >= version:
            return
        entry.is_doubtful = True
        if self.memory.is_watched(room):
            await self.get(room)

    async def missed(self) -> None:
        """Catch up with everything, as some news may have been lost.

        Raises:
            StoreError: the store cannot answer; `catch_up` will try again.
        """
        for entry in self.memory.all():
            entry.is_doubtful = True
        await self.catch_up()

    async def catch_up(self) -> None:
        """Load what is missing in the rooms that somebody looks at, as far as it is known.

        Raises:
            StoreError: the store cannot answer for some of them; they wait for the next call.
            Exception: one of them cannot be read; the others have been tried.
        """
        behind = [
            entry
            for entry in self.memory.all()
            # One that is held is being changed: whoever holds it will know.
            if entry.is_doubtful and not entry.lock.locked()
            if self.memory.is_watched(entry.room.id)
        ]
        random.shuffle(behind)  # a room that always fails must not keep the others waiting
        failure: Exception | None = None
        failed = 0
        for entry in behind:
            try:
                await self.get(entry.room.id)
                failed = 0
            except UnknownRoomError:
                self._lose(entry.room.id)
            except Exception as error:  # whatever it is: the others must not wait for this one
                failure, failed = error, failed + 1
            if failed == FAILURES:
                break
        if failure:
            raise failure

    async def compare(self) -> None:
        """Find the rooms that are behind the store, whatever news was lost, and catch up.

        Raises:
            StoreError: the store cannot answer.
        """
        entries = self.memory.all()
        for first in range(0, len(entries), COMPARED):
            some = entries[first : first + COMPARED]
            versions = await self._store.versions([entry.room.id for entry in some])
            for entry in some:
                version = versions.get(entry.room.id)
                if version is None:
                    self._lose(entry.room.id)
                elif version > entry.room.version:
                    entry.is_doubtful = True
        await self.catch_up()

    def _lose(self, room: str) -> None:
        """Forget a room that the store has no more."""
        self.memory.drop(room)
        for listener in self._gone:
            listener(room)

    async def _load_rest(self, entry: Entry) -> bool:
        """Load what others have written; tell whether there was anything."""
        rows = await self._store.load(entry.room.id, entry.room.version)
        entry.is_doubtful = False
        if not rows:
            return False
        after = entry.room.after((), entry.room.at)
        for row in rows:
            after.apply(stored(row))
        entry.room = after
        self._tell(after, own=False)
        return True

    def _tell(self, room: Room, *, own: bool) -> None:
        for listener in self._listeners:
            listener(room, own)
