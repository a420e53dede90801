"""Estimates with their 95 % intervals, from exact sums."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt
from typing import NamedTuple

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
