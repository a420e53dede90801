"""Stopping as soon as it is certain, without fooling oneself.

Who looks at an ordinary interval after every deal and stops when it pleases him will be wrong far
more often than in 5 % of cases. Here the question is put as a bet. Somebody says that the mean
share is m. We start with one coin and bet on every deal before it is played, at odds that are fair
if he is right. If he is right, the chance that we ever own 20 coins is at most 1/20, however long
we play and whenever we look (Ville's inequality). So once we own 20, m is refuted at 95 %.

The coin is spread evenly over bets of several sizes, on "more than m" and on "less than m". Nothing
is assumed about the deals but that they are independent and their shares lie between 0 and 1.
"""

from __future__ import annotations

from collections import Counter
from math import exp, fsum, log1p

from jemaa.arena.statistics import Estimate

SIZES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8)
"""The parts of the capital that are put at stake in every deal."""
ENOUGH = 20.0
"""The capital that refutes at 95 %."""
GREATEST = 690.0
"""No purse counts for more than this power of e: the sum must stay a number."""
STEPS = 60
"""How often the interval is halved to find its ends."""


class Certainty:
    """Hears the shares of the deals one by one and says when the fair share is refuted."""

    def __init__(self, fair: float) -> None:
        """Start with one coin against the guess that the mean share is fair."""
        self.fair = fair
        self._counts: Counter[float] = Counter()
        self.is_certain = False
        self._purses = [0.0] * (2 * len(SIZES))

    def hear(self, share: float) -> bool:
        """Take in one deal and tell whether it is certain now."""
        self._counts[share] += 1
        self._purses = [
            purse + gain for purse, gain in zip(self._purses, _gains(share, self.fair), strict=True)
        ]
        self.is_certain = self.is_certain or self.capital >= ENOUGH
        return self.is_certain

    @property
    def capital(self) -> float:
        """What the coin has become."""
        return _capital(self._purses)

    def estimate(self) -> Estimate:
        """Return the mean share with the interval of all guesses that are not refuted.

        It holds whenever one stops, and is therefore wider than an ordinary one.
        """
        total = fsum(share * count for share, count in self._counts.items())
        middle = total / self._counts.total()
        return Estimate(middle, self._border(0.0, middle), self._border(1.0, middle))

    def _border(self, outside: float, inside: float) -> float:
        """Halve the distance to the end of the interval; the capital grows away from the mean."""
        for _ in range(STEPS):
            middle = (outside + inside) / 2
            if self._refutes(middle):
                outside = middle
            else:
                inside = middle
        return inside

    def _refutes(self, guess: float) -> bool:
        if not 0 < guess < 1:
            return False
        # There are few different shares, and the order of the deals does not matter here.
        gains = [(_gains(share, guess), count) for share, count in self._counts.items()]
        purses = [fsum(row[at] * count for row, count in gains) for at in range(2 * len(SIZES))]
        return _capital(purses) >= ENOUGH


def _gains(share: float, guess: float) -> list[float]:
    """Return what a deal adds to the logarithm of each purse; on average a bet keeps its stake."""
    more = [log1p(size * (share / guess - 1)) for size in SIZES]
    less = [log1p(size * ((1 - share) / (1 - guess) - 1)) for size in SIZES]
    return more + less


def _capital(purses: list[float]) -> float:
    """Add up purses given by their logarithms, each of them an equal part of the one coin.

    >>> _capital([0.0, 0.0])
    1.0
    """
    return fsum(exp(min(purse, GREATEST)) for purse in purses) / len(purses)
