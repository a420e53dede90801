"""The bed of nails: how many nails there are, and where a card can lie on the holes.

The holes of a card are kept on the board's own grid (see `jemaa.games.grid`), as if the card lay in
the top left corner; shifting those bits by a place of `PLACES` moves the card over the board.
"""

from __future__ import annotations

from jemaa.games.grid import SIZE

NAILS = 7
"""F-1, F-10: the nails of one colour."""
ROUNDS = 6
"""F-11: how often cards can be drawn for everybody."""
CARD_SIZE = 3
"""F-2: a card has 3x3 positions."""
FOOTPRINT = sum(1 << 8 * y + x for y in range(CARD_SIZE) for x in range(CARD_SIZE))
"""All positions of a card that lies in the top left corner."""
PLACES = tuple(8 * y + x for y in range(SIZE - CARD_SIZE + 1) for x in range(SIZE - CARD_SIZE + 1))
"""The cells on which the top left position of a card can lie, so that it is fully inside (F-30)."""
