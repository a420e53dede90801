"""The one table that names the games."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from jemaa.core.errors import InvalidNotation, UnknownName
from jemaa.core.game import Game
from jemaa.core.match import Match
from jemaa.core.record import Record
from jemaa.core.state import State
from jemaa.core.view import View

GAMES = {
    "marrakech": "jemaa.games.marrakech",
    "facir": "jemaa.games.facir",
}
"""Where each game lives; a game is loaded when it is first asked for."""


def game(name: str) -> Game[Any, Any]:
    """Give a game by its name.

    >>> game("marrakech").title
    'Marrakech'

    Raises:
        UnknownName: there is no such game.
    """
    if name not in GAMES:
        raise UnknownName("game", name, GAMES)
    found: Game[Any, Any] = import_module(GAMES[name]).GAME
    return found


def parse(text: str) -> State:
    """Read a position of any game: its first word tells which.

    >>> parse("marrakech - 7/7/7/7/7/7/7 d4S 30,30,30,30 r12,y12,b12,n12 0:turn").to_act
    0
    """
    state: State = game(_first_word(text)).parse(text)
    return state


def parse_view(text: str) -> View:
    """Read a view of any game: the word after the seat tells which."""
    words = text.replace("_", " ").split(maxsplit=1)
    view: View = game(_first_word(words[1] if len(words) > 1 else "")).parse_view(text)
    return view


def open_record(text: str) -> Match:
    """Read a record and play it again, checking every event.

    Raises:
        InvalidRecord: a line cannot be read or breaks the rules; the error names the line.
    """
    record = Record.parse(text)
    return Match.replay(game(record.game), record)


def _first_word(text: str) -> str:
    words = text.replace("_", " ").split(maxsplit=1)
    if not words:
        raise InvalidNotation("the position is empty; it begins with the name of the game", text)
    return words[0]
