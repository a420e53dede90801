"""What the host of a server can do from outside, also while it runs: with rooms, and backups.

Rooms are changed through the store: a server that has a room in memory finds out when it compares.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

from jemaa.core.errors import JemaaError
from jemaa.server.memory import stored
from jemaa.server.room import Room, events
from jemaa.server.room.clock import now
from jemaa.server.settings import DATABASE, Settings, data_folder
from jemaa.server.store import ConflictError, Store, StoreError, migrations, refuse_newer, store_for
from jemaa.server.store.sqlite_file import Lock, explain, refuse_foreign, sqlite_version

TRIES = 20
"""How often it is tried to end a game in which others move meanwhile."""

T = TypeVar("T")


class CannotCloseError(JemaaError):
    """The game of a room cannot be ended."""


def with_store(settings: Settings, work: Callable[[Store], Awaitable[T]]) -> T:
    """Do something with the store of a server that may be running.

    Raises:
        StoreError: there is no store, or it cannot be used.
    """

    async def run() -> T:
        file = data_folder(settings.data) / DATABASE
        store = store_for(settings.database_address(), file, beside=True)
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


async def load_room(store: Store, name: str) -> Room:
    """Return a room as it is now.

    Raises:
        UnknownRoomError: there is no such room.
    """
    return Room.fold(map(stored, await store.load(name)))


async def close_room(store: Store, name: str) -> Room:
    """End the game of a room, for all who are in it; nobody has won. Its record stays.

    Raises:
        UnknownRoomError: there is no such room.
        CannotCloseError: the game has not begun, or is over.
    """
    for _ in range(TRIES):
        room = await load_room(store, name)
        if room.status == "over":
            raise CannotCloseError(f"the game of room {name} is over already")
        if room.status == "waiting":
            raise CannotCloseError(
                f"the game of room {name} has not begun; delete the room instead"
            )
        closed, at = (events.Closed(),), max(now(), room.at)
        after = room.after(closed, at)
        bodies = [events.encode(event) for event in closed]
        try:
            await store.append(name, room.version, at, bodies, after.summary())
        except ConflictError:
            continue  # somebody has moved meanwhile
        return after
    raise StoreError(f"too much happens in room {name}; please try again")


REPLACED = ".replaced"
"""The end of the name under which `restore` keeps what was there before."""


def backup(database: Path, target: Path, *, force: bool = False) -> int:
    """Copy a database as it is at one moment; a server may go on writing meanwhile.

    The copy is whole or not there: it gets its name when it is finished and on the disk.

    Args:
        database: where the rooms are.
        target: the file to make.
        force: replace a file that is there.

    Returns:
        How many rooms the copy holds.

    Raises:
        StoreError: there is no database, it is damaged, the file is there and `force` is not given,
            or the copy cannot be written.
    """
    if not database.is_file():
        raise StoreError(
            f"there is no database {database}; give --data DIR. "
            "Rooms in PostgreSQL are backed up with its own pg_dump"
        )
    _refuse(target, other=database, force=force)
    with _finished_copy(database, target) as copy:
        rooms = _examine(copy, database)
        os.replace(copy, target)
    return rooms


def restore(source: Path, database: Path, *, force: bool = False) -> int:
    """Put a copy in the place of a database.

    What was there before is kept beside it, with `.replaced` at the end of its name.

    Args:
        source: what `backup` has made.
        database: where the rooms are to be.
        force: replace a database that is there.

    Returns:
        How many rooms there are now.

    Raises:
        StoreError: the source is no backup or is damaged, a database is there and `force` is not
            given, or a server is using it. Nothing was changed.
    """
    if not source.is_file():
        raise StoreError(f"there is no file {source}")
    _refuse(database, other=source, force=force)
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = Lock(database)
    try:
        with _finished_copy(source, database) as copy:
            rooms = _examine(copy, source)
            _put_aside(database)
            os.replace(copy, database)
    finally:
        lock.release()
    return rooms


def _refuse(target: Path, *, other: Path, force: bool) -> None:
    """Refuse to write over something."""
    if target.resolve() == other.resolve():
        raise StoreError(f"{target} is the very file to be copied; give another one")
    if target.exists() and not force:
        raise StoreError(f"{target} is there already; --force replaces it")


@contextmanager
def _finished_copy(source: Path, beside: Path) -> Iterator[Path]:
    """Return a copy in the folder of `beside`, on the disk; whoever wants it moves it away."""
    try:
        number, name = tempfile.mkstemp(dir=beside.parent, prefix=".", suffix=".part")
        os.close(number)
    except OSError as error:
        raise StoreError(f"{beside} cannot be written: {error.strerror}") from error
    copy = Path(name)
    try:
        _copy(source, copy)
        yield copy
    finally:
        copy.unlink(missing_ok=True)


def _copy(source: Path, copy: Path) -> None:
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as here,
            closing(sqlite3.connect(copy)) as there,
        ):
            # All pages in one step: one reading transaction, so a writer neither waits nor makes
            # us begin again.
            here.backup(there, pages=-1)
            # A file by itself, without a WAL beside it. FULL: it is on the disk when we go on.
            there.execute("PRAGMA synchronous = FULL")
            there.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise StoreError(explain(str(source), error)) from error


def _examine(copy: Path, source: Path) -> int:
    """See that a copy is whole and ours, and count its rooms."""
    try:
        with closing(sqlite3.connect(copy)) as connection:
            refuse_foreign(connection, str(source))
            refuse_newer(str(source), sqlite_version(connection), len(migrations("sqlite")))
            (health,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if health != "ok":
                raise StoreError(f"{source} is damaged: {health}")
            (rooms,) = connection.execute("SELECT count(*) FROM rooms").fetchone()
    except sqlite3.Error as error:
        raise StoreError(explain(str(source), error)) from error
    return int(rooms)


def _put_aside(database: Path) -> None:
    # The WAL goes first and always: one left behind would be played into the new file.
    for suffix in ("-wal", "-shm", ""):
        old = database.with_name(database.name + suffix)
        if old.exists():
            old.replace(database.with_name(database.name + REPLACED + suffix))
