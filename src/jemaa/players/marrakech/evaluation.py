"""What a position of Marrakech is worth: a few terms that a player would name, with their weights.

Each seat gets a sum of terms; the shares of the win are the softmax of these sums. A term's weight
changes evenly in the course of the game, from its early value (all rugs in hand) to its late one.
The weights were fitted to games of the engines against themselves by `scripts/fit_marrakech.py`.
"""

from __future__ import annotations

from functools import lru_cache

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.state import State
from jemaa.games.grid import CELLS, SIZE
from jemaa.games.marrakech import board
from jemaa.games.marrakech.rules import PHASES, MarrakechState
from jemaa.players.base import total
from jemaa.players.marrakech.weights import SCORE, SHARE
from jemaa.players.search import Evaluator

if not cython.compiled:
    from math import exp as _exp
    from math import sqrt as _sqrt

    from jemaa.games.marrakech.rules import _MARCH, _flood

    _count = int.bit_count

TERMS = (
    "cash",
    "squares",
    "areas",
    "whole",
    "toll",
    "poverty",
    "pile",
    "near",
    "block",
    "rim",
)
"""The terms, in the order of the weights.

- cash: dirhams in the purse;
- squares: squares with the seat's colours on top;
- areas: what the others will pay: for each area its size squared (the chance to be hit times the
  price), times the turns that the others still have, divided by the 49 squares;
- whole: squares of rugs that are seen whole, which nobody can cover at once;
- toll: what the next roll brings: the player to roll loses what the best direction costs on
  average, the owners of those squares gain it;
- poverty: how far the purse is below 12 dirhams, the danger to fall out;
- pile: rugs still to be laid: those who lay last are not covered any more;
- near: squares within three steps of Assam, the next to be covered;
- block: like areas with the third power: everybody goes round a very large area;
- rim: squares on the rim of the market.
"""
_CASH, _SQUARES, _AREAS, _WHOLE, _TOLL, _POVERTY, _PILE, _NEAR, _BLOCK, _RIM = range(10)
_TERMS = 10
_SAFE_PURSE = 12
_BLUR = 0.02
_DRAW, _TURN, _ROLL, _LAY = map(PHASES.index, ("draw", "turn", "roll", "lay"))
_FACES = [0] * 4
_AROUND = [0] * 64  # [cell] -> the squares within three steps
_RIM_SQUARES = sum(
    1 << cell for cell in CELLS if cell & 7 in (0, SIZE - 1) or cell >> 3 in (0, SIZE - 1)
)


def _fill_tables() -> None:
    for cell in CELLS:
        _AROUND[cell] = sum(
            1 << other
            for other in CELLS
            if abs((other & 7) - (cell & 7)) + abs((other >> 3) - (cell >> 3)) <= 3
        )
    for roll, (_, faces) in enumerate(board.DIE):
        _FACES[roll] = faces


_fill_tables()


