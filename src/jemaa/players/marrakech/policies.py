"""Simple ways to play Marrakech, each with one idea: players, and what others are supposed to do.

They look at the market as it is after their own move and no further. All of them turn Assam where
least is to be paid; they differ in the rug.
"""

from __future__ import annotations

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.actions import Move
from jemaa.core.state import State
from jemaa.games.marrakech.rules import PHASES, MarrakechState
from jemaa.players.search import Policy

if not cython.compiled:
    from jemaa.games.marrakech.rules import _FACES, _MARCH, _flood
    from jemaa.players.search import _soften

    _count = int.bit_count

_TURN = PHASES.index("turn")
_TURNS = 3
_EVEN = 1e-6  # softness so small that only what is equally good is equally likely


class Plain(Policy):
    """The base: gives every move a weight, and takes what weighs most."""

    def __init__(self, softness: float = _EVEN) -> None:
        """Make a policy.

        Args:
            softness: a move that weighs less by this much is made e times more seldom. Almost 0
                makes moves of the same weight equally likely; 0 is for the first of them.
        """
        self._softness = softness
        self._after = MarrakechState.__new__(MarrakechState)
        self._is_ready = False
        if not cython.compiled:
            self._ids = [0] * 96
            self._weights = [0.0] * 96

    def _prepare(self, state: State) -> None:
        if not self._is_ready:
            self._after = cython.cast(MarrakechState, state._copy())
            self._is_ready = True

    def _spread(self, state: State, ids: list[int], odds: list[float]) -> int:
        count = self._weigh(cython.cast(MarrakechState, state))
        return _soften(self._ids, self._weights, count, self._softness, ids, odds)

    def weights(self, state: MarrakechState) -> dict[Move, float]:
        """Return every legal move with its weight, in the order of their ids."""
        self._prepare(state)
        count = self._weigh(state)
        moves = state._moves()
        return {moves[self._ids[index]]: self._weights[index] for index in range(count)}

    def best(self, state: MarrakechState) -> tuple[Move, int]:
        """Return the legal move that weighs most, the first of equals, and how many there are."""
        self._prepare(state)
        count = self._weigh(state)
        best = 0
        for index in range(1, count):
            if self._weights[index] > self._weights[best]:
                best = index
        return state._moves()[self._ids[best]], count

    def _weigh(self, market: MarrakechState) -> int:
        """Write the legal moves and their weights, and return how many there are."""
        count = market._legal(self._ids)
        for index in range(count):
            if market._phase == _TURN:
                self._weights[index] = self._way(market, self._ids[index])
            else:
                self._after._assign(market)
                self._after._play(self._ids[index])
                self._weights[index] = self._rug(market, self._after)
        return count

    def _way(self, market: MarrakechState, turn: int) -> float:
        """Return the weight of a turn of Assam: the less is due on average, the more."""
        due = 0.0
        for roll in range(4):
            due += _FACES[roll] * self._price(market, self._end(market, turn, roll)) / 6.0
        # With V-1 somebody turns Assam for the next player, and wants them to pay.
        return due if market._turns_after else -due

    def _price(self, market: MarrakechState, cell: int) -> int:
        """Return how much Assam's ending on a cell is minded."""
        return market._due(cell)

    def _end(self, market: MarrakechState, turn: int, roll: int) -> int:
        """Return the cell where Assam ends."""
        return _MARCH[market._cell * 16 + ((market._heading + turn + 3) & 3) * 4 + roll] >> 2

    def _rug(self, before: MarrakechState, after: MarrakechState) -> float:
        """Return the weight of a rug by the market before and after it is laid."""
        return 0.0

    def _bulk(self, market: MarrakechState, seat: int) -> int:
        """Return the sum of the squares of the sizes of a seat's areas."""
        bulk = 0
        for colour in range(4):
            if market._owner[colour] == seat:
                rest = market._boards[colour]
                while rest:
                    area = _flood(rest & -rest, rest)
                    rest &= ~area
                    bulk += _count(area) * _count(area)
        return bulk


class GreedyPolicy(Plain):
    """Gains most squares at once: its own more, the others' less."""

    def _rug(self, before: MarrakechState, after: MarrakechState) -> float:
        gain = 0
        for seat in range(before._players):
            change = after._seen(seat) - before._seen(seat)
            gain += change if seat == before._seat else -change
        return gain


class HoarderPolicy(Plain):
    """Joins its rugs into areas as large as can be; where none grows, it covers the others."""

    def _rug(self, before: MarrakechState, after: MarrakechState) -> float:
        others = 0
        for seat in range(before._players):
            if seat != before._seat:
                others += after._seen(seat)
        return self._bulk(after, before._seat) - 0.1 * others


class MiserPolicy(Plain):
    """Wants to pay nothing: cuts the areas of the others, the large ones first."""

    def _rug(self, before: MarrakechState, after: MarrakechState) -> float:
        danger = 0
        for seat in range(before._players):
            if seat != before._seat and not before._fallen[seat]:
                danger += self._bulk(after, seat)
        return -danger


class SpoilerPolicy(Plain):
    """Covers whoever leads, and would rather pay anybody else."""

    def _price(self, market: MarrakechState, cell: int) -> int:
        due = market._due(cell)
        if due and market._owner[market._top(cell)] == self._leader(market):
            due *= 2
        return due

    def _rug(self, before: MarrakechState, after: MarrakechState) -> float:
        leader = self._leader(before)
        return before._seen(leader) - after._seen(leader) + 0.1 * after._seen(before._seat)

    def _leader(self, market: MarrakechState) -> int:
        """Return the best of the other seats as it stands, the first of equals."""
        leader = -1
        for seat in range(market._players):
            if seat == market._seat or market._fallen[seat]:
                continue
            if leader < 0 or market._score(seat) > market._score(leader):
                leader = seat
        return leader
