"""A copy of all rooms in one file, made while the server runs; and the way back."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from jemaa.server.store.contract import StoreError
from jemaa.server.store.lock import Lock
from jemaa.server.store.migrate import migrations, refuse_foreign, refuse_newer, sqlite_version
from jemaa.server.store.writer import explain

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
