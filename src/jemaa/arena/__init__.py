"""The arena: players against each other, and what their games say about them.

>>> import jemaa.arena
>>> result = jemaa.arena.compete("marrakech", ["greedy", "random"], players=2, games=8, seed=1)
>>> result.games, result.standings[0].share.mean
(8, 1.0)
"""

from __future__ import annotations

from jemaa.arena.compete import Result, compete
from jemaa.arena.contest import Code, Contest, Deal, GameResult
from jemaa.arena.journal import JournalError, RecordsError
from jemaa.arena.report import Forfeits, Report, Standing
from jemaa.arena.simulation import Sum, Tally, simulate
from jemaa.arena.statistics import Certainty, Estimate

__all__ = [
    "Certainty",
    "Code",
    "Contest",
    "Deal",
    "Estimate",
    "Forfeits",
    "GameResult",
    "JournalError",
    "RecordsError",
    "Report",
    "Result",
    "Standing",
    "Sum",
    "Tally",
    "compete",
    "simulate",
]
