"""The records of many games in one file, with an empty line between: `jemaa.read_records`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from jemaa.core.errors import JemaaError
from jemaa.core.record import MAGIC

BEGIN = re.compile(rf"^{MAGIC} ".encode(), re.MULTILINE)


class RecordsError(JemaaError):
    """A file of records that lacks games which have been played."""


def add_records(path: Path, records: Iterable[str]) -> None:
    """Write some more records at the end of a file."""
    text = "".join(f"{record}\n" for record in records)
    with path.open("ab") as file:
        file.write(text.encode())


def keep_records(path: Path, games: int) -> None:
    """Begin a file, or cut off what follows so many games.

    Raises:
        RecordsError: there are fewer.
    """
    if not games:
        path.write_bytes(b"")
        return
    content = path.read_bytes() if path.exists() else b""
    begins = [found.start() for found in re.finditer(BEGIN, content)]
    if len(begins) < games:
        raise RecordsError(
            f"{path} has {len(begins)} games, but {games} have been played; choose another file"
            " for the deals too, or leave --records out"
        )
    if len(begins) > games:
        os.truncate(path, begins[games])
