"""Adding up fractions so that the result is the same to the last bit everywhere."""

from __future__ import annotations

from collections.abc import Iterable


def total(values: Iterable[float]) -> float:
    """Return the sum, added up one by one from the first to the last.

    Python's own `sum` rounds otherwise since 3.12, and a last bit can decide between two moves.

    >>> total([0.1] * 10)
    0.9999999999999999
    """
    result = 0.0
    for value in values:
        result += value
    return result
