"""Everything that can happen in Façir: 4 ways to stand a card, 4,803 turns, 24 deals.

The ids of the moves, in this order: stand (4), put (49), shift (49 x 48), put and lay (49), shift
and lay (49 x 48), lay (1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from jemaa.core.actions import Action, Codec, Move, Outcome
from jemaa.games.facir.cards import CARDS, QUARTERS
from jemaa.games.grid import CELLS, square_name

PUT = QUARTERS
"""The first id of each kind of move."""
SHIFT = PUT + len(CELLS)
PUT_AND_LAY = SHIFT + len(CELLS) * (len(CELLS) - 1)
SHIFT_AND_LAY = PUT_AND_LAY + len(CELLS)
LAY = SHIFT_AND_LAY + len(CELLS) * (len(CELLS) - 1)


class Stand(Move):
    """Stand the card in the room, turned clockwise by so many quarters, as in `^2` (F-21)."""

    __slots__ = ()

    @property
    def rotation(self) -> int:
        """How many quarters clockwise."""
        return self.id

    def _lookup(self) -> Callable[[str], Action]:
        return move


class Turn(Move):
    """What a player can do in a turn (F-24)."""

    __slots__ = ()

    @property
    def changed(self) -> int:
        """The holes that it fills or empties, as bits."""
        return 0

    @property
    def lays(self) -> bool:
        """Whether the fakir is laid, right after the nail action if there is one (F-30)."""
        return self.id >= PUT_AND_LAY

    def _lookup(self) -> Callable[[str], Action]:
        return move


class Put(Turn):
    """Put an unused nail into a free hole, as in `d4`, or `d4!` with laying."""

    __slots__ = ()

    @property
    def cell(self) -> int:
        """The cell of the hole."""
        return CELLS[self.id - (PUT_AND_LAY if self.lays else PUT)]

    @property
    def changed(self) -> int:
        """The hole that it fills, as a bit."""
        return 1 << self.cell


class Shift(Turn):
    """Move a nail of one's own to another free hole, as in `d4e5`, or `d4e5!` with laying."""

    __slots__ = ()

    @property
    def cells(self) -> tuple[int, int]:
        """The cell it leaves and the cell it goes to."""
        source, target = divmod(self.id - (SHIFT_AND_LAY if self.lays else SHIFT), len(CELLS) - 1)
        return CELLS[source], CELLS[target + (target >= source)]

    @property
    def changed(self) -> int:
        """The holes that it empties and fills, as bits."""
        source, target = self.cells
        return 1 << source | 1 << target


class Lay(Turn):
    """Lay the fakir at once, touching no nail: `!`."""

    __slots__ = ()


class Deal(Outcome):
    """A card is drawn from the bag, seen only by whom it is for; the text is its number, 1-24."""

    __slots__ = ()
    kind = "deal"

    @property
    def card(self) -> int:
        """The card's place in the deck, 0 to 23."""
        return self.id

    def _lookup(self) -> Callable[[str], Action]:
        return outcome


def _all_moves() -> Iterator[Move]:
    for rotation in range(QUARTERS):
        yield Stand(rotation, f"^{rotation}")
    holes = [square_name(cell) for cell in CELLS]
    shifts = [source + target for source in holes for target in holes if source != target]
    yield from map(Put, range(PUT, SHIFT), holes)
    yield from map(Shift, range(SHIFT, PUT_AND_LAY), shifts)
    yield from map(Put, range(PUT_AND_LAY, SHIFT_AND_LAY), [hole + "!" for hole in holes])
    yield from map(Shift, range(SHIFT_AND_LAY, LAY), [shift + "!" for shift in shifts])
    yield Lay(LAY, "!")


MOVES: Codec[Move] = Codec(
    "move", _all_moves(), "write ^0 to ^3 to stand the card, d4 to put a nail, d4e5 to move one, "
    "and ! after it, or alone, to lay the fakir"
)  # fmt: skip
OUTCOMES: Codec[Outcome] = Codec(
    "outcome", (Deal(card, str(card + 1)) for card in range(CARDS)), "write a card's number, 1-24"
)


def move(text: str) -> Move:
    """Read a move.

    >>> move("d4e5!").lays
    True
    """
    return MOVES.by_text(text)


def outcome(text: str) -> Outcome:
    """Read an outcome of chance.

    >>> outcome("24").card
    23
    """
    return OUTCOMES.by_text(text)
