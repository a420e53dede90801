"""The engines of Marrakech: greedy, looking ahead one or two turns, and tree search."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from jemaa.core.actions import Move
from jemaa.core.errors import SetupError, quoted
from jemaa.core.view import View
from jemaa.games.marrakech import MarrakechState, MarrakechView
from jemaa.players.base import Candidate, Decision, Limit, NamedPlayer, ranked
from jemaa.players.expectimax import Expectimax
from jemaa.players.marrakech.evaluation import MarrakechEvaluator, evaluator
from jemaa.players.marrakech.learned import LearnedEvaluator
from jemaa.players.marrakech.policies import Plain
from jemaa.players.marrakech.reader import MODELS, Reader, make_policies
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


VALUES: dict[str, Callable[[int], MarrakechEvaluator]] = {
    "readable": evaluator,
    "learned": LearnedEvaluator,
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
        candidates = ranked(self.weights(_position(view)), {})
        return Decision(candidates[0].move, candidates, len(candidates))

    def weights(self, state: MarrakechState) -> dict[Move, float]:
        """Return every legal move with its weight."""
        return self._policy.weights(state)


class Ahead(NamedPlayer):
    """Looks ahead over whole turns: exact over the dice, every player for himself."""

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
