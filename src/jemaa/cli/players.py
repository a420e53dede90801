"""`jemaa players`: who can play each game, with parameters."""

from __future__ import annotations

import argparse
import inspect
from typing import Any

from jemaa import catalog
from jemaa.cli.screen import json_text, table
from jemaa.cli.setup import find_game
from jemaa.players.levels import LEVELS
from jemaa.players.registry import Factory


def run(options: argparse.Namespace) -> int:
    """List the players of one game, or of all."""
    names = [find_game(options.game).name] if options.game else list(catalog.GAMES)
    found = {name: _players(name) for name in names}
    if options.json:
        print(json_text(found))
    else:
        print("\n\n".join(_as_text(name, players) for name, players in found.items()))
    return 0


def _players(game: str) -> list[dict[str, Any]]:
    """Return everybody who plays a game: the levels first, weakest first."""
    engines = catalog.engines(game)
    others = sorted(name for name in engines if name not in LEVELS)
    return [_player(name, engines[name]) for name in (*LEVELS, *others)]


def _player(name: str, factory: Factory) -> dict[str, Any]:
    parameters = inspect.signature(factory).parameters.values()
    given = {one.name: one.default for one in parameters if one.default is not one.empty}
    return {
        "name": name,
        "is_level": name in LEVELS,
        "needs": [one.name for one in parameters if one.default is one.empty],
        "parameters": given,
        "about": (inspect.getdoc(factory) or "").partition("\n")[0],
    }


def _as_text(game: str, players: list[dict[str, Any]]) -> str:
    rows = {_written(player): player["about"] for player in players}
    levels = dict(list(rows.items())[: len(LEVELS)])
    others = {name: about for name, about in rows.items() if name not in levels}
    title = catalog.game(game).title
    return (
        f"{title}, five levels from the weakest to the strongest:\n{table(levels)}\n\n"
        f"{title}, others, with their parameters and usual values:\n{table(others)}"
    )


def _written(player: dict[str, Any]) -> str:
    """Write a player as it could be typed."""
    needed = [f'"{name}"' for name in player["needs"]]
    given = [f"{name}={value}" for name, value in player["parameters"].items()]
    inside = ",".join([*needed, *given])
    return f"{player['name']}({inside})" if inside else str(player["name"])
