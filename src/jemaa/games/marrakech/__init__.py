"""Marrakech: lead Assam over the market, lay rugs, and let the others pay for walking on them."""

from __future__ import annotations

from jemaa.games.marrakech.game import GAME
from jemaa.games.marrakech.moves import Draw, Roll, Rug, Turn
from jemaa.games.marrakech.rules import MarrakechState
from jemaa.games.marrakech.setup import MarrakechSetup
from jemaa.games.marrakech.view import MarrakechView

__all__ = [
    "GAME",
    "Draw",
    "MarrakechSetup",
    "MarrakechState",
    "MarrakechView",
    "Roll",
    "Rug",
    "Turn",
]
