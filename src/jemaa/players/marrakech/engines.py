"""The engines of Marrakech: beginners, greedy, looking ahead one or two turns, and tree search."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from jemaa.core.actions import Move
from jemaa.core.errors import SetupError, quoted
from jemaa.core.twister import generator
from jemaa.core.view import View
from jemaa.games.marrakech import MarrakechState, MarrakechView, Rug, Turn
from jemaa.games.marrakech.board import DIE, march
from jemaa.players.base import Candidate, Candidates, Decision, Limit, NamedPlayer, ranked
from jemaa.players.expectimax import Expectimax
from jemaa.players.marrakech.evaluation import MarrakechEvaluator, evaluator
from jemaa.players.marrakech.learned import LearnedEvaluator
from jemaa.players.marrakech.policies import Plain
from jemaa.players.marrakech.reader import MODELS, Reader, make_policies
from jemaa.players.marrakech.weights import load
from jemaa.players.mcts import Tree
from jemaa.players.search import Control

ALL = 1024
"""A beam that cuts nothing."""
FREE = Limit()
"""No limit; kept because a new one for each decision would take a tenth of its time."""
SELDOM = 0.15
"""What another does at most so much more seldom than the likeliest is not looked at."""
ROOM = 400_000
"""The most nodes of a tree: some 20 MB."""
LARGE = 3
"""Squares of an area that even a newcomer sees as one."""
TOUCH = 0.1
"""What habit likes about a rug that touches another of the same colour, in squares."""


def both(players: int) -> LearnedEvaluator:
    """Return what believes half of what the network adds to the readable terms.

    Each of them knows best how those play who judge by it; their mean does well against all.
    """
    return LearnedEvaluator(players, load(players).weakened(0.5))


VALUES: dict[str, Callable[[int], MarrakechEvaluator]] = {
    "readable": evaluator,
    "learned": LearnedEvaluator,
    "both": both,
}
"""What a search may judge positions by, for a number of players."""


def _position(view: View) -> MarrakechState:
    assert isinstance(view, MarrakechView)
    return view.state


class Simple(NamedPlayer):
    """Plays by a simple policy."""

    def __init__(self, name: str, policy: Plain) -> None:
        """Make a player."""
        self.name = name
        self._policy = policy

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move."""
        state = _position(view)
        move, nodes = self._policy.best(state)
        return Decision(move, partial(self._candidates, state), nodes)

    def weights(self, state: MarrakechState) -> dict[Move, float]:
        """Return every legal move with its weight."""
        return self._policy.weights(state)

    def _candidates(self, state: MarrakechState) -> Candidates:
        return ranked(self.weights(state), {})


