"""The procedure of Marrakech, in shares of the win.

The quick look is an exact search over two turns, the mover's and the next one's, at full width on
the learned value. Rollouts are eight turns long, by players who look one turn ahead by that value.
"""

from __future__ import annotations

from jemaa.analysis.marrakech.facts import Facts
from jemaa.analysis.procedure import Fact, Look, Shares, Thresholds
from jemaa.analysis.rollouts import Mean, Rollouts
from jemaa.core.actions import Action, Move
from jemaa.core.playout import derive_seed
from jemaa.core.state import CHANCE, State, compiled
from jemaa.games.marrakech import MarrakechSetup, MarrakechState
from jemaa.players.base import total
from jemaa.players.expectimax import Expectimax
from jemaa.players.marrakech.engines import ALL, VALUES
from jemaa.players.marrakech.evaluation import MarrakechEvaluator, evaluator
from jemaa.players.search import Control, Option

TURNS = 8
"""How long a rollout is."""
SALT = 0.01
"""How much worse than the best a move may be that is taken in a rollout."""
LOOK = 2 if compiled else 1
"""How many turns the quick look sees: uncompiled, the second one would take minutes a game."""
KEPT = 16
"""So many of the last positions that were looked at are remembered."""
MODELS = ("learned", "readable")
"""By what players judge who play on: the usual one, and another one to check puzzles by."""


def value(players: int, model: str = MODELS[0]) -> MarrakechEvaluator:
    """Return a new evaluator: the one place that says what positions are valued by."""
    return VALUES[model](players)


class MarrakechProcedure:
    """Values positions of Marrakech with one setup."""

    models = MODELS
    thresholds = Thresholds(
        labels=(0.02, 0.05, 0.10),
        suspicious=0.02,
        tolerance=0.02,
        error=0.008,
        pairs=50,
        most=300,
    )

    def __init__(self, setup: MarrakechSetup) -> None:
        """Make the search and the rollouts for this setup."""
        players = setup.players
        self._search = Expectimax(value(players), ALL, ALL, 0, others=evaluator(players))
        self._seen: dict[State, list[Option]] = {}
        self._rollouts = {
            model: Rollouts(value(players, model), turns=TURNS, salt=SALT) for model in MODELS
        }

    def look(self, state: State, action: Action) -> Look:
        """Look at one event."""
        if state.to_act == CHANCE:
            expected = self._mean(state)
            return Look(values=expected, expected=expected)
        options = self._options(state)
        best = options[0]
        taken = next(option for option in options if option.move is action)
        seat = state.to_act
        assert seat is not None
        return Look(
            values=best.values,
            better=best.move.text,
            choice=tuple(map(float.__sub__, taken.values, best.values)),
            loss=best.values[seat] - taken.values[seat],
            best=best.values[seat],
            options=len(options),
        )

    def _mean(self, state: State) -> Shares:
        outcomes = state.outcomes()
        whole = sum(weight for _, weight in outcomes)
        values = [(weight / whole, self._value(state.after(one))) for one, weight in outcomes]
        return tuple(
            total(weight * shares[seat] for weight, shares in values)
            for seat in range(state.setup.players)
        )

    def _value(self, state: State) -> Shares:
        if state.is_over:
            return state.returns()
        if state.to_act == CHANCE:
            return self._mean(state)
        return self._options(state)[0].values

    def _options(self, state: State) -> list[Option]:
        """Return all moves, best first; what chance may bring is mostly asked for again soon."""
        found = self._seen.get(state)
        if found is None:
            if len(self._seen) >= KEPT:
                del self._seen[next(iter(self._seen))]
            found = self._seen[state] = self._search.search(state, LOOK, Control())
        return found

    def values(self, state: State, control: Control) -> dict[Move, float]:
        """Return the mover's share after every move by a quick look, best first."""
        seat = state.to_act
        assert seat is not None
        return {one.move: one.values[seat] for one in self._search.search(state, LOOK, control)}

    def compare(
        self,
        state: State,
        moves: tuple[Move, ...],
        games: int,
        seed: int,
        control: Control,
        model: str = MODELS[0],
    ) -> tuple[Mean, ...]:
        """Play on from each of these moves."""
        seat = state.to_act
        assert seat is not None
        rollouts = self._rollouts[model]
        return tuple(
            rollouts.play(state.after(move), seat, games, derive_seed(seed, move.id), control)
            for move in moves
        )

    def facts(
        self, state: State, chosen: Move, better: Move, seed: int, control: Control
    ) -> tuple[Fact, ...]:
        """Return what makes one move better than another."""
        assert isinstance(state, MarrakechState)
        return Facts(self._rollouts[MODELS[0]], state, seed, control).between(chosen, better)


def procedure(setup: MarrakechSetup) -> MarrakechProcedure:
    """Return the procedure for a setup."""
    return MarrakechProcedure(setup)
