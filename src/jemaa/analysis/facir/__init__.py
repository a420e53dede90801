"""The procedure of Façir: moves are judged by the round, on what the mover could know.

The quick look takes the cards that the others may hold by their likelihood: with two players it
searches three turns deep on the likeliest ones, with more it looks at the next player's answer.
Rollouts deal such cards too, and everybody in them guesses at the others'. What a position is worth
in the game, for the graph, is told with open cards; the difference is what nobody could know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from jemaa.analysis.facir.minds import Minds
from jemaa.analysis.procedure import Fact, Look, Shares, Thresholds
from jemaa.analysis.rollouts import NOTHING, Mean
from jemaa.core.actions import Action, Move
from jemaa.core.chance import Random
from jemaa.core.playout import derive_seed
from jemaa.core.state import CHANCE, State, compiled
from jemaa.games.facir import FacirSetup, FacirState, FacirView
from jemaa.games.facir.moves import Turn
from jemaa.games.facir.rules import DECIDING
from jemaa.players.base import total
from jemaa.players.expectimax import Expectimax
from jemaa.players.facir.evaluation import FacirEvaluator
from jemaa.players.facir.foresight import Foresight
from jemaa.players.facir.inference import (
    UNLIKELY,
    Worlds,
    belief,
    chance,
    doubts,
    knowledge,
    worlds,
)
from jemaa.players.facir.nearness import SHUT, nearness
from jemaa.players.facir.weights import ROUND, played
from jemaa.players.search import Control

TURNS = 6
"""How long a rollout is."""
SALT = 0.03
"""How much worse than the best a move may be that is taken in a rollout."""
GUESSES = 8 if compiled else 3
"""So many guesses at the other card a duel is searched by: fewer where each takes long."""
DEPTH = 3 if compiled else 2
"""How many turns deep a duel is searched."""
INNER = 6
"""How many replies are looked at beyond the second turn."""
BEAM = 10
"""So many moves, those that look best at once, are looked at in depth; and the one taken."""
ANSWERS = 1
"""How many answers are thought of at a larger table."""
FORESEEN = 2
"""The same where a loss is sure."""
DOUBTS = 24
"""So many guesses at all cards everybody answers by."""
DEALS = 24
"""So many guesses at the others' cards rollouts begin with."""
MODELS = ("fitted", "played")
"""By what players judge who play on: the usual weights, and others to check puzzles by."""
NOTABLE = 0.05
"""A difference of less in how often a rival can lay is not worth a word."""


