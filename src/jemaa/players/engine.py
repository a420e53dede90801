"""One of our players as a program that answers lines: the other end of `external`."""

from __future__ import annotations

from typing import Any

from jemaa.core.errors import InvalidNotationError, JemaaError, quoted
from jemaa.core.game import Game
from jemaa.core.view import View
from jemaa.players.base import Player
from jemaa.players.external import (
    ERROR,
    HELLO,
    HISTORY,
    MOVE,
    QUIT,
    READY,
    VERSION,
    hello,
    split,
)
from jemaa.players.search import Control

HASTE = 0.8
"""The share of the time after which a player must come to an end: the rest is for the way."""


class Engine:
    """Answers the lines of docs/bots.md for one player; it reads and writes nothing itself."""

    def __init__(self, game: Game[Any, Any], player: Player) -> None:
        """Serve a player of a game."""
        self.game = game
        self.player = player
        self.is_over = False
        """Whether `quit` has been said."""
        self._greeted = False
        self._view: View | None = None

    def answer(self, line: str) -> str | None:
        """Answer one line; None where nothing is to be said.

        An error is answered too, as `error` and one sentence, and the conversation goes on.
        """
        word, rest = split(line)
        try:
            return self._answer(word, rest) if word else None
        except JemaaError as error:
            return f"{ERROR} {' '.join(str(error).split())}"

    def _answer(self, word: str, rest: str) -> str | None:
        if word == QUIT:
            self.is_over = True
            return None
        if word == HELLO:
            return self._greet(rest)
        if not self._greeted:
            raise InvalidNotationError(f"the first line must be {hello(self.game.name)!r}")
        if word == "setup":
            self.game.setup_type.parse(rest)
        elif word == "view":
            self._view = None
            self._view = self.game.parse_view(rest)
        elif word == HISTORY:
            self._view = None if self._view is None else self._view.with_past_text(rest)
        elif word == "go":
            return f"{MOVE} {self._choose(rest)}"
        elif word != "legal":  # we know the rules
            raise InvalidNotationError(f"{quoted(word)} is not understood")
        return None

    def _greet(self, rest: str) -> str:
        if rest.split() != [str(VERSION), self.game.name]:
            raise InvalidNotationError(f"this program answers only {hello(self.game.name)!r}")
        self._greeted = True
        return f"{READY} jemaa {self.player.name}"

    def _choose(self, seconds: str) -> str:
        if self._view is None or not self._view.legal():
            raise InvalidNotationError("there is no view of a seat that is to move")
        control = Control()
        control.stop_within(HASTE * _read_seconds(seconds))
        return self.player.choose(self._view, control).move.text


def _read_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e6:
        raise InvalidNotationError(f"{quoted(text)} is no number of seconds")
    return seconds
