"""Weaker play that is still human: overlooking moves, and taking the second best for the best.

The slips are hashed from the view, so the same player slips in the same way in the same position,
and what he overlooks now he may see in the next turn.
"""

from __future__ import annotations

import hashlib

from jemaa.core.view import View
from jemaa.players.control import Control
from jemaa.players.limit import Limit
from jemaa.players.player import Candidate, Decision, Player


class Wavering:
    """A player who overlooks some moves and misjudges the others a little."""

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
