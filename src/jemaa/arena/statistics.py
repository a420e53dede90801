"""Estimates with their 95 % intervals, from exact sums, and an honest way to stop early."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import exp, fsum, log1p, sqrt
from typing import NamedTuple

WHOLE_WIN = 12
"""A win counts 12, so that two, three or four can share it in whole numbers."""
Z_95 = 1.959963984540054
"""The normal quantile that leaves 2.5 % on each side."""


class Estimate(NamedTuple):
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float


def wilson(share: float, count: int) -> Estimate:
    """Return the Wilson score interval of a share of wins.

    Shared wins may be in it as fractions. Of all results between 0 and 1 with the same mean, plain
    wins and losses scatter most: so shared wins make the interval a little too wide, never too
    narrow.

    >>> [round(value, 3) for value in wilson(0.5, 100)]
    [0.5, 0.404, 0.596]

    Args:
        share: the mean result, between 0 and 1.
        count: how many games, at least one.
    """
    z2 = Z_95 * Z_95
    centre = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = Z_95 / (1 + z2 / count) * sqrt(share * (1 - share) / count + z2 / (4 * count * count))
    return Estimate(share, max(0.0, centre - half), min(1.0, centre + half))


def mean(count: int, total: int, squares: int) -> Estimate:
    """Return a mean with its normal interval, from the sum of the values and of their squares.

    One value alone says nothing about its scatter: its interval has no width.

    >>> [round(value, 3) for value in mean(4, 10, 30)]
    [2.5, 1.235, 3.765]
    """
    average = total / count
    if count < 2:
        return Estimate(average, average, average)
    # Integers up to here: the difference of two large floats would lose the small variance.
    variance = (squares * count - total * total) / (count * (count - 1))
    half = Z_95 * sqrt(variance / count)
    return Estimate(average, average - half, average + half)


def mean_of(values: Sequence[float]) -> Estimate:
    """Return the mean of independent values with its normal interval.

    The sums are exact until they are rounded once, so their order does not matter.

    >>> [round(value, 3) for value in mean_of([1, 2, 3, 4])]
    [2.5, 1.235, 3.765]
    """
    return ratio(values, [1.0] * len(values))


def share_of(values: Sequence[float]) -> Estimate:
    """Return a mean share of wins with an interval that stays between 0 and 1.

    Where all values are alike their scatter says nothing: then it is Wilson's interval for so many
    independent results, which is never too narrow.

    >>> [round(value, 3) for value in share_of([1.0] * 100)]
    [1.0, 0.963, 1.0]
    """
    alike = min(values) == max(values)
    return within_0_and_1(wilson(values[0], len(values)) if alike else mean_of(values))


def within_0_and_1(estimate: Estimate) -> Estimate:
    """Cut the interval of a share where no share can be; rounding must not leave the mean outside.

    >>> within_0_and_1(Estimate(1.0, 0.9, 0.9999))
    Estimate(mean=1.0, low=0.9, high=1.0)
    """
    middle, low, high = estimate
    return Estimate(middle, max(0.0, min(low, middle)), min(1.0, max(high, middle)))


def ratio(tops: Sequence[float], bottoms: Sequence[float]) -> Estimate:
    """Return the sum of one row of values over that of another, with its normal interval.

    The pairs are independent of each other; the scatter is that of what each top has more than the
    ratio leads to expect.

    >>> [round(value, 3) for value in ratio([1, 2, 3], [2, 4, 6])]
    [0.5, 0.5, 0.5]
    """
    count = len(tops)
    whole = fsum(bottoms)
    found = fsum(tops) / whole
    if count < 2:
        return Estimate(found, found, found)
    rests = [top - found * bottom for top, bottom in zip(tops, bottoms, strict=True)]
    variance = fsum(rest * rest for rest in rests) * count / (count - 1)
    half = Z_95 * sqrt(variance) / whole
    return Estimate(found, found - half, found + half)


SIZES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8)
"""The parts of the capital that are put at stake in every deal."""
ENOUGH = 20.0
"""The capital that refutes at 95 %."""
GREATEST = 690.0
"""No purse counts for more than this power of e: the sum must stay a number."""
STEPS = 60
"""How often the interval is halved to find its ends."""


class Certainty:
    """Hears the shares of the deals one by one and says when the fair share is refuted.

    Who looks at an ordinary interval after every deal and stops when it pleases them will be wrong
    far more often than in 5 % of cases. Here the question is put as a bet. Somebody says that the
    mean share is m. We start with one coin and bet on every deal before it is played, at odds that
    are fair if they are right. If they are, the chance that we ever own 20 coins is at most 1/20,
    however long we play and whenever we look (Ville's inequality). So once we own 20, m is refuted
    at 95 %.

    The coin is spread evenly over bets of several sizes, on "more than m" and on "less than m".
    Nothing is assumed about the deals but that they are independent and their shares lie between 0
    and 1.
    """

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