class MarrakechEvaluator(Evaluator):
    """Estimates shares of the win, and final scores, from the named terms."""

    def __init__(self, players: int) -> None:
        """Take the weights for that number of players."""
        self._early = [0.0] * 10
        self._late = [0.0] * 10
        self._score_early = [0.0] * 10
        self._score_late = [0.0] * 10
        for index, term in enumerate(TERMS):
            self._early[index], self._late[index] = SHARE[players][term]
            self._score_early[index], self._score_late[index] = SCORE[players][term]

    def _evaluate(self, state: State, out: list[float]) -> None:
        terms = [0.0] * 40
        dues = [0] * 12
        rest = self._terms(cython.cast(MarrakechState, state), terms, dues)
        self._lean(cython.cast(MarrakechState, state), terms, rest, out)
        self._squash(cython.cast(MarrakechState, state), out)

    def _is_fair(self, state: State) -> bool:
        """Whether it is only drawn which of two colours is laid next."""
        return bool(cython.cast(MarrakechState, state)._phase == _DRAW)

    def _lean(
        self, market: MarrakechState, terms: list[float], rest: float, out: list[float]
    ) -> None:
        """Write the weighted sum of the terms of each seat."""
        blur = _sqrt(rest + _BLUR)
        for seat in range(market._players):
            total = 0.0
            for index in range(_TERMS):
                weight = self._late[index] + (self._early[index] - self._late[index]) * rest
                total += weight * terms[seat * _TERMS + index]
            # What is still to come blurs the lead: by the square root, like any sum of accidents.
            out[seat] = total / blur

    def _squash(self, market: MarrakechState, out: list[float]) -> None:
        """Turn sums into shares that add up to 1; who is out has none."""
        best = -1e9
        for seat in range(market._players):
            if not market._fallen[seat] and out[seat] > best:
                best = out[seat]
        whole = 0.0
        for seat in range(market._players):
            out[seat] = 0.0 if market._fallen[seat] else _exp(out[seat] - best)
            whole += out[seat]
        for seat in range(market._players):
            out[seat] /= whole

    def _terms(self, market: MarrakechState, terms: list[float], dues: list[int]) -> float:
        """Write the terms of all seats one after another, and return the share of rugs left.

        Writes what is due after each roll as well, see `_toll`.
        """
        left = 0
        stock = 0
        for colour in range(4):
            if market._owner[colour] >= 0:
                stock += 15 if market._players == 3 else 12
                if not market._fallen[market._owner[colour]]:
                    left += market._left[colour]
        for colour in range(4):
            if market._owner[colour] >= 0:
                self._cloth(market, colour, left, terms)
        for seat in range(market._players):
            terms[seat * _TERMS + _CASH] = market._cash[seat]
            if market._cash[seat] < _SAFE_PURSE and not market._stays:
                terms[seat * _TERMS + _POVERTY] = _SAFE_PURSE - market._cash[seat]
        self._toll(market, terms, dues)
        return 1.0 * left / stock

    def _cloth(self, market: MarrakechState, colour: int, left: int, terms: list[float]) -> None:
        """Add the terms of one colour on the board."""
        owner = market._owner[colour]
        base = owner * _TERMS
        rest = market._boards[colour]
        terms[base + _SQUARES] += _count(rest)
        terms[base + _WHOLE] += 2 * _count((market._east | market._south) & rest)
        terms[base + _PILE] += market._left[colour]
        terms[base + _NEAR] += _count(rest & _AROUND[market._cell])
        terms[base + _RIM] += _count(rest & _RIM_SQUARES)
        if market._fallen[owner]:
            return
        second = 0
        third = 0
        while rest:
            area = _flood(rest & -rest, rest)
            rest &= ~area
            size = _count(area)
            second += size * size
            third += size * size * size
        others = left - market._rugs_of(owner)
        terms[base + _AREAS] += second * others / 49.0
        terms[base + _BLOCK] += third * others / 2401.0

    def _toll(self, market: MarrakechState, terms: list[float], dues: list[int]) -> None:
        """Add what the next roll brings on average, when the player to roll turns Assam well.

        Writes what is due after each roll of each direction: [way*4 + roll], left first.
        """
        if market._phase == _LAY or (market._phase == _TURN and market._turns_after):
            return  # nobody rolls before the market changes
        first, last = 0, 2
        if market._turns_after or market._phase == _ROLL:
            first, last = 1, 1
        cheapest = 1e9
        chosen = 0
        for way in range(first, last + 1):
            cost = 0.0
            for roll in range(4):
                dues[way * 4 + roll] = market._due(self._end_of(market, way, roll))
                cost += _FACES[roll] * dues[way * 4 + roll] / 6.0
            if cost < cheapest:
                cheapest = cost
                chosen = way
        for roll in range(4):
            if dues[chosen * 4 + roll]:
                due = _FACES[roll] * dues[chosen * 4 + roll] / 6.0
                owner = market._owner[market._top(self._end_of(market, chosen, roll))]
                terms[owner * _TERMS + _TOLL] += due
                terms[market._seat * _TERMS + _TOLL] -= due

    def _end_of(self, market: MarrakechState, way: int, roll: int) -> int:
        """Return the cell where Assam ends if he is turned that way: 0 left, 1 not, 2 right."""
        return _MARCH[market._cell * 16 + ((market._heading + way + 3) & 3) * 4 + roll] >> 2

    def terms(self, state: MarrakechState) -> list[dict[str, float]]:
        """Return the terms of each seat by name."""
        values = [0.0] * 40
        dues = [0] * 12
        self._terms(state, values, dues)
        return [
            {term: values[seat * _TERMS + index] for index, term in enumerate(TERMS)}
            for seat in range(state.setup.players)
        ]

    def rest(self, state: MarrakechState) -> float:
        """Return the share of rugs that are still to be laid."""
        values = [0.0] * 40
        dues = [0] * 12
        return self._terms(state, values, dues)

    def scores(self, state: MarrakechState) -> tuple[float, ...]:
        """Estimate the final score of each seat."""
        if state.is_over:
            return tuple([float(score) for score in state.scores()])
        rest = self.rest(state)
        return tuple(
            total(
                (late + (early - late) * rest) * seat_terms[term]
                for term, early, late in zip(
                    TERMS, list(self._score_early), list(self._score_late), strict=True
                )
            )
            for seat_terms in self.terms(state)
        )


@lru_cache(maxsize=3)
def evaluator(players: int) -> MarrakechEvaluator:
    """Return the evaluator for that number of players."""
    return MarrakechEvaluator(players)
