"""`jemaa backup` copies all rooms of a server into one file; `jemaa restore` puts it back."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from jemaa.server.host import REPLACED, backup, restore
from jemaa.server.settings import DATABASE, data_folder
from jemaa.server.store import StoreError


def run(options: argparse.Namespace) -> int:
    """Copy, there or back, and say how much was copied."""
    if os.environ.get("JEMAA_DATABASE") and not options.data:
        raise StoreError(
            "JEMAA_DATABASE says that the rooms are in PostgreSQL: use its own pg_dump and "
            "pg_restore, or give --data DIR for rooms in SQLite"
        )
    file, database = Path(options.file), data_folder(options.data) / DATABASE
    if options.what == "backup":
        _tell(file, backup(database, file, force=options.force))
        return 0
    replaced = database.exists()
    _tell(database, restore(file, database, force=options.force))
    if replaced:
        print(f"What was there before is kept as {database}{REPLACED}.")
    return 0


def _tell(file: Path, rooms: int) -> None:
    print(f"{file} holds {rooms} {'room' if rooms == 1 else 'rooms'}.")
