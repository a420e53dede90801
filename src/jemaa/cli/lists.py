"""What there is: `jemaa players`, `jemaa settings`, and `jemaa completion` for the shell."""

from __future__ import annotations

import argparse
import inspect
from typing import Any

import shtab

from jemaa import catalog
from jemaa.cli.commands import make_parser
from jemaa.cli.files import find_game
from jemaa.cli.terminal import json_text, table, wrapped
from jemaa.locale import LANGUAGES
from jemaa.players.registry import LEVELS, Factory

LONGEST = 40
"""Values with more characters are cut."""
COMPLETED = {"FILE": shtab.FILE, "DIR": shtab.DIRECTORY}
"""What the shell finds itself, by the word in our help."""
CHOICES = {"GAME": tuple(catalog.GAMES), "CODE": tuple(LANGUAGES)}
"""What we know, by the word in our help."""


def run_players(options: argparse.Namespace) -> int:
    """List the players of one game, or of all."""
    names = [find_game(options.game).name] if options.game else list(catalog.GAMES)
    found = {name: _players(name) for name in names}
    if options.json:
        print(json_text(found))
    else:
        print("\n\n".join(_players_text(name, players) for name, players in found.items()))
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


def _players_text(game: str, players: list[dict[str, Any]]) -> str:
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


def run_settings(options: argparse.Namespace) -> int:
    """List the settings of a game with their usual values."""
    game = find_game(options.game)
    usual = game.setup()
    settings = [
        {
            "name": name,
            "default": game.setup_type.write(name, getattr(usual, name)),
            "about": about,
        }
        for name, about in game.settings().items()
    ]
    if options.json:
        print(json_text(settings))
        return 0
    print(f"{game.title}: --set NAME=VALUE, as in --set {settings[-1]['name']}=...")
    for setting in settings:
        print(wrapped([f"{setting['name']}={_cut(setting['default'])}"]))
        print(wrapped([setting["about"]], indent="      "))
    return 0


def _cut(value: str) -> str:
    """Return a value, cut where it is as long as a deck of cards."""
    return value if len(value) <= LONGEST else f"{value[:30]}..."


def run_completion(options: argparse.Namespace) -> int:
    """Print what lets a shell complete our commands, made from the commands themselves."""
    parser, commands = make_parser()
    for command in (parser, *commands.values()):
        for action in command._actions:
            _teach(action)
    print(shtab.complete(parser, shell=options.shell))
    return 0


def _teach(action: Any) -> None:
    """Note what can stand for an argument; this parser reads nothing, so it may be changed."""
    if action.metavar in COMPLETED:
        action.complete = COMPLETED[action.metavar]
    if action.metavar in CHOICES:
        action.choices = CHOICES[action.metavar]
