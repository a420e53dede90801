"""Play with noise: moves at random, and weaker play that is still human.

Both are hashed from the view, so the same player does the same in the same position, and what it
overlooks now it may see in the next turn.
"""

from __future__ import annotations

import hashlib
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from jemaa.core.actions import Move
from jemaa.core.twister import generator
from jemaa.core.view import View
from jemaa.players.base import Candidate, Decision, Limit, NamedPlayer, Player
from jemaa.players.search import Control


class RandomPlayer(NamedPlayer):
    """Takes any legal move with the same chance: the measure of all others."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        """Make a player; another seed plays otherwise."""
        self.seed = seed

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move."""
        key = hashlib.blake2b(f"{self.seed}|{view}".encode(), digest_size=8).digest()
        moves = view.legal()
        return Decision(moves[generator(key).randrange(len(moves))], partial(_unweighed, moves))


def _unweighed(moves: tuple[Move, ...]) -> tuple[Candidate, ...]:
    return tuple(Candidate(move, (), 0.0) for move in moves)


class Slips(NamedTuple):
    """How somebody overlooks moves: subtle ones often, what matters seldom or never."""

    overlooks: float
    """How often a move is overlooked if that costs nothing, from 0 to 1."""
    worst: float
    """A slip that costs so much never happens, in the unit of the player's weights; one that costs
    half as much happens half as often as one that costs nothing."""


class Noisy(NamedPlayer):
    """A player that overlooks moves, the more seldom the more that costs."""

    def __init__(self, engine: Player, **slips: Slips) -> None:
        """Make a weaker player of a stronger one.

        It goes through the moves from the best on. Each is overlooked by chance; what that costs
        is told by how much the next one is worse than the best.

        Args:
            engine: whose judgement it is.
            slips: what is overlooked, for each phase of the game; in all others nothing is.
        """
        self.engine = engine
        self.slips = slips
        self.name = engine.name

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move."""
        decision = self.engine.choose(view, limit)
        slips = self.slips.get(view.phase)
        if slips is None:
            return decision
        text = str(view)
        order = sorted(decision.candidates, key=lambda candidate: -candidate.weight)
        chosen = order[-1]
        for candidate, following in pairwise(order):
            cost = (order[0].weight - following.weight) / slips.worst
            if _chance(text, candidate) >= slips.overlooks * (1 - cost):
                chosen = candidate
                break
        return Decision(chosen.move, decision.candidates, decision.nodes)


def _chance(text: str, candidate: Candidate) -> float:
    """Return a number from 0 up to 1 that looks random and is always the same."""
    message = f"see|{candidate.move.text}|{text}".encode()
    return int.from_bytes(hashlib.blake2b(message, digest_size=7).digest(), "big") / 256**7
