"""One server for one SQLite file, and one file for a server: a second one is told so at once."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from jemaa.server.store.contract import StoreError
from jemaa.server.store.migrate import APPLICATION

HEADER = 100
"""So many bytes at the beginning of a SQLite file tell whose it is."""


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


class FileGuard:
    """Notices that a database file was removed, replaced or written over while it is open.

    The system lets a process write into a file that has no name any more: moves would be accepted
    that nobody ever finds again.

    Args:
        database: the file; it has a journal beside it by now.
    """

    def __init__(self, database: Path) -> None:
        self._files = [database, database.with_name(database.name + "-wal")]
        # Kept open: to close any other handle of the file would take SQLite's locks away.
        self._handle = os.open(database, os.O_RDONLY)
        self._known = [_identity(file) for file in self._files]

    def check(self) -> None:
        """Refuse to go on if the file is another one.

        Raises:
            StoreError: it is.
        """
        for file, known in zip(self._files, self._known, strict=True):
            if _identity(file) != known:
                raise StoreError(
                    f"{file} was removed or replaced while the server runs, so nothing can be "
                    "kept; stop the server, bring the file back, and start it again"
                )
        if not self._is_ours():
            raise StoreError(
                f"{self._files[0]} was written over while the server runs, so nothing can be "
                "kept; stop the server, bring a backup back, and start it again"
            )

    def _is_ours(self) -> bool:
        if not hasattr(os, "pread"):
            return True  # where it is missing, nobody can write over an open file either
        header = os.pread(self._handle, HEADER, 0)
        return header[:16] == b"SQLite format 3\0" and header[68:72] == _MARK

    def release(self) -> None:
        """Let go. Only when SQLite has, too."""
        os.close(self._handle)


_MARK = APPLICATION.to_bytes(4, "big")


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_dev, found.st_ino
