"""Rooms in PostgreSQL: the store for several server processes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from jemaa.core.errors import JemaaError
from jemaa.server.store import postgres_work as work
from jemaa.server.store.connections import Connection, Connections, Lost
from jemaa.server.store.contract import Listed, Row, Summary
from jemaa.server.store.rows import bounded, check_room

CONNECTIONS = 8
SECONDS = 10.0
PURGE_AT_ONCE = 50
"""So many rooms are forgotten in one transaction, so that nobody's move waits long for it."""

T = TypeVar("T")


class PostgresStore:
    """Keeps rooms in PostgreSQL, in a schema of its own; many processes may share it.

    A connection that breaks in the middle of an append leaves open whether it was carried out. The
    store then asks again, and recognises its own events. Only when the database stays away is the
    answer a `StoreError` though the events may be there: asking again with the same command is
    safe, it gives `Repeated`.

    Args:
        url: where the database is, such as `postgresql://user:password@host/name`.
        connections: how many connections this process uses.
        seconds: how long the database may take for an answer.
    """

    def __init__(
        self, url: str, *, connections: int = CONNECTIONS, seconds: float = SECONDS
    ) -> None:
        self._connections = Connections(url, connections, seconds)

    async def open(self) -> None:
        """Connect, and bring the tables up to date."""
        await self._connections.open()
        try:
            await self._connections.run(
                partial(work.migrate, name=self._connections.name), hurried=False
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
        """Give the events of a room with numbers above `after`; see the contract."""
        check_room(room)
        return await self._ask(partial(work.load, room=room, after=bounded(after)))

    async def of_device(self, device: str, limit: int = 100) -> list[Listed]:
        """Give the rooms in which a browser holds a seat, the latest first."""
        if not device:
            return []
        rows = await self._ask(partial(work.select, sql=work.OF_DEVICE, values=([device], limit)))
        return [Listed(room, version, at, _summary(*more)) for room, version, at, *more in rows]

    async def waking(self, now: int, limit: int = 100) -> list[str]:
        """Give rooms whose `wake` has come, the earliest first."""
        rows = await self._ask(partial(work.select, sql=work.WAKING, values=(now, limit)))
        return [room for (room,) in rows]

    async def purge(self, before: int) -> int:
        """Forget the rooms in which nothing has happened since; give how many."""
        old = [
            room
            for (room,) in await self._ask(partial(work.select, sql=work.OLD, values=(before,)))
        ]
        count = 0
        for first in range(0, len(old), PURGE_AT_ONCE):
            values = {"rooms": old[first : first + PURGE_AT_ONCE], "before": before}
            ((gone,),) = await self._ask(partial(work.select, sql=work.FORGET, values=values))
            count += gone
        return count

    async def check(self) -> None:
        """Write and read something, to see that the store works."""
        await self._ask(partial(work.select, sql=work.BEAT, values=()))

    async def _ask(self, question: Callable[[Connection], Awaitable[T]]) -> T:
        """Ask, and once more if the connection was lost; for what does no harm twice."""
        try:
            return await self._connections.run(question)
        except Lost:
            return await self._connections.run(question)

    async def _change(
        self, change: Callable[[Connection], Awaitable[None]], values: dict[str, Any]
    ) -> None:
        try:
            await self._connections.run(change)
        except Lost:
            await self._connections.run(partial(work.again, change=change, values=values))


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
