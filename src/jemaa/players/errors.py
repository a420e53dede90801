"""What a player can do wrong."""

from __future__ import annotations

from typing import Any

from jemaa.core.errors import JemaaError

REASONS = ("died", "too-slow", "bad-answer", "illegal-move")
"""Every code that a fault can have."""


class PlayerFault(JemaaError):
    """A player that gave no legal move in time; whoever runs the game decides what that costs.

    Attributes:
        player: the registry string of the player.
        reason: a stable code, one of `REASONS`.
        message: what happened, in one sentence without the player's name.
    """

    def __init__(self, player: str, reason: str, message: str) -> None:
        self.player = player
        self.reason = reason
        self.message = message
        super().__init__(f"{player}: {message}")

    def __reduce__(self) -> tuple[Any, tuple[str, str, str]]:
        # Faults travel from worker processes, and Python would rebuild them from the text alone.
        return type(self), (self.player, self.reason, self.message)
