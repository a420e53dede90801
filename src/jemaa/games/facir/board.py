"""What there is in Façir: nails, rounds, places for a card, and what a position consists of.

The holes of a card are kept on the board's own grid (see `jemaa.games.grid`), as if the card lay in
the top left corner; shifting those bits by a place of `PLACES` moves the card over the board.
"""

from __future__ import annotations

from typing import NamedTuple

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
NONE = -1
"""No card is dealt yet, the card does not stand yet, no edge is seen yet, nobody has won it."""
UNKNOWN = -2
"""There is a card, or it stands, but this seat may not know how; only in the state of a view."""


class Room(NamedTuple):
    """What stands in one player's room; each is a number, `NONE` or, in a view, `UNKNOWN`."""

    card: int = NONE
    """The card's place in the deck."""
    rotation: int = NONE
    """How many quarters it is turned clockwise."""
    edge: int = NONE
    """What the others see, a number into `cards.EDGES`; `NONE` until everybody has stood."""


class Parts(NamedTuple):
    """Everything a position consists of besides its setup; notation and views make states of it."""

    nails: tuple[int, ...]
    rooms: tuple[Room, ...]
    won: tuple[int, ...]
    void: int
    phase: str
    round: int
    seat: int
    turns: int
    playing: int
    decider: int
    trail: tuple[tuple[int, int], ...]
