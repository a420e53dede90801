"""Rooms in one SQLite file: the store that needs no other program."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TypeVar

from jemaa.server.store import (
    LARGEST,
    Listed,
    Row,
    StoreError,
    Summary,
    bounded,
    check_room,
    unknown,
)
from jemaa.server.store import sqlite_work as work
from jemaa.server.store.migrate import (
    migrate_sqlite,
    migrations,
    refuse_foreign,
    refuse_newer,
    refuse_older,
    sqlite_version,
)
from jemaa.server.store.sqlite_file import FileGuard, Lock, Writer, explain

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
        beside: whether a server may have the file meanwhile: nothing is made or brought up to date
            then, and changes are seen by the server when it looks.
    """

    def __init__(self, path: str | Path, *, beside: bool = False) -> None:
        self.path = Path(path)
        self._beside = beside
        self._lock: Lock | None = None
        self._guard: FileGuard | None = None
        self._writer: Writer | None = None
        self._read: sqlite3.Connection | None = None
        self._reader: ThreadPoolExecutor | None = None

    async def open(self) -> None:
        """Take the file, and bring its tables up to date.

        Raises:
            StoreError: another server has it, a newer or another program has written it, or it is
                no database.
        """
        self._reader = ThreadPoolExecutor(1, "jemaa-reader")
        try:
            connection = await self._in_reader(self._open)
        except BaseException:
            self._reader.shutdown(wait=False)
            self._reader = None
            raise
        self._writer = Writer(connection, str(self.path), self._check_file)

    def _open(self) -> sqlite3.Connection:
        try:
            if self._beside:
                self._join()
            else:
                self._take()
            assert self._read
            self._read.execute("PRAGMA query_only = ON")
            return connect(self.path)
        except BaseException as error:
            self._let_go()
            if isinstance(error, OSError):
                raise StoreError(f"{self.path} cannot be opened: {error.strerror}") from error
            if isinstance(error, sqlite3.Error):
                raise StoreError(explain(str(self.path), error)) from error
            raise

    def _take(self) -> None:
        """Take the file for this server alone."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.path.touch(mode=0o600)  # dice and cards to come are in it
        self._lock = Lock(self.path)
        self._look_at_file()
        self._read = connect(self.path)
        migrate_sqlite(self._read, str(self.path))
        # Into the file itself, whose header tells that it is ours; the guard looks there.
        self._read.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        self._guard = FileGuard(self.path)

    def _join(self) -> None:
        """Open the file beside a server."""
        if not self.path.is_file():
            raise StoreError(f"there is no database {self.path}; give --data DIR")
        self._look_at_file()
        self._read = connect(self.path)
        version, known = sqlite_version(self._read), len(migrations("sqlite"))
        refuse_newer(str(self.path), version, known)
        refuse_older(str(self.path), version, known)

    def _look_at_file(self) -> None:
        """Refuse a file that is not ours, as long as nothing in it was changed."""
        address = f"{self.path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, timeout=BUSY_SECONDS, uri=True)) as connection:
            if self._beside or connection.execute("SELECT 1 FROM sqlite_master").fetchone():
                refuse_foreign(connection, str(self.path))

    def _check_file(self) -> None:
        if self._guard:
            self._guard.check()

    def _let_go(self) -> None:
        if self._read:
            self._read.close()
        if self._guard:
            self._guard.release()
        if self._lock:
            self._lock.release()
        self._read = self._guard = self._lock = None

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
        """Return the events of a room with numbers above `after`; see the contract."""
        check_room(room)
        return await self._ask(partial(work.load, room=room, after=bounded(after)))

    async def of_device(self, device: str, limit: int = 100) -> list[Listed]:
        """Return the rooms in which a browser holds a seat, the latest first."""
        return await self._ask(partial(work.listed, sql=work.OF_DEVICE, values=(device, limit)))

    async def waking(self, now: int, limit: int = 100) -> list[str]:
        """Return rooms whose `wake` has come, the earliest first."""
        found = await self._ask(partial(work.select, sql=work.WAKING, values=(now, limit)))
        return [room for (room,) in found]

    async def versions(self, rooms: Sequence[str]) -> dict[str, int]:
        """Return the versions of those of these rooms that are there."""
        return await self._ask(partial(work.versions, rooms=rooms))

    async def listed(self, *, status: str = "", limit: int = 100) -> list[Listed]:
        """Return rooms, the latest first; all of them, or those of a status."""
        return await self._ask(
            partial(work.listed, sql=work.LISTED, values=(status, status, limit))
        )

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
            some = old[first : first + PURGE_AT_ONCE]
            count += await self._do(partial(work.forget, rooms=some, before=before))
        return count

    async def delete(self, room: str) -> None:
        """Forget a room; see the contract."""
        check_room(room)
        if not await self._do(partial(work.forget, rooms=[room], before=LARGEST)):
            raise unknown(room)

    async def seen(self, today: int, most: int) -> list[int]:
        """Note that the clock has shown a day; see the contract."""
        days = await self._do(partial(work.seen, today=today, most=most))
        return [day for (day,) in days]

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
            return await self._in_reader(partial(self._read_file, question))
        except sqlite3.Error as error:
            raise StoreError(explain(str(self.path), error)) from error

    def _read_file(self, question: Callable[[sqlite3.Connection], T]) -> T:
        self._check_file()
        assert self._read
        return question(self._read)

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
