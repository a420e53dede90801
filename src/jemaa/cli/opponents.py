"""Who can take the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol

from jemaa import catalog
from jemaa.cli.thinking import Thought
from jemaa.cli.words import Words
from jemaa.core.actions import Move
from jemaa.core.chance import SeededChance
from jemaa.core.errors import InvalidNotationError, JemaaError
from jemaa.core.game import Game
from jemaa.core.view import View
from jemaa.players.control import Control
from jemaa.players.levels import LEVELS
from jemaa.players.player import Player
from jemaa.players.registry import parse_spec

RANDOM = "random"
EXTERNAL = "external"


class Opponent(Protocol):
    """Decides for a seat, knowing what that seat knows."""

    def choose(self, view: View, ordinal: int) -> Move:
        """Choose a move; `ordinal` is the number of events before it."""
        ...

    def close(self) -> None:
        """Free what it holds, when the game is left."""
        ...


class RandomOpponent:
    """Takes any legal move; the same one again when the game comes back to the same event."""

    def __init__(self, secret: bytes) -> None:
        """Make an opponent whose choices follow from a secret."""
        self._chance = SeededChance(secret, "opponent")

    def choose(self, view: View, ordinal: int) -> Move:
        """Choose a move."""
        weights = {move.text: 1 for move in view.legal()}
        return view.game.move(self._chance.draw("move", ordinal, weights))

    def close(self) -> None:
        """Free nothing."""


class Bot:
    """A player of the catalog at our table."""

    def __init__(self, player: Player, words: Words) -> None:
        """Seat a player."""
        self._player = player
        self._words = words

    def choose(self, view: View, ordinal: int) -> Move:
        """Choose a move; who thinks long is named on the screen."""
        name = view.game.seat_name(view, view.seat, self._words.language)
        thought = Thought(self._player, view, Control())
        try:
            return thought.wait(self._words("room.thinks", name=name)).move
        except KeyboardInterrupt:
            # It must not go on thinking while the game is being put away.
            with suppress(JemaaError):
                thought.cut_short()
            raise

    def close(self) -> None:
        """End its program, if it has one."""
        close = getattr(self._player, "close", None)
        if close is not None:
            close()


def make_opponent(game: Game[Any, Any], spec: str, secret: bytes, words: Words) -> Opponent:
    """Return whoever a registry string names.

    Raises:
        UnknownNameError: there is no such player.
        SetupError: a parameter is unknown or has a wrong value.
    """
    if spec == RANDOM:
        return RandomOpponent(secret)
    return Bot(catalog.player(game.name, spec), words)


def is_opponent(game: Game[Any, Any], name: str) -> bool:
    """Whether a name in a record is one of our players, and not a person's."""
    try:
        return parse_spec(name)[0] in catalog.engines(game.name)
    except InvalidNotationError:
        return False


def programs(game: Game[Any, Any], names: Sequence[str]) -> list[str]:
    """Return those registry strings that would start a program on this machine."""
    return [name for name in names if is_opponent(game, name) and parse_spec(name)[0] == EXTERNAL]


def levels(game: Game[Any, Any]) -> list[str]:
    """Return whom to offer as an opponent: the levels, weakest first, and the random player."""
    known = catalog.engines(game.name)
    return [level for level in LEVELS if level in known] + [RANDOM]
