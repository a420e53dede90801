"""What a learning program sees of the market: see `LAYOUT`, and docs/envs/marrakech.md.

Everything is told from the seat that looks: it is seat 0, and the others follow clockwise.
"""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.observer import SIDE, SQUARES, Layout, Observer, Part
from jemaa.core.state import State
from jemaa.games.marrakech import moves
from jemaa.games.marrakech.rules import MarrakechState

if not cython.compiled:
    from jemaa.core._rows import bytes_from, clear_bytes, clear_floats, write_board, write_pairs
    from jemaa.games.marrakech.rules import _ALONG, _DOWN, _LAY, _NONE, _TURN, _TURNS

LAYOUT = Layout(
    game="marrakech",
    version=0,
    planes=(
        ("colour 0", "where the first colour lies on top: of one's own two, the one in hand"),
        ("colour 1", "the second colour: one's other one, or that of the next seat clockwise"),
        ("colour 2", "the third; of an opponent's two, the one in hand comes first"),
        ("colour 3", "the fourth; empty with three players"),
        ("links east", "squares whose rug goes on to the east"),
        ("links south", "squares whose rug goes on to the south"),
        ("assam north", "Assam's square, if he looks north"),
        ("assam east", "Assam's square, if he looks east"),
        ("assam south", "Assam's square, if he looks south"),
        ("assam west", "Assam's square, if he looks west"),
    ),
    scalars=(
        Part("cash", 4, 4.0, "dirhams of each seat, by 30"),
        Part("rugs", 4, 1.0, "rugs not laid of each colour, in the order of the planes, by 15"),
        Part("fallen", 4, 1.0, "0 for who is in, else the order of falling out from 1, by 3"),
        Part("whose turn", 4, 1.0, "1 for the seat whose turn it is"),
        Part("phase", 2, 1.0, "1 for what is decided: turning Assam, laying a rug"),
        Part("players", 3, 1.0, "1 for how many play: two, three, four"),
        Part("variants", 2, 1.0, "1 for Assam turned after the rug (V-1), and for V-2"),
    ),
    actions=len(moves.MOVES),
    most_legal=12,
)

_SIDE, _SQUARES, _SCALARS = SIDE, SQUARES, LAYOUT.scalar_size
_LINKS, _ASSAM = 4, 6  # the planes after the colours
_CASH, _RUGS, _FALLEN, _WHOSE, _PHASE, _PLAYERS, _VARIANTS = 0, 4, 8, 12, 16, 18, 21


class MarrakechObserver(Observer):
    """Writes what a seat sees of the market, which is all of it."""

    def _observe(self, state: State, seat: int, planes: Any, scalars: Any) -> None:
        self._write(cython.cast(MarrakechState, state), seat, planes, scalars)

    def _mask(self, state: State, mask: Any) -> None:
        self._write_mask(cython.cast(MarrakechState, state), mask)

    def _write(self, market: MarrakechState, seat: int, planes: Any, scalars: Any) -> None:
        order = [0, 0, 0, 0, 0, 0, 0, 0]
        self._order(market, seat, order)
        self._write_planes(market, order, planes)
        self._write_scalars(market, seat, order, scalars)

    def _order(self, market: MarrakechState, seat: int, order: list[int]) -> None:
        """Write which colour each plane shows: seat by seat, and the one in hand first."""
        count = 0
        owner = seat
        for _ in range(market._players):
            if owner == market._seat and market._colour != _NONE:
                order[count] = market._colour
                count += 1
            for colour in range(4):
                if market._owner[colour] == owner and colour != market._colour:
                    order[count] = colour
                    count += 1
            owner = owner + 1 if owner + 1 < market._players else 0
        while count < 4:
            order[count] = _NONE
            count += 1

    def _write_planes(self, market: MarrakechState, order: list[int], planes: Any) -> None:
        for index in range(4):
            board = market._boards[order[index]] if order[index] != _NONE else 0
            write_board(bytes_from(planes, _SQUARES * index), board)
        write_board(bytes_from(planes, _SQUARES * _LINKS), market._east)
        write_board(bytes_from(planes, _SQUARES * (_LINKS + 1)), market._south)
        clear_bytes(bytes_from(planes, _SQUARES * _ASSAM), 4 * _SQUARES)
        index = _SIDE * (market._cell >> 3) + (market._cell & 7)
        planes[_SQUARES * (_ASSAM + market._heading) + index] = 1

    def _write_scalars(
        self, market: MarrakechState, seat: int, order: list[int], scalars: Any
    ) -> None:
        clear_floats(scalars, _SCALARS)
        other = seat
        for ahead in range(market._players):
            scalars[_CASH + ahead] = market._cash[other] / 30.0
            scalars[_FALLEN + ahead] = market._fallen[other] / 3.0
            if other == market._seat:
                scalars[_WHOSE + ahead] = 1.0
            other = other + 1 if other + 1 < market._players else 0
        for index in range(4):
            if order[index] != _NONE:
                scalars[_RUGS + index] = market._left[order[index]] / 15.0
        if market._phase == _TURN:
            scalars[_PHASE] = 1.0
        elif market._phase == _LAY:
            scalars[_PHASE + 1] = 1.0
        scalars[_PLAYERS + market._players - 2] = 1.0
        scalars[_VARIANTS] = 1.0 if market._turns_after else 0.0
        scalars[_VARIANTS + 1] = 1.0 if market._stays else 0.0

    def _write_mask(self, market: MarrakechState, mask: Any) -> None:
        """Write the moves as rows of places, which is faster than going through their ids."""
        # Without a branch, because nobody could guess the phases of many games. A game that an
        # illegal action has ended still has its phase.
        acts = market._actor >= 0
        mask[0] = mask[1] = mask[2] = acts & (market._phase == _TURN)
        lays = acts & (market._phase == _LAY)
        write_pairs(
            bytes_from(mask, _TURNS),
            lays * (_ALONG[market._cell] & ~market._east),
            lays * (_DOWN[market._cell] & ~market._south),
        )


OBSERVER = MarrakechObserver(LAYOUT)
