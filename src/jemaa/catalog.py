"""The one table that names the games and the players, and what anybody can do with any of them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, overload

from jemaa.core.actions import Move
from jemaa.core.chance import SeededChance
from jemaa.core.errors import (
    IllegalMoveError,
    InvalidNotationError,
    InvalidRecordError,
    PlayerError,
    SetupError,
    UnknownNameError,
    quoted,
)
from jemaa.core.game import Game, check_size
from jemaa.core.match import Match
from jemaa.core.record import MAGIC, Record, split_records
from jemaa.core.state import State
from jemaa.core.view import View
from jemaa.players.base import Decision, Limit, Player
from jemaa.players.registry import make_player

if TYPE_CHECKING:
    from jemaa.games.facir import Facir
    from jemaa.games.marrakech import Marrakech
    from jemaa.players.base import Explanation
    from jemaa.players.registry import Factory
    from jemaa.players.search import Evaluator

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
STUDIES = {
    "marrakech": "jemaa.analysis.marrakech",
    "facir": "jemaa.analysis.facir",
}
"""Where lives what values the positions and moves of each game, for reviews and puzzles."""
LONGEST_PATH = 4096
"""A text of more characters is not taken for the path of a file."""
SETTING_FILES = {("facir", "deck"): ("jemaa.games.facir.cards", "deck_setting")}
"""Settings that people write into files, and what reads such a file."""


class Chooser(Protocol):
    """Anybody who can sit at a table: a player of ours, or an object of your own.

    If it has a `name`, records and errors use that.
    """

    def choose(self, view: View, limit: Limit, /) -> Decision | Move | str:
        """Choose a move: the move itself, its notation, or a decision that says more.

        Args:
            view: what the seat knows; it is its turn.
            limit: the budget for this decision; `Limit()` leaves it to the player.
        """
        ...


@overload
def game(name: Literal["marrakech"]) -> Marrakech: ...
@overload
def game(name: Literal["facir"]) -> Facir: ...
@overload
def game(name: str) -> Game[Any, Any]: ...
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

    Raises:
        InvalidNotationError: it cannot be read, or is a view, which `parse_view` reads.
        UnknownNameError: there is no such game.
    """
    if text.lstrip().startswith("@"):
        raise InvalidNotationError(
            "this is a view, which begins with @ and the seat; read it with `parse_view`", text
        )
    state: State = game(_first_word(text)).parse(text)
    return state


def parse_view(text: str) -> View:
    """Read a view of any game: the word after the seat tells which.

    Raises:
        InvalidNotationError: it cannot be read, or is a position, which `parse` reads.
        UnknownNameError: there is no such game.
    """
    check_size(text)
    if not text.lstrip().startswith("@"):
        raise InvalidNotationError(
            "a view begins with @ and the seat, or @- for a spectator; a position without them is"
            " read with `parse`",
            text,
        )
    words = text.replace("_", " ").split(maxsplit=1)
    view: View = game(_first_word(words[1] if len(words) > 1 else "")).parse_view(text)
    return view


def open_record(source: Record | Path | str) -> Match:
    """Play a record again, checking every event.

    Args:
        source: a record, its text, or the path of its file. A `str` of one line that does not
            begin as records do is a path.

    Raises:
        InvalidRecordError: a line cannot be read or breaks the rules; the error names the line.
        OSError: the file cannot be read.
    """
    record = source if isinstance(source, Record) else Record.parse(_record_text(source))
    return Match.replay(game(record.game), record)


def read_records(source: Path | str | Iterable[str]) -> Iterator[Record]:
    r"""Read a file with any number of records one after another, holding one at a time.

    >>> text = "jemaa record 1\ngame: facir\n\nend: 0 events, not over\n"
    >>> [record.game for record in read_records(text + text)]
    ['facir', 'facir']

    Args:
        source: a path, a text, or lines, as an open file gives them.

    Raises:
        InvalidRecordError: a line cannot be read; the error names the line of the file.
        OSError: the file cannot be read.
    """
    if isinstance(source, str) and _is_record_text(source):
        yield from split_records(StringIO(source))
    elif isinstance(source, (str, Path)):
        with Path(source).open(encoding="utf-8", errors="replace") as lines:
            yield from split_records(lines)
    else:
        yield from split_records(source)


