"""Rooms in one SQLite file: the store that needs no other program."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

from jemaa.server.store import sqlite_work as work
from jemaa.server.store.contract import Listed, Row, StoreError, Summary
from jemaa.server.store.lock import Lock
from jemaa.server.store.migrate import migrate_sqlite
from jemaa.server.store.rows import bounded, check_room
from jemaa.server.store.writer import Writer, explain

BUSY_SECONDS = 10.0
PURGE_AT_ONCE = 50
"""So many rooms are forgotten in one transaction, so that nobody's move waits long for it."""

T = TypeVar("T")


class SqliteStore:
    """Keeps rooms in a SQLite file, for one server process.

    Writing is done by one thread, reading by another with a connection of its own: in WAL mode
    neither waits for the other.

    Args:
        path: the file; it and its folder are made when they are missing.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._lock: Lock | None = None
        self._writer: Writer | None = None
        self._read: sqlite3.Connection | None = None
        self._reader: ThreadPoolExecutor | None = None

    async def open(self) -> None:
        """Take the file, and bring its tables up to date.

        Raises:
            StoreError: another server has it, a newer program has written it, or it is no database.
        """
        self._reader = ThreadPoolExecutor(1, "jemaa-reader")
        try:
            connection = await self._in_reader(self._open)
        except BaseException:
            self._reader.shutdown(wait=False)
            self._reader = None
            raise
        self._writer = Writer(connection, str(self.path))

    def _open(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.path.touch(mode=0o600)  # dice and cards to come are in it
            self._lock = Lock(self.path)
            self._read = connect(self.path)
            migrate_sqlite(self._read, str(self.path))
            self._read.execute("PRAGMA query_only = ON")
            return connect(self.path)
        except BaseException as error:
            self._let_go()
            if isinstance(error, OSError):
                raise StoreError(f"{self.path} cannot be opened: {error.strerror}") from error
            if isinstance(error, sqlite3.Error):
                raise StoreError(explain(str(self.path), error)) from error
            raise

    def _let_go(self) -> None:
        if self._read:
            self._read.close()
        if self._lock:
            self._lock.release()
        self._read = self._lock = None

    async def close(self) -> None:
        """Write what is waiting, and let go of the file."""
        if self._writer:
            writer, self._writer = self._writer, None
            await writer.close()
            await self._in_reader(self._let_go)
        if self._reader:
            self._reader.shutdown()
            self._reader = None

    async def create(self, room: str, at: int, bodies: Sequence[bytes], summary: Summary) -> None:
        """Keep a new room with its first events; see the contract."""
        await self._do(partial(work.create, room=room, at=at, bodies=bodies, summary=summary))

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
        await self._do(
            partial(
                work.append,
                room=room,
                version=version,
                at=at,
                bodies=bodies,
                summary=summary,
                command=command,
            )
        )

    async def load(self, room: str, after: int = 0) -> list[Row]:
        """Give the events of a room with numbers above `after`; see the contract."""
        check_room(room)
        return await self._ask(partial(work.load, room=room, after=bounded(after)))

    async def of_device(self, device: str, limit: int = 100) -> list[Listed]:
        """Give the rooms in which a browser holds a seat, the latest first."""
        return await self._ask(partial(work.of_device, device=device, limit=limit))

    async def waking(self, now: int, limit: int = 100) -> list[str]:
        """Give rooms whose `wake` has come, the earliest first."""
        found = await self._ask(partial(work.select, sql=work.WAKING, values=(now, limit)))
        return [room for (room,) in found]

    async def purge(self, before: int) -> int:
        """Forget the rooms in which nothing has happened since; give how many."""
        old = [
            room
            for (room,) in await self._ask(partial(work.select, sql=work.OLD, values=(before,)))
        ]
        count = 0
        for first in range(0, len(old), PURGE_AT_ONCE):
            some = old[first : first + PURGE_AT_ONCE]
            count += await self._do(partial(work.forget, rooms=some, before=before))
        return count

    async def check(self) -> None:
        """Write and read something, to see that the store works."""
        await self._do(work.beat)
        await self._ask(partial(work.select, sql="SELECT count(*) FROM pulse", values=()))

    async def _do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        if not self._writer:
            raise StoreError(f"{self.path} is not open")
        return await self._writer.do(job)

    async def _ask(self, question: Callable[[sqlite3.Connection], T]) -> T:
        if not self._writer or not self._read:
            raise StoreError(f"{self.path} is not open")
        try:
            return await self._in_reader(partial(question, self._read))
        except sqlite3.Error as error:
            raise StoreError(explain(str(self.path), error)) from error

    async def _in_reader(self, call: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reader, call)


def connect(path: Path) -> sqlite3.Connection:
    """Open a file the way a store needs it.

    Raises:
        sqlite3.Error: it cannot be opened.
        StoreError: its disk cannot do what is needed.
    """
    connection = sqlite3.connect(
        path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    try:
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise StoreError(
                f"{path} is on a disk that SQLite cannot write safely: use a local one"
            )
        # FULL: every commit waits for the disk. NORMAL would lose the last ones in a power cut.
        connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    return connection
