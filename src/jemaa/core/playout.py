"""Random games, played to the end by the unchecked API: for simulations, benchmarks and search.

The generator is splitmix64, one draw for each move or outcome; the same seed gives the same game on
every machine, compiled or not.
"""

from __future__ import annotations

from dataclasses import dataclass

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.actions import Action
from jemaa.core.state import OVER, State, given

_OVER = OVER
MASK = 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15

if not cython.compiled:

    def _mix(rng: int) -> int:
        rng = ((rng ^ (rng >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        rng = ((rng ^ (rng >> 27)) * 0x94D049BB133111EB) & MASK
        return rng ^ (rng >> 31)


@dataclass(frozen=True, slots=True)
class Playout:
    """One random game: where it ended, and after how many moves and outcomes."""

    final: State
    steps: int


def playout(state: State, seed: int) -> Playout:
    """Play one random game from a state; the state itself stays as it is.

    >>> import jemaa
    >>> playout(jemaa.game("marrakech").new(players=2), seed=1).final.is_over
    True
    """
    final = _copy_of(state)
    rng = seed & MASK
    with cython.nogil:
        steps = _run(final, rng)
    return Playout(final, steps)


def playout_actions(state: State, seed: int) -> list[Action]:
    """Return all moves and outcomes of the game that `playout` plays with the same seed."""
    scratch = _copy_of(state)
    rng = seed & MASK
    actions: list[Action] = []
    while scratch._actor != _OVER:
        rng = (rng + GOLDEN) & MASK
        id = scratch._pick(_mix(rng) >> 32)
        actions.append(scratch._moves()[id] if scratch._actor >= 0 else scratch._outcomes()[id])
        scratch._play(id)
    return actions


def playouts(state: State, games: int, seed: int) -> int:
    """Play that many random games one after another and return the number of all their steps."""
    scratch = _copy_of(state)
    rng = seed & MASK
    steps = 0
    with cython.nogil:
        for _ in range(games):
            scratch._assign(state)
            taken = _run(scratch, rng)
            rng = (rng + taken * GOLDEN) & MASK
            steps += taken
    return steps


def _copy_of(state: State) -> State:
    given(state)
    return state._copy()


def _run(state: State, rng: int) -> int:
    """Play to the end, and return the number of steps. Budget: 10 ns a step of Marrakech."""
    draws = [0] * 48
    steps = 0
    while state._actor != _OVER:
        # Many draws at once: they do not wait for the moves, nor the moves for them.
        for index in range(48):
            rng = (rng + GOLDEN) & MASK
            draws[index] = _mix(rng) >> 32
        steps += state._stride(draws, 48)
    return steps


def derive_seed(seed: int, index: int) -> int:
    """Return the seed of the game with that number: far apart for neighbours, and everywhere so."""
    return _mix((_mix((seed + GOLDEN) & MASK) + index * GOLDEN) & MASK)
