"""Players of Marrakech."""

from __future__ import annotations

from jemaa.games.marrakech import GAME, MarrakechSetup
from jemaa.players.base import Player
from jemaa.players.marrakech.engines import Ahead, Habits, Newcomer, Simple, TreeSearch
from jemaa.players.marrakech.evaluation import evaluator
from jemaa.players.marrakech.policies import (
    GreedyPolicy,
    HoarderPolicy,
    MiserPolicy,
    SpoilerPolicy,
)
from jemaa.players.noise import Noisy, Slips
from jemaa.players.registry import COMMON, Factory
from jemaa.players.search import Evaluator
from jemaa.players.trained import Trained


def greedy() -> Player:
    """Turns Assam where he pays least, and lays the rug that gains most squares at once."""
    return Simple("greedy", GreedyPolicy())


def hoarder() -> Player:
    """Turns Assam like greedy, and joins its rugs into areas as large as can be."""
    return Simple("hoarder", HoarderPolicy())


def miser() -> Player:
    """Turns Assam like greedy, and cuts the areas of the others, so as to pay less."""
    return Simple("miser", MiserPolicy())


def spoiler() -> Player:
    """Covers the squares of whoever leads, and would rather pay anybody else."""
    return Simple("spoiler", SpoilerPolicy())


def x1(value: str = "readable") -> Player:
    """Look one turn ahead, exactly."""
    return Ahead(1, value=value)


def x2(
    rolls: int = 3, rugs: int = 6, beyond: int = 3, value: str = "learned", others: str = "x1"
) -> Player:
    """Look two turns ahead at the best rugs, three at the very best, by what games have taught."""
    return Ahead(2, rolls, rugs, beyond, value, others)


def policy(file: str) -> Player:
    """Play what a network has learned by `examples/train_ppo.py`."""
    return Trained(GAME, file)


def tourist() -> Player:
    """Is new here: sees what a way costs and likes rugs side by side, but overlooks much."""
    return Noisy(Habits(), turn=Slips(0.45, 7.0), lay=Slips(0.6, 3.0))


def stroller() -> Player:
    """Looks at squares only, and overlooks what hardly matters."""
    return Noisy(greedy(), turn=Slips(0.35, 7.0), lay=Slips(0.3, 3.0))


def trader() -> Player:
    """Weighs squares, money and the next roll, but does not see small differences."""
    return Noisy(Ahead(1), turn=Slips(0.12, 0.02), lay=Slips(0.8, 0.07))


def merchant() -> Player:
    """Looks one turn ahead and misses nothing in it."""
    return Ahead(1)


def amin() -> Player:
    """Knows the next player's turn as well as its own, and thinks the best rugs on for another."""
    return Ahead(2, 3, 6, beyond=2, value="both", others="adaptive")


def judge(setup: MarrakechSetup) -> Evaluator:
    """Return what values the positions of games with this setup."""
    return evaluator(setup.players)


ENGINES: dict[str, Factory] = {
    **COMMON,
    "greedy": greedy,
    "hoarder": hoarder,
    "miser": miser,
    "spoiler": spoiler,
    "x1": x1,
    "x2": x2,
    "mcts": TreeSearch,
    "policy": policy,
    "newcomer": Newcomer,
    "tourist": tourist,
    "stroller": stroller,
    "trader": trader,
    "merchant": merchant,
    "amin": amin,
}
"""Everybody who plays Marrakech, by the name in the registry string."""
