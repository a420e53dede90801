"""Files that a contest leaves behind: finished deals, to go on with, and records of all games.

The file of deals has one JSON object a line: first what is played, then the deals in their order. A
line is written in one go; one that was cut off by a crash is left out and played again. The file of
records has an empty line after each; `jemaa.read_records` reads it.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from jemaa.arena.contest import Deal
from jemaa.core.errors import JemaaError
from jemaa.core.record import MAGIC


class JournalError(JemaaError):
    """A file that belongs to another contest or is none of ours."""


class Journal:
    """The deals of one contest in a file."""

    def __init__(self, path: Path, header: Mapping[str, object]) -> None:
        """Open a file, or begin it.

        Args:
            path: the file.
            header: what decides the result of a deal; a file with another header is refused.

        Raises:
            JournalError: the file holds something else.
        """
        self.path = path
        self.deals: list[Deal] = []
        whole = self._read(header) if path.exists() else 0
        if path.exists():
            os.truncate(path, whole)  # a line that was cut off must not touch the next one
        if not whole:
            self._append(msgspec.json.encode(header))

    def add(self, deal: Deal) -> None:
        """Keep one more deal."""
        self._append(deal.to_json())
        self.deals.append(deal)

    def _append(self, line: bytes) -> None:
        with self.path.open("ab", buffering=0) as file:  # one write: all of the line or its start
            file.write(line + b"\n")

    def _read(self, header: Mapping[str, object]) -> int:
        """Read all whole lines and give their length in bytes."""
        content = self.path.read_bytes()
        whole = content.rfind(b"\n") + 1
        if content and not whole and not content.startswith(b'{"jemaa arena"'):
            raise self._foreign(1)
        for number, line in enumerate(content[:whole].splitlines()):
            if number:
                self._take(line, number)
            else:
                self._compare(line, header)
        return whole

    def _take(self, line: bytes, number: int) -> None:
        try:
            deal = Deal.from_json(line)
        except msgspec.DecodeError:
            raise self._foreign(number + 1) from None
        if deal.number != len(self.deals):
            raise self._foreign(number + 1)
        self.deals.append(deal)

    def _compare(self, line: bytes, wanted: Mapping[str, object]) -> None:
        try:
            found = msgspec.json.decode(line, type=dict[str, object])
        except msgspec.DecodeError:
            raise self._foreign(1) from None
        if "jemaa arena" not in found:
            raise self._foreign(1)
        for name, value in wanted.items():
            if found.get(name) != value:
                raise JournalError(
                    f"{self.path} was begun with {name} {json.dumps(found.get(name))}, not"
                    f" {json.dumps(value)}; choose another file or the same settings"
                )

    def _foreign(self, line: int) -> JournalError:
        return JournalError(
            f"{self.path}, line {line}: this is no deal of an arena; choose another file"
        )


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
