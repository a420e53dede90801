"""Playing on from a position many times: what it is worth when everybody thinks one turn ahead.

A rollout ends after some turns, and what is thought of the position there is its result. Whatever
outcomes of chance have given on the way, measured by the same thinking, is taken off again: the
mean stays what it is, and far fewer rollouts are needed for it. Whoever moves takes any of the
moves that are nearly as good as the best (`salt`): players without doubt would repeat few games.

Written once for all games, against the unchecked API of `State`.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.state import CHANCE, OVER, State
from jemaa.players.search import Control, Evaluator

if not cython.compiled:
    from jemaa.core.playout import GOLDEN, MASK, _mix
    from jemaa.players.expectimax import Frame, _frames

_CHANCE, _OVER = CHANCE, OVER
_NONE = -1
_OPTIONS, _OUTCOMES = 4, 8  # so many moves, and outcomes after each, are noted


class Mean(NamedTuple):
    """The mean of some rollouts for one seat, and how sure it is."""

    games: int
    total: float
    squares: float

    def plus(self, other: Mean) -> Mean:
        """Return the mean of the rollouts of both."""
        return Mean(
            self.games + other.games, self.total + other.total, self.squares + other.squares
        )

    @property
    def value(self) -> float:
        """The mean share."""
        return self.total / self.games

    @property
    def error(self) -> float:
        """The standard error of the mean; a lot when there are too few rollouts to tell."""
        if self.games < 2:
            return 1.0
        spread = max(0.0, self.squares - self.total * self.total / self.games)
        return sqrt(spread / (self.games - 1) / self.games)


NOTHING = Mean(0, 0.0, 0.0)
"""The mean of no rollouts."""


class Rollouts:
    """Plays on from positions of one setup; it keeps an evaluator, so one thread may use it."""

    _first: Frame
    """The position that is played on, and what follows it."""
    _mind: Frame
    """The same as the player to move thinks of it."""

    def __init__(
        self, evaluator: Evaluator, *, turns: int, salt: float, looks_ahead: bool = True
    ) -> None:
        """Say how it is played on.

        Args:
            evaluator: what everybody judges positions by.
            turns: how many turns a rollout has at most.
            salt: a move may be worth this much less than the best one and still be taken.
            looks_ahead: whether the last position is judged by the turn that follows it.
        """
        self._evaluator = evaluator
        self._turns = turns
        self._salt = salt
        self._looks_ahead = looks_ahead
        self._setup: object = None
        self._mover = 0
        self._rng = 0
        self._luck = [0.0, 0.0, 0.0, 0.0]
        self._option = self._taken = _NONE
        self._ends = 0
        if not cython.compiled:
            self._noted = [0.0] * (_OPTIONS * _OUTCOMES * 4)

    def play(self, state: State, seat: int, games: int, seed: int, control: Control) -> Mean:
        """Play on so many times, and return the mean share of the win of a seat.

        Args:
            state: where it begins; it stays as it is.
            seat: whose share it is.
            games: how many rollouts.
            seed: where their chance comes from.
            control: stops it; then the rollouts that were finished count.
        """
        self._make_frames(state)
        self._rng = seed & MASK
        shares = [0.0, 0.0, 0.0, 0.0]
        total = squares = 0.0
        done = 0
        with cython.nogil:
            while done < games and not control._tick():
                self._roll_out(state, shares)
                total += shares[seat]
                squares += shares[seat] * shares[seat]
                done += 1
        return Mean(done, total, squares)

    def foresee(
        self, state: State, seat: int, turns: int, most: int, control: Control
    ) -> float | None:
        """Return the mean share of the win of a seat that rollouts of so many turns would have.

        Whatever chance may bring and every move that may be taken is followed, so nothing is left
        to a seed: where rollouts have an error, this has none.

        Args:
            state: where it begins; it stays as it is.
            seat: whose share it is.
            turns: how many turns are followed: each more takes many times as long.
            most: how many ends they may have.
            control: stops it.

        Returns:
            The mean; None if they have more ends, or it was stopped.
        """
        self._make_frames(state)
        self._begin(state)
        self._ends = most
        shares = [0.0, 0.0, 0.0, 0.0]
        with cython.nogil:
            self._expect(self._first, turns, shares, control)
        return shares[seat] if self._ends >= 0 else None

    def path(self, state: State, seed: int, turns: int) -> list[State]:
        """Return every position of one rollout of so many turns, from `state` on.

        Of two positions the same seed gives the same rolls, turn by turn.
        """
        self._make_frames(state)
        first = self._first
        self._begin(state)
        found: list[State] = [state]
        left = turns
        while left > 0 and not self._is_over(first):
            # From the turn and not from the step, because turns may have draws or not.
            self._rng = (seed + left * 1000003 + first.state._actor * 7919) & MASK
            self._advance(first)
            left -= first.state._seat != self._mover
            found.append(first.state._copy())
        return found

    def _make_frames(self, state: State) -> None:
        if self._setup != state.setup:
            self._setup = state.setup
            self._first = _frames(state)
            self._mind = _frames(state)

    def _begin(self, state: State) -> None:
        self._first.state._assign(state)
        self._mover = state._seat
        self._taken = _NONE
        for seat in range(4):
            self._luck[seat] = 0.0

    def _roll_out(self, state: State, out: list[float]) -> None:
        """Write the shares at the end of one rollout, without what chance has given."""
        self._begin(state)
        left = self._turns
        while left > 0 and not self._is_over(self._first):
            self._advance(self._first)
            left -= self._first.state._seat != self._mover
        self._end(self._first, out)
        for seat in range(4):
            out[seat] -= self._luck[seat]

    def _end(self, frame: Frame, out: list[float]) -> None:
        """Write what is thought of the position in which it is not played on any further."""
        self._mover = frame.state._seat
        if self._looks_ahead:
            self._value(frame, out)
        else:
            self._judge(frame, out)

    def _expect(self, frame: Frame, left: int, out: list[float], control: Control) -> None:
        """Write the mean over all that may happen in the turns that are left; see `foresee`."""
        if control._tick():
            self._ends = _NONE
        if self._ends < 0:
            return
        if left <= 0 or frame.is_last or self._is_over(frame):
            self._ends -= 1
            self._end(frame, out)
        else:
            self._expect_each(frame, self._all_next(frame, self._mind), left, out, control)

    def _all_next(self, frame: Frame, mind: Frame) -> int:
        """Write all that may come next, with the weight of each; return how many that are."""
        self._mover = frame.state._seat
        if frame.state._actor == _CHANCE:
            return frame.state._chances(frame.ids, frame.weights)
        count = self._think(frame, mind)
        alike = 0
        for index in range(count):
            if mind.guesses[index] >= 0:
                frame.ids[alike] = mind.ids[index]
                frame.weights[alike] = 1
                alike += 1
        return alike

    def _expect_each(
        self, frame: Frame, count: int, left: int, out: list[float], control: Control
    ) -> None:
        value = [0.0] * 4
        whole = 0
        for seat in range(4):
            out[seat] = 0.0
        for index in range(count):
            frame.next.state._assign(frame.state)
            frame.next.state._play(frame.ids[index])
            passed = frame.next.state._seat != frame.state._seat
            self._expect(frame.next, left - passed, value, control)
            whole += frame.weights[index]
            for seat in range(4):
                out[seat] += frame.weights[index] * value[seat]
        for seat in range(4):
            out[seat] /= whole

    def _is_over(self, frame: Frame) -> bool:
        return frame.state._actor == _OVER or self._evaluator._settled(frame.state)

    def _advance(self, frame: Frame) -> None:
        """Do what comes next in the position of a frame."""
        self._mover = frame.state._seat
        if frame.state._actor == _CHANCE:
            self._draw(frame)
        else:
            self._move(frame, self._mind)

    def _random(self) -> int:
        """Return a number from 0 up to 2**32 - 1."""
        self._rng = (self._rng + GOLDEN) & MASK
        return _mix(self._rng) >> 32

    def _draw(self, frame: Frame) -> None:
        """Let chance speak, and note what that has given to each seat."""
        count = frame.state._chances(frame.ids, frame.weights)
        value = [0.0] * 4
        mean = [0.0] * 4
        whole = 0
        for index in range(count):
            whole += frame.weights[index]
        rest = self._random() * whole >> 32
        chosen = _NONE
        for index in range(count):
            self._weigh(frame, index, value)
            weight = frame.weights[index]
            for seat in range(4):
                mean[seat] += weight * value[seat] / whole
            if chosen < 0:
                if rest < weight:
                    chosen = frame.ids[index]
                    for seat in range(4):
                        self._luck[seat] += value[seat]
                rest -= weight
        for seat in range(4):
            self._luck[seat] -= mean[seat]
        self._taken = _NONE
        frame.state._play(chosen)

    def _weigh(self, frame: Frame, index: int, out: list[float]) -> None:
        """Write what an outcome is worth: nothing where the outcomes are nearly alike.

        The mover may have thought of this outcome already, before the move that led here.
        """
        if self._taken >= 0 and index < _OUTCOMES:
            for seat in range(4):
                out[seat] = self._noted[(self._taken * _OUTCOMES + index) * 4 + seat]
        elif self._evaluator._is_fair(frame.state):
            for seat in range(4):
                out[seat] = 0.0
        else:
            self._follow(frame, frame.ids[index], out)

    def _move(self, frame: Frame, mind: Frame) -> None:
        """Let the player to move take a move that is best, or nearly so, to their mind."""
        count = self._think(frame, mind)
        alike = chosen = 0
        for index in range(count):
            if mind.guesses[index] >= 0:
                alike += 1
                # Each of those alike is taken with the same chance in the end.
                if self._random() * alike >> 32 == 0:
                    chosen = index
        frame.state._play(mind.ids[chosen])
        self._taken = chosen if count <= _OPTIONS and frame.state._actor == _CHANCE else _NONE

    def _think(self, frame: Frame, mind: Frame) -> int:
        """Write all moves and what is thought of them, -1 of those not taken; return how many."""
        actor = frame.state._actor
        mind.state._assign(frame.state)
        self._imagine(mind)
        count = mind.state._legal(mind.ids)
        value = [0.0] * 4
        best = -1.0
        for index in range(count):
            self._option = index
            self._follow(mind, mind.ids[index], value)
            mind.guesses[index] = value[actor]
            if value[actor] > best:
                best = value[actor]
        self._option = _NONE
        for index in range(count):
            if mind.guesses[index] < best - self._salt:
                mind.guesses[index] = -1.0
        return count

    def _imagine(self, mind: Frame) -> None:
        """Put what the player to move cannot know out of their mind; nothing is hidden here."""

    def _follow(self, frame: Frame, id: int, out: list[float]) -> None:
        """Write the value of the position after one action of the position in a frame."""
        frame.next.state._assign(frame.state)
        frame.next.state._play(id)
        self._value(frame.next, out)

    def _value(self, frame: Frame, out: list[float]) -> None:
        """Write the value of a position when the mover plays the turn to its end."""
        actor = frame.state._actor
        if frame.state._seat != self._mover or frame.is_last or self._is_over(frame):
            self._judge(frame, out)
        elif actor == _CHANCE:
            self._average(frame, out)
        else:
            self._take_best(frame, out)

    def _judge(self, frame: Frame, out: list[float]) -> None:
        if frame.state._actor == _OVER:
            frame.state._shares(out)
        else:
            self._evaluator._evaluate(frame.state, out)

    def _average(self, frame: Frame, out: list[float]) -> None:
        count = frame.state._chances(frame.ids, frame.weights)
        value = [0.0] * 4
        whole = 0
        option = self._option  # only what comes at once after a move is noted
        self._option = _NONE
        for seat in range(4):
            out[seat] = 0.0
        for index in range(count):
            self._follow(frame, frame.ids[index], value)
            if 0 <= option < _OPTIONS and index < _OUTCOMES:
                for seat in range(4):
                    self._noted[(option * _OUTCOMES + index) * 4 + seat] = value[seat]
            whole += frame.weights[index]
            for seat in range(4):
                out[seat] += frame.weights[index] * value[seat]
        for seat in range(4):
            out[seat] /= whole

    def _take_best(self, frame: Frame, out: list[float]) -> None:
        actor = frame.state._actor
        count = frame.state._legal(frame.ids)
        value = [0.0] * 4
        best = -1.0
        for index in range(count):
            self._follow(frame, frame.ids[index], value)
            if value[actor] > best:
                best = value[actor]
                for seat in range(4):
                    out[seat] = value[seat]
