"""A few connections to PostgreSQL, made anew after a failure.

By hand and not by `psycopg_pool`, for what moves need: when the database cannot be reached, whoever
asks is told so at once, and why. The pool connects in the background, lets them wait for its whole
time limit and says only that it is over. It would not replace much, either: a frozen server must be
cut off (`in_time`), a broken connection told from a refusal (`LostError`), and when one connection
fails the idle ones are closed with it, which after a failover would lead to the old server (its
`drain`); all of that stands around any pool.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeAlias, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict

from jemaa.server.store import StoreError

T = TypeVar("T")
DatabaseConnection: TypeAlias = psycopg.AsyncConnection[Any]


class LostError(StoreError):
    """The connection broke in the middle: what was asked may have been done or not."""


class Connections:
    """Lends connections, each to one question at a time.

    Args:
        url: where the database is.
        size: how many connections there are at most.
        seconds: how long anything may take, also the waiting for a free connection.

    Raises:
        StoreError: the address cannot be read.
    """

    def __init__(self, url: str, size: int, seconds: float) -> None:
        self._url = url
        self._size = size
        self._seconds = seconds
        # The last one used comes first: with little to do the others are left alone.
        self._free: asyncio.LifoQueue[DatabaseConnection | None] = asyncio.LifoQueue()
        try:
            parts = conninfo_to_dict(url)
        except psycopg.Error as error:
            raise StoreError(f"the address of the database cannot be read: {error}") from error
        host, name = parts.get("host", "this machine"), parts.get("dbname", "")
        self.name = f"the PostgreSQL database {name!r} on {host}"  # the address holds a password
        self._opened = False
        self._asked = 0
        self._quiet = asyncio.Event()
        self._quiet.set()

    async def open(self) -> None:
        """Make the first connection; the others are made when they are needed.

        Raises:
            StoreError: the database cannot be reached.
        """
        first = await self._connect()
        self._free = asyncio.LifoQueue()
        for _ in range(self._size - 1):
            self._free.put_nowait(None)
        self._free.put_nowait(first)
        self._opened = True

    async def close(self) -> None:
        """Take no more questions, answer those that were asked, and disconnect."""
        self._opened = False
        await self._quiet.wait()
        await self._drop_idle()

    async def run(
        self, question: Callable[[DatabaseConnection], Awaitable[T]], *, hurried: bool = True
    ) -> T:
        """Ask something on a connection.

        Args:
            question: what to ask.
            hurried: whether it must be answered in time; tables may take as long as they need.

        Raises:
            LostError: the connection broke in the middle.
            StoreError: the database cannot be reached, or cannot do it.
        """
        with self._counted():
            return await self._run(question, self._seconds if hurried else None)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        if not self._opened:
            raise StoreError(f"{self.name} is not open")
        self._asked += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._asked -= 1
            if not self._asked:
                self._quiet.set()

    async def _run(
        self, question: Callable[[DatabaseConnection], Awaitable[T]], seconds: float | None
    ) -> T:
        connection = await self._take()
        try:
            with in_time(connection, seconds):
                return await question(connection)
        except psycopg.DataError as error:
            # Our own input, such as a zero character: the connection is as good as before.
            raise StoreError(f"{self.name} cannot keep this: {_one_line(error)}") from error
        except psycopg.Error as error:
            kind, error_text = (LostError if connection.closed else StoreError), _one_line(error)
            # Whatever it was: a server that has become read-only or full may have been replaced.
            await connection.close()
            await self._drop_idle()
            raise kind(f"{self.name} has failed: {error_text}") from error
        finally:
            self._free.put_nowait(None if connection.closed else connection)

    async def _take(self) -> DatabaseConnection:
        try:
            connection = await asyncio.wait_for(self._free.get(), self._seconds)
        except TimeoutError:
            raise StoreError(f"{self.name} is too slow: all connections are in use") from None
        if connection and not connection.closed:
            return connection
        try:
            return await self._connect()
        except BaseException:
            self._free.put_nowait(None)
            raise

    async def _connect(self) -> DatabaseConnection:
        try:
            connection = await psycopg.AsyncConnection.connect(
                self._url,
                autocommit=True,
                connect_timeout=max(2, round(self._seconds)),
                application_name="jemaa",
            )
        except psycopg.Error as error:
            raise StoreError(f"{self.name} cannot be reached: {_one_line(error)}") from error
        try:
            with in_time(connection, self._seconds):
                await connection.execute(DURABLE)
        except psycopg.Error as error:
            await connection.close()
            raise StoreError(f"{self.name} cannot be used: {_one_line(error)}") from error
        return connection

    async def _drop_idle(self) -> None:
        """Close what nobody uses: when one connection is lost, the others most likely are too."""
        idle = []
        with suppress(asyncio.QueueEmpty):
            while True:
                idle.append(self._free.get_nowait())
        for connection in idle:
            self._free.put_nowait(None)
            if connection:
                await connection.close()


DURABLE = """
SELECT set_config('synchronous_commit', 'on', false)
WHERE current_setting('synchronous_commit') = 'off'
"""
"""A database may be set up to promise before the disk has it; that is not for us."""


@contextmanager
def in_time(connection: DatabaseConnection, seconds: float | None) -> Iterator[None]:
    """Cut the connection if what is done meanwhile takes longer; never for None.

    A cancelled query waits for the server's word, and a frozen server gives none: only the end of
    the connection ends that.
    """
    if seconds is None:
        yield
        return
    alarm = asyncio.get_running_loop().call_later(seconds, _cut, connection)
    try:
        yield
    finally:
        alarm.cancel()


def _cut(connection: DatabaseConnection) -> None:
    with (
        suppress(OSError, psycopg.Error),
        socket.socket(fileno=os.dup(connection.fileno())) as end,
    ):
        end.shutdown(socket.SHUT_RDWR)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())
