"""The ladder: every level against the one below, measured, kept and set as a page.

The measurements are kept apart from the page, so new words need no new games. A measurement belongs
to the decisions of the players it is of: when these change, it must be made again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TypedDict

import msgspec

from jemaa import catalog
from jemaa.arena.contest import Contest
from jemaa.arena.report import Interval, Report, fingerprint
from jemaa.core.errors import JemaaError
from jemaa.players.registry import LEVELS

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

    @property
    def fingerprint(self) -> str:
        """The hash of the rules and of the two levels: no other level can change the row."""
        return fingerprint(self.game, (self.upper, self.lower))


def steps(game: str | None = None) -> Iterator[Step]:
    """Return all steps of the ladder, or those of one game, without levels that a game lacks."""
    for name in [game] if game else catalog.GAMES:
        levels = [level for level in LEVELS if level in catalog.engines(name)]
        for players in catalog.game(name).seats:
            for lower, upper in pairwise(levels):
                yield Step(name, players, upper, lower)


class _Results(TypedDict):
    """What the file of results holds."""

    rows: list[Report]


class Ladder:
    """The measurements in a folder, and the page made of them."""

    def __init__(self, folder: Path) -> None:
        """Open what the folder has.

        Raises:
            StaleLadderError: the file of results cannot be read.
        """
        self.page = folder / PAGE
        self.results = folder / RESULTS
        self._rows: dict[Step, Report] = {}
        if self.results.exists():
            self._read()

    def missing(self, game: str | None, games: int) -> list[Step]:
        """Return the steps that have not been measured with these players and so many games."""
        return [step for step in steps(game) if not self._is_fresh(step, games)]

    def add(self, step: Step, report: Report) -> None:
        """Keep a measurement, and write the page anew."""
        report["versions"]["engines"] = step.fingerprint
        self._rows[step] = report
        self._drop_removed()
        found: _Results = {"rows": self._sorted()}
        _replace(self.results, json.dumps(found, indent=1) + "\n")
        self.write_page()

    def write_page(self) -> None:
        """Set the page from what has been measured."""
        _replace(self.page, self.text())

    def text(self) -> str:
        """Return the page."""
        return page(self._sorted())

    def _sorted(self) -> list[Report]:
        return [self._rows[step] for step in steps() if step in self._rows]

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
            and row["versions"]["engines"] == step.fingerprint
            and (games is None or row["asked"] == games)
        )

    def _drop_removed(self) -> None:
        known = set(steps())
        self._rows = {step: row for step, row in self._rows.items() if step in known}

    def _read(self) -> None:
        try:
            for row in msgspec.json.decode(self.results.read_bytes(), type=_Results)["rows"]:
                upper, lower = (kind["name"] for kind in row["kinds"])
                self._rows[Step(row["game"], row["players"], upper, lower)] = row
        except (msgspec.DecodeError, ValueError):
            reason = f"{self.results} cannot be read; remove it and measure anew"
            raise StaleLadderError(reason) from None


def _replace(path: Path, content: str) -> None:
    """Write a file so that a crash leaves the old one or the new one, never half of it."""
    part = path.with_name(path.name + ".part")
    part.write_text(content, "utf-8")
    os.replace(part, path)


HEAD = """\
# The ladder

Every level against the one below it, measured by `jemaa ladder`, which has written this page.

The level on the left sits in one seat, the one below in all others, and every course of chance (a
deal) is played once with it in each seat. *Wins* is its share of the wins, where a tie shares the
win; *without luck* the same after subtracting what dice and cards have given it. *Fair* is what it
would win if both were equally strong. Behind ± is half of the 95 % interval, which comes from the
scatter between deals; *ms* is the mean time of a decision of the level and of the one below, on the
machine that has measured. With three and four players of Façir the share of *rounds* tells levels
apart better than that of games. How all this is worked out is told in [the arena](arena.md). How
many games a row has stands in it: few of them say little.
"""


def page(rows: Sequence[Report]) -> str:
    """Set the page.

    Args:
        rows: the reports of all steps, in the order of the ladder.
    """
    games = list(dict.fromkeys(row["game"] for row in rows))
    parts = [HEAD.rstrip()]
    for game in games:
        parts.append("\n".join(_game(game, [row for row in rows if row["game"] == game])))
    return "\n\n".join(parts) + "\n"


def _game(name: str, rows: Sequence[Report]) -> Iterator[str]:
    yield f"## {catalog.game(name).title}"
    yield ""
    prints = list(dict.fromkeys(row["versions"]["engines"] for row in rows))
    told = ", ".join(f"`{print_}`" for print_ in prints)
    yield f"Fingerprints of the rules and of each pair of levels: {told}."
    for players in dict.fromkeys(row["players"] for row in rows):
        yield from ["", f"### {catalog.game(name).title} with {players} players", ""]
        yield from _table([row for row in rows if row["players"] == players])


def _table(rows: Sequence[Report]) -> Iterator[str]:
    with_rounds = any(row["kinds"][0]["rounds"] for row in rows)
    titles = ["level", "wins", "without luck", *(["rounds"] if with_rounds else []), "fair"]
    titles += ["games (distinct)", "seed", "ms"]
    yield _line(titles)
    yield _line(["---"] * len(titles))
    for row in rows:
        yield _line(_cells(row, with_rounds))
    yield ""
    for row in rows:
        yield f"- `{row['command']}`"


def _cells(row: Report, with_rounds: bool) -> Iterator[str]:
    upper, lower = row["kinds"]
    yield f"{upper['name']} v {lower['name']}"
    yield _share(upper["share"])
    yield _share(upper["adjusted"])
    if with_rounds:
        yield _share(upper["rounds"])
    yield f"{row['fair_share']:.3f}"
    yield f"{row['games']:,} ({row['distinct_games']:,})"
    yield str(row["seed"])
    yield " / ".join(f"{milliseconds:.3g}" for milliseconds in row["times"])


def _share(estimate: Interval | None) -> str:
    if estimate is None:
        return "-"
    low, high = estimate["low"], estimate["high"]
    if low is None or high is None or low == high:
        return f"{estimate['mean']:.3f}"  # one deal alone has no scatter
    # Cut at 0 or 1 an interval is not even; the wider side is the honest one.
    half = max(high - estimate["mean"], estimate["mean"] - low)
    return f"{estimate['mean']:.3f} ±{half:.3f}"


def _line(cells: Sequence[str] | Iterator[str]) -> str:
    return f"| {' | '.join(cells)} |"
