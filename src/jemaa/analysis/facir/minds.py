"""Rollouts of Façir: whoever moves knows their own card, and guesses at those of the others."""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.analysis.rollouts import Rollouts
from jemaa.games.facir.rules import FacirState
from jemaa.players.expectimax import Frame
from jemaa.players.search import Evaluator

MOST_GUESSES = 32
"""So many guesses at all cards are kept."""


class Minds(Rollouts):
    """Plays on where nobody looks into the others' rooms."""

    def __init__(self, evaluator: Evaluator, *, turns: int, salt: float) -> None:
        """Say how it is played on; see `Rollouts`."""
        super().__init__(evaluator, turns=turns, salt=salt, looks_ahead=False)
        self._cards = [0] * 128  # [guess*4 + seat]
        self._count = 0

    def guess(self, guesses: Sequence[Sequence[int]]) -> None:
        """Take guesses at the cards of all seats, by which everybody judges the others."""
        self._count = min(len(guesses), MOST_GUESSES)
        for index in range(self._count):
            for seat, card in enumerate(guesses[index]):
                self._cards[index * 4 + seat] = card

    def _imagine(self, mind: Frame) -> None:
        if self._count:
            guess = self._random() * self._count >> 32
            for seat in range(4):
                if (
                    seat != mind.state._actor
                    and cython.cast(FacirState, mind.state)._card[seat] >= 0
                ):
                    cython.cast(FacirState, mind.state)._card[seat] = self._cards[guess * 4 + seat]