def play(
    game: Game[Any, Any] | str,
    players: Sequence[Chooser | str],
    *,
    seed: bytes | int | str | None = None,
    setup: Any = None,
    limit: Limit | None = None,
) -> Match:
    """Play a game to its end.

    >>> play("facir", ["random", "greedy"], seed=7).record.result
    '0 12'

    Args:
        game: the game or its name.
        players: who sits in each seat: registry strings as `player` reads them, or your own.
        seed: where the dice come from; the same seed gives the same dice, none gives new ones.
        setup: how the game is set up, if not as usual for so many players.
        limit: the budget of every decision, if not each player's own.

    Raises:
        PlayerError: a player gives no legal move.
        UnknownNameError: there is no such game or player.
        SetupError: so many cannot play, or the setup is none of this game.
        TypeError: somebody in a seat is no player.
    """
    played = game if isinstance(game, Game) else _game(game)
    if setup is None:
        setup = played.setup(players=len(players))
    played.check_setup(setup)
    if setup.players != len(players):
        raise SetupError("players", f"{len(players)} sit down, but the setup has {setup.players}")
    for number, one in enumerate(players):
        _check_chooser(number, one)
    table = [player(played.name, one) if isinstance(one, str) else one for one in players]
    names = [getattr(one, "name", type(one).__name__) for one in table]
    chance = SeededChance(secrets.token_bytes(32) if seed is None else seed)
    match = Match(played, setup, chance, tags={f"seat {n}": name for n, name in enumerate(names)})
    try:
        while (seat := match.state.to_act) is not None:
            answer = table[seat].choose(match.view(seat), limit or Limit())
            _submit(match, seat, answer, names[seat])
    finally:
        for given, one in zip(players, table, strict=True):
            close = getattr(one, "close", None)  # some have a process of their own
            if isinstance(given, str) and close is not None:
                close()
    return match


_game = game  # for functions that call what they play `game`, too


def _check_chooser(seat: int, one: object) -> None:
    if isinstance(one, type):
        raise TypeError(
            f"seat {seat}: {one.__name__} is a class; give a player of it: {one.__name__}()"
        )
    if not isinstance(one, str) and not callable(getattr(one, "choose", None)):
        raise TypeError(
            f"seat {seat}: {quoted(one)} is no player; give a name, such as 'greedy', or an object"
            " with a method choose(view, limit)"
        )


def _submit(match: Match, seat: int, answer: object, name: str) -> None:
    move = answer.move if isinstance(answer, Decision) else answer
    if not isinstance(move, (Move, str)):
        raise PlayerError(name, "bad-answer", f"{quoted(answer)} is no move")
    try:
        match.submit(seat, move)
    except InvalidNotationError as error:
        raise PlayerError(name, "bad-answer", str(error)) from error
    except IllegalMoveError as error:
        raise PlayerError(name, "illegal-move", error.message) from error


def _is_record_text(source: str) -> bool:
    if not source or len(source) > LONGEST_PATH or "\n" in source:
        return True
    return source.removeprefix("\ufeff").startswith(MAGIC)


def _record_text(source: Path | str) -> str:
    if isinstance(source, str) and _is_record_text(source):
        return source
    try:
        return Path(source).read_text("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidRecordError(1, f"{quoted(str(source))} is no text in UTF-8") from error


def _first_word(text: str) -> str:
    check_size(text)
    words = text.replace("_", " ").split(maxsplit=1)
    if not words:
        raise InvalidNotationError(
            "the position is empty; it begins with the name of the game", text
        )
    return words[0]
