"""The one table that names the games and the players."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from jemaa.core.errors import InvalidNotationError, SetupError, UnknownNameError
from jemaa.core.game import Game, check_size
from jemaa.core.match import Match
from jemaa.core.record import Record
from jemaa.core.state import State
from jemaa.core.view import View
from jemaa.players.registry import make_player

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jemaa.core.actions import Move
    from jemaa.players.evaluator import Evaluator
    from jemaa.players.explanation import Explanation
    from jemaa.players.player import Player
    from jemaa.players.registry import Factory

GAMES = {
    "marrakech": "jemaa.games.marrakech",
    "facir": "jemaa.games.facir",
}
"""Where each game lives; a game is loaded when it is first asked for."""
PLAYERS = {
    "marrakech": "jemaa.players.marrakech",
    "facir": "jemaa.players.facir",
}
"""Where the players of each game live."""
SETTING_FILES = {("facir", "deck"): ("jemaa.games.facir.cards", "deck_setting")}
"""Settings that people write into files, and what reads such a file."""


def game(name: str) -> Game[Any, Any]:
    """Return a game by its name.

    >>> game("marrakech").title
    'Marrakech'

    Raises:
        UnknownNameError: there is no such game.
    """
    if name not in GAMES:
        raise UnknownNameError("game", name, GAMES)
    found: Game[Any, Any] = import_module(GAMES[name]).GAME
    return found


def setting_from_text(game: str, name: str, text: str, settings: Mapping[str, Any]) -> Any:
    """Return the value of a setting from the text of a file, as of a deck of cards.

    Args:
        game: the name of the game.
        name: the setting.
        text: what the file holds.
        settings: the other settings; they may say how it is to be read.

    Raises:
        SetupError: that setting is not read from files.
        DeckError: the file is a deck with a fault.
    """
    if (game, name) not in SETTING_FILES:
        raise SetupError(name, "this setting is not read from a file; write its value")
    module, reader = SETTING_FILES[game, name]
    return getattr(import_module(module), reader)(text, settings)


def player(game: str, spec: str) -> Player:
    """Return a player of a game by a registry string, as `greedy` or `x2(rolls=3,rugs=6)`.

    >>> player("marrakech", "x2(rolls=3)").name
    'x2(rolls=3)'

    Raises:
        UnknownNameError: there is no such game or player.
        SetupError: a parameter is unknown or has a wrong value.
    """
    return make_player(spec, engines(game))


def engines(game: str) -> Mapping[str, Factory]:
    """Return everybody who plays a game, by name."""
    if game not in PLAYERS:
        raise UnknownNameError("game", game, PLAYERS)
    found: Mapping[str, Factory] = import_module(PLAYERS[game]).ENGINES
    return found


def judge(game: str, setup: Any) -> Evaluator | None:
    """Return what values the positions of a game with this setup; None where nothing can yet.

    >>> start = game("marrakech").new(players=2)
    >>> judge("marrakech", start.setup).evaluate(start)
    (0.5, 0.5)
    """
    make = getattr(import_module(PLAYERS[game]), "judge", None)
    found: Evaluator | None = None if make is None else make(setup)
    return found


def explain(view: View, move: Move, language: str = "en") -> Explanation:
    """Say what a move brings, in the words of its game.

    >>> view = parse_view("@1 marrakech - 7/7/7/rEr5/7/7/7 c4W 30,30,30,30 r11,y12,b12,n12 1:turn")
    >>> explain(view, view.game.move("S")).facts["worst_payment"]
    2
    """
    reasons = import_module(f"{PLAYERS[view.game.name]}.reasons")
    found: Explanation = reasons.explain(view, move, language)
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
    check_size(text)
    words = text.replace("_", " ").split(maxsplit=1)
    view: View = game(_first_word(words[1] if len(words) > 1 else "")).parse_view(text)
    return view


def open_record(text: str) -> Match:
    """Read a record and play it again, checking every event.

    Raises:
        InvalidRecordError: a line cannot be read or breaks the rules; the error names the line.
    """
    record = Record.parse(text)
    return Match.replay(game(record.game), record)


def _first_word(text: str) -> str:
    check_size(text)
    words = text.replace("_", " ").split(maxsplit=1)
    if not words:
        raise InvalidNotationError(
            "the position is empty; it begins with the name of the game", text
        )
    return words[0]
