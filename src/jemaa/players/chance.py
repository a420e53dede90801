"""A player who takes any move: the measure of all others."""

from __future__ import annotations

import hashlib
from random import Random

from jemaa.core.view import View
from jemaa.players.control import Control
from jemaa.players.limit import Limit
from jemaa.players.player import Candidate, Decision


class RandomPlayer:
    """Takes any legal move with the same chance, the same one in the same position."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        """Make a player; another seed plays otherwise."""
        self.seed = seed

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move."""
        key = hashlib.blake2b(f"{self.seed}|{view}".encode(), digest_size=8).digest()
        move = Random(key).choice(view.legal())
        return Decision(move, tuple(Candidate(other, (), 0.0) for other in view.legal()))
