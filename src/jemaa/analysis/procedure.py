"""What a position is worth, and which of two moves is better: one procedure for each game.

A procedure looks at every event of a game quickly (`look`), looks further where that sees a loss
(`foresee`), plays on from two moves many times where the loss is worth a word (`compare`), and
finds out what makes the difference (`facts`).
Both moves are always valued equally deep.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple, Protocol

import msgspec

from jemaa import catalog
from jemaa.analysis.rollouts import Mean
from jemaa.core.actions import Action, Move
from jemaa.core.playout import derive_seed, playout_actions
from jemaa.core.state import CHANCE, State
from jemaa.players.search import Control

PROBES = 3
"""So many events of a random game are looked at for a fingerprint."""
SURE = 2.0
"""Rollouts say that a loss is one if it is above nothing by so many standard errors ..."""
CLEAR = 3.0
"""... and no more of them are asked for if it is so many."""

Shares = tuple[float, ...]
"""A number for each seat: shares of the win, or differences of such."""


class Look(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a quick look at one event finds."""

    values: Shares
    """The share of the win of each seat before the event."""
    expected: Shares = ()
    """Where chance decides: the mean of what follows, over its outcomes."""
    better: str = ""
    """Where a seat decides: the best move; empty if moves are not judged here."""
    choice: Shares = ()
    """What each seat has got because that move was not taken; nobody wins or loses in sum."""
    loss: float = 0.0
    """What the mover has lost, in the unit that the game is judged in."""
    best: float = 0.0
    """The mover's share after the best move, in that unit."""
    options: int = 0
    """How many moves there were; 0 if they are not judged."""
    exact: bool = False
    """Whether it goes on to the end of the game: then a longer look or rollouts know no more."""


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that two moves differ in: `analysis.fact-KEY` says it in words."""

    key: str
    better: float = 0.0
    """The number after the better move."""
    chosen: float = 0.0
    """The number after the move that was taken."""
    seat: int | None = None
    """Whom it is about, if not the mover."""


class Thresholds(NamedTuple):
    """When a loss is worth a word, in the unit that the game is judged in."""

    labels: tuple[float, float, float]
    """From where on a loss is small, clear, large."""
    suspicious: float
    """From which loss at a quick look on a decision is looked at again."""
    tolerance: float
    """The loss, in an even position, that makes accuracy fall to 37 %."""
    error: float
    """Where no longer look is possible: when the error of the difference is no more than this, it
    is known well enough."""
    pairs: int
    """How often it is played on from both moves for one question."""
    most: int
    """How often at most."""
    questions: int
    """So many questions of that kind a whole game gets."""


class Procedure(Protocol):
    """The procedure of one game with one setup. It keeps notes, so one thread may use it."""

    thresholds: Thresholds
    models: tuple[str, str]
    """By what players can judge who play on: the usual way, and another one to check by."""

    def look(self, state: State, action: Action, control: Control) -> Look:
        """Look at one event of a finished game: a move or an outcome in a position.

        What the control has stopped is not to be believed.
        """
        ...

    def values(self, state: State, control: Control) -> dict[Move, float]:
        """Return the mover's share after the most promising moves by a quick look, best first."""
        ...

    def compare(
        self,
        state: State,
        moves: tuple[Move, ...],
        games: int,
        seed: int,
        control: Control,
        model: str = ...,
    ) -> tuple[Mean, ...]:
        """Play on from each of these moves, and return the mean share of the mover after each.

        Args:
            state: the position.
            moves: what is compared.
            games: how often it is played on from each.
            seed: where the chance of the rollouts comes from.
            control: stops it; then the rollouts that were finished count.
            model: one of `models`, by what everybody judges who plays on; as the game's procedure
                does it usually if none is given.
        """
        ...

    def foresee(self, state: State, moves: tuple[Move, ...], control: Control) -> tuple[float, ...]:
        """Return the share of the mover after each of these moves by a longer look.

        No seed has a part in it: the same position is always worth the same. Nothing is returned if
        it was stopped, or if there is too much to look at.
        """
        ...

    def facts(
        self, state: State, chosen: Move, better: Move, seed: int, control: Control
    ) -> tuple[Fact, ...]:
        """Return what makes one move better than another, the weightiest first."""
        ...


@lru_cache(maxsize=16)
def _procedure(game: str, setup: Any) -> Procedure:
    made: Procedure = import_module(catalog.STUDIES[game]).procedure(setup)
    return made


def procedure(state: State) -> Procedure:
    """Return the procedure for positions like this one."""
    return _procedure(state.game.name, state.setup)


@lru_cache(maxsize=16)
def fingerprint(game: str, players: int) -> str:
    """Return a hash of what the procedure finds: two equal ones promise equal reviews.

    It is taken from behaviour, not from sources: looks at a few events of a random game, and two
    rollouts at each of them where somebody decides. What is made of rollouts is numbers, too.
    """
    found = hashlib.sha256()
    start = catalog.game(game).new(players=players)
    judge = procedure(start)
    found.update(repr((judge.thresholds, SURE, CLEAR)).encode())
    state, seen = start, 0
    actions = playout_actions(start, derive_seed(players, 0))
    for number, action in enumerate(actions):
        if number * PROBES >= seen * len(actions) and state.to_act not in (None, CHANCE):
            seen += 1
            found.update(msgspec.json.encode(judge.look(state, action, Control())))
            first, last = state.legal()[0], state.legal()[-1]
            found.update(repr(judge.compare(state, (first, last), 2, 1, Control())).encode())
            found.update(repr(judge.foresee(state, (first, last), Control())).encode())
        state = state.after(action)
    return found.hexdigest()[:16]
