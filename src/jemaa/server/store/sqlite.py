"""Rooms in one SQLite file: the store that needs no other program."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from jemaa.core.errors import JemaaError
from jemaa.server.store import (
    DAYS,
    LARGEST,
    KeptReview,
    Listed,
    Row,
    StoreError,
    Summary,
    bounded,
    check_room,
    migrations,
    refusal,
    refuse_newer,
    refuse_older,
    taken,
    unknown,
)
from jemaa.server.store.sqlite_file import (
    BUSY_SECONDS,
    Checkpoints,
    FileGuard,
    Lock,
    Writer,
    connect,
    explain,
    migrate_sqlite,
    refuse_foreign,
    sqlite_version,
)

PURGE_AT_ONCE = 50
"""So many rooms are forgotten in one transaction, so that nobody's move waits long for it."""

SPARE = 16384
"""So many bytes must find room for the store to be called sound."""

DEVICES = 4
"""Where the devices are in what `_columns` gives."""

_texts = msgspec.json.Decoder(tuple[str, ...])
_numbers = msgspec.json.Decoder(tuple[int, ...])

NEW_ROOM = """
INSERT INTO rooms
(room, version, at, game, status, to_act, names, devices, wake, levels, progress,
    board, places, scores, code)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
"""
CHANGE_ROOM = """
UPDATE rooms
SET version = ?, at = ?, game = ?, status = ?, to_act = ?, names = ?, devices = ?, wake = ?,
    levels = ?, progress = ?, board = ?, places = ?, scores = ?, code = ?
WHERE room = ?
"""
ADD_EVENT = "INSERT INTO events (room, number, at, body) VALUES (?, ?, ?, ?)"
STATE = """
SELECT version, devices, (SELECT version FROM commands WHERE room = ?1 AND command = ?2)
FROM rooms WHERE room = ?1
"""
EVENTS = "SELECT number, at, body FROM events WHERE room = ? AND number > ? ORDER BY number"
OF_DEVICE = """
SELECT room, version, at, game, status, to_act, names, devices, wake, levels, progress,
    board, places, scores, code
FROM holders JOIN rooms USING (room)
WHERE device = ? ORDER BY at DESC, room LIMIT ?
"""
LISTED = """
SELECT room, version, at, game, status, to_act, names, devices, wake, levels, progress,
    board, places, scores, code
FROM rooms WHERE ? = '' OR status = ? ORDER BY at DESC, room LIMIT ?
"""
CODED = "SELECT room FROM rooms WHERE code = ? AND code <> '' ORDER BY at DESC LIMIT 1"
COUNT = "SELECT count(*) FILTER (WHERE at < ?), count(*) FROM rooms"
WAKING = "SELECT room FROM rooms WHERE wake <= ? ORDER BY wake, room LIMIT ?"
OLD = "SELECT room FROM rooms WHERE at < ?"
KEEP_REVIEW = """
INSERT OR REPLACE INTO reviews (room, value, body) SELECT room, ?, ? FROM rooms WHERE room = ?
"""
REVIEW = "SELECT value, body FROM reviews WHERE room = ?"

T = TypeVar("T")


