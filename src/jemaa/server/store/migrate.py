"""The tables, as numbered files of SQL such as `migrations/sqlite/001.sql`.

A file that has been released is never changed: what comes later goes into the next one.
"""

from __future__ import annotations

import sqlite3
from importlib import resources

from jemaa.server.store import StoreError

APPLICATION = 0x4A454D41
"""What SQLite files of ours have in their header."""


def migrations(kind: str) -> list[str]:
    """Return the SQL of all migrations of a kind of database, the first one first."""
    folder = resources.files("jemaa.server.store") / "migrations" / kind
    files = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".sql")),
        key=lambda file: file.name,
    )
    return [file.read_text("utf-8") for file in files]


def refuse_newer(name: str, version: int, known: int) -> None:
    """Refuse a database of a newer program: it may hold what we would destroy.

    Raises:
        StoreError: it is newer.
    """
    if version > known:
        raise StoreError(
            f"{name} has version {version} of the tables, and this program knows {known}: "
            "it was used by a newer jemaa; install that one, or give another database"
        )


def refuse_older(name: str, version: int, known: int) -> None:
    """Refuse a database of an older program: only a server brings it up to date.

    Raises:
        StoreError: it is older.
    """
    if version < known:
        raise StoreError(
            f"{name} has version {version} of the tables, and this program needs {known}: "
            "start the server of this jemaa once, it brings them up to date"
        )


def refuse_foreign(connection: sqlite3.Connection, name: str) -> None:
    """Refuse a SQLite file of another program, before anything is changed in it.

    Raises:
        StoreError: it is none of ours.
    """
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION:
        raise StoreError(f"{name} is a SQLite file, but none of jemaa's; give another one")


def sqlite_version(connection: sqlite3.Connection) -> int:
    """Return the version of the tables of a SQLite file."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def migrate_sqlite(connection: sqlite3.Connection, name: str) -> None:
    """Bring the tables of a SQLite file up to date.

    Raises:
        StoreError: the file is of a newer program.
    """
    scripts = migrations("sqlite")
    version = sqlite_version(connection)
    refuse_newer(name, version, len(scripts))
    for number, script in enumerate(scripts[version:], start=version + 1):
        try:
            connection.executescript(
                f"BEGIN IMMEDIATE; {script}; PRAGMA user_version = {number}; COMMIT;"
            )
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
