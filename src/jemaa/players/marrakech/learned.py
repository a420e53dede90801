"""What a position of Marrakech is worth, as learned from many games of the engines.

The readable evaluation is the base, and a small network adds to its sums what ten terms cannot say:
where rugs lie, on the market and around Assam, and what each roll costs. Besides these features of
yes or no, see `weights.COUNTS`, it is given some of the readable terms as numbers.

For the features the market is turned so that Assam looks north, and the colours are numbered in the
order of their owners' turns, from whoever is to turn Assam. Each feature adds its row of whole
numbers to the sums of the first layer. Whole numbers do not depend on their order, so from one
position to the next only what differs is added and taken away; positions of one turn differ in a
rug or two.

`scripts/train_marrakech.py` trains the network and writes `learned.bin`.
"""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.state import State
from jemaa.games.grid import CELLS, SIZE
from jemaa.games.marrakech.rules import PHASES, MarrakechState
from jemaa.players.marrakech.evaluation import TERMS, MarrakechEvaluator
from jemaa.players.marrakech.weights import (
    FEATURES,
    NARROW,
    SCALARS,
    SEATS,
    STARTS,
    UNIT,
    WIDE,
    Network,
    load,
)

if not cython.compiled:
    from jemaa.core._bits import lowest as _lowest

_BOARD, _WINDOW, _LINKS, _PLACE, _TOLLS, _STAGE, _VARIANTS = STARTS
_UNIT = 1.0 / UNIT
_TERMS = len(TERMS)
_DRAW, _TURN, _ROLL = (PHASES.index(phase) for phase in ("draw", "turn", "roll"))
_CASH, _AREAS, _WHOLE, _TOLL, _POVERTY, _BLOCK = (
    TERMS.index(term) for term in ("cash", "areas", "whole", "toll", "poverty", "block")
)
_NEVER = -1  # the key of no position
_SIZES = [(size > 2) + (size > 4) + (size > 7) + (size > 11) for size in range(64)]
_X, _Y = [0] * 256, [0] * 256  # [heading*64 + cell] -> where the cell lies when Assam looks north
_RUG_X, _RUG_Y = [0] * 512, [0] * 512  # [(heading*2 + down)*64 + cell] -> the same for a rug
_RUG_DOWN = [0] * 512


def _turned(x: int, y: int, heading: int) -> tuple[int, int]:
    """Turn or mirror the market so that this heading becomes north.

    Of the eight ways to turn or mirror it, these four keep the arrow loops as they are (M-23).
    """
    last = SIZE - 1
    return ((x, y), (last - y, last - x), (last - x, last - y), (y, x))[heading]


def _fill_tables() -> None:
    for heading in range(4):
        for cell in CELLS:
            x, y = cell & 7, cell >> 3
            one = _turned(x, y, heading)
            _X[heading * 64 + cell], _Y[heading * 64 + cell] = one
            for down in range(2):
                two = _turned(x + 1 - down, y + down, heading)
                at = (heading * 2 + down) * 64 + cell
                _RUG_X[at], _RUG_Y[at] = min(one, two)
                _RUG_DOWN[at] = int(one[0] == two[0])


_fill_tables()


