"""How somebody may play: what a search supposes of other players. Each game has its own."""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.actions import Move
from jemaa.core.state import State
from jemaa.players.search import Evaluator

if not cython.compiled:
    from math import exp as _exp

_SELDOM = 0.001  # what is so much less likely than the best is never done


class Policy:
    """How somebody may play: what they may do in a position, each move with its odds."""

    def _prepare(self, state: State) -> None:
        """Make room for positions with the setup of this one."""

    def _spread(self, state: State, ids: list[int], odds: list[float]) -> int:
        """Write the moves that may be made, 32 at most, and their odds, which add up to 1.

        Returns:
            How many there are.
        """
        return 0

    def is_best_of_turn(self, evaluator: Evaluator) -> bool:
        """Whether it takes what is best at the end of the turn by this evaluation."""
        return False

    def spread(self, state: State) -> dict[Move, float]:
        """Return the moves that may be made, each with its odds."""
        ids, odds = [0] * 32, [0.0] * 32
        self._prepare(state)
        count = self._spread(state, ids, odds)
        moves = state._moves()
        return {moves[ids[index]]: odds[index] for index in range(count)}


def _soften(
    moves: list[int],
    values: list[float],
    count: int,
    softness: float,
    ids: list[int],
    odds: list[float],
) -> int:
    """Write moves with their odds, at most 32, and return how many; see `OneTurn`."""
    best = 0
    for index in range(1, count):
        if values[index] > values[best]:
            best = index
    if softness <= 0:
        ids[0] = moves[best]
        odds[0] = 1.0
        return 1
    whole = 0.0
    kept = 0
    for index in range(count):
        share = _exp((values[index] - values[best]) / softness)
        if share > _SELDOM and kept < 32:
            ids[kept] = moves[index]
            odds[kept] = share
            whole += share
            kept += 1
    for index in range(kept):
        odds[index] /= whole
    return kept


class Supposed:
    """One policy of the others, and the next one: a list that needs no interpreter to be read."""

    policy: Policy
    next: Supposed | None

    def __init__(self, policy: Policy, next: Supposed | None) -> None:
        """Put a policy before others."""
        self.policy = policy
        self.next = next
        if not cython.compiled:
            self.ids = [0] * 32
            self.odds = [0.0] * 32


def chain(policies: Sequence[Policy]) -> Supposed | None:
    """Return policies as a list of that kind; None if there are none."""
    first = None
    for policy in reversed(policies):
        first = Supposed(policy, first)
    return first
