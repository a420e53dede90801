"""The arena: players against each other, and what their games say about them.

>>> import jemaa.arena
>>> result = jemaa.arena.compete("marrakech", ["greedy", "random"], players=2, games=8, seed=1)
>>> result.games, result.standings[0].share.mean
(8, 1.0)
"""

from __future__ import annotations

from jemaa.arena.compete import Result, compete
from jemaa.arena.contest import Contest
from jemaa.arena.deal import Deal, Played
from jemaa.arena.results import Standing
from jemaa.arena.simulation import Tally, simulate
from jemaa.arena.statistics import Estimate

__all__ = [
    "Contest",
    "Deal",
    "Estimate",
    "Played",
    "Result",
    "Standing",
    "Tally",
    "compete",
    "simulate",
]
