"""How near a card is to fitting: for every way it can lie, how many turns its owner needs alone.

A way to lie costs as many turns as nails are missing under the card's holes, or as many as the
owner's own nails stand where the card has no hole, whichever is more: one turn moves a nail from a
wrong hole to a missing one. A nail of somebody else where the card has no hole cannot be moved:
such a way is shut.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.actions import Move
from jemaa.games.facir.bed import NailBed
from jemaa.games.facir.cards import QUARTERS, Deck, turned
from jemaa.games.facir.moves import LAY, PUT, PUT_AND_LAY

if not cython.compiled:
    _count = int.bit_count

SHUT = 6
"""The distance of a card that cannot lie anywhere: more than any card has holes."""
_SHUT = SHUT
_PUT, _PUT_AND_LAY, _LAY = PUT, PUT_AND_LAY, LAY
_WINDOWS = 19683  # 3x3 holes, each empty, with an own nail or with somebody else's
_CLOSED = 7  # the cost of a window where the card cannot lie, in any rotation
_TERNARY = [0] * 512  # [nine bits] -> the same digits read in base 3
_STEPS = [0] * 64  # [an entry of the costs] -> its ways as a byte of a word, by their cost
_PULLS = [0.0] * 512  # [cost*64 + own nails on holes*8 + own nails beside] -> the pull of one way


def _fill_tables() -> None:
    for bits in range(512):
        _TERNARY[bits] = sum(3**place for place in range(9) if bits >> place & 1)
    for entry in range(64):
        _STEPS[entry] = entry >> 3 << 8 * (entry & 7)
    for cost in range(8):
        for on in range(8):
            for beside in range(8):
                _PULLS[cost * 64 + on * 8 + beside] = exp(1.5 * on - 3.0 * cost - beside)


_fill_tables()


class Nearness:
    """The costs of all cards of a deck over all 3x3 windows; `nearness` keeps those in use."""

    def __init__(self, deck: Deck) -> None:
        """Work the costs out, once for a deck."""
        # [card][window] -> the least cost of any rotation, and 8 times how many rotations have it.
        self._costs = bytearray([_CLOSED]) * (len(deck) * _WINDOWS)
        # [card][own nails in a window] -> how many stand on holes less those beside, at best.
        self._shapes = [0] * 12288
        self._holes = [0] * 96  # [card*4 + number of the rotation], as nine bits; 0 for no more
        for card, pattern in enumerate(deck):
            for own in range(512):
                self._shapes[card << 9 | own] = -9
            different = sorted({turned(pattern, quarter) for quarter in range(QUARTERS)})
            for number, standing in enumerate(different):
                holes = sum(1 << place for place, mark in enumerate(standing) if mark == "o")
                self._holes[card * 4 + number] = holes
                self._add(card, holes)

    def _add(self, card: int, holes: int) -> None:
        """Add one rotation of a card."""
        others = holes
        while True:  # every set of others' nails that shuts nothing, down to none
            own = 511 & ~others
            while True:
                self._note(card, own, others, holes)
                if own == 0:
                    break
                own = (own - 1) & 511 & ~others
            if others == 0:
                break
            others = (others - 1) & holes
        for own in range(512):
            shape = _count(own & holes) - _count(own & ~holes)
            if shape > self._shapes[card << 9 | own]:
                self._shapes[card << 9 | own] = shape

    def _note(self, card: int, own: int, others: int, holes: int) -> None:
        missing = _count(holes & ~(own | others))
        surplus = _count(own & ~holes)
        cost = missing if missing > surplus else surplus
        index = card * _WINDOWS + _TERNARY[own] + 2 * _TERNARY[others]
        if cost < self._costs[index] & 7:
            self._costs[index] = cost | 8
        elif cost == self._costs[index] & 7:
            self._costs[index] += 8

    def _look(self, own: int, others: int, windows: list[int]) -> None:
        """Write the 25 windows of the board as one seat sees them, its own nails and others'."""
        codes = [0] * 35  # three holes in a row, from each of five columns in each of seven rows
        for y in range(7):
            for x in range(5):
                codes[5 * y + x] = (
                    _TERNARY[own >> (8 * y + x) & 7] + 2 * _TERNARY[others >> (8 * y + x) & 7]
                )
        for place in range(25):
            windows[place] = codes[place] + 27 * codes[place + 5] + 729 * codes[place + 10]

    def _ways(self, card: int, windows: list[int], ways: list[int]) -> int:
        """Write how many ways to lie cost 0, 1, 2 ... turns, and return the least cost."""
        found = 0
        first = card * _WINDOWS
        for place in range(25):
            found += _STEPS[self._costs[first + windows[place]]]
        for cost in range(8):
            ways[cost] = found >> (8 * cost) & 255
        for cost in range(_SHUT):
            if ways[cost]:
                return cost
        return _SHUT

    def _shape(self, card: int, own: int) -> int:
        """Return how well own nails show a card: those on holes less those beside, at best."""
        best = -9
        for y in range(5):
            for x in range(5):
                window = own >> (8 * y + x)
                window = window & 7 | window >> 5 & 56 | window >> 10 & 448
                if self._shapes[card << 9 | window] > best:
                    best = self._shapes[card << 9 | window]
        return best

    def _pull(self, card: int, own: int, others: int) -> float:
        """Return how strongly the nails draw the owner of a card on, over all open ways."""
        pull = 0.0
        for y in range(5):
            for x in range(5):
                mine = own >> (8 * y + x)
                mine = mine & 7 | mine >> 5 & 56 | mine >> 10 & 448
                theirs = others >> (8 * y + x)
                theirs = theirs & 7 | theirs >> 5 & 56 | theirs >> 10 & 448
                for turn in range(card * 4, card * 4 + 4):
                    holes = self._holes[turn]
                    if holes and not theirs & ~holes:
                        missing = _count(holes & ~(mine | theirs))
                        beside = _count(mine & ~holes)
                        cost = missing if missing > beside else beside
                        pull += _PULLS[cost * 64 + _count(mine & holes) * 8 + beside]
        return pull

    def ways(self, card: int, own: int, others: int) -> tuple[int, ...]:
        """Return how many ways a card can lie after 0, 1, 2, 3, 4 and 5 turns of its owner.

        In each window only the nearest rotations are counted.

        Args:
            card: its place in the deck.
            own: the nails of the owner, as bits.
            others: the nails of everybody else.
        """
        windows = [0] * 25
        found = [0, 0, 0, 0, 0, 0, 0, 0]
        self._look(own, others, windows)
        self._ways(card, windows, found)
        return tuple([found[cost] for cost in range(_SHUT)])

    def distance(self, card: int, own: int, others: int) -> int:
        """Return how many turns the owner needs alone; `SHUT` if the card cannot lie anywhere."""
        windows = [0] * 25
        found = [0, 0, 0, 0, 0, 0, 0, 0]
        self._look(own, others, windows)
        return self._ways(card, windows, found)

    def weights(self, bed: NailBed, card: int, turns: list[Move], lays: float) -> list[float]:
        """Return the turns that a card still needs after each turn of the seat to act, negative.

        Args:
            bed: the nails.
            card: the card of the seat to act.
            turns: what it may do.
            lays: what to add where the fakir is laid.
        """
        weights = []
        windows = [0] * 25
        found = [0, 0, 0, 0, 0, 0, 0, 0]
        own = bed._nails[bed._seat]
        others = bed._taken() ^ own
        for turn in turns:
            id = turn.id
            self._look(own ^ _changed(bed, id), others, windows)
            left = self._ways(card, windows, found)
            weights.append((lays if id >= _PUT_AND_LAY else 0.0) - left)
        return weights

    def shape(self, card: int, own: int) -> int:
        """Return how well own nails show a card: those on holes less those beside, at best."""
        return self._shape(card, own)

    def pull(self, card: int, own: int, others: int) -> float:
        """Return how strongly the nails draw the owner of a card on, over all open ways.

        A way counts the more, the nearer it is and the more of the owner's nails stand on its
        holes; those which stand beside speak against it.
        """
        return self._pull(card, own, others)


def _changed(bed: NailBed, id: int) -> int:
    """Return the holes that a turn fills or empties, whether it lays or not."""
    if id == _LAY:
        return 0
    return bed._change(id - (_PUT_AND_LAY - _PUT) if id >= _PUT_AND_LAY else id)


@lru_cache(maxsize=8)  # half a megabyte each
def nearness(deck: Deck) -> Nearness:
    """Return the costs of a deck's cards."""
    return Nearness(deck)