class FirstLayer(MarrakechEvaluator):
    """Keeps the sums of the first layer, from one position to the next.

    The layer has 64 sums; loops say so by that number, which a compiler makes fast code of.
    """

    def __init__(self, players: int) -> None:
        """See nothing yet."""
        super().__init__(players)
        if not cython.compiled:
            self._first, self._start = [0] * (FEATURES * WIDE), [0] * WIDE
            self._sums, self._now, self._noted = [0] * WIDE, [0] * WIDE, [0] * 256
            self._rank, self._old_boards = [0] * 4, [0] * 4
        self._notes = False
        self._old_key = _NEVER

    def _learn(self, first: Sequence[int], start: Sequence[int]) -> None:
        """Take the weights of the features, and what the sums begin with."""
        for index in range(len(first)):
            self._first[index] = first[index]
        for index in range(64):
            self._start[index] = start[index]
        self._old_key = _NEVER

    def _see(self, market: MarrakechState, dues: list[int]) -> None:
        """Bring the sums to this position, where a turn begins; `_now` holds them.

        Args:
            market: the position.
            dues: what each roll of each direction costs, as `_terms` has written it.
        """
        if self._key_of(market) != self._old_key:
            self._forget(market)
        self._follow(market)
        self._add_tolls(market, dues)

    def _rank_of(self, market: MarrakechState, colour: int) -> int:
        """Number a colour in the order of the owners' turns; -1 if it plays no more."""
        owner = market._owner[colour]
        if owner < 0 or market._fallen[owner]:
            return -1
        rank = (owner + market._players - market._seat) % market._players
        if market._players == 2:  # two colours each
            rank = 2 * rank + (colour != market._colour_of[owner])
        return rank

    def _key_of(self, market: MarrakechState) -> int:
        """Return a number for everything that decides how the market is turned and numbered."""
        key = market._cell | market._heading << 6
        key |= market._turns_after << 20 | market._stays << 21
        for colour in range(4):
            key |= (self._rank_of(market, colour) + 1) << 8 + 3 * colour
        return key

    def _forget(self, market: MarrakechState) -> None:
        """Begin anew with an empty market, with Assam where he stands."""
        self._old_key = self._key_of(market)
        for index in range(64):
            self._sums[index] = self._start[index]
        self._heading = market._heading
        self._assam_x = _X[market._heading * 64 + market._cell]
        self._assam_y = _Y[market._heading * 64 + market._cell]
        self._add(self._sums, _PLACE + 7 * self._assam_y + self._assam_x, 1)
        if market._turns_after:
            self._add(self._sums, _VARIANTS, 1)
        if market._stays:
            self._add(self._sums, _VARIANTS + 1, 1)
        for colour in range(4):
            self._old_boards[colour] = 0
            self._rank[colour] = self._rank_of(market, colour)
        self._old_east = 0
        self._old_south = 0

    def _follow(self, market: MarrakechState) -> None:
        """Add what has come since the last position, and take away what has gone."""
        for colour in range(4):
            rank = self._rank[colour]
            if rank < 0:
                continue
            old = self._old_boards[colour]
            new = market._boards[colour]
            self._squares(old & ~new, rank, -1)
            self._squares(new & ~old, rank, 1)
            self._change_rugs(self._old_east & old, market._east & new, rank, 0)
            self._change_rugs(self._old_south & old, market._south & new, rank, 1)
            self._old_boards[colour] = new
        self._old_east = market._east
        self._old_south = market._south

    def _squares(self, squares: int, rank: int, sign: int) -> None:
        """Add or take away squares of a colour."""
        while squares:
            at = self._heading * 64 + _lowest(squares)
            squares &= squares - 1
            self._add(self._sums, _BOARD + 4 * (7 * _Y[at] + _X[at]) + rank, sign)
            x = _X[at] - self._assam_x + 3
            y = _Y[at] - self._assam_y + 3
            if 0 <= x < 7 and 0 <= y < 7:
                self._add(self._sums, _WINDOW + 4 * (7 * y + x) + rank, sign)

    def _change_rugs(self, old: int, new: int, rank: int, down: int) -> None:
        self._rugs(old & ~new, rank, down, -1)
        self._rugs(new & ~old, rank, down, 1)

    def _rugs(self, rugs: int, rank: int, down: int, sign: int) -> None:
        """Add or take away rugs of a colour that are seen whole, near Assam only."""
        while rugs:
            at = (self._heading * 2 + down) * 64 + _lowest(rugs)
            rugs &= rugs - 1
            x = _RUG_X[at] - self._assam_x + 3
            y = _RUG_Y[at] - self._assam_y + 3
            if 0 <= x < 7 and 0 <= y < 7:
                x += 49 * _RUG_DOWN[at]
                self._add(self._sums, _LINKS + 4 * (7 * y + x) + rank, sign)

    def _add_tolls(self, market: MarrakechState, dues: list[int]) -> None:
        """Put into `_now` what every rug changes, too: the tolls and the rugs left."""
        for index in range(64):
            self._now[index] = self._sums[index]
        left = market._rugs_of(market._seat)
        self._add(self._now, _STAGE + (left >> 1 if market._players == 2 else left), 1)
        for way in range(3):
            # When Assam looks east or west the market is mirrored, and left becomes right.
            ahead = 2 - way if market._heading & 1 else way
            for roll in range(4):
                due = dues[way * 4 + roll]
                if due:
                    rank = self._rank[market._top(self._end_of(market, way, roll))]
                    at = ((ahead * 4 + roll) * 4 + rank) * 5 + _SIZES[due]
                    self._add(self._now, _TOLLS + at, 1)

    def _add(self, sums: list[int], feature: int, sign: int) -> None:
        """Add the row of a feature to sums, or take it away."""
        row = feature * 64
        if sign > 0:
            for index in range(64):
                sums[index] += self._first[row + index]
        else:
            for index in range(64):
                sums[index] -= self._first[row + index]
        if self._notes:
            self._noted[self._note] = feature
            self._note += 1

    def _note_down(self, market: MarrakechState, dues: list[int]) -> list[int]:
        """Return the features of a position."""
        self._old_key = _NEVER
        self._notes = True
        self._note = 0
        self._see(market, dues)
        self._notes = False
        return [self._noted[index] for index in range(self._note)]


