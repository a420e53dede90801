"""The bed of nails in one turn of Façir: where nails can go, and where a card fits on them.

Nails are kept as bitboards (see `jemaa.games.grid`), one for each seat. A card that lies somewhere
is compared with the nails under it at once: the 3x3 holes of the board must equal the card's.

Which round it is and what follows from a turn is told in `rules.py`.
"""

from __future__ import annotations

from functools import lru_cache

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.state import State
from jemaa.games.facir import board, cards, moves
from jemaa.games.grid import CELLS, FULL

if not cython.compiled:
    from jemaa.core._bits import count as _count
    from jemaa.core._bits import nth as _nth

# Constants as machine words, for compiled code.
_NAILS, _QUARTERS = board.NAILS, cards.QUARTERS
_PUT, _SHIFT, _LAY = moves.PUT, moves.SHIFT, moves.LAY
_PUT_AND_LAY, _SHIFT_AND_LAY = moves.PUT_AND_LAY, moves.SHIFT_AND_LAY
_ONE = 1  # a plain 1 would be shifted as a short word
_FULL = FULL
_FOOTPRINT = board.FOOTPRINT
_OTHERS = len(CELLS) - 1  # how many holes a nail can be moved to, taken or not

# Tables for the unchecked API; each is derived from `board`.
_PLACES = [0] * 25
_INDEX = [0] * 64  # [cell] -> number of the hole
_CELL = [0] * 49  # [number of the hole] -> cell


def _fill_tables() -> None:
    for number, place in enumerate(board.PLACES):
        _PLACES[number] = place
    for index, cell in enumerate(CELLS):
        _INDEX[cell] = index
        _CELL[index] = cell


_fill_tables()


def _packed(window: int) -> int:
    """Return the 3x3 holes in the top left corner of the board as nine bits in a row."""
    return window & 7 | window >> 5 & 56 | window >> 10 & 448


def _shift_id(first: int, source: int, target: int) -> int:
    """Return the id of moving a nail between two cells; ids of that kind begin at `first`."""
    source = _INDEX[source]
    target = _INDEX[target]
    return first + source * _OTHERS + target - (target > source)


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


