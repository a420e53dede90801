"""The players that every game has."""

from __future__ import annotations

from jemaa.players.chance import RandomPlayer
from jemaa.players.external import External
from jemaa.players.registry import Factory

COMMON: dict[str, Factory] = {"random": RandomPlayer, "external": External}
"""Those who need to know nothing of the game, by the name in the registry string."""
