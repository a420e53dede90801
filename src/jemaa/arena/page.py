"""The page of the ladder, set from the measurements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from jemaa import catalog

HEAD = """\
# The ladder

Every level against the one below it, measured by `jemaa ladder`, which has written this page.

The level on the left sits in one seat, the one below in all others, and every course of chance (a
deal) is played once with it in each seat. *Wins* is its share of the wins, where a tie shares the
win; *without luck* the same after subtracting what dice and cards have given it. *Fair* is what it
would win if both were equally strong. Behind ± is half of the 95 % interval, which comes from the
scatter between deals; *ms* is the mean time of a decision of the level and of the one below, on the
machine that has measured. How all this is worked out is told in [the arena](arena.md).
"""


def page(rows: Sequence[dict[str, Any]]) -> str:
    """Set the page.

    Args:
        rows: the reports of all steps, in the order of the ladder.
    """
    games = list(dict.fromkeys(row["game"] for row in rows))
    parts = [HEAD.rstrip()]
    for game in games:
        parts.append("\n".join(_game(game, [row for row in rows if row["game"] == game])))
    return "\n\n".join(parts) + "\n"


def _game(name: str, rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    yield f"## {catalog.game(name).title}"
    yield ""
    prints = list(dict.fromkeys(row["versions"]["engines"] for row in rows))
    yield f"Fingerprint of the rules and players: {', '.join(f'`{print_}`' for print_ in prints)}."
    for players in dict.fromkeys(row["players"] for row in rows):
        yield from ["", f"### {catalog.game(name).title} with {players} players", ""]
        yield from _table([row for row in rows if row["players"] == players])


def _table(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
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


def _cells(row: dict[str, Any], with_rounds: bool) -> Iterator[str]:
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


def _share(estimate: dict[str, float] | None) -> str:
    if estimate is None:
        return "-"
    if estimate["low"] == estimate["high"]:
        return f"{estimate['mean']:.3f}"  # one deal alone has no scatter
    # Cut at 0 or 1 an interval is not even; the wider side is the honest one.
    half = max(estimate["high"] - estimate["mean"], estimate["mean"] - estimate["low"])
    return f"{estimate['mean']:.3f} ±{half:.3f}"


def _line(cells: Sequence[str] | Iterator[str]) -> str:
    return f"| {' | '.join(cells)} |"
