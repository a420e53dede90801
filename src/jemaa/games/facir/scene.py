"""The table of Façir as one seat may see it: a plain structure, with everything worked out.

It is made from the seat's view alone, so it cannot tell what the view does not know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict


@dataclass(frozen=True, slots=True)
class Card:
    """A card that may be seen: its number in the deck from 1, and its holes as it stands.

    `pattern` is row by row, `o` for a hole and `.` for none; before it stands, as it is printed.
    """

    number: int
    printed: str
    rotation: int | None
    pattern: str


@dataclass(frozen=True, slots=True)
class PlayerRoom:
    """What is known of a seat and of the card in its room."""

    seat: int
    colour: str
    plays: bool
    """Whether it takes part in this round; in a deciding round some only look on (F-41)."""
    dealt: bool
    stood: bool
    edge: str | None
    """What the others see over the screen, as they see it: from behind, so mirrored (F-22). None
    until all cards stand."""
    card: Card | None
    """Only the own card, or every card when the game is looked at after its end."""
    nails_left: int
    won: tuple[str, ...]
    """The cards it has won, as printed."""
    score: int


@dataclass(frozen=True, slots=True)
class Nail:
    """A nail in the bed."""

    square: str
    seat: int


@dataclass(frozen=True, slots=True)
class Stand:
    """One way to stand the own card, and the edge the others would see (mirrored)."""

    move: str
    rotation: int
    pattern: str
    edge: str


@dataclass(frozen=True, slots=True)
class Fit:
    """The own card in one rotation, held over every place of the bed."""

    rotation: int
    marks: dict[str, str]
    """For each square under its top left position how its nine positions match the nails, row by
    row: `t` a nail in a hole, `p` a hole that needs a nail, `x` a nail in the way, `.` nothing
    under nothing."""


@dataclass(frozen=True, slots=True)
class Lay:
    """A move that ends in laying the fakir, and where the card lies then.

    If it fits in several places this is the first one, row by row; there, turned least.
    """

    move: str
    rotation: int
    square: str


@dataclass(frozen=True, slots=True)
class Own:
    """What only the owner of the view sees; absent for spectators."""

    seat: int
    card: Card | None
    stands: tuple[Stand, ...]
    """In the phase `stand`, when it is this seat's turn to choose. Else empty."""
    fits: tuple[Fit, ...]
    """In the phase `play`: the own card over the bed, in each rotation that makes a difference.
    Else empty."""
    free: tuple[str, ...]
    """Holes where a nail may go now; empty when it is not this seat's turn."""
    can_put: bool
    movable: tuple[str, ...]
    """The own nails that may be moved now."""
    lays: tuple[Lay, ...]
    """Moves that win the round now (F-30)."""


@dataclass(frozen=True, slots=True)
class FacirScene:
    """The whole table as one seat may see it."""

    game: Literal["facir"]
    players: int
    phase: str
    """`deal`, `stand`, `play` or `over`."""
    seat: int
    to_act: int | None
    round: int
    """From 1; the deciding round is number 7. When the game is over, the last one."""
    rounds: int
    """How many rounds there are without a deciding one: 6."""
    deciding: bool
    starter: int
    turns: int
    """Turns that this round has had."""
    turn_cap: int | None
    repetitions: int | None
    occurrences: int
    """How often the position has occurred in this round (F-42)."""
    progress: tuple[int, int]
    """The number of the round, and of the last one; a deciding round is one more than that."""
    nails_each: int
    """How many nails each seat has, in the bed and in hand."""
    bag: int
    """How many cards are in the bag: at first those for six rounds (F-11), in the deciding round
    those that were won (F-41)."""
    rooms: tuple[PlayerRoom, ...]
    nails: tuple[Nail, ...]
    void: tuple[str, ...]
    """The cards of void rounds, as printed."""
    own: Own | None
    ranking: tuple[tuple[int, ...], ...]


class FacirChange(TypedDict, total=False):
    """What an action has changed on the table, as one seat may see it.

    Its fields take the place of those of the scene. What may be chosen next is not in it.
    """

    phase: str
    seat: int
    to_act: int | None
    round: int
    deciding: bool
    progress: tuple[int, int]
    starter: int
    turns: int
    occurrences: int
    bag: int
    rooms: tuple[PlayerRoom, ...]
    nails: tuple[Nail, ...]
    void: tuple[str, ...]
    own: Own | None
