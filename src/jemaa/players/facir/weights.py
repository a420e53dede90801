"""The weights of Façir's players: some found by duels between them, some fitted to results.

Those of `played` were found by duels: they choose better moves one turn deep, and with two players
deeper too. Those of `ROUND` say better how likely a result is. `scripts/fit_facir.py` fits `ROUND`,
`BELIEF` and `MEMORIES` to games, and prints them.
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


ROUND: dict[int, RoundWeights] = {
    2: RoundWeights(
        pace=(
            (2.463, 3.995, -1.129, -1.541, 1.863, -0.036, 0.0),
            (0.0, -1.285, -1.695, -1.855, 2.001, -0.037, 0.0),
        ),
        ways=(1.724, 0.719, 0.833, -0.02, -0.611, -0.336, 0.0),
        more=(0.621, 0.752, -0.202, 0.007, -0.657, 0.0, 0.0),
        void=(-2.743, 0.029),
    ),
    3: RoundWeights(
        pace=(
            (2.786, 5.339, -0.247, -0.387, -0.191, 0.063, 0.0),
            (-0.688, 0.296, 0.002, -0.298, -0.447, 0.046, 0.0),
            (0.0, -0.347, -0.286, -0.439, -0.173, -0.163, 0.0),
        ),
        ways=(2.191, 1.021, 0.621, 0.13, -0.036, -0.248, 0.0),
        more=(1.492, 0.665, 0.166, 0.131, 0.017, 0.0, 0.0),
        void=(-4.865, -1.075),
    ),
    4: RoundWeights(
        pace=(
            (3.008, 5.547, -0.329, -0.239, -0.036, -0.294, -0.357),
            (-0.472, 0.457, 0.053, -0.529, 0.044, -0.147, -0.286),
            (-1.115, -0.026, -0.07, -0.355, -0.194, 0.292, -0.397),
            (0.0, -0.493, -0.242, -0.348, -0.541, 0.079, 1.213),
        ),
        ways=(2.219, 1.374, 0.485, 0.244, -0.086, -0.322, 0.0),
        more=(1.78, 0.568, 0.305, 0.141, 0.059, 0.0, 0.0),
        void=(-4.224, 0.149),
    ),
}
"""By number of players: who wins the round, with open cards."""
BELIEF: dict[int, dict[str, float]] = {
    2: {
        "distance": 1.794,
        "ways": -1.361,
        "more": -0.667,
        "shape": 0.298,
        "pull": 0.841,
        "five": 0.463,
        "silent": -5.065,
        "edge": 1.281,
    },
    3: {
        "distance": 2.197,
        "ways": -1.018,
        "more": -0.343,
        "shape": 0.4,
        "pull": 0.807,
        "five": 0.079,
        "silent": -3.846,
        "edge": 1.081,
    },
    4: {
        "distance": 2.655,
        "ways": -1.112,
        "more": -0.346,
        "shape": 0.405,
        "pull": 0.823,
        "five": -0.247,
        "silent": -3.861,
        "edge": 1.068,
    },
}
"""By number of players and feature: which card somebody holds."""
MEMORIES: dict[int, dict[str, float]] = {
    2: {
        "distance": 1.586,
        "ways": -0.814,
        "more": -0.604,
        "shape": 0.891,
        "pull": 0.783,
        "five": 0.532,
        "silent": -5.196,
        "edge": 1.501,
        "ripe": 0.0,
        "waits": 0.0,
        "near": 0.084,
        "passed": -5.8,
        "closer": 0.983,
        "shaped": -1.331,
    },
    3: {
        "distance": 2.081,
        "ways": -0.697,
        "more": -0.209,
        "shape": 0.677,
        "pull": 0.842,
        "five": 0.142,
        "silent": -3.477,
        "edge": 1.327,
        "ripe": -1.18,
        "waits": -0.274,
        "near": 0.716,
        "passed": -4.982,
        "closer": 0.754,
        "shaped": -0.861,
    },
    4: {
        "distance": 2.597,
        "ways": -0.941,
        "more": -0.217,
        "shape": 0.442,
        "pull": 0.884,
        "five": -0.092,
        "silent": -3.488,
        "edge": 1.267,
        "ripe": -0.535,
        "waits": -0.361,
        "near": 0.885,
        "passed": -3.015,
        "closer": 0.889,
        "shaped": -0.778,
    },
}
"""The same for who remembers the last shifts."""
