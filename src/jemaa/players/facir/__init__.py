"""Players of Façir."""

from __future__ import annotations

from jemaa.games.facir import GAME, FacirSetup
from jemaa.players.base import Player
from jemaa.players.facir.engines import Believer, BySize, Foreseer, Greedy, Newcomer, Watchful
from jemaa.players.facir.evaluation import FacirEvaluator
from jemaa.players.facir.weights import ROUND
from jemaa.players.noise import Noisy, Slips
from jemaa.players.registry import COMMON, Factory
from jemaa.players.search import Evaluator
from jemaa.players.trained import Trained


def belief(samples: int = 12) -> Player:
    """Guess the others' cards and look one turn ahead."""
    return Believer(samples)


def search(samples: int = 6, turns: int = 2, beam: int = 8, ms: int = 0) -> Player:
    """Guess the others' cards and look ahead over several turns."""
    return Believer(samples, turns, beam, ms)


def foresight(answers: int = 3, beam: int = 8, samples: int = 24, ms: int = 0) -> Player:
    """Guess the others' cards, and how each of them answers by what they know."""
    return Foreseer(answers, beam, samples, ms)


def policy(file: str) -> Player:
    """Play what a network has learned by `examples/train_ppo.py`."""
    return Trained(GAME, file)


def tourist() -> Player:
    """Thinks of its own card only, overlooks much and counts badly."""
    return Noisy(Greedy(), play=Slips(0.65, 3.0))


def stroller() -> Player:
    """Watches the others, but overlooks a third of what can be done."""
    return Noisy(Believer(samples=4), play=Slips(0.94, 0.7))


def trader() -> Player:
    """Watches what the others do, and completes or blocks one turn ahead.

    Whoever must watch several others overlooks a tenth of what can be done.
    """
    watchful = Believer(samples=12)
    return BySize(duel=watchful, table=Noisy(watchful, play=Slips(0.85, 0.6)))


def merchant() -> Player:
    """Thinks of the next player's answer."""
    return BySize(
        duel=Believer(samples=5, turns=2, beam=6), table=Believer(samples=10, turns=2, beam=6)
    )


def amin() -> Player:
    """Remembers what the others have moved, and thinks of the answer to the answer too.

    At a large table it thinks of everybody's answer instead. It hardly ever lets the next player
    lay where that can be helped.
    """
    duel = Believer(samples=8, turns=3, beam=10, remembers=True)
    table = Foreseer(answers=3, beam=12, remembers=True)
    return Watchful(BySize(duel, table), remembers=True)


def judge(setup: FacirSetup) -> Evaluator:
    """Return the evaluator for positions with open cards, to tell the luck of the deal by."""
    return FacirEvaluator(setup.players, setup.deck, ROUND[setup.players])


ENGINES: dict[str, Factory] = {
    **COMMON,
    "greedy": Greedy,
    "belief": belief,
    "search": search,
    "foresight": foresight,
    "policy": policy,
    "newcomer": Newcomer,
    "tourist": tourist,
    "stroller": stroller,
    "trader": trader,
    "merchant": merchant,
    "amin": amin,
}
"""Everybody who plays Façir, by the name in the registry string."""
