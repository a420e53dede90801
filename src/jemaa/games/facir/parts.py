"""What a position of Façir consists of, in a form that can be read and rebuilt."""

from __future__ import annotations

from typing import NamedTuple

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
