"""What was typed, as values: a game, how it is set up, a position, a move."""

from __future__ import annotations

import argparse
import unicodedata
from collections.abc import Sequence
from typing import Any

from jemaa import catalog
from jemaa.cli.files import read_text
from jemaa.core.actions import Move
from jemaa.core.errors import InvalidNotationError, SetupError
from jemaa.core.game import Game
from jemaa.core.setup import TEXT_SIZE
from jemaa.core.state import State
from jemaa.core.view import View


def find_game(name: str) -> Game[Any, Any]:
    """Return a game by its name, in capitals or with its proper letters too: `Façir`."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(c for c in letters if not unicodedata.combining(c))
    return catalog.game(plain if plain in catalog.GAMES else name)


def read_setup(game: Game[Any, Any], options: argparse.Namespace) -> Any:
    """Return the setup that `--players` and `--set` ask for."""
    settings: dict[str, Any] = {}
    files: dict[str, str] = {}
    if options.players is not None:
        settings["players"] = options.players
    for pair in options.set:
        name, equals, value = pair.partition("=")
        name = name.replace("-", "_")  # as the text of a setup has it
        if not equals:
            known = ", ".join(game.setup_type.names())
            raise SetupError(pair, f"write --set name=value; the names are {known}")
        if name in settings or name in files:
            raise SetupError(name, "is given twice")
        if value.startswith("@"):
            files[name] = value[1:]
        else:
            settings[name] = game.setup_type.read(name, value)
    # Last, because other settings say how a file is read, wherever they stand.
    for name, file in files.items():
        text = read_text(file, TEXT_SIZE)
        settings[name] = catalog.setting_from_text(game.name, name, text, settings)
    return game.setup(**settings)


def read_position(words: Sequence[str]) -> State | View:
    """Read a position or a view from the words of a command line, or from the input for `-`."""
    given = " ".join(words)
    text = (read_text("-", TEXT_SIZE) if given == "-" else given).strip()
    return catalog.parse_view(text) if text.startswith("@") else catalog.parse(text)


def read_move(game: Game[Any, Any], typed: str) -> Move:
    """Read a move as people type it: in small or capital letters, with spaces or dashes inside.

    Raises:
        InvalidNotationError: it is no move of the game.
    """
    plain = typed.replace(" ", "").replace("-", "")
    for text in (plain, plain.lower(), plain.upper()):
        try:
            return game.move(text)
        except InvalidNotationError:
            continue
    return game.move(typed)
