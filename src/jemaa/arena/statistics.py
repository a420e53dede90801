"""Estimates with their 95 % intervals, from exact sums."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

Z_95 = 1.959963984540054
"""The normal quantile that leaves 2.5 % on each side."""


class Estimate(NamedTuple):
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float


def wilson(share: float, count: int) -> Estimate:
    """Give the Wilson score interval of a share of wins.

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
    """Give a mean with its normal interval, from the sum of the values and of their squares.

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
