"""The engines of Façir: greedy, one turn deep on belief, search on top of it, and foresight."""

from __future__ import annotations

from functools import partial

from jemaa.core.actions import Move
from jemaa.core.view import View
from jemaa.games.facir import FacirView
from jemaa.games.facir.bed import deck_table
from jemaa.games.facir.board import FOOTPRINT, PLACES
from jemaa.games.facir.cards import Deck, hole_bits
from jemaa.games.facir.moves import Turn
from jemaa.players.base import Candidate, Candidates, Decision, Limit, NamedPlayer, Player, ranked
from jemaa.players.expectimax import Expectimax
from jemaa.players.facir.evaluation import evaluator
from jemaa.players.facir.foresight import Foresight
from jemaa.players.facir.inference import (
    Knowledge,
    Risk,
    Worlds,
    chance,
    hidden_cards,
    knowledge,
    popularity,
    shuffled,
    worlds,
)
from jemaa.players.facir.nearness import SHUT, nearness
from jemaa.players.facir.weights import ROUND
from jemaa.players.search import Control

LAYS = 10.0
"""More than any other weight: whoever can lay does so at once."""
INNER = 6
"""How many replies are looked at beyond the second turn."""
RISKY, SAFE = 0.5, 0.2
"""When the next player is taken to lay at once, and when not: by how likely it is believed."""
LEAST = 2
"""At least so many moves are looked at as deep as foresight goes."""
DEEPEST = {2: 4, 3: 2, 4: 2}
"""How many turns are looked ahead at most: at a large table too little is known to see further."""


def _stand(view: FacirView) -> Decision:
    """Stand the card so that the edge which is seen fits most of the cards nobody has shown."""
    assert view.card is not None
    popular = popularity(view.setup.deck, tuple(sorted(hidden_cards(view))))
    table = deck_table(view.setup.deck)
    weights = {move: float(popular[table.edge(view.card, move.id)]) for move in view.legal()}
    candidates = ranked(weights, {})
    return Decision(candidates[0].move, candidates, len(weights))


def _ranked(moves: list[Move], weights: list[float]) -> Candidates:
    return ranked(dict(zip(moves, weights, strict=True)), {})


def _changed(move: Move) -> int:
    """Return the holes that a move fills or empties, as bits."""
    return move.changed if isinstance(move, Turn) else 0


def _lays(move: Move) -> bool:
    """Whether a move lays the fakir."""
    return isinstance(move, Turn) and move.lays


class Greedy(NamedPlayer):
    """Completes its own card as fast as it can and lays at once; the others do not matter.

    Of moves that are equally fast it takes any, the same one in the same position.
    """

    name = "greedy"

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move."""
        assert isinstance(view, FacirView)
        moves = shuffled(view)
        weights = self._weights(view, moves)
        best = moves[weights.index(max(weights))]
        return Decision(best, partial(_ranked, moves, weights), len(moves))

    def _weights(self, view: FacirView, moves: list[Move]) -> list[float]:
        """Return the turns that are left after each move, negative."""
        if view.phase == "stand":  # anyhow: what the others see does not matter either
            return [0.0] * len(moves)
        assert view.card is not None
        return nearness(view.setup.deck).weights(view.known, view.card, moves, LAYS)


class Newcomer(NamedPlayer):
    """Builds its card as it stands, wherever that is nearest, and lays when it fits.

    This is somebody who has just read the rules: they do not turn the card in their head, and the
    others do not matter. Of equally good moves they take any, the same one in the same position.
    """

    name = "newcomer"

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move."""
        assert isinstance(view, FacirView)
        moves = shuffled(view)
        if view.phase == "stand":
            weights = dict.fromkeys(moves, 0.0)
        else:
            assert view.pattern is not None
            holes = hole_bits(view.pattern)
            weights = {move: LAYS * _lays(move) - self._turns(view, move, holes) for move in moves}
        candidates = ranked(weights, {})
        return Decision(candidates[0].move, candidates, len(weights))

    def _turns(self, view: FacirView, move: Move, holes: int) -> float:
        """Return how many turns a card with these holes needs after a move, wherever it may lie."""
        own = view.nails[view.seat] ^ _changed(move)
        others = sum(view.nails) - view.nails[view.seat]
        fewest = SHUT
        for place in PLACES:
            under, bare = holes << place, (FOOTPRINT ^ holes) << place
            if not others & bare:
                missing = (under & ~(own | others)).bit_count()
                fewest = min(fewest, max(missing, (own & bare).bit_count()))
        return float(fewest)


