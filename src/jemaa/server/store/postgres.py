"""Rooms in PostgreSQL: the store for several server processes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from jemaa.core.errors import JemaaError
from jemaa.server.store import (
    LARGEST,
    FateUnknownError,
    Listed,
    Row,
    StoreError,
    Summary,
    bounded,
    check_room,
    unknown,
)
from jemaa.server.store import postgres_work as work
from jemaa.server.store.connections import Connections, DatabaseConnection, LostError

CONNECTIONS = 8
SECONDS = 10.0
PURGE_AT_ONCE = 50
"""So many rooms are forgotten in one transaction, so that nobody's move waits long for it."""

T = TypeVar("T")


class PostgresStore:
    """Keeps rooms in PostgreSQL, in a schema of its own; many processes may share it.

    A connection that breaks in the middle of an append leaves open whether it was carried out. The
    store then asks again, and recognises its own events. Only when the database stays away is the
    answer `FateUnknownError`: asking again with the same command is safe, it gives `RepeatedError`.

    Args:
        url: where the database is, such as `postgresql://user:password@host/name`.
        connections: how many connections this process uses.
        seconds: how long the database may take for an answer.
        beside: whether servers may use it meanwhile that are of another version: no tables are
            made or brought up to date then.
    """

    def __init__(
        self,
        url: str,
        *,
        connections: int = CONNECTIONS,
        seconds: float = SECONDS,
        beside: bool = False,
    ) -> None:
        self._connections = Connections(url, connections, seconds)
        self._prepare = work.look if beside else work.migrate

    async def open(self) -> None:
        """Connect, and bring the tables up to date."""
        await self._connections.open()
        try:
            await self._connections.run(
                partial(self._prepare, name=self._connections.name), hurried=False
            )
        except JemaaError:
            await self._connections.close()
            raise

    async def close(self) -> None:
        """Wait for what was begun, and disconnect."""
        await self._connections.close()

    async def create(self, room: str, at: int, bodies: Sequence[bytes], summary: Summary) -> None:
        """Keep a new room with its first events; see the contract."""
        values = work.row_of(room, 0, at, bodies, summary)
        await self._change(partial(work.create, values=values), values)

    async def append(
        self,
        room: str,
        version: int,
        at: int,
        bodies: Sequence[bytes],
        summary: Summary,
        command: str = "",
    ) -> None:
        """Add events after `version`, durably; see the contract."""
        check_room(room)
        values = work.row_of(room, version, at, bodies, summary) | {"command": command}
        await self._change(partial(work.append, values=values), values)

    async def load(self, room: str, after: int = 0) -> list[Row]:
        """Return the events of a room with numbers above `after`; see the contract."""
        check_room(room)
        return await self._ask(partial(work.load, room=room, after=bounded(after)))

    async def of_device(self, device: str, limit: int = 100) -> list[Listed]:
        """Return the rooms in which a browser holds a seat, the latest first."""
        if not device:
            return []
        return await self._listed(work.OF_DEVICE, ([device], limit))

    async def waking(self, now: int, limit: int = 100) -> list[str]:
        """Return rooms whose `wake` has come, the earliest first."""
        rows = await self._ask(partial(work.select, sql=work.WAKING, values=(now, limit)))
        return [room for (room,) in rows]

    async def versions(self, rooms: Sequence[str]) -> dict[str, int]:
        """Return the versions of those of these rooms that are there."""
        values = ([*rooms],)
        return dict(await self._ask(partial(work.select, sql=work.VERSIONS, values=values)))

    async def listed(self, *, status: str = "", limit: int = 100) -> list[Listed]:
        """Return rooms, the latest first; all of them, or those of a status."""
        return await self._listed(work.LISTED, {"status": status, "limit": limit})

    async def _listed(self, sql: str, values: Any) -> list[Listed]:
        rows = await self._ask(partial(work.select, sql=sql, values=values))
        return [Listed(room, version, at, _summary(*more)) for room, version, at, *more in rows]

    async def count(self, before: int) -> tuple[int, int]:
        """Return in how many rooms nothing has happened since, and how many there are."""
        ((old, all_),) = await self._ask(partial(work.select, sql=work.COUNT, values=(before,)))
        return old, all_

    async def purge(self, before: int) -> int:
        """Forget the rooms in which nothing has happened since; return how many."""
        old = [
            room
            for (room,) in await self._ask(partial(work.select, sql=work.OLD, values=(before,)))
        ]
        count = 0
        for first in range(0, len(old), PURGE_AT_ONCE):
            count += await self._forget(old[first : first + PURGE_AT_ONCE], before)
        return count

    async def delete(self, room: str) -> None:
        """Forget a room; see the contract."""
        check_room(room)
        if not await self._forget([room], LARGEST):
            raise unknown(room)

    async def _forget(self, rooms: Sequence[str], before: int) -> int:
        values = {"rooms": [*rooms], "before": before}
        ((gone,),) = await self._ask(partial(work.select, sql=work.FORGET, values=values))
        return int(gone)

    async def seen(self, today: int, most: int) -> list[int]:
        """Note that the clock has shown a day; see the contract."""
        values = {"today": today, "most": most}
        days = await self._ask(partial(work.select, sql=work.SEEN, values=values))
        return [day for (day,) in days]

    async def check(self) -> None:
        """Write and read something, to see that the store works."""
        await self._ask(partial(work.select, sql=work.BEAT, values=()))

    async def _ask(self, question: Callable[[DatabaseConnection], Awaitable[T]]) -> T:
        """Ask, and once more if the connection was lost; for what does no harm twice."""
        try:
            return await self._connections.run(question)
        except LostError:
            return await self._connections.run(question)

    async def _change(
        self, change: Callable[[DatabaseConnection], Awaitable[None]], values: dict[str, Any]
    ) -> None:
        try:
            await self._connections.run(change)
        except LostError:
            try:
                await self._connections.run(partial(work.again, change=change, values=values))
            except StoreError as error:
                raise FateUnknownError(str(error)) from error


def _summary(
    game: str,
    status: str,
    to_act: int | None,
    names: list[str],
    devices: list[str],
    wake: int | None,
    levels: list[str],
    progress: list[int],
) -> Summary:
    held = (tuple(names), tuple(devices), wake, tuple(levels), tuple(progress))
    return Summary(game, status, to_act, *held)