class SqliteStore:
    """Keeps rooms in a SQLite file, for one server process.

    One thread waits for the disk when something is written, another one reads with a connection of
    its own: in WAL mode neither waits for the other.

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
            connection, other = await self._in_reader(self._open)
        except BaseException:
            self._reader.shutdown(wait=False)
            self._reader = None
            raise
        self._writer = Writer(connection, str(self.path), self._check_file, Checkpoints(other))

    def _open(self) -> tuple[sqlite3.Connection, sqlite3.Connection]:
        """Return the connections of the writer and of its checkpoints."""
        try:
            if self._beside:
                self._join()
            else:
                self._take()
            assert self._read
            self._read.execute("PRAGMA query_only = ON")
            return connect(self.path), connect(self.path)
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
        await self._do(
            partial(_create, room=room, at=at, bodies=bodies, summary=summary), quick=True
        )

    def append(
        self,
        room: str,
        version: int,
        at: int,
        bodies: Sequence[bytes],
        summary: Summary,
        command: str = "",
    ) -> Awaitable[None]:
        """Add events after `version`, durably; see the contract."""
        try:
            check_room(room)
            return self._do(
                partial(
                    _append,
                    room=room,
                    version=version,
                    at=at,
                    bodies=bodies,
                    summary=summary,
                    command=command,
                ),
                quick=True,
            )
        except JemaaError as error:  # it is for whoever waits, not for whoever has begun
            failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            failed.set_exception(error)
            return failed

    async def load(self, room: str, after: int = 0) -> list[Row]:
        """Return the events of a room with numbers above `after`; see the contract."""
        check_room(room)
        return await self._ask(partial(_load, room=room, after=bounded(after)))

    async def of_device(self, device: str, limit: int = 100) -> list[Listed]:
        """Return the rooms in which a browser holds a seat, the latest first."""
        return await self._ask(partial(_listed, sql=OF_DEVICE, values=(device, limit)))

    async def coded(self, code: str) -> str | None:
        """Return the room that a short code leads to now; None if it leads nowhere."""
        found = await self._ask(partial(_select, sql=CODED, values=(code,)))
        return str(found[0][0]) if found else None

    async def waking(self, now: int, limit: int = 100) -> list[str]:
        """Return rooms whose `wake` has come, the earliest first."""
        found = await self._ask(partial(_select, sql=WAKING, values=(now, limit)))
        return [room for (room,) in found]

    async def versions(self, rooms: Sequence[str]) -> dict[str, int]:
        """Return the versions of those of these rooms that are there."""
        return await self._ask(partial(_versions, rooms=rooms))

    async def listed(self, *, status: str = "", limit: int = 100) -> list[Listed]:
        """Return rooms, the latest first; all of them, or those of a status."""
        return await self._ask(partial(_listed, sql=LISTED, values=(status, status, limit)))

    async def count(self, before: int) -> tuple[int, int]:
        """Return in how many rooms nothing has happened since, and how many there are."""
        ((old, all_),) = await self._ask(partial(_select, sql=COUNT, values=(before,)))
        return old, all_

    async def purge(self, before: int) -> int:
        """Forget the rooms in which nothing has happened since; return how many."""
        old = [room for (room,) in await self._ask(partial(_select, sql=OLD, values=(before,)))]
        count = 0
        for first in range(0, len(old), PURGE_AT_ONCE):
            some = old[first : first + PURGE_AT_ONCE]
            count += await self._do(partial(_forget, rooms=some, before=before))
        return count

    async def delete(self, room: str) -> None:
        """Forget a room; see the contract."""
        check_room(room)
        if not await self._do(partial(_forget, rooms=[room], before=LARGEST)):
            raise unknown(room)

    async def keep_review(self, room: str, review: KeptReview) -> None:
        """Keep the review of a room; see the contract."""
        check_room(room)
        values = (review.value, review.body, room)
        if not await self._do(lambda db: db.execute(KEEP_REVIEW, values).rowcount):
            raise unknown(room)

    async def review(self, room: str) -> KeptReview | None:
        """Return the review of a room; see the contract."""
        check_room(room)
        rows = await self._ask(partial(_select, sql=REVIEW, values=(room,)))
        return KeptReview(*rows[0]) if rows else None

    async def seen(self, today: int, most: int) -> list[int]:
        """Note that the clock has shown a day; see the contract."""
        days = await self._do(partial(_seen, today=today, most=most))
        return [day for (day,) in days]

    async def check(self) -> None:
        """Write and read something, to see that the store works."""
        await self._do(_beat)
        await self._ask(partial(_select, sql="SELECT count(*) FROM pulse", values=()))

    def _do(self, job: Callable[[sqlite3.Connection], T], *, quick: bool = False) -> Awaitable[T]:
        if not self._writer:
            raise StoreError(f"{self.path} is not open")
        return self._writer.do(job, quick=quick)

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


def _create(
    db: sqlite3.Connection, room: str, at: int, bodies: Sequence[bytes], summary: Summary
) -> None:
    """Keep a new room."""
    if not db.execute(NEW_ROOM, (room, len(bodies), at, *_columns(summary))).rowcount:
        raise taken(room)
    _add_events(db, room, 0, at, bodies)
    _hold(db, room, summary.devices)


def _append(
    db: sqlite3.Connection,
    room: str,
    version: int,
    at: int,
    bodies: Sequence[bytes],
    summary: Summary,
    command: str,
) -> None:
    """Add events to a room, or refuse."""
    found, devices, led = db.execute(STATE, (room, command)).fetchone() or (None, None, None)
    if found != version or led is not None:
        raise refusal(room, version, found, led)
    after = version + len(bodies)
    columns = _columns(summary)
    db.execute(CHANGE_ROOM, (after, at, *columns, room))
    _add_events(db, room, version, at, bodies)
    if command:
        db.execute("INSERT INTO commands VALUES (?, ?, ?)", (room, command, after))
    if devices != columns[DEVICES]:
        db.execute("DELETE FROM holders WHERE room = ?", (room,))
        _hold(db, room, summary.devices)


def _add_events(
    db: sqlite3.Connection, room: str, version: int, at: int, bodies: Sequence[bytes]
) -> None:
    db.executemany(
        ADD_EVENT, [(room, number, at, body) for number, body in enumerate(bodies, version + 1)]
    )


def _hold(db: sqlite3.Connection, room: str, devices: Sequence[str]) -> None:
    held = [(device, room) for device in sorted(set(devices)) if device]
    db.executemany("INSERT INTO holders VALUES (?, ?)", held)


def _columns(summary: Summary) -> tuple[Any, ...]:
    first = (summary.game, summary.status, summary.to_act)
    people = (_json(summary.names), _json(summary.devices))
    shown = (_json(summary.levels), _json(summary.progress), summary.board)
    result = (_json(summary.places), _json(summary.scores))
    return *first, *people, summary.wake, *shown, *result, summary.code


@lru_cache(maxsize=1 << 12)  # from move to move little of it changes
def _json(values: tuple[str, ...] | tuple[int, ...]) -> str:
    return msgspec.json.encode(values).decode()


def _load(db: sqlite3.Connection, room: str, after: int) -> list[Row]:
    """Return the events of a room."""
    rows = [Row(*row) for row in db.execute(EVENTS, (room, after))]
    if not rows and not db.execute("SELECT 1 FROM rooms WHERE room = ?", (room,)).fetchone():
        raise unknown(room)
    return rows


def _listed(db: sqlite3.Connection, sql: str, values: Sequence[Any]) -> list[Listed]:
    """Return the rooms that a statement finds."""
    return [
        Listed(room, version, at, _summary(*columns))
        for room, version, at, *columns in db.execute(sql, values)
    ]


def _versions(db: sqlite3.Connection, rooms: Sequence[str]) -> dict[str, int]:
    """Return the versions of those of these rooms that are there."""
    names = msgspec.json.encode(rooms).decode()
    found = db.execute(
        "SELECT room, version FROM rooms WHERE room IN (SELECT value FROM json_each(?))", (names,)
    )
    return dict(found.fetchall())


def _seen(db: sqlite3.Connection, today: int, most: int) -> list[tuple[int]]:
    """Note a day, forget those of long ago, and return the last ones."""
    db.execute("INSERT INTO days VALUES (?) ON CONFLICT DO NOTHING", (today,))
    db.execute(
        "DELETE FROM days WHERE day <= (SELECT day FROM days ORDER BY day DESC LIMIT 1 OFFSET ?)",
        (DAYS,),
    )
    found = db.execute(
        "SELECT day FROM days WHERE day <= ? ORDER BY day DESC LIMIT ?", (today, most)
    )
    return found.fetchall()


def _summary(
    game: str,
    status: str,
    to_act: int | None,
    names: str,
    devices: str,
    wake: int | None,
    levels: str,
    progress: str,
    board: str,
    places: str,
    scores: str,
    code: str,
) -> Summary:
    return Summary(
        game,
        status,
        to_act,
        _texts.decode(names),
        _texts.decode(devices),
        wake,
        _texts.decode(levels),
        _numbers.decode(progress),
        board,
        _numbers.decode(places),
        _numbers.decode(scores),
        code,
    )


def _select(db: sqlite3.Connection, sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Ask any question."""
    return db.execute(sql, values).fetchall()


def _forget(db: sqlite3.Connection, rooms: Sequence[str], before: int) -> int:
    """Remove these rooms, if they are still old; return how many."""
    count = 0
    for room in rooms:
        # Once more `before`: somebody may have come back while the list was made.
        gone = db.execute("DELETE FROM rooms WHERE room = ? AND at < ?", (room, before)).rowcount
        if gone:
            count += 1
            for table in ("events", "commands", "holders", "reviews"):
                db.execute(f"DELETE FROM {table} WHERE room = ?", (room,))
    return count


def _beat(db: sqlite3.Connection) -> None:
    """Write something and take it out again."""
    # New pages are asked for: a database that is full can still change what it has.
    db.execute("INSERT INTO pulse VALUES (zeroblob(?))", (SPARE,))
    db.execute("DELETE FROM pulse")
