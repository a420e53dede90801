"""What a player is: somebody who is shown a view and chooses a move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from jemaa.core.actions import Move
from jemaa.core.view import View
from jemaa.players.control import Control
from jemaa.players.limit import Limit


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move that was considered."""

    move: Move
    values: tuple[float, ...]
    """The share of the win that each seat can expect after it; empty if he does not say."""
    weight: float
    """How much the player likes it, on a scale of his own; the best has the most."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a player has chosen, and from what."""

    move: Move
    candidates: tuple[Candidate, ...]
    """The moves considered, best first; the chosen one need not be the first if he wavers."""
    nodes: int = 0
    """How many positions were looked at."""

    @property
    def values(self) -> tuple[float, ...]:
        """The share of the win that each seat can expect after the chosen move."""
        return next(c.values for c in self.candidates if c.move is self.move)


class Player(Protocol):
    """Chooses moves. It sees views, never states, and keeps nothing from one call to the next."""

    name: str
    """The registry string that makes this player."""

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move.

        Args:
            view: what the player's seat knows; it is its turn.
            limit: a budget for this decision, or a control that can also cancel it. Without it, and
                under a control without a limit, the player's own budget holds.
        """
        ...


def ranked(
    weights: dict[Move, float], values: dict[Move, tuple[float, ...]]
) -> tuple[Candidate, ...]:
    """Make candidates, best first; equal ones stay in the order given."""
    moves = sorted(weights, key=lambda move: -weights[move])
    return tuple(Candidate(move, values.get(move, ()), weights[move]) for move in moves)