class LearnedEvaluator(FirstLayer):
    """Estimates shares of the win by the readable terms and the network together.

    It remembers the last position it has seen, so every search needs one of its own.
    """

    def __init__(self, players: int, network: Network | None = None) -> None:
        """Take the weights for that number of players, or others than those of the package."""
        super().__init__(players)
        if not cython.compiled:
            self._scalar, self._second = [0.0] * (SCALARS * WIDE), [0.0] * (WIDE * NARROW)
            self._bend, self._third = [0.0] * NARROW, [0.0] * (NARROW * SEATS)
            self._end = [0.0] * SEATS
        self.use(network or load(players))

    def use(self, network: Network) -> None:
        """Take other weights."""
        self._learn(network.first, network.start)
        self._varied = any(network.first[_VARIANTS * WIDE :])
        for index in range(28 * 64):
            self._scalar[index] = network.scalar[index]
        for index in range(64 * 32):
            self._second[index] = network.second[index]
        for index in range(32):
            self._bend[index] = network.bend[index]
        for index in range(32 * 4):
            self._third[index] = network.third[index]
        for index in range(4):
            self._end[index] = network.end[index]

    def _knows(self, market: MarrakechState) -> bool:
        """Whether the network was trained for such positions: the beginnings of turns.

        Whoever has never seen a variant has no weights for it.
        """
        if (market._turns_after or market._stays) and not self._varied:
            return False
        if market._players == 2:
            return bool(market._phase == _DRAW)
        return bool(market._phase == (_ROLL if market._turns_after else _TURN))

    def _evaluate(self, state: State, out: list[float]) -> None:
        terms = [0.0] * 40
        dues = [0] * 12
        scalars = [0.0] * 28
        added = [0.0] * 4
        rest = self._terms(cython.cast(MarrakechState, state), terms, dues)
        self._lean(cython.cast(MarrakechState, state), terms, rest, out)
        if self._knows(cython.cast(MarrakechState, state)):
            self._see(cython.cast(MarrakechState, state), dues)
            self._fill_scalars(cython.cast(MarrakechState, state), terms, scalars)
            self._forward(scalars, added)
            for seat in range(state._players):
                turn = (seat + state._players - state._seat) % state._players
                out[seat] += added[turn]
        self._squash(cython.cast(MarrakechState, state), out)

    def _fill_scalars(
        self, market: MarrakechState, terms: list[float], scalars: list[float]
    ) -> None:
        """Write the numbers the network sees, each of the order of 1, in the order of the turns."""
        for seat in range(market._players):
            if not market._fallen[seat]:
                source = seat * _TERMS
                base = (seat + market._players - market._seat) % market._players * 6
                scalars[base] = (terms[source + _CASH] - 30) * 0.05
                scalars[base + 1] = terms[source + _AREAS] * 0.05
                scalars[base + 2] = terms[source + _WHOLE] * 0.1
                scalars[base + 3] = terms[source + _TOLL] * 0.3
                scalars[base + 4] = terms[source + _POVERTY] * 0.1
                scalars[base + 5] = terms[source + _BLOCK] * 0.1
        for colour in range(4):
            if self._rank[colour] >= 0:
                scalars[24 + self._rank[colour]] = market._left[colour] / 12.0

    def _forward(self, scalars: list[float], added: list[float]) -> None:
        """Run the network, and write what it adds to the sum of each seat, in turn order.

        Sums run over rows, so that a compiler can work on several columns at once without changing
        the order in which each is summed: both forms give the same to the last bit.
        """
        wide = [0.0] * 64
        narrow = [0.0] * 32
        for index in range(64):
            wide[index] = self._now[index] * _UNIT
        for row in range(28):
            value = scalars[row]
            if value != 0:
                for index in range(64):
                    wide[index] += value * self._scalar[row * 64 + index]
        for index in range(32):
            narrow[index] = self._bend[index]
        for row in range(64):
            value = wide[row]
            if value > 0:
                for index in range(32):
                    narrow[index] += value * self._second[row * 32 + index]
        for index in range(4):
            added[index] = self._end[index]
        for row in range(32):
            value = narrow[row]
            if value > 0:
                for index in range(4):
                    added[index] += value * self._third[row * 4 + index]

    def features(self, state: MarrakechState) -> tuple[list[int], list[float], list[float]]:
        """Return what the network sees where a turn begins, for training.

        Returns:
            The features that are true, the numbers, and the sums of the readable evaluation from
            the player to move on, in the order of their turns.
        """
        terms = [0.0] * 40
        dues = [0] * 12
        scalars = [0.0] * 28
        sums = [0.0] * 4
        rest = self._terms(state, terms, dues)
        self._lean(state, terms, rest, sums)
        noted = self._note_down(state, dues)
        self._fill_scalars(state, terms, scalars)
        players = state._players
        return (
            noted,
            [scalars[index] for index in range(28)],
            [sums[(state._seat + turn) % players] for turn in range(players)],
        )
