"""Estimates with their 95 % intervals, from exact sums, an honest way to stop early, and ratings.

A rating is a strength on one scale, from who finished before whom: the model of Plackett and Luce.
Everybody has a strength; the chance to be first is one's strength over the sum of all at the table,
and the places after that go in the same way among those who are left. With two at the table it is
the model of Bradley and Terry, which the Elo scale comes from: 400 points are ten times the
strength, and the average rating is 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations, product
from math import exp, factorial, fsum, inf, isfinite, log, log1p, prod, sqrt
from typing import NamedTuple

WHOLE_WIN = 12
"""A win counts 12, so that two, three or four can share it in whole numbers."""
Z_95 = 1.959963984540054
"""The normal quantile that leaves 2.5 % on each side."""
Places = tuple[tuple[int, int], ...]
"""Who played and how they ended: pairs of the kind and its place, where equal places are a tie."""
Order = tuple[int, ...]
"""Kinds from the first to the last, without ties."""

POINTS = 400 / log(10)
"""The points of the Elo scale for a strength e times as great."""
PRIOR = 1.0
"""Everybody is given so many tied games against somebody average: without them the rating of one
who has always won would be without end."""
CLOSE = 1e-9
ROUNDS = 10_000


class Estimate(NamedTuple):
    """A mean with its 95 % interval.

    One value alone says nothing about its scatter: its interval has no ends, `-inf` and `inf`.
    """

    mean: float
    low: float
    high: float

    @property
    def has_interval(self) -> bool:
        """Whether there were values enough to tell their scatter."""
        return isfinite(self.low)


def _alone(value: float) -> Estimate:
    return Estimate(value, -inf, inf)


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

    >>> [round(value, 3) for value in mean(4, 10, 30)]
    [2.5, 1.235, 3.765]
    """
    average = total / count
    if count < 2:
        return _alone(average)
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
    if not estimate.has_interval:
        return estimate
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
        return _alone(found)
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


def orders(places: Places) -> dict[Order, float]:
    """Return the orders that a result stands for, with their weights.

    Who ties could be in any order, so each possible one counts in part.

    >>> orders(((0, 0), (1, 0), (2, 2)))
    {(0, 1, 2): 0.5, (1, 0, 2): 0.5}
    """
    groups = [
        sorted(kind for kind, other in places if other == place)
        for place in sorted({place for _, place in places})
    ]
    weight = 1 / prod(factorial(len(group)) for group in groups)
    found: dict[Order, float] = {}
    for choice in product(*(permutations(group) for group in groups)):
        order = tuple(kind for group in choice for kind in group)
        found[order] = found.get(order, 0.0) + weight
    return found


def strengths(kinds: int, seen: dict[Order, float]) -> list[float]:
    """Return the strengths that make what was seen most likely, by Hunter's MM algorithm.

    Args:
        kinds: how many kinds there are.
        seen: orders with how often they were seen.
    """
    wins = [PRIOR / 2] * kinds
    choices: dict[Order, float] = {}  # how often a place was given among these
    for order, weight in seen.items():
        for stage, kind in enumerate(order[:-1]):
            wins[kind] += weight
            rest = tuple(sorted(order[stage:]))
            choices[rest] = choices.get(rest, 0.0) + weight
    found = [1.0] * kinds
    for _ in range(ROUNDS):
        duels = [PRIOR / (strength + 1) for strength in found]
        for rest, weight in choices.items():
            share = weight / fsum(found[kind] for kind in rest)
            for kind in rest:
                duels[kind] += share
        better = [won / duel for won, duel in zip(wins, duels, strict=True)]
        change = max(abs(log(new / old)) for new, old in zip(better, found, strict=True))
        found = better
        if change < CLOSE:
            break
    return found


def ratings(kinds: int, deals: Sequence[Sequence[Places]]) -> list[Estimate]:
    """Return the rating of each kind with its 95 % interval.

    The games of a deal share their chance, so the interval comes from the scatter between deals
    (the sandwich of the observed information and the deals' gradients).

    Args:
        kinds: how many kinds there are.
        deals: the results of each deal.
    """
    by_deal = [_together(deal) for deal in deals]
    found = strengths(kinds, _sum(by_deal))
    bread = inverse(_information(found, _sum(by_deal)))
    steps = [_times(bread, _gradient(found, seen)) for seen in by_deal]
    centre = fsum(map(log, found)) / kinds
    return [
        _estimate(log(strength) - centre, [step[kind] - fsum(step) / kinds for step in steps])
        for kind, strength in enumerate(found)
    ]


def _estimate(middle: float, steps: list[float]) -> Estimate:
    count = len(steps)
    if count < 2:
        return _alone(POINTS * middle)
    variance = fsum(step * step for step in steps) * (count / (count - 1))
    half = Z_95 * sqrt(variance)
    return Estimate(POINTS * middle, POINTS * (middle - half), POINTS * (middle + half))


def _together(deal: Sequence[Places]) -> dict[Order, float]:
    return _sum([orders(places) for places in deal])


def _sum(parts: Sequence[dict[Order, float]]) -> dict[Order, float]:
    whole: dict[Order, float] = {}
    for part in parts:
        for order, weight in part.items():
            whole[order] = whole.get(order, 0.0) + weight
    return whole


def _stages(strengths: Sequence[float], order: Order) -> list[list[float]]:
    """Return for each place but the last the chances of all kinds to take it."""
    stages = []
    for stage in range(len(order) - 1):
        chances = [0.0] * len(strengths)
        whole = fsum(strengths[kind] for kind in order[stage:])
        for kind in order[stage:]:
            chances[kind] += strengths[kind] / whole
        stages.append(chances)
    return stages


def _gradient(strengths: Sequence[float], seen: dict[Order, float]) -> list[float]:
    found = [0.0] * len(strengths)
    for order, weight in seen.items():
        for winner, chances in zip(order, _stages(strengths, order), strict=False):
            found[winner] += weight
            for kind, chance in enumerate(chances):
                found[kind] -= weight * chance
    return found


def _information(strengths: Sequence[float], seen: dict[Order, float]) -> list[list[float]]:
    kinds = range(len(strengths))
    found = [[0.0] * len(strengths) for _ in kinds]
    for kind, strength in enumerate(strengths):
        found[kind][kind] += PRIOR * strength / (strength + 1) ** 2
    for order, weight in seen.items():
        for chances in _stages(strengths, order):
            for one in kinds:
                found[one][one] += weight * chances[one]
                for two in kinds:
                    found[one][two] -= weight * chances[one] * chances[two]
    return found


def _times(matrix: list[list[float]], vector: list[float]) -> list[float]:
    return [fsum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Invert a small positive definite matrix, by the steps of Gauss and Jordan.

    >>> inverse([[2.0, 0.0], [0.0, 4.0]])
    [[0.5, 0.0], [0.0, 0.25]]
    """
    size = len(matrix)
    rows = [[*row, *(float(at == i) for at in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(size):
            if i != j:
                factor = rows[j][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]
