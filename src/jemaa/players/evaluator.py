"""What a position is worth to each seat, as search sees it."""

from __future__ import annotations

from jemaa.core.state import State


class Evaluator:
    """Estimates every seat's share of the win; a subclass per game knows how.

    Shares are between 0 and 1 and add up to 1, so that estimates and real results mix in a search.
    """

    def _evaluate(self, state: State, out: list[float]) -> None:
        """Write the share of each seat; the game is not over."""

    def _settled(self, state: State) -> bool:
        """Whether to judge here, however deep the search may still go.

        A game of several rounds says so between two rounds: what happens in the next one has
        nothing to do with the moves that are compared.
        """
        return False

    def evaluate(self, state: State) -> tuple[float, ...]:
        """Return the share of the win of each seat, exact when the game is over."""
        shares = [0.0, 0.0, 0.0, 0.0]
        if state.is_over:
            return state.returns()
        self._evaluate(state, shares)
        return tuple([shares[seat] for seat in range(state.setup.players)])
