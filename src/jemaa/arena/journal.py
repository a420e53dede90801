"""Finished deals in a file, so that a long contest can go on where it was stopped.

The file has one JSON object a line: first what is played, then the deals in their order. A line is
written in one go; one that was cut off by a crash is left out and played again.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from jemaa.arena.deal import Deal
from jemaa.core.errors import JemaaError


class JournalError(JemaaError):
    """A file that belongs to another contest or is none of ours."""


class Journal:
    """The deals of one contest in a file."""

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
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
            self._append(header)

    def add(self, deal: Deal) -> None:
        """Keep one more deal."""
        self._append(deal.to_dict())
        self.deals.append(deal)

    def _append(self, entry: dict[str, Any]) -> None:
        line = json.dumps(entry, separators=(",", ":"), ensure_ascii=False) + "\n"
        with self.path.open("ab", buffering=0) as file:  # one write: all of the line or its start
            file.write(line.encode())

    def _read(self, header: dict[str, Any]) -> int:
        """Read all whole lines and give their length in bytes."""
        content = self.path.read_bytes()
        whole = content.rfind(b"\n") + 1
        if content and not whole and not content.startswith(b'{"jemaa arena"'):
            raise self._foreign(1)
        for number, line in enumerate(content[:whole].splitlines()):
            try:
                entry = json.loads(line)
                if number:
                    self._take(entry)
            except (ValueError, KeyError, TypeError):
                raise self._foreign(number + 1) from None
            if not number:
                self._compare(entry, header)
        return whole

    def _take(self, entry: dict[str, Any]) -> None:
        deal = Deal.from_dict(entry)
        if deal.number != len(self.deals):
            raise ValueError
        self.deals.append(deal)

    def _compare(self, found: Any, wanted: dict[str, Any]) -> None:
        if not isinstance(found, dict) or "jemaa arena" not in found:
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
