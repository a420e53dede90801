#!/usr/bin/env python3
"""Writes the tables of players in docs/bots.md from the registry of each game.

Run it when a player or a parameter has changed. `--check` writes nothing and fails if one is stale.
"""

import inspect
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from jemaa import catalog  # noqa: E402  (from the sources beside this script)

PAGE = ROOT / "docs/bots.md"
BLOCK = "<!-- players: {} -->\n"
END = "<!-- end -->"


def table(game: str) -> str:
    """Return the players of a game with their parameters and what they do, as Markdown."""
    rows = ["| player | parameters | what it does |", "|---|---|---|"]
    for name, factory in catalog.engines(game).items():
        found = inspect.signature(factory).parameters.values()
        parameters = ", ".join(f"`{shown(parameter)}`" for parameter in found)
        sentence = (inspect.getdoc(factory) or "").partition("\n\n")[0].replace("\n", " ")
        rows.append(f"| `{name}` | {parameters} | {sentence} |")
    return "\n".join(rows)


def shown(parameter: inspect.Parameter) -> str:
    """Return a parameter with its usual value; one without any must be given, in quotes."""
    if parameter.default is inspect.Parameter.empty:
        return f'"{parameter.name}"'
    return f"{parameter.name}={parameter.default}"


def main() -> int:
    page = PAGE.read_text("utf-8")
    fresh = page
    for game in catalog.PLAYERS:
        begin = re.escape(BLOCK.format(game))
        block = f"{BLOCK.format(game)}{table(game)}\n{END}"
        safe = block.replace("\\", "\\\\")
        fresh, found = re.subn(f"{begin}.*?{END}", safe, fresh, flags=re.DOTALL)
        if found != 1:
            print(f"docs/bots.md has {found} tables for {game}", file=sys.stderr)
            return 1
    if fresh == page:
        return 0
    if "--check" in sys.argv:
        print("docs/bots.md is out of date, run scripts/players.py", file=sys.stderr)
        return 1
    PAGE.write_text(fresh, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
