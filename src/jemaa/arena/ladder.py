"""The ladder: every level against the one below, measured, kept and set as a page.

The measurements are kept apart from the page, so new words need no new games. A measurement belongs
to the sources that have played it: when these change, it must be made again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from jemaa import catalog
from jemaa.arena.contest import Contest
from jemaa.arena.fingerprint import fingerprint
from jemaa.arena.page import page
from jemaa.core.errors import JemaaError
from jemaa.players.levels import LEVELS

SEED = 1
PAGE, RESULTS = "ladder.md", "ladder.json"


class StaleLadderError(JemaaError):
    """A page that does not tell of the players as they are now."""


@dataclass(frozen=True, slots=True)
class Step:
    """One level against the one below it."""

    game: str
    players: int
    upper: str
    lower: str

    @property
    def contest(self) -> Contest:
        """The contest that measures it."""
        setup = catalog.game(self.game).setup(players=self.players)
        return Contest(self.game, str(setup), self.players, (self.upper, self.lower), SEED)


def steps(game: str | None = None) -> Iterator[Step]:
    """Return all steps of the ladder, or those of one game, without levels that a game lacks."""
    for name in [game] if game else catalog.GAMES:
        levels = [level for level in LEVELS if level in catalog.engines(name)]
        for players in catalog.game(name).seats:
            for lower, upper in pairwise(levels):
                yield Step(name, players, upper, lower)


class Ladder:
    """The measurements in a folder, and the page made of them."""

    def __init__(self, folder: Path) -> None:
        """Open what the folder has.

        Raises:
            StaleLadderError: the file of results cannot be read.
        """
        self.page = folder / PAGE
        self.results = folder / RESULTS
        self._rows: dict[Step, dict[str, Any]] = {}
        if self.results.exists():
            self._read()

    def missing(self, game: str | None, games: int) -> list[Step]:
        """Return the steps that have not been measured with these players and so many games."""
        return [step for step in steps(game) if not self._is_fresh(step, games)]

    def add(self, step: Step, report: dict[str, Any]) -> None:
        """Keep a measurement, and write the page anew."""
        self._rows[step] = report
        self._drop_removed()
        rows = [self._rows[step] for step in steps() if step in self._rows]
        _replace(self.results, json.dumps({"rows": rows}, indent=1) + "\n")
        self.write_page()

    def write_page(self) -> None:
        """Set the page from what has been measured."""
        _replace(self.page, self.text())

    def text(self) -> str:
        """Return the page."""
        return page([self._rows[step] for step in steps() if step in self._rows])

    def check(self) -> None:
        """Check that the page tells all, and of the players as they are now.

        Raises:
            StaleLadderError: it does not.
        """
        for step in steps():
            if step not in self._rows:
                raise StaleLadderError(
                    f"{self.results} has no {step.upper} against {step.lower} in {step.game} for"
                    f" {step.players}; run: jemaa ladder {step.game}"
                )
            if not self._is_fresh(step):
                raise StaleLadderError(
                    f"{self.results} was measured with other players of {step.game}; run: jemaa"
                    f" ladder {step.game}"
                )
        if not self.page.exists() or self.page.read_text("utf-8") != self.text():
            raise StaleLadderError(f"{self.page} differs from {self.results}; run: jemaa ladder")

    def _is_fresh(self, step: Step, games: int | None = None) -> bool:
        row = self._rows.get(step)
        return (
            row is not None
            and row["versions"]["engines"] == fingerprint(step.game)
            and (games is None or row["asked"] == games)
        )

    def _drop_removed(self) -> None:
        known = set(steps())
        self._rows = {step: row for step, row in self._rows.items() if step in known}

    def _read(self) -> None:
        try:
            for row in json.loads(self.results.read_text("utf-8"))["rows"]:
                upper, lower = (kind["name"] for kind in row["kinds"])
                self._rows[Step(row["game"], row["players"], upper, lower)] = row
        except (ValueError, KeyError, TypeError):
            reason = f"{self.results} cannot be read; remove it and measure anew"
            raise StaleLadderError(reason) from None


def _replace(path: Path, content: str) -> None:
    """Write a file so that a crash leaves the old one or the new one, never half of it."""
    part = path.with_name(path.name + ".part")
    part.write_text(content, "utf-8")
    os.replace(part, path)
