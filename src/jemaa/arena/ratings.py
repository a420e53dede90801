"""Strengths on one scale from who finished before whom: the model of Plackett and Luce.

Everybody has a strength; the chance to be first is one's strength over the sum of all at the table,
and the places after that go in the same way among those who are left. With two at the table it is
the model of Bradley and Terry, which the Elo scale comes from: 400 points are ten times the
strength, and the average rating is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product
from math import factorial, fsum, log, prod, sqrt

from jemaa.arena.statistics import Z_95, Estimate

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
    variance = fsum(step * step for step in steps) * (count / (count - 1) if count > 1 else 0.0)
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
