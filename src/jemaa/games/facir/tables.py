"""The cards of a deck as bits, for compiled code."""

from __future__ import annotations

from functools import lru_cache

from jemaa.games.facir import cards

_QUARTERS = cards.QUARTERS


class DeckTable:
    """The cards of a deck as bits: for each card and each rotation its holes and its seen edge."""

    def __init__(self, deck: cards.Deck) -> None:
        """Derive the table; `deck_table` keeps those in use."""
        self._holes = [0] * 96  # [card*4 + rotation], in the top left corner of the board
        self._edges = [0] * 96
        self._near = [0] * 12288  # [card*512 + packed 3x3 holes] -> rotations, see `_add_near`
        for card, pattern in enumerate(deck):
            for rotation in range(_QUARTERS):
                standing = cards.turned(pattern, rotation)
                self._holes[card * _QUARTERS + rotation] = cards.hole_bits(standing)
                edge = cards.EDGES.index(cards.seen_edge(standing))
                self._edges[card * _QUARTERS + rotation] = edge
                self._add_near(card, rotation, standing)

    def _add_near(self, card: int, rotation: int, standing: str) -> None:
        """Note the nails that one action can make equal to the card.

        That is where at most one nail is missing, and at most one is there that must not be.
        """
        holes = sum(1 << place for place, mark in enumerate(standing) if mark == "o")
        missing = [0, *(1 << place for place, mark in enumerate(standing) if mark == "o")]
        surplus = [0, *(1 << place for place, mark in enumerate(standing) if mark == ".")]
        for one in missing:
            for other in surplus:
                self._near[card << 9 | holes ^ one ^ other] |= 1 << rotation

    def edge(self, card: int, rotation: int) -> int:
        """Return the number of the edge that the others see (F-22)."""
        return self._edges[card * _QUARTERS + rotation]


@lru_cache(maxsize=64)
def deck_table(deck: cards.Deck) -> DeckTable:
    """Return the table of a deck."""
    return DeckTable(deck)
