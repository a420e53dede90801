"""What a learning program sees of the bed of nails: see `LAYOUT`, and docs/envs/facir.md.

Everything is told from the seat that looks: it is seat 0, and the others follow clockwise. Of the
cards of others only the edges are written, once all stand; the rest is not even read.
"""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.observer import SQUARES, Layout, Observer, Part
from jemaa.core.state import State
from jemaa.games.facir import board, cards, moves
from jemaa.games.facir.rules import DECIDING, PHASES, FacirState
from jemaa.games.grid import FULL

if not cython.compiled:
    from jemaa.core._rows import (
        bytes_from,
        clear_bytes,
        clear_floats,
        copy_bytes,
        write_board,
    )
    from jemaa.games.facir.bed import _INDEX

    _count = int.bit_count

LAYOUT = Layout(
    game="facir",
    version=0,
    planes=(
        ("nails 0", "one's own nails"),
        ("nails 1", "the nails of the next seat clockwise"),
        ("nails 2", "those of the seat after that; empty with two players"),
        ("nails 3", "those of the fourth seat; empty with fewer players"),
        ("own card", "the holes of one's own card, as it stands, in the middle of the plane"),
    ),
    scalars=(
        Part("edges", 32, 1.0, "for each seat 1 for the edge that is seen, of eight; 0 till then"),
        Part("card", 24, 1.0, "1 for one's own card"),
        Part("rotation", 4, 1.0, "1 for how one's own card stands"),
        Part("unseen", 24, 1.0, "1 for a card that others can hold or that can still be drawn"),
        Part("won", 4, 1.0, "cards that each seat has won, by 24"),
        Part("playing", 4, 1.0, "1 for who plays in this round"),
        Part("nails left", 4, 1.0, "nails that each seat has not put yet, by 7"),
        Part("whose turn", 4, 1.0, "1 for the seat that has to decide"),
        Part("stood", 4, 1.0, "1 for whose card stands"),
        Part("round", 7, 1.0, "1 for the round; the seventh is the deciding one"),
        Part("turns", 1, 1.0, "turns of this round, by the turn cap"),
        Part("occurrences", 1, 1.0, "how often the nails have stood like this before, by 8"),
        Part("phase", 2, 1.0, "1 for what is decided: standing the card, a turn"),
        Part("players", 3, 1.0, "1 for how many play: two, three, four"),
    ),
    actions=len(moves.MOVES),
    most_legal=640,
)

_STAND, _PLAY = PHASES.index("stand"), PHASES.index("play")
_QUARTERS, _NAILS, _CARDS, _DECIDING = cards.QUARTERS, board.NAILS, cards.CARDS, DECIDING
_MIDDLE = 8 * 2 + 2  # where the top left position of a card is, if it lies in the middle
_SQUARES, _SCALARS, _ACTIONS = SQUARES, LAYOUT.scalar_size, LAYOUT.actions
_PUT, _SHIFT, _LAY = moves.PUT, moves.SHIFT, moves.LAY
_PUT_AND_LAY, _SHIFT_AND_LAY = moves.PUT_AND_LAY, moves.SHIFT_AND_LAY
_OTHERS = SQUARES - 1  # how many holes a nail can be moved to, taken or not
_EDGES, _CARD, _ROTATION, _UNSEEN, _WON, _PLAYING, _LEFT = 0, 32, 56, 60, 84, 88, 92
_WHOSE, _STOOD, _ROUND, _TURNS, _OCCURRENCES, _PHASE, _PLAYERS = 96, 100, 104, 111, 112, 113, 115
_FULL = FULL
_ONE = 1  # a plain 1 would be shifted as a short word


