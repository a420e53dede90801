"""What two moves of Marrakech differ in, until the mover's next turn.

Both moves are played on by players who look one turn ahead, on the same rolls. What this very roll
costs is exact, all else is the mean over those games.
"""

from __future__ import annotations

from itertools import pairwise

from jemaa.analysis.procedure import Fact
from jemaa.analysis.rollouts import Rollouts
from jemaa.core.actions import Move
from jemaa.core.playout import derive_seed
from jemaa.core.state import State
from jemaa.games.marrakech import MarrakechState, Rug, Turn
from jemaa.games.marrakech.scene import expected, landings
from jemaa.players.base import total
from jemaa.players.search import Control

GAMES = 40
"""How often both moves are played on."""
LEAST = 0.5
"""A difference of less, in points by its weight, is not worth a word."""
SAID = 2
"""So many facts are enough."""
WEIGHTS = {
    "pays": -1.0,
    "next-pays": 1.0,
    "income": 1.0,
    "toll": -1.0,
    "squares": 0.8,
    "covers": 0.6,
    "area": 0.35,
    "rival": -0.6,
}
"""What one unit of each is worth to the mover, in points; only the order of facts depends on it."""

Numbers = dict[str, float]


class Facts:
    """Compares moves of one position."""

    def __init__(
        self, rollouts: Rollouts, state: MarrakechState, seed: int, control: Control
    ) -> None:
        """Take the position, and by whom it is played on."""
        self._rollouts = rollouts
        self._state = state
        self._seat = state.seat
        self._seed = seed
        self._control = control

    def between(self, chosen: Move, better: Move) -> tuple[Fact, ...]:
        """Return what speaks for the better move, the weightiest first; nothing if stopped."""
        paths = {move: self._paths(move) for move in (chosen, better)}
        if not paths[chosen] or not paths[better]:
            return ()
        rival = self._rival(paths[chosen])
        old, new = (self._numbers(move, paths[move], rival) for move in (chosen, better))
        gains = {key: WEIGHTS[key] * (new[key] - old[key]) for key in new}
        keys = sorted((key for key in gains if gains[key] >= LEAST), key=lambda key: -gains[key])
        return tuple(
            Fact(key, round(new[key], 1), round(old[key], 1), rival if key == "rival" else None)
            for key in keys[:SAID]
        )

    def _paths(self, move: Move) -> list[list[MarrakechState]]:
        """Play on after a move up to the mover's next turn, often."""
        found: list[list[MarrakechState]] = []
        start = self._state.after(move)
        for number in range(GAMES):
            if self._control.is_stopped:
                return []
            seed = derive_seed(self._seed, number)
            path = self._rollouts.path(start, seed, self._state.setup.players)
            found.append(self._up_to_next_turn(path))
        return found

    def _up_to_next_turn(self, path: list[State]) -> list[MarrakechState]:
        """Cut a path where the turn comes back to the mover: whoever is out is passed over."""
        found: list[MarrakechState] = []
        for one in path:
            assert isinstance(one, MarrakechState)
            found.append(one)
            if len(found) > 1 and one.seat == self._seat != found[-2].seat:
                break
        return found

    def _rival(self, paths: list[list[MarrakechState]]) -> int:
        """Return who of the others leads then."""
        others = [seat for seat in range(self._state.setup.players) if seat != self._seat]
        return max(others, key=lambda seat: total(path[-1].scores()[seat] for path in paths))

    def _numbers(self, move: Move, paths: list[list[MarrakechState]], rival: int) -> Numbers:
        """Return everything that is worth a comparison after a move."""
        after = paths[0][0]
        numbers = self._at_once(move, after)
        ends = [path[-1] for path in paths]
        numbers["income"] = _mean([self._income(path) for path in paths])
        numbers["toll"] = _mean([self._toll(end) for end in ends])
        numbers["squares"] = _mean([float(end.visible()[self._seat]) for end in ends])
        numbers["rival"] = _mean([float(end.scores()[rival]) for end in ends])
        return numbers

    def _at_once(self, move: Move, after: MarrakechState) -> Numbers:
        if isinstance(move, Turn):
            key = "pays" if after.seat == self._seat else "next-pays"
            return {key: expected(landings(after))} if not after.is_over else {key: 0.0}
        assert isinstance(move, Rug)
        owners = [self._state.owner_on(cell) for cell in move.cells]
        return {
            "covers": float(sum(owner not in (None, self._seat) for owner in owners)),
            "area": float(max(after.area(cell).bit_count() for cell in move.cells)),
        }

    def _income(self, path: list[MarrakechState]) -> float:
        """Return what others have paid to the mover."""
        gains = (
            after.cash[self._seat] - before.cash[self._seat] for before, after in pairwise(path)
        )
        return float(sum(gain for gain in gains if gain > 0))

    def _toll(self, end: MarrakechState) -> float:
        """Return what the mover's next roll costs, the cheapest way if they turn Assam before."""
        if end.is_over or end.seat != self._seat:
            return 0.0
        quarters = (0,) if end.setup.rotate == "after" else (-1, 0, 1)
        return min(expected(landings(end, quarter)) for quarter in quarters)


def _mean(numbers: list[float]) -> float:
    return total(numbers) / len(numbers)
