"""How a card lies on the nails of Façir: what is told of every place, and where it can be laid.

This file is compiled when a C compiler is at hand (`lying.pxd` says which names are machine words).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypedDict

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.state import Seat
from jemaa.games.facir.board import CARD_SIZE, PLACES
from jemaa.games.facir.cards import QUARTERS, hole_bits, turned
from jemaa.games.facir.moves import MOVES
from jemaa.games.facir.rules import FacirState
from jemaa.games.grid import square_name

if not cython.compiled:
    from jemaa.games.facir.bed import _FOOTPRINT, _LAY, _PLACES, _PUT, _PUT_AND_LAY, _packed

_SQUARES = tuple([square_name(place) for place in PLACES])
_TURNS = MOVES.table
_UNMARKED = dict.fromkeys(_SQUARES, "")


class Fit(TypedDict):
    """The own card in one rotation, held over every place of the bed."""

    rotation: int
    marks: dict[str, str]
    """For each square under its top left position how its nine positions match the nails, row by
    row: `t` a nail in a hole, `p` a hole that needs a nail, `x` a nail in the way, `.` nothing
    under nothing."""


class Lay(TypedDict):
    """A move that ends in laying the fakir, and where the card lies then.

    If it fits in several places this is the first one, row by row; there, turned least.
    """

    move: str
    rotation: int
    square: str


class _Way:
    """A rotation of a card that makes a difference."""

    rotation: int
    holes: int
    rows: list[list[str]]
    found: list[str | None]

    def __init__(self, rotation: int, pattern: str) -> None:
        self.rotation = rotation
        self.holes = hole_bits(pattern)
        self.rows = [
            _row(pattern[start : start + CARD_SIZE]) for start in range(0, CARD_SIZE**2, CARD_SIZE)
        ]
        # [packed 3x3 holes]: a scene asks a hundred times, so what was asked once is kept.
        self.found = [None] * 512

    def marks(self, nails: int) -> str:
        """Return how it matches nails in the 3x3 holes under it, packed: see `Fit`."""
        found = self.found[nails]
        if found is None:
            top, middle, bottom = self.rows
            found = top[nails & 7] + middle[nails >> 3 & 7] + bottom[nails >> 6]
            self.found[nails] = found
        return found


def _row(pattern: str) -> list[str]:
    """Return how a row of a card matches nails, by the nails in the three holes under it."""
    return [
        "".join([_MARKS[mark, nails >> place & 1] for place, mark in enumerate(pattern)])
        for nails in range(8)
    ]


_MARKS = {("o", 1): "t", ("o", 0): "p", (".", 1): "x", (".", 0): "."}


@lru_cache(maxsize=512)  # that is every card
def _ways(printed: str) -> tuple[_Way, ...]:
    """Return the rotations of a card that make a difference."""
    found: dict[str, int] = {}
    for rotation in range(QUARTERS):
        found.setdefault(turned(printed, rotation), rotation)
    return tuple([_Way(rotation, pattern) for pattern, rotation in found.items()])


def fits(known: FacirState, seat: Seat) -> tuple[Fit, ...]:
    """Return how a seat's card matches the nails, at all places, in all rotations that matter."""
    if known._card[seat] < 0:
        return ()
    if not cython.compiled:
        windows = [0] * 25
    taken = known._taken()
    for place in range(25):
        windows[place] = _packed(taken >> _PLACES[place] & _FOOTPRINT)
    return tuple([_fit(way, windows) for way in _ways(known.setup.deck[known._card[seat]])])


def _fit(way: _Way, windows: list[int]) -> Fit:
    """Return how a card matches the nails, given as the 3x3 holes under it at each place."""
    marks = _UNMARKED.copy()
    for place in range(25):
        marks[_SQUARES[place]] = way.marks(windows[place])
    return {"rotation": way.rotation, "marks": marks}


def lays(known: FacirState) -> tuple[Lay, ...]:
    """Return the moves of the seat to act that lay its fakir."""
    if not cython.compiled:
        ids = [0] * 1024
    count = known._write_laying(ids, 0)
    return tuple([_lay(known, ids[index]) for index in range(count)])


def _lay(known: FacirState, id: int) -> Lay:
    taken = known._taken()
    if id != _LAY:
        taken ^= known._change(id - _PUT_AND_LAY + _PUT)
    rotation, square = resting_place(known.setup.deck[known._card[known._seat]], taken)
    return {"move": _TURNS[id].text, "rotation": rotation, "square": square}


def resting_place(printed: str, taken: int) -> tuple[int, str]:
    """Return how a card can lie on these nails: its rotation and the square of its top left hole.

    If it fits in several places this is the first one, row by row; there, turned least.

    Raises:
        ValueError: it fits nowhere.
    """
    ways = _ways(printed)
    for place in range(25):
        nails = taken >> _PLACES[place] & _FOOTPRINT
        for way in ways:
            if way.holes == nails:
                return way.rotation, _SQUARES[place]
    raise ValueError(f"the card {printed} fits nowhere")