class FacirObserver(Observer):
    """Writes what a seat sees of the nails and the cards."""

    def _observe(self, state: State, seat: int, planes: Any, scalars: Any) -> None:
        self._write_planes(cython.cast(FacirState, state), seat, planes)
        self._write_scalars(cython.cast(FacirState, state), seat, scalars)

    def _mask(self, state: State, mask: Any) -> None:
        clear_bytes(mask, _ACTIONS)
        if state._actor >= 0:
            self._write_mask(cython.cast(FacirState, state), mask)

    def _write_mask(self, bed: FacirState, mask: Any) -> None:
        if bed._phase == _STAND:
            for index in range(_QUARTERS):
                mask[index] = 1
            return
        self._write_actions(bed, mask)
        self._write_laying(bed, mask)

    def _write_actions(self, bed: FacirState, mask: Any) -> None:
        """Write puts and shifts: every nail of one's own can go to any free hole."""
        if not cython.compiled:
            free = bytearray(_SQUARES)
        write_board(free, _FULL & ~bed._taken())
        own = bed._nails[bed._seat]
        if _count(own) < _NAILS:
            copy_bytes(bytes_from(mask, _PUT), free, _SQUARES)
        while own:
            # The hole that the nail leaves has no number, so the row is copied around it.
            hole = _INDEX[_count((own & -own) - 1)]
            own &= own - 1
            index = _SHIFT + _OTHERS * hole
            copy_bytes(bytes_from(mask, index), free, hole)
            copy_bytes(bytes_from(mask, index + hole), bytes_from(free, hole + 1), _OTHERS - hole)

    def _write_laying(self, bed: FacirState, mask: Any) -> None:
        targets = [0, 0, 0, 0, 0, 0, 0, 0]
        if not cython.compiled:
            ids = [0] * 1024
        if bed._fill_fitting(targets):
            mask[_LAY] = 1
        count = bed._write(ids, 0, targets, _PUT_AND_LAY, _SHIFT_AND_LAY)
        for index in range(count):
            mask[ids[index]] = 1

    def _write_planes(self, bed: FacirState, seat: int, planes: Any) -> None:
        other = seat
        for ahead in range(4):
            holes = bed._nails[other] if ahead < bed._players else 0
            write_board(bytes_from(planes, _SQUARES * ahead), holes)
            other = other + 1 if other + 1 < bed._players else 0
        holes = 0
        if bed._card[seat] >= 0:
            holes = bed._table._holes[bed._card[seat] * _QUARTERS + max(0, bed._rotation[seat])]
        write_board(bytes_from(planes, _SQUARES * 4), holes << _MIDDLE)

    def _write_scalars(self, bed: FacirState, seat: int, scalars: Any) -> None:
        clear_floats(scalars, _SCALARS)
        self._write_cards(bed, seat, scalars)
        other = seat
        for ahead in range(bed._players):
            self._write_seat(bed, other, ahead, scalars)
            other = other + 1 if other + 1 < bed._players else 0
        scalars[_ROUND + bed._round] = 1.0
        scalars[_TURNS] = 1.0 * bed._turns / bed._turn_cap
        if bed._trail_length:
            scalars[_OCCURRENCES] = (bed._occurrences() - 1) / 8.0
        if bed._phase == _STAND:
            scalars[_PHASE] = 1.0
        elif bed._phase == _PLAY:
            scalars[_PHASE + 1] = 1.0
        scalars[_PLAYERS + bed._players - 2] = 1.0

    def _write_cards(self, bed: FacirState, seat: int, scalars: Any) -> None:
        if bed._card[seat] >= 0:
            scalars[_CARD + bed._card[seat]] = 1.0
            if bed._rotation[seat] >= 0:
                scalars[_ROTATION + bed._rotation[seat]] = 1.0
        unseen = self._unseen(bed, seat)
        for card in range(_CARDS):
            scalars[_UNSEEN + card] = 1.0 * (unseen >> card & 1)

    def _unseen(self, bed: FacirState, seat: int) -> int:
        """Return the bag together with what others have drawn: this seat cannot tell them apart."""
        unseen = bed._bag()
        for other in range(bed._players):
            if other != seat and bed._card[other] >= 0:
                unseen |= _ONE << bed._card[other]
        return unseen

    def _write_seat(self, bed: FacirState, other: int, ahead: int, scalars: Any) -> None:
        if bed._edge[other] >= 0:
            scalars[_EDGES + 8 * ahead + bed._edge[other]] = 1.0
        scalars[_WON + ahead] = _count(bed._won[other]) / 24.0
        scalars[_PLAYING + ahead] = 1.0 * (bed._playing >> other & 1)
        scalars[_LEFT + ahead] = (_NAILS - _count(bed._nails[other])) / 7.0
        if other == bed._seat:
            scalars[_WHOSE + ahead] = 1.0
        scalars[_STOOD + ahead] = 0.0 if bed._rotation[other] == -1 else 1.0


OBSERVER = FacirObserver(LAYOUT)