class FacirProcedure:
    """Values positions of Façir with one setup."""

    models = MODELS
    thresholds = Thresholds(
        labels=(0.05, 0.10, 0.20),
        suspicious=0.10,
        tolerance=0.10,
        error=0.02,
        pairs=200,
        most=2000,
        questions=42,
    )

    def __init__(self, setup: FacirSetup) -> None:
        """Make the searches and the rollouts for this setup."""
        self._setup = setup
        players, deck = setup.players, setup.deck
        fitted = ROUND[players]
        self._judge = FacirEvaluator(players, deck, fitted)
        self._search = Expectimax(self._judge, inner=INNER)
        self._foresight = Foresight(deck, fitted)
        weights = {MODELS[0]: fitted, MODELS[1]: played(players)}
        self._rollouts = {
            model: Minds(FacirEvaluator(players, deck, weights[model]), turns=TURNS, salt=SALT)
            for model in MODELS
        }

    def look(self, state: State, action: Action, control: Control) -> Look:
        """Look at one event."""
        assert isinstance(state, FacirState)
        values = self._judge.evaluate(state)
        if state.to_act == CHANCE:
            children = [(self._judge.evaluate(state.after(one)), w) for one, w in state.outcomes()]
            whole = sum(weight for _, weight in children)
            expected = tuple(
                total(weight * shares[seat] / whole for shares, weight in children)
                for seat in range(state.setup.players)
            )
            return Look(values=values, expected=expected)
        if state.phase != "play":  # standing a card tells the others something, and no more
            return Look(values=values, choice=(0.0,) * state.setup.players)
        assert isinstance(action, Move)
        return self._look_at_move(state, action, values, control)

    def _look_at_move(
        self, state: FacirState, action: Move, values: Shares, control: Control
    ) -> Look:
        found = self._shares(state, action, control)
        seat = state.seat
        best = max(found, key=lambda move: found[move][seat])
        gains = self._judge.gains(state)
        before, after = (_in_game(found[move], gains) for move in (best, action))
        return Look(
            values=values,
            better=best.text,
            choice=tuple(map(float.__sub__, after, before)),
            loss=found[best][seat] - found[action][seat],
            best=found[best][seat],
            options=len(state.legal()),
        )

    def values(self, state: State, control: Control) -> dict[Move, float]:
        """Return the mover's share of the round after the best moves by a quick look."""
        assert isinstance(state, FacirState)
        found = self._shares(state, None, control)
        return {
            move: found[move][state.seat]
            for move in sorted(found, key=lambda move: -found[move][state.seat])
        }

    def _shares(
        self, state: FacirState, taken: Move | None, control: Control
    ) -> dict[Move, Shares]:
        """Return the shares of the round after the most promising moves, and the one taken."""
        view = state.view(state.seat)
        assert isinstance(view, FacirView)
        if state.setup.players == 2:
            return self._search_duel(view, taken, control)
        return self._look_round(view, taken, control)

    def _search_duel(
        self, view: FacirView, taken: Move | None, control: Control
    ) -> dict[Move, Shares]:
        guesses = self._alone(worlds(view, GUESSES, chance(view)))
        moves = list(view.legal())
        first = self._search.averages(guesses.states, guesses.weights, moves, 1, Control())
        assert first is not None
        at_once = dict(zip(moves, first, strict=True))
        beam = _beam(moves, at_once, view.seat, taken)
        deep = self._search.averages(guesses.states, guesses.weights, beam, DEPTH, control)
        return at_once if deep is None else dict(zip(beam, deep, strict=True))

    def _look_round(
        self, view: FacirView, taken: Move | None, control: Control
    ) -> dict[Move, Shares]:
        values = self._answered(view, control)
        moves = list(view.legal())
        at_once = {move: values(move, 0) for move in moves}
        beam = _beam(moves, at_once, view.seat, taken)
        return {move: values(move, ANSWERS) for move in beam}

    def _answered(self, view: FacirView, control: Control) -> Callable[[Move, int], Shares]:
        """Return what gives the shares of the round after a move and so many answers to it."""
        known = knowledge(view, DOUBTS)._replace(gains=_whole_round(view))
        search, seat = self._foresight, view.seat
        search.begin(known)

        def values(move: Move, answers: int) -> Shares:
            assert isinstance(move, Turn)
            if move.lays:
                return known.gains[seat]
            return search.values(view.nails[seat] ^ move.changed, answers, control)

        return values

    def _alone(self, guesses: Worlds) -> Worlds:
        """Return positions in which nothing counts but who wins this round."""
        states = []
        for state in guesses.states:
            parts = state.parts
            if parts.round != DECIDING:
                parts = parts._replace(round=DECIDING, won=(0,) * len(parts.won), void=0)
            states.append(FacirState.of_parts(state.setup, parts))
        return Worlds(states, guesses.weights)

    def compare(
        self,
        state: State,
        moves: tuple[Move, ...],
        games: int,
        seed: int,
        control: Control,
        model: str = MODELS[0],
    ) -> tuple[Mean, ...]:
        """Play on from each of these moves, with cards that the others may hold."""
        assert isinstance(state, FacirState)
        seat = state.seat
        view = state.view(seat)
        assert isinstance(view, FacirView)
        # Always the same guesses in a position: the error of the mean knows nothing of theirs.
        known = chance(view)
        guesses = self._alone(worlds(view, DEALS, known))
        seats = view.playing
        rollouts = self._rollouts[model]
        rollouts.guess(_by_seat(doubts(view, seats, DOUBTS, known), seats))
        rng = Random(derive_seed(seed, 1))
        deals = Counter(rng.choices(range(len(guesses.states)), guesses.weights, k=games))
        found = []
        for move in moves:
            mean = NOTHING
            for number, count in sorted(deals.items()):
                after = guesses.states[number].after(move)
                own_seed = derive_seed(seed, 1000 * move.id + number)
                mean = mean.plus(rollouts.play(after, seat, count, own_seed, control))
            found.append(mean)
        return tuple(found)

    def foresee(self, state: State, moves: tuple[Move, ...], control: Control) -> tuple[float, ...]:
        """Return the share of the round after each of these moves, by more guesses or answers."""
        assert isinstance(state, FacirState)
        view = state.view(state.seat)
        assert isinstance(view, FacirView)
        if view.phase != "play":  # standing is not judged
            return ()
        if state.setup.players > 2:
            values = self._answered(view, control)
            return tuple(values(move, FORESEEN)[state.seat] for move in moves)
        guesses = self._alone(worlds(view, DEALS, chance(view)))
        found = self._search.averages(guesses.states, guesses.weights, moves, DEPTH, control)
        return tuple(shares[state.seat] for shares in found or ())

    def facts(
        self, state: State, chosen: Move, better: Move, seed: int, control: Control
    ) -> tuple[Fact, ...]:
        """Return what makes one move better than another."""
        assert isinstance(state, FacirState)
        assert isinstance(chosen, Turn) and isinstance(better, Turn)
        if better.lays:
            return () if chosen.lays else (Fact("lays"),)
        view = state.view(state.seat)
        assert isinstance(view, FacirView)
        own = self._own_turns(view, chosen, better)
        return (*self._rivals(view, chosen, better), *own)[:2]

    def _own_turns(self, view: FacirView, chosen: Turn, better: Turn) -> list[Fact]:
        """Say how many turns the own card needs after both moves, if that differs."""
        near, seat = nearness(view.setup.deck), view.seat
        others = sum(view.nails) - view.nails[seat]
        assert view.card is not None
        new, old = (
            near.distance(view.card, view.nails[seat] ^ move.changed, others)
            for move in (better, chosen)
        )
        if new >= old:
            return []
        return (
            [Fact("shut", float(new))] if old == SHUT else [Fact("turns", float(new), float(old))]
        )

    def _rivals(self, view: FacirView, chosen: Turn, better: Turn) -> list[Fact]:
        """Say who can lay at once how often after both moves, where it differs most."""
        facts = []
        for seat in view.playing:
            if seat != view.seat:
                cards = belief(view, seat)
                new, old = (_can_lay(view, seat, cards, move) for move in (better, chosen))
                if old - new >= NOTABLE:
                    facts.append(Fact("rival-lays", round(100 * new, 0), round(100 * old, 0), seat))
        return sorted(facts, key=lambda fact: fact.better - fact.chosen)[:1]