class NailBed(State):
    """The nails and the cards of all seats, and what the seat to move can do in its turn."""

    _table: DeckTable
    _nails: list[int]
    _card: list[int]

    def _source(self, shift: int) -> int:
        """Return the cell that a nail leaves, by the number of the shift."""
        return _CELL[shift // _OTHERS]

    def _target(self, shift: int) -> int:
        source = shift // _OTHERS
        target = shift % _OTHERS
        return _CELL[target + (target >= source)]

    def _taken(self) -> int:
        """Return the holes with a nail in them, anybody's."""
        return self._nails[0] | self._nails[1] | self._nails[2] | self._nails[3]

    def nail(self, cell: int) -> int | None:
        """Return the seat whose nail stands in a hole, None if it is free."""
        for seat in range(self._players):
            if self._nails[seat] >> cell & 1:
                return seat
        return None

    def _fits(self, nails: int) -> bool:
        """Whether the card of the seat to move fits on these nails (F-30)."""
        card = self._card[self._seat]
        if card < 0:
            return False
        for place in range(25):
            window = nails >> _PLACES[place] & _FOOTPRINT
            for turned in range(card * _QUARTERS, card * _QUARTERS + _QUARTERS):
                if window == self._table._holes[turned]:
                    return True
        return False

    def _fill_targets(self, targets: list[int]) -> None:
        """Write where nails can go: in [0] a new one, from [1] on those on the board, in order."""
        own = self._nails[self._seat]
        free = _FULL & ~self._taken()
        nails = _count(own)
        targets[0] = free if nails < _NAILS else 0
        for slot in range(1, 8):
            targets[slot] = free if slot <= nails else 0

    def _fill_fitting(self, targets: list[int]) -> bool:
        """Write, in the same form, where nails can go so that the card fits then.

        3x3 holes that equal the card but for one missing nail and one surplus nail of the mover's
        can be put right by one action; any other difference cannot.

        Returns:
            Whether the card fits already.
        """
        own = self._nails[self._seat]
        taken = self._taken()
        fits = False
        for slot in range(8):
            targets[slot] = 0
        card = self._card[self._seat]
        if card < 0:
            return False
        for place in range(25):
            window = taken >> _PLACES[place] & _FOOTPRINT
            near = self._table._near[card << 9 | _packed(window)]
            turned = card * _QUARTERS
            while near:
                if near & 1:
                    holes = self._table._holes[turned]
                    fits = fits or window == holes
                    self._add_fitting(targets, place, holes & ~window, window & ~holes)
                near >>= 1
                turned += 1
        if _count(own) >= _NAILS:
            targets[0] = 0
        return fits

    def _add_fitting(self, targets: list[int], place: int, missing: int, surplus: int) -> None:
        """Add the actions that put one place of the card right, or leave it right."""
        own = self._nails[self._seat]
        missing <<= _PLACES[place]
        surplus <<= _PLACES[place]
        outside = _FULL & ~(_FOOTPRINT << _PLACES[place])
        goals = missing if missing else outside & ~self._taken()
        if not surplus:
            targets[0] |= goals
        movers = own & (surplus if surplus else outside)
        while movers:
            targets[1 + _count(own & ((movers & -movers) - 1))] |= goals
            movers &= movers - 1

    def _write_turns(self, ids: list[int]) -> int:
        """Write the ids of all turns of the seat to move: without laying, with it, laying alone."""
        targets = [0, 0, 0, 0, 0, 0, 0, 0]
        self._fill_targets(targets)
        return self._write_laying(ids, self._write(ids, 0, targets, _PUT, _SHIFT))

    def _write_laying(self, ids: list[int], count: int) -> int:
        """Write, behind so many other ids, those of the turns that lay the fakir."""
        targets = [0, 0, 0, 0, 0, 0, 0, 0]
        fits = self._fill_fitting(targets)
        count = self._write(ids, count, targets, _PUT_AND_LAY, _SHIFT_AND_LAY)
        if fits:
            ids[count] = _LAY
            count += 1
        return count

    def _write(self, ids: list[int], count: int, targets: list[int], put: int, shift: int) -> int:
        """Write the ids of nail actions, where puts begin at `put` and shifts at `shift`."""
        goals = targets[0]
        while goals:
            ids[count] = put + _INDEX[_count((goals & -goals) - 1)]
            goals &= goals - 1
            count += 1
        own = self._nails[self._seat]
        slot = 1
        while own:
            source = _count((own & -own) - 1)
            own &= own - 1
            goals = targets[slot]
            slot += 1
            while goals:
                ids[count] = _shift_id(shift, source, _count((goals & -goals) - 1))
                goals &= goals - 1
                count += 1
        return count

    def _allows_turn(self, id: int) -> bool:
        """Whether the seat to move can take that turn."""
        if id < _PUT:
            return False
        if id == _LAY:
            return self._fits(self._taken())
        if id >= _PUT_AND_LAY:
            id -= _PUT_AND_LAY - _PUT
            return self._allows_action(id) and self._fits(self._taken() ^ self._change(id))
        return self._allows_action(id)

    def _allows_action(self, id: int) -> bool:
        """Whether a put or a shift without laying is possible (F-24, F-25)."""
        own = self._nails[self._seat]
        if id < _SHIFT:
            return _count(own) < _NAILS and not self._taken() >> _CELL[id - _PUT] & 1
        id -= _SHIFT
        return bool(own >> self._source(id) & 1 and not self._taken() >> self._target(id) & 1)

    def _change(self, id: int) -> int:
        """Return the holes that a put or a shift fills or empties."""
        if id < _SHIFT:
            return _ONE << _CELL[id - _PUT]
        return _ONE << self._source(id - _SHIFT) | _ONE << self._target(id - _SHIFT)

    def _pick_turn(self, draw: int) -> int:
        """Pick one turn out of the list of `_write_turns`, without writing the list."""
        plain = [0, 0, 0, 0, 0, 0, 0, 0]
        fitting = [0, 0, 0, 0, 0, 0, 0, 0]
        self._fill_targets(plain)
        fits = self._fill_fitting(fitting)
        actions = 0
        laying = 0
        for slot in range(8):
            if plain[slot]:
                actions += _count(plain[slot])
            if fitting[slot]:
                laying += _count(fitting[slot])
        n = draw * (actions + laying + fits) >> 32
        if n < actions:
            return self._nth_action(plain, n, _PUT, _SHIFT)
        if n < actions + laying:
            return self._nth_action(fitting, n - actions, _PUT_AND_LAY, _SHIFT_AND_LAY)
        return _LAY

    def _pick_bit(self, bits: int, draw: int) -> int:
        """Pick one of the set bits and return its place."""
        return _nth(bits, draw * _count(bits) >> 32)

    def _nth_action(self, targets: list[int], n: int, put: int, shift: int) -> int:
        slot = 0
        while n >= _count(targets[slot]):
            n -= _count(targets[slot])
            slot += 1
        target = _nth(targets[slot], n)
        if slot == 0:
            return put + _INDEX[target]
        return _shift_id(shift, _nth(self._nails[self._seat], slot - 1), target)
