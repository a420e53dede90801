"""Who plays what against whom."""

from __future__ import annotations

from dataclasses import dataclass

from jemaa.arena.code import Code


@dataclass(frozen=True, slots=True)
class Contest:
    """Everything that decides what happens in a deal, as text, so that it can be sent and kept."""

    game: str
    setup: str
    players: int
    kinds: tuple[str, ...]
    """The registry strings of those who play."""
    seed: int
    code: Code | None = None
    """Players of one's own."""

    @property
    def fair(self) -> float:
        """The share of wins of a seat when all play equally well."""
        return 1 / self.players
