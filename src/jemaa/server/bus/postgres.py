"""Notices over PostgreSQL, by LISTEN and NOTIFY: no other server is needed than the store's."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import psycopg

from jemaa.server.bus import CHANNEL, RemoteBus
from jemaa.server.store.connections import DatabaseConnection, in_time


class PostgresBus(RemoteBus):
    """Carries notices over a PostgreSQL database; see `RemoteBus`."""

    failures = (OSError, psycopg.Error)

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[DatabaseConnection]:
        connection = await psycopg.AsyncConnection.connect(
            self._url,
            autocommit=True,
            connect_timeout=max(2, round(self._silence)),
            application_name="jemaa bus",
        )
        try:
            yield connection
        finally:
            await connection.close()

    @asynccontextmanager
    async def _connect_publisher(self) -> AsyncIterator[_Publisher]:
        async with self._connection() as connection:
            yield _Publisher(connection, self._silence)

    @asynccontextmanager
    async def _connect_receiver(self) -> AsyncIterator[_Receiver]:
        async with self._connection() as connection:
            with in_time(connection, self._silence):
                await connection.execute(f"LISTEN {CHANNEL}")
            yield _Receiver(connection)


class _Publisher:
    def __init__(self, connection: DatabaseConnection, seconds: float) -> None:
        self._connection = connection
        self._seconds = seconds

    async def publish(self, messages: Sequence[bytes]) -> None:
        texts = [message.decode() for message in messages]
        with in_time(self._connection, self._seconds):
            # PostgreSQL sends a notification once where a transaction says it twice: that is fine.
            await self._connection.execute(
                "SELECT pg_notify(%s, text) FROM unnest(%s::text[]) AS text", (CHANNEL, texts)
            )


class _Receiver:
    def __init__(self, connection: DatabaseConnection) -> None:
        self._connection = connection

    async def receive(self, seconds: float) -> Sequence[str]:
        # One at a time from here, but all that came in one packet.
        waiting = self._connection.notifies(timeout=seconds, stop_after=1)
        return [notification.payload async for notification in waiting]
