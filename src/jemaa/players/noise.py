"""Play with noise: moves at random, and weaker play that is still human.

Both are hashed from the view, so the same player does the same in the same position, and what it
overlooks now it may see in the next turn.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from random import Random

from jemaa.core.actions import Move
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
        return Decision(Random(key).choice(moves), tuple(map(_unweighed, moves)))


@lru_cache(maxsize=1 << 12)
def _unweighed(move: Move) -> Candidate:
    return Candidate(move, (), 0.0)


class Noisy(NamedPlayer):
    """A player that overlooks some moves and misjudges the others a little."""

    def __init__(self, engine: Player, overlooks: float, misjudges: float) -> None:
        """Make a weaker player of a stronger one.

        Args:
            engine: whose judgement it is.
            overlooks: the share of moves that are not seen at all.
            misjudges: by how much a value may be misjudged, in the unit of the engine's weights.
        """
        self.engine = engine
        self.overlooks = overlooks
        self.misjudges = misjudges
        self.name = engine.name

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move."""
        decision = self.engine.choose(view, limit)
        text = str(view)
        seen = [c for c in decision.candidates if _chance(text, c, "see") >= self.overlooks]
        if not seen:
            return decision
        best = max(seen, key=lambda c: c.weight + self.misjudges * _chance(text, c, "judge"))
        return Decision(best.move, decision.candidates, decision.nodes)


def _chance(text: str, candidate: Candidate, what: str) -> float:
    """Return a number from 0 up to 1 that looks random and is always the same."""
    message = f"{what}|{candidate.move.text}|{text}".encode()
    return int.from_bytes(hashlib.blake2b(message, digest_size=7).digest(), "big") / 256**7
