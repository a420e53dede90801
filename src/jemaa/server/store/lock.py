"""One server for one SQLite file: the second is told so at once."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from jemaa.server.store.contract import StoreError


class Lock:
    """Holds a database file against other servers, on this and every platform SQLite knows.

    The lock is a transaction on an empty file beside it, never finished: the system lets go of it
    when the process ends, however that happens.

    Raises:
        StoreError: somebody else holds it.
    """

    def __init__(self, database: Path) -> None:
        file = database.with_name(database.name + ".lock")
        self._connection = sqlite3.connect(
            file, timeout=0, isolation_level=None, check_same_thread=False
        )
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            self._connection.close()
            if getattr(error, "sqlite_errorname", "") == "SQLITE_BUSY":
                raise StoreError(
                    f"{database} is used by another server; stop that one, or give another folder"
                ) from None
            raise StoreError(f"{file} cannot be locked: {error}") from error

    def release(self) -> None:
        """Let go. The file stays: whoever removed it could take away another's lock."""
        self._connection.close()