class Ahead(NamedPlayer):
    """Looks ahead over whole turns: exact over the dice, every seat for itself."""

    def __init__(
        self,
        turns: int,
        rolls: int = ALL,
        rugs: int = ALL,
        beyond: int = 0,
        value: str = "readable",
        others: str = "x1",
    ) -> None:
        """Make a player.

        Args:
            turns: how many turns.
            rolls: how many rugs after each roll are looked at beyond the first turn.
            rugs: the same when it is the rug that is to be chosen.
            beyond: how many of the best rugs are followed one turn further in the end.
            value: what judges positions, one of `VALUES`.
            others: how the others are supposed to play, one of `MODELS`.
        """
        for name, given, known in (("value", value, VALUES), ("others", others, MODELS)):
            if given not in known:
                message = f"{quoted(given)} is none of: {', '.join(known)}"
                raise SetupError(f"x{turns}({name})", message)
        self._evaluator = VALUES[value]
        self.turns = turns
        self.name = f"x{turns}"
        self._beam = (max(1, rugs), max(1, rolls), max(0, beyond))
        self._model = MODELS[others]
        self._searches: dict[int, Expectimax] = {}
        self._readers: dict[int, Reader] = {}

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move."""
        state = _position(view)
        players = state.setup.players
        search = self._searches.get(players)
        if search is None:
            search = self._searches[players] = self._search(players)
        if self._model is not None:
            self._read(view, search)
        control = limit if isinstance(limit, Control) else Control(limit or FREE)
        turns = control.limit.turns or self.turns
        with control:
            options = search.search(state, turns, control)
        candidates = tuple(
            Candidate(o.move, o.values, o.values[view.seat] - (o.turns < options[0].turns))
            for o in options
        )
        return Decision(candidates[0].move, candidates, search.nodes)

    def _search(self, players: int) -> Expectimax:
        judge = self._evaluator(players)
        if self._model is None:
            # The others are supposed to look one turn ahead by the readable terms.
            return Expectimax(judge, *self._beam, others=evaluator(players))
        self._readers[players] = Reader(self._model, players)
        policies = make_policies(self._model, players)
        return Expectimax(judge, *self._beam, others=policies, least=SELDOM)

    def _read(self, view: View, search: Expectimax) -> None:
        """Tell the search how the others seem to play."""
        reader = self._readers[view.setup.players]
        for seat, weights in enumerate(reader.weights(view)):
            search.suppose(seat, weights)


class TreeSearch(NamedPlayer):
    """Grows a tree of what may happen, with the evaluation at its leaves."""

    def __init__(
        self,
        sims: int = 0,
        ms: int = 0,
        explore: float = 0.35,
        threads: int = 1,
        playouts: int = 0,
    ) -> None:
        """Make a player.

        Args:
            sims: how many simulations a decision gets; 0 for no limit.
            ms: how many milliseconds; 0 for no limit. With neither it is 2,000 simulations.
            explore: how much it tries what looks worse.
            threads: how many trees it grows at the same time.
            playouts: 1 to judge leaves by random games instead of the evaluation.
        """
        self.name = "mcts"
        self._limit = Limit(seconds=ms / 1000 if ms else None, nodes=sims or (None if ms else 2000))
        self._explore = explore
        self._threads = max(1, threads)
        self._playouts = bool(playouts)

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move."""
        state = _position(view)
        control = limit if isinstance(limit, Control) else Control(limit)
        control.adopt(self._limit)
        sims = control.limit.nodes or 10**9
        judge = None if self._playouts else evaluator(state.setup.players)
        seed = int.from_bytes(hashlib.blake2b(str(view).encode(), digest_size=7).digest(), "big")
        trees = [Tree(judge, self._explore, seed + k, ROOM) for k in range(self._threads)]
        share = -(-sims // self._threads)
        with control:
            if self._threads == 1:
                done = [trees[0].grow(state, share, control)]
            else:
                with ThreadPoolExecutor(self._threads) as pool:
                    done = list(pool.map(lambda tree: tree.grow(state, share, control), trees))
        return self._decision(trees, sum(done))

    def _decision(self, trees: list[Tree], done: int) -> Decision:
        visits: dict[Move, float] = {}
        sums: dict[Move, list[float]] = {}
        for tree in trees:
            for branch in tree.branches():
                visits[branch.move] = visits.get(branch.move, 0) + branch.visits
                add = [value * branch.visits for value in branch.values]
                old = sums.get(branch.move, [0.0] * len(add))
                sums[branch.move] = [a + b for a, b in zip(old, add, strict=True)]
        values = {
            move: tuple(value / max(1, visits[move]) for value in sums[move]) for move in visits
        }
        candidates = ranked({move: count / max(1, done) for move, count in visits.items()}, values)
        return Decision(candidates[0].move, candidates, done)


class Newcomer(NamedPlayer):
    """Takes free squares, and avoids the areas that it can see: somebody new to the game."""

    name = "newcomer"

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move; of equally good ones any, the same one in the same position."""
        assert isinstance(view, MarrakechView)
        moves = list(view.legal())
        key = hashlib.blake2b(str(view).encode(), digest_size=8).digest()
        generator(key).shuffle(moves)
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
