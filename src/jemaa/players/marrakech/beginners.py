"""How people play Marrakech who are new to it: by what they see, without counting far.

`Newcomer` stands for somebody who has just read the rules: the weakest level is measured by them.
`Habits` is the judgement of that level itself.
"""

from __future__ import annotations

import hashlib
from random import Random

from jemaa.core.actions import Move
from jemaa.core.view import View
from jemaa.games.marrakech import MarrakechState, MarrakechView, Rug, Turn
from jemaa.games.marrakech.board import DIE, march
from jemaa.players.base import Decision, Limit, NamedPlayer, ranked
from jemaa.players.search import Control

LARGE = 3
"""Squares of an area that even a newcomer sees as one."""
TOUCH = 0.1
"""What habit likes about a rug that touches another of the same colour, in squares."""


class Newcomer(NamedPlayer):
    """Takes free squares, and avoids the areas that it can see: somebody new to the game."""

    name = "newcomer"

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move; of equally good ones any, the same one in the same position."""
        assert isinstance(view, MarrakechView)
        moves = list(view.legal())
        key = hashlib.blake2b(str(view).encode(), digest_size=8).digest()
        Random(key).shuffle(moves)
        candidates = ranked({move: self._weight(view.state, move) for move in moves}, {})
        return Decision(candidates[0].move, candidates, len(moves))

    def _weight(self, state: MarrakechState, move: Move) -> float:
        if isinstance(move, Turn):
            return self._way(state, move)
        assert isinstance(move, Rug)
        return self._rug(state, move)

    def _way(self, state: MarrakechState, turn: Turn) -> float:
        """Count the squares ahead that cost something, large areas twice; all rolls are alike."""
        danger = 0
        for cell, _ in _ends(state, turn):
            due = state.tribute(cell)
            danger += (due > 0) + (due >= LARGE)
        return _for_the_payer(state, -danger)

    def _rug(self, state: MarrakechState, rug: Rug) -> float:
        """Prefer free squares to those of others, and both to the own ones."""
        worth = 0.0
        for cell in rug.cells:
            owner = state.owner_on(cell)
            worth += 1.0 if owner is None else 0.5 * (owner != state.seat)
        return worth


class Habits(Newcomer):
    """Counts what a way costs, and lays rugs beside its own ones; what others lose is no matter."""

    name = "habits"

    def _way(self, state: MarrakechState, turn: Turn) -> float:
        due = sum(weight * state.tribute(cell) for cell, weight in _ends(state, turn))
        return _for_the_payer(state, -due / sum(weight for _, weight in DIE))

    def _rug(self, state: MarrakechState, rug: Rug) -> float:
        worth = 0.0
        for cell in rug.cells:
            worth += state.owner_on(cell) != state.seat
        assert state.colour is not None
        return worth + TOUCH * _touches(state, rug, state.colour)


def _ends(state: MarrakechState, turn: Turn) -> list[tuple[int, int]]:
    """Return the cells where Assam may end when he is turned, with their faces of the die."""
    cell, heading = state.assam
    heading = (heading + turn.quarter) % 4
    return [(march(cell, heading, slippers)[0], weight) for slippers, weight in DIE]


def _for_the_payer(state: MarrakechState, worth: float) -> float:
    """Return what a way is worth to who turns: with V-1 it is the next player who pays."""
    return -worth if state.setup.rotate == "after" else worth


def _touches(state: MarrakechState, rug: Rug, colour: int) -> bool:
    """Whether a rug lies beside or over squares of a colour."""
    board = state.boards[colour]
    for cell in rug.cells:
        near = 1 << cell | 1 << cell + 1 | 1 << cell + 8 | 1 << cell >> 1 | 1 << cell >> 8
        if board & near:
            return True
    return False
