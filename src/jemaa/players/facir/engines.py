"""The engines of Façir: greedy, one turn deep on belief, and search on top of it."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from jemaa.core.actions import Move
from jemaa.core.chance import Random
from jemaa.core.view import View
from jemaa.games.facir import FacirView, Put, Shift
from jemaa.games.facir.cards import Deck
from jemaa.games.facir.moves import Turn
from jemaa.games.facir.tables import deck_table
from jemaa.players.control import Control
from jemaa.players.expectimax import Expectimax
from jemaa.players.facir.evaluation import FacirEvaluator
from jemaa.players.facir.fitted import ROUND
from jemaa.players.facir.inference import Worlds, hidden_cards, popularity, worlds
from jemaa.players.facir.nearness import nearness
from jemaa.players.facir.weights import played
from jemaa.players.limit import Limit
from jemaa.players.player import Decision, ranked

LAYS = 10.0
"""More than any other weight: whoever can lay does so at once."""
INNER = 6
"""How many replies are looked at beyond the second turn."""
DEEPEST = {2: 4, 3: 2, 4: 2}
"""How many turns are looked ahead at most: at a large table too little is known to see further."""


@lru_cache(maxsize=8)
def evaluator(players: int, deck: Deck, turns: int = 1) -> FacirEvaluator:
    """Return the evaluator to play by when so many turns are looked ahead.

    With more than two players a search does better with the fitted weights; duels have told.
    """
    weights = ROUND[players] if players > 2 and turns > 1 else played(players)
    return FacirEvaluator(players, deck, weights)


def stand(view: FacirView) -> Decision:
    """Stand the card so that the edge which is seen fits most of the cards nobody has shown."""
    assert view.card is not None
    popular = popularity(view.setup.deck, tuple(sorted(hidden_cards(view))))
    table = deck_table(view.setup.deck)
    weights = {move: float(popular[table.edge(view.card, move.id)]) for move in view.legal()}
    candidates = ranked(weights, {})
    return Decision(candidates[0].move, candidates, len(weights))


def chance(view: View) -> Random:
    """Return a source of chance that is always the same for the same view."""
    return Random(hashlib.blake2b(str(view).encode(), digest_size=8).digest())


class Greedy:
    """Completes its own card as fast as it can and lays at once; the others do not matter.

    Of moves that are equally fast it takes any, the same one in the same position.
    """

    name = "greedy"

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move."""
        assert isinstance(view, FacirView)
        moves = list(view.legal())
        chance(view).shuffle(moves)
        if view.phase == "stand":  # anyhow: what the others see does not matter either
            weights = dict.fromkeys(moves, 0.0)
        else:
            weights = self._weights(view, moves)
        candidates = ranked(weights, {})
        return Decision(candidates[0].move, candidates, len(weights))

    def _weights(self, view: FacirView, moves: list[Move]) -> dict[Move, float]:
        """Return the turns that are left after each move, negative."""
        card, near = view.card, nearness(view.setup.deck)
        assert card is not None
        own = view.nails[view.seat]
        others = sum(view.nails) - own
        return {
            move: LAYS * lays(move) - near.distance(card, own ^ changed(move), others)
            for move in moves
        }


def changed(move: Move) -> int:
    """Return the holes that a turn fills or empties, as bits."""
    match move:
        case Put():
            return 1 << move.cell
        case Shift():
            source, target = move.cells
            return 1 << source | 1 << target
    return 0


class Believer:
    """Guesses the others' cards from edges and play, completes and blocks; looks turns ahead."""

    def __init__(self, samples: int = 12, turns: int = 1, beam: int = 12, ms: int = 0) -> None:
        """Make a player.

        Args:
            samples: how many guesses at the cards of the others it compares moves by.
            turns: how many turns it looks ahead.
            beam: how many moves it looks at beyond the first turn.
            ms: how many milliseconds a decision gets; 0 for no limit.
        """
        self.name = "search" if turns > 1 else "belief"
        self._samples = max(1, samples)
        self._turns = max(1, turns)
        self._beam = max(1, beam)
        self._limit = Limit(seconds=ms / 1000 if ms else None)
        self._searches: dict[tuple[int, Deck], Expectimax] = {}

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move."""
        assert isinstance(view, FacirView)
        if view.phase == "stand":
            return stand(view)
        control = limit if isinstance(limit, Control) else Control(limit)
        control.adopt(self._limit)
        guesses = worlds(view, self._samples, chance(view))
        with control:
            return self._compare(view, guesses, control)

    def _compare(self, view: FacirView, guesses: Worlds, control: Control) -> Decision:
        """Value all moves one turn deep, and the best of them deeper."""
        search = self._search(view)
        moves = list(view.legal())
        # The first turn is always finished, so there is always an answer.
        first = search.averages(guesses.states, guesses.weights, moves, 1, Control())
        assert first is not None
        values = dict(zip(moves, first, strict=True))
        weights = {move: values[move][view.seat] + LAYS * lays(move) for move in moves}
        nodes = search.nodes
        if not any(map(lays, moves)):
            beam = sorted(moves, key=lambda move: -weights[move])[: self._beam]
            for turns in range(2, self._depth(view, control) + 1):
                deeper = search.averages(guesses.states, guesses.weights, beam, turns, control)
                nodes += search.nodes
                if deeper is None:
                    break
                # What was looked at deeper stands before what was not.
                values.update(zip(beam, deeper, strict=True))
                weights.update({move: values[move][view.seat] + 1 for move in beam})
        candidates = ranked(weights, values)
        return Decision(candidates[0].move, candidates, nodes)

    def _depth(self, view: FacirView, control: Control) -> int:
        return min(control.limit.turns or self._turns, DEEPEST[view.setup.players])

    def _search(self, view: FacirView) -> Expectimax:
        key = (view.setup.players, view.setup.deck)
        if key not in self._searches:
            self._searches[key] = Expectimax(evaluator(*key, self._turns), inner=INNER)
        return self._searches[key]


def lays(move: Move) -> bool:
    """Whether a move lays the fakir."""
    return isinstance(move, Turn) and move.lays
