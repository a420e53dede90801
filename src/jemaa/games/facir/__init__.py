"""Façir: put nails into a bed until your fakir can lie on them, and nobody else's before."""

from __future__ import annotations

from jemaa.games.facir.cards import DEFAULT_DECK, deck_text, parse_deck
from jemaa.games.facir.game import GAME
from jemaa.games.facir.moves import Deal, Lay, Put, Shift, Stand
from jemaa.games.facir.rules import FacirState
from jemaa.games.facir.setup import FacirSetup
from jemaa.games.facir.view import FacirView

__all__ = [
    "DEFAULT_DECK",
    "GAME",
    "Deal",
    "FacirSetup",
    "FacirState",
    "FacirView",
    "Lay",
    "Put",
    "Shift",
    "Stand",
    "deck_text",
    "parse_deck",
]