def _in_game(shares: Shares, gains: tuple[Shares, ...]) -> Shares:
    """Return the shares of the game, given those of the round; a void one is anybody's."""
    players = range(len(shares))
    return tuple(
        total(shares[winner] * gains[winner][seat] for winner in players) for seat in players
    )


def _beam(
    moves: list[Move], values: dict[Move, Shares], seat: int, taken: Move | None
) -> list[Move]:
    beam = sorted(moves, key=lambda move: -values[move][seat])[:BEAM]
    return beam if taken is None or taken in beam else [*beam, taken]


def _whole_round(view: FacirView) -> tuple[Shares, ...]:
    """Return what the winner of the round gets if nothing else counts; a void one is shared."""
    seats = range(view.setup.players)
    void = tuple((seat in view.playing) / len(view.playing) for seat in seats)
    winners = [tuple(float(seat == winner) for seat in seats) for winner in seats]
    winners += [(0.0,) * len(seats)] * (4 - len(seats))
    return (*winners, void)


def _by_seat(drawn: tuple[tuple[int, ...], ...], seats: tuple[int, ...]) -> list[list[int]]:
    found = []
    for cards in drawn:
        guess = [0, 0, 0, 0]
        for seat, card in zip(seats, cards, strict=True):
            guess[seat] = card
        found.append(guess)
    return found


def _can_lay(view: FacirView, seat: int, cards: dict[int, float], move: Turn) -> float:
    """Return how likely it is that a seat can lay in its next turn if all else stays."""
    near = nearness(view.setup.deck)
    nails = list(view.nails)
    nails[view.seat] ^= move.changed
    others = sum(nails) - nails[seat]
    return total(
        share
        for card, share in cards.items()
        if share >= UNLIKELY / 10 and near.distance(card, nails[seat], others) <= 1
    )


procedure = FacirProcedure
"""Makes the procedure for a setup; each game has one by this name."""
