"""`jemaa settings`: what can be set in a game."""

from __future__ import annotations

import argparse

from jemaa.cli.screen import json_text, wrapped
from jemaa.cli.setup import find_game


def run(options: argparse.Namespace) -> int:
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
        print(wrapped([f"{setting['name']}={_shown(setting['default'])}"]))
        print(wrapped([setting["about"]], indent="      "))
    return 0


def _shown(value: str) -> str:
    """Return a value, cut where it is as long as a deck of cards."""
    return value if len(value) <= 40 else f"{value[:30]}..."
