"""Who can take the other seats."""

from __future__ import annotations

from typing import Protocol

from jemaa.core.actions import Move
from jemaa.core.chance import SeededChance
from jemaa.core.errors import UnknownName
from jemaa.core.view import View


class Opponent(Protocol):
    """Decides for a seat, knowing what that seat knows."""

    def choose(self, view: View, ordinal: int) -> Move:
        """Choose a move; `ordinal` is the number of events before it."""
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


OPPONENTS = {"random": RandomOpponent}
"""Opponents by the name that `--against` and the record know."""


def check_opponent(name: str) -> None:
    """Refuse a name that is not known."""
    if name not in OPPONENTS:
        raise UnknownName("opponent", name, OPPONENTS)
