"""Players of Marrakech."""

from __future__ import annotations

from jemaa.games.marrakech import MarrakechSetup
from jemaa.players.common import COMMON
from jemaa.players.evaluator import Evaluator
from jemaa.players.marrakech.engines import Ahead, Greedy, TreeSearch, evaluator
from jemaa.players.player import Player
from jemaa.players.registry import Factory
from jemaa.players.waver import Wavering


def x1(value: str = "readable") -> Player:
    """Look one turn ahead, exactly."""
    return Ahead(1, value=value)


def x2(rolls: int = 3, rugs: int = 6, beyond: int = 3, value: str = "learned") -> Player:
    """Look two turns ahead at the best rugs, three at the very best, by what games have taught."""
    return Ahead(2, rolls, rugs, beyond, value)


def tourist() -> Player:
    """Looks at squares only, and sees half of the moves."""
    return Wavering(Greedy(), overlooks=0.5, misjudges=1.5)


def stroller() -> Player:
    """Looks at squares only, but sees most of the moves."""
    return Wavering(Greedy(), overlooks=0.1, misjudges=0.5)


def trader() -> Player:
    """Weighs squares, money and the next roll, and overlooks a tenth."""
    return Wavering(Ahead(1), overlooks=0.1, misjudges=0.01)


def merchant() -> Player:
    """Looks one turn ahead and misses nothing in it."""
    return Ahead(1)


def amin() -> Player:
    """Knows the next player's turn as well as his own, and thinks the best rugs on for another."""
    return Ahead(2, 3, 6, beyond=3)


def judge(setup: MarrakechSetup) -> Evaluator:
    """Return what values the positions of games with this setup."""
    return evaluator(setup.players)


ENGINES: dict[str, Factory] = {
    **COMMON,
    "greedy": Greedy,
    "x1": x1,
    "x2": x2,
    "mcts": TreeSearch,
    "tourist": tourist,
    "stroller": stroller,
    "trader": trader,
    "merchant": merchant,
    "amin": amin,
}
"""Everybody who plays Marrakech, by the name in the registry string."""
