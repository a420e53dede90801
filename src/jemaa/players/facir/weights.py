"""The weights that the players play by, found by duels between them.

`fitted.py` has those that were fitted to the results of games. They tell better how likely a result
is, but these choose better moves one turn deep, and with two players deeper too.
"""

from __future__ import annotations

from typing import NamedTuple


class RoundWeights(NamedTuple):
    """What the share of a round is made of, for one number of players."""

    pace: tuple[tuple[float, ...], ...]
    """By how many play before a seat, then by the distance of its card: 0 to 5, and shut."""
    ways: tuple[float, ...]
    """By distance: for the logarithm of the number of ways to lie that are that near, plus 1."""
    more: tuple[float, ...]
    """By distance: the same for the ways that are one turn further."""
    void: tuple[float, float]
    """A void round: the sum at the beginning, and what each turn adds to it."""


SURE = 6.0
"""Whoever has the turn and needs one nail or none wins the round."""
STEP = 0.7
"""What each turn that a card needs costs beyond the first."""
WAIT = 0.3
"""What it costs to have everybody else before oneself."""


def played(players: int) -> RoundWeights:
    """Return the weights to play by."""
    pace = [
        [-STEP * max(distance - 1, 0) - WAIT * order / players for distance in range(7)]
        for order in range(players)
    ]
    pace[0][0] = pace[0][1] = SURE
    return RoundWeights(
        pace=tuple(map(tuple, pace)),
        ways=(0.8, 0.8, 0.4, 0.2, 0.1, 0.1, 0.0),
        more=(0.3, 0.3, 0.1, 0.05, 0.0, 0.0, 0.0),
        void=(-6.0, 0.02),
    )
