"""Who sits where in which game.

A deal is one course of chance: one row of dice and draws. It is played several times, each time
with other players in the seats, so that nobody owes his result to lucky dice or a lucky seat alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations, product

Seating = tuple[int, ...]
"""For each seat the number of the kind of player who sits there."""


def seatings(kinds: int, players: int, deal: int) -> tuple[Seating, ...]:
    """Return the games of a deal; every kind comes to every seat equally often.

    - Two kinds: the first sits in one seat and the second in all others, once for each seat.
    - More kinds and two seats: every pair, both ways.
    - More kinds and more seats: as many tables as kinds. At a table every kind sits that has room;
      with fewer kinds than seats some sit twice. From deal to deal they meet in other orders.

    >>> seatings(2, 3, deal=0)
    ((0, 1, 1), (1, 0, 1), (1, 1, 0))
    >>> seatings(3, 2, deal=0)
    ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1))
    >>> seatings(3, 3, deal=0), seatings(3, 3, deal=1)
    (((0, 1, 2), (1, 2, 0), (2, 0, 1)), ((0, 2, 1), (1, 0, 2), (2, 1, 0)))
    """
    if kinds == 2:
        return tuple(
            tuple(int(other != seat) for other in range(players)) for seat in range(players)
        )
    if players == 2:
        pairs = ((one, two) for one in range(kinds) for two in range(one + 1, kinds))
        return tuple(pair for one, two in pairs for pair in ((one, two), (two, one)))
    circles = _circles(kinds, players)
    circle = circles[deal % len(circles)]
    return tuple(tuple((table + step) % kinds for step in circle) for table in range(kinds))


def games_of_a_deal(kinds: int, players: int) -> int:
    """Return how many games one deal takes."""
    return len(seatings(kinds, players, 0))


def deals_for(games: int, kinds: int, players: int) -> int:
    """Return the number of whole deals that make at least so many games.

    >>> deals_for(100, kinds=2, players=3)
    34
    """
    return -(-games // games_of_a_deal(kinds, players))


@lru_cache
def _circles(kinds: int, players: int) -> tuple[Seating, ...]:
    """Return all ways to seat a table, as steps from the kind in the first seat.

    Adding 0, 1, 2 ... to the steps of one way gives tables where every kind is in every seat once.
    """
    return tuple((0, *steps) for steps in _steps(kinds, players))


def _steps(kinds: int, players: int) -> Iterator[Seating]:
    if kinds >= players:
        return permutations(range(1, kinds), players - 1)
    wanted = set(range(kinds))
    every = product(range(kinds), repeat=players - 1)
    return (steps for steps in every if {0, *steps} == wanted)
