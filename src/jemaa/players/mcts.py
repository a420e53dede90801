"""Monte Carlo tree search with explicit chance nodes, written once for all games.

The tree lies in flat arrays. A node of chance gives each outcome exactly its share of the visits; a
player's node takes the move with the best upper bound for its own seat (UCT on shares of the win).
A leaf is judged by an evaluator or, without one, by a random game.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.actions import Move
from jemaa.core.state import CHANCE, OVER, State
from jemaa.players.search import Control, Evaluator

if not cython.compiled:
    from math import log as _log
    from math import sqrt as _sqrt

    from jemaa.core.playout import GOLDEN, MASK, _mix

_CHANCE, _OVER = CHANCE, OVER
_LONGEST = 512  # no path through the tree is longer


@dataclass(frozen=True, slots=True)
class Branch:
    """One move at the root: how often it was tried and what it brought to each seat."""

    move: Move
    visits: int
    values: tuple[float, ...]


class Tree:
    """One tree; it can be grown without the interpreter's lock."""

    def __init__(self, evaluator: Evaluator | None, explore: float, seed: int, room: int) -> None:
        """Make an empty tree.

        Args:
            evaluator: judges leaves; None plays random games instead.
            explore: how much an uncertain move is preferred to a good one.
            seed: of the random games.
            room: the most nodes it may have; beyond that, leaves are judged where they are.
        """
        self._evaluator = evaluator or Evaluator()
        self._judges = evaluator is not None
        self._explore = explore
        self._rng = seed & MASK
        self._room = room
        self._size = 0
        self._first = array("i", bytes(4 * room))
        self._children = array("i", bytes(4 * room))
        self._visits = array("i", bytes(4 * room))
        self._action = array("i", bytes(4 * room))
        self._weight = array("i", bytes(4 * room))
        self._sums = array("d", bytes(32 * room))
        self._path = [0] * 512
        self._ids = [0] * 1024
        self._weights = [0] * 1024

    def grow(self, state: State, simulations: int, control: Control) -> int:
        """Run simulations from a position until their number or the control ends it.

        Returns:
            How many were run.
        """
        self._root = state._copy()
        self._state = state._copy()
        self._leaf = state._copy()
        self._control = control
        self._size = 1
        self._clear(0)
        done = 0
        with cython.nogil:
            # One at least: whoever is cancelled at once must still have an answer.
            while done < simulations and (done == 0 or not control._tick()):
                self._simulate()
                done += 1
        return done

    def branches(self) -> list[Branch]:
        """Return the moves at the root in the order of their ids."""
        moves = self._root._moves()
        return [self._branch(moves, child) for child in self._root_children()]

    def visits(self) -> dict[int, int]:
        """Return how often each action at the root was tried, by its id."""
        visits = {}
        for child in self._root_children():
            visits[self._action[child]] = self._visits[child]
        return visits

    def _root_children(self) -> range:
        return range(self._first[0], self._first[0] + self._children[0])

    def _branch(self, moves: list[Move], child: int) -> Branch:
        visits = self._visits[child]
        values = [self._sums[4 * child + seat] for seat in range(self._root._players)]
        return Branch(
            moves[self._action[child]], visits, tuple([value / max(1, visits) for value in values])
        )

    def _clear(self, node: int) -> None:
        self._first[node] = 0
        self._children[node] = 0
        self._visits[node] = 0
        for seat in range(4):
            self._sums[4 * node + seat] = 0.0

    def _simulate(self) -> None:
        """Go down to a leaf, judge it, and carry the result back up."""
        value = [0.0, 0.0, 0.0, 0.0]
        self._state._assign(self._root)
        node = 0
        length = 0
        self._path[0] = 0
        while self._state._actor != _OVER and length < _LONGEST - 1:
            if not self._children[node]:
                if self._visits[node] == 0 and node != 0:
                    break
                if not self._expand(node):
                    break
            if self._state._actor == _CHANCE:
                node = self._most_due(node)
            else:
                node = self._most_promising(node)
            self._state._play(self._action[node])
            length += 1
            self._path[length] = node
        self._judge(self._state, value)
        for index in range(length + 1):
            node = self._path[index]
            self._visits[node] += 1
            for seat in range(4):
                self._sums[4 * node + seat] += value[seat]

    def _judge(self, state: State, out: list[float]) -> None:
        """Write the share of each seat: the real one, the evaluator's, or that of a random game."""
        if state._actor == _OVER:
            state._shares(out)
        elif self._judges:
            self._evaluator._evaluate(state, out)
        else:
            self._leaf._assign(state)
            while self._leaf._actor != _OVER:
                self._rng = (self._rng + GOLDEN) & MASK
                self._leaf._step(_mix(self._rng) >> 32)
            self._leaf._shares(out)

    def _expand(self, node: int) -> bool:
        """Return a node its children; False if there is no room for them."""
        if self._state._actor == _CHANCE:
            count = self._state._chances(self._ids, self._weights)
        else:
            count = self._state._legal(self._ids)
        if self._size + count > self._room:
            return False
        self._first[node] = self._size
        self._children[node] = count
        for index in range(count):
            child = self._size + index
            self._clear(child)
            self._action[child] = self._ids[index]
            self._weight[child] = self._weights[index]
        self._size += count
        if self._judges and self._state._actor != _CHANCE:
            self._foresee(node)
        return True

    def _foresee(self, node: int) -> None:
        """Judge all moves of a new node at once, as a first visit each: the best come first."""
        value = [0.0, 0.0, 0.0, 0.0]
        for child in range(self._first[node], self._first[node] + self._children[node]):
            self._leaf._assign(self._state)
            self._leaf._play(self._action[child])
            self._judge(self._leaf, value)
            self._visits[child] = 1
            for seat in range(4):
                self._sums[4 * child + seat] = value[seat]

    def _most_due(self, node: int) -> int:
        """Return the outcome that is furthest behind its share of the visits."""
        total = 0
        for child in range(self._first[node], self._first[node] + self._children[node]):
            total += self._weight[child]
        best = self._first[node]
        furthest = -1e18
        for child in range(self._first[node], self._first[node] + self._children[node]):
            behind = 1.0 * self._weight[child] * (self._visits[node] + 1) / total
            behind -= self._visits[child]
            if behind > furthest:
                furthest = behind
                best = child
        return best

    def _most_promising(self, node: int) -> int:
        """Return the move with the best upper bound; untried ones first."""
        actor = self._state._actor
        scale = self._explore * _sqrt(_log(self._visits[node] + 1.0))
        best = self._first[node]
        highest = -1.0
        for child in range(self._first[node], self._first[node] + self._children[node]):
            if self._visits[child] == 0:
                return child
            bound = self._sums[4 * child + actor] / self._visits[child]
            bound += scale / _sqrt(self._visits[child])
            if bound > highest:
                highest = bound
                best = child
        return best
