"""What every search is given: what stops it, what judges positions, and how others may play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from time import monotonic
from types import TracebackType

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.actions import Move, Outcome
from jemaa.core.state import OVER, State
from jemaa.players.base import Limit

if not cython.compiled:
    from math import exp as _exp

# So many nodes pass between two looks at the clock: compiled, a look takes as long as a node.
_NODES_A_LOOK = 64 if cython.compiled else 1
_OVER = OVER
_SELDOM = 0.001  # what is so much less likely than the best is never done


class Control:
    """Stops a running search, by a clock or a count of nodes; searches ask it at every node.

    It needs no thread: the search itself looks at the clock now and then. But a search runs without
    the interpreter's lock, so another thread (a server, a terminal) can call `cancel` meanwhile.
    """

    def __init__(self, limit: Limit | None = None) -> None:
        """Make a control with a budget."""
        self.limit = limit or Limit()
        self._stopped = False
        self._nodes_left = self.limit.nodes or -1
        self._deadline = inf
        self._end = inf
        self._is_timed = False
        self._until_look = 0

    def stop_within(self, seconds: float) -> None:
        """Set a deadline, so many seconds from now, on top of every budget.

        The player keeps its own budget, and comes to an end before the deadline even so.
        """
        self._deadline = monotonic() + seconds
        self._end_at(min(self._end, self._deadline))

    @property
    def seconds_left(self) -> float:
        """How long until the deadline or the end of the budget; endless without either."""
        return max(0.0, self._end - monotonic())

    def adopt(self, own: Limit) -> None:
        """Take over a player's own budget, unless another one was given."""
        if self.limit == Limit():
            self.limit = own
            self._nodes_left = own.nodes or -1

    def alone(self) -> Control:
        """Return a control with the clock of this one, and nothing else: for what must be done."""
        clock = Control()
        clock.stop_within(self.seconds_left)
        return clock

    def cancel(self) -> None:
        """Stop the search as soon as possible."""
        self._stopped = True

    @property
    def is_stopped(self) -> bool:
        """Whether the search should stop or has been stopped."""
        if self._is_timed:
            self._look()
        return bool(self._stopped)

    def _spend(self) -> bool:
        """Count one node, and return whether to stop."""
        if self._nodes_left == 0:
            self._stopped = True
        elif self._nodes_left > 0:
            self._nodes_left -= 1
        return self._tick()

    def _tick(self) -> bool:
        """Look at the clock if it is time to, and return whether to stop."""
        if self._is_timed:
            self._until_look -= 1
            if self._until_look <= 0:
                self._look()
        return self._stopped

    def _look(self) -> None:
        """Look at the clock, and stop if it is too late."""
        self._until_look = _NODES_A_LOOK
        if monotonic() >= self._end:
            self._stopped = True

    def _end_at(self, moment: float) -> None:
        self._end = moment
        self._is_timed = moment < inf

    def __enter__(self) -> Control:
        if self.limit.seconds is not None:
            self._end_at(min(self._deadline, monotonic() + self.limit.seconds))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end_at(self._deadline)


class Evaluator:
    """Estimates every seat's share of the win; a subclass per game knows how.

    Shares are between 0 and 1 and add up to 1, so that estimates and real results mix in a search.
    """

    def _evaluate(self, state: State, out: list[float]) -> None:
        """Write the share of each seat; the game is not over."""

    def _settled(self, state: State) -> bool:
        """Whether to judge here, however deep the search may still go.

        A game of several rounds says so between two rounds: what happens in the next one has
        nothing to do with the moves that are compared.
        """
        return False

    def _is_fair(self, state: State) -> bool:
        """Whether the outcomes of chance here are so alike that it costs more to weigh them.

        It is about speed alone: no mean changes with it.
        """
        return False

    def evaluate(self, state: State) -> tuple[float, ...]:
        """Return the share of the win of each seat, exact when the game is over."""
        shares = [0.0, 0.0, 0.0, 0.0]
        if state.is_over:
            return state.returns()
        self._evaluate(state, shares)
        return tuple([shares[seat] for seat in range(state.setup.players)])

    def gain(self, state: State, outcome: Outcome) -> tuple[float, ...]:
        """Return what an outcome of chance gives to each seat.

        That is the value after it, less the mean over all that could have come.
        """
        ids, weights = [0] * 1024, [0] * 1024
        value, given, mean = [0.0] * 4, [0.0] * 4, [0.0] * 4
        id = outcome.id
        count = state._chances(ids, weights)
        after = state._copy()
        whole = 0
        for index in range(count):
            after._assign(state)
            after._play(ids[index])
            if after._actor == _OVER:
                after._shares(value)
            else:
                self._evaluate(after, value)
            whole += weights[index]
            for seat in range(state._players):
                mean[seat] += weights[index] * value[seat]
                if ids[index] == id:
                    given[seat] = value[seat]
        return tuple([given[seat] - mean[seat] / whole for seat in range(state._players)])


@dataclass(frozen=True, slots=True)
class Option:
    """One move at the root."""

    move: Move
    values: tuple[float, ...]
    """The share of the win of each seat after it."""
    turns: int
    """How many turns deep it was looked at."""
    ends_turn: bool
    """Whether the turn is over with it."""


class Policy:
    """How somebody may play: what they may do in a position, each move with its odds."""

    def _prepare(self, state: State) -> None:
        """Make room for positions with the setup of this one."""

    def _spread(self, state: State, ids: list[int], odds: list[float]) -> int:
        """Write the moves that may be made, 32 at most, and their odds, which add up to 1.

        Returns:
            How many there are.
        """
        return 0

    def is_best_of_turn(self, evaluator: Evaluator) -> bool:
        """Whether it takes what is best at the end of the turn by this evaluation."""
        return False

    def spread(self, state: State) -> dict[Move, float]:
        """Return the moves that may be made, each with its odds."""
        ids, odds = [0] * 32, [0.0] * 32
        self._prepare(state)
        count = self._spread(state, ids, odds)
        moves = state._moves()
        return {moves[ids[index]]: odds[index] for index in range(count)}


def _soften(
    moves: list[int],
    values: list[float],
    count: int,
    softness: float,
    ids: list[int],
    odds: list[float],
) -> int:
    """Write moves with their odds, at most 32, and return how many; see `OneTurn`."""
    best = 0
    for index in range(1, count):
        if values[index] > values[best]:
            best = index
    if softness <= 0:
        ids[0] = moves[best]
        odds[0] = 1.0
        return 1
    whole = 0.0
    kept = 0
    for index in range(count):
        share = _exp((values[index] - values[best]) / softness)
        if share > _SELDOM and kept < 32:
            ids[kept] = moves[index]
            odds[kept] = share
            whole += share
            kept += 1
    for index in range(kept):
        odds[index] /= whole
    return kept


class Supposed:
    """One policy of the others, and the next one: a list that needs no interpreter to be read."""

    policy: Policy
    next: Supposed | None

    def __init__(self, policy: Policy, next: Supposed | None) -> None:
        """Put a policy before others."""
        self.policy = policy
        self.next = next
        if not cython.compiled:
            self.ids = [0] * 32
            self.odds = [0.0] * 32


def chain(policies: Sequence[Policy]) -> Supposed | None:
    """Return policies as a list of that kind; None if there are none."""
    first = None
    for policy in reversed(policies):
        first = Supposed(policy, first)
    return first