class Believer(NamedPlayer):
    """Guesses the others' cards from edges and play, completes and blocks; looks turns ahead."""

    def __init__(
        self,
        samples: int = 12,
        turns: int = 1,
        beam: int = 12,
        ms: int = 0,
        remembers: bool = False,
    ) -> None:
        """Make a player.

        Args:
            samples: how many guesses at the cards of the others it compares moves by.
            turns: how many turns it looks ahead.
            beam: how many moves it looks at beyond the first turn.
            ms: how many milliseconds a decision gets; 0 for no limit.
            remembers: whether it guesses by the last shifts, too.
        """
        self.name = "search" if turns > 1 else "belief"
        self._samples = max(1, samples)
        self._turns = max(1, turns)
        self._beam = max(1, beam)
        self._limit = Limit(seconds=ms / 1000 if ms else None)
        self._remembers = remembers
        self._searches: dict[tuple[int, Deck], Expectimax] = {}

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move."""
        assert isinstance(view, FacirView)
        if view.phase == "stand":
            return _stand(view)
        control = limit if isinstance(limit, Control) else Control(limit)
        control.adopt(self._limit)
        guesses = worlds(view, self._samples, chance(view), self._remembers)
        with control:
            return self._compare(view, guesses, control)

    def _compare(self, view: FacirView, guesses: Worlds, control: Control) -> Decision:
        """Value all moves one turn deep, and the best of them deeper."""
        search = self._search(view)
        moves = list(view.legal())
        # One guess is looked at whatever happens, so there is always an answer.
        first = search.averages(guesses.states, guesses.weights, moves, 1, control.alone())
        first = first or search.averages(guesses.states[:1], [1.0], moves, 1, Control())
        assert first is not None
        values = dict(zip(moves, first, strict=True))
        weights = {move: values[move][view.seat] + LAYS * _lays(move) for move in moves}
        nodes = search.nodes
        if not any(map(_lays, moves)):
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


class Foreseer(NamedPlayer):
    """Guesses the others' cards, and how each of them answers by what they know."""

    name = "foresight"

    def __init__(
        self,
        answers: int = 3,
        beam: int = 8,
        samples: int = 24,
        ms: int = 0,
        remembers: bool = False,
    ) -> None:
        """Make a player.

        Args:
            answers: how many turns after its own it looks ahead.
            beam: how many moves it looks at beyond its own turn; half as many for each turn more.
            samples: how many guesses at all cards it takes the others to answer by.
            ms: how many milliseconds a decision gets; 0 for no limit.
            remembers: whether it guesses by the last shifts, too.
        """
        self._answers = max(0, answers)
        self._beam = max(LEAST, beam)
        self._samples = max(1, samples)
        self._limit = Limit(seconds=ms / 1000 if ms else None)
        self._remembers = remembers
        self._searches: dict[tuple[int, Deck], Foresight] = {}

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move."""
        assert isinstance(view, FacirView)
        if view.phase == "stand":
            return _stand(view)
        control = limit if isinstance(limit, Control) else Control(limit)
        control.adopt(self._limit)
        with control:
            return self._compare(view, control)

    def _compare(self, view: FacirView, control: Control) -> Decision:
        """Value all moves as the nails stand then, and the best of them by what is answered."""
        search, known = self._search(view), knowledge(view, self._samples, self._remembers)
        search.begin(known)
        seat, moves = view.seat, list(view.legal())
        values = {move: _values(search, known, view, move, 0, control) for move in moves}
        weights = {move: values[move][seat] + LAYS * _lays(move) for move in moves}
        answers = 0 if any(map(_lays, moves)) else self._depth(control)
        for depth in range(1, answers + 1):
            moves = sorted(moves, key=lambda move: -weights[move])
            moves = moves[: max(LEAST, self._beam >> depth - 1)]
            deeper = {move: _values(search, known, view, move, depth, control) for move in moves}
            if control.is_stopped:
                break
            # What was looked at deeper stands before what was not.
            values |= deeper
            weights |= {move: deeper[move][seat] + depth for move in moves}
        candidates = ranked(weights, values)
        return Decision(candidates[0].move, candidates, search.nodes)

    def _depth(self, control: Control) -> int:
        turns = control.limit.turns
        return self._answers if turns is None else min(turns - 1, self._answers)

    def _search(self, view: FacirView) -> Foresight:
        key = (view.setup.players, view.setup.deck)
        if key not in self._searches:
            self._searches[key] = Foresight(view.setup.deck, ROUND[view.setup.players])
        return self._searches[key]


def _values(
    search: Foresight, known: Knowledge, view: FacirView, move: Move, answers: int, control: Control
) -> tuple[float, ...]:
    """Return the shares of the game after a move and so many answers."""
    if _lays(move):
        return known.gains[view.seat]
    return search.values(view.nails[view.seat] ^ _changed(move), answers, control)


class Watchful(NamedPlayer):
    """Takes a player's best move that does not let the next one lay, where there is one."""

    def __init__(self, player: Player, remembers: bool = False) -> None:
        """Watch over a player.

        Args:
            player: who is watched over.
            remembers: whether the last shifts count for what is believed.
        """
        self.name = player.name
        self._player = player
        self._remembers = remembers

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move."""
        assert isinstance(view, FacirView)
        decision = self._player.choose(view, limit)
        if view.phase == "stand" or _lays(decision.move):
            return decision
        risk = Risk(view, self._remembers)
        if risk.after(_changed(decision.move)) < RISKY:
            return decision
        first = decision.candidates[0]
        for candidate in decision.candidates[1:]:
            if risk.after(_changed(candidate.move)) <= SAFE:
                # It stands before what the player likes better.
                best = Candidate(candidate.move, candidate.values, first.weight + 1)
                rest = [other for other in decision.candidates if other is not candidate]
                return Decision(best.move, (best, *rest), decision.nodes)
        return decision


class BySize(NamedPlayer):
    """One player for a duel, another for a larger table."""

    def __init__(self, duel: Player, table: Player) -> None:
        """Put two players together."""
        self.name = table.name
        self._duel = duel
        self._table = table

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move."""
        player = self._duel if view.setup.players == 2 else self._table
        return player.choose(view, limit)
