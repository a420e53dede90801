"""Looking ahead turn by turn: every outcome of chance by its weight, every seat for itself.

Written once for all games, against the fast door of `State`. The value of a position is a vector,
the share of the win of each seat; whoever moves takes what is best for that seat (max^n). If it
is known how the other players may play, only what they would do is followed: each policy has a
weight for each seat, and the mean is taken over whole turns, played by one and the same policy.

The first turn is always searched in full. From the second turn on only the most promising moves of
those that end a turn are looked at again (a beam): `root` of them where the search begins, `inner`
elsewhere. The few best, `beyond`, are looked at once more, one turn deeper than was asked for.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.actions import Move
from jemaa.core.state import CHANCE, OVER, State
from jemaa.players.search import Control, Evaluator, Option, Policy, Supposed, chain

if not cython.compiled:
    from jemaa.players.search import _soften

_CHANCE, _OVER = CHANCE, OVER
_DEEPEST = 38  # more steps than four turns of any game take
_BEYOND = 2.0  # better than any share: a move that does not end the turn is never cut
_FREE = Control()  # nobody stops it
_POLICIES = 8  # no search supposes more of them; none names more than 32 moves in one position


class Frame:
    """The working place of one step of the search: a scratch state and its choices."""

    state: State
    next: Frame
    """The working place of the step after it."""
    is_last: bool
    """Whether there is none."""
    is_leaning: bool
    """Whether another player is in the middle of a turn; `leans` has the weight of each policy."""

    def __init__(self) -> None:
        """Make room for the choices."""
        if not cython.compiled:
            self.ids = [0] * 1024
            self.weights = [0] * 1024
            self.guesses = [0.0] * 1024
            self.leans = [0.0] * 8
            self.counts = [0] * 8
            self.supposed = [0] * 256
            self.odds = [0.0] * 256
        self.is_leaning = False


def _frames(state: State) -> Frame:
    """Return the first of as many frames as a search may need."""
    first = _frame(state, True)
    for _ in range(_DEEPEST):
        frame = _frame(state, False)
        frame.next = first
        first = frame
    return first


def _frame(state: State, is_last: bool) -> Frame:
    frame = Frame()
    frame.state = state._copy()
    frame.is_last = is_last
    return frame


def _best_first(options: list[Option], seat: int) -> list[Option]:
    """Sort moves by their value for a seat; those looked at deeper stand before those cut."""
    return sorted(options, key=lambda option: (-option.turns, -option.values[seat]))


class Expectimax:
    """A search of a fixed number of turns with a beam."""

    def __init__(
        self,
        evaluator: Evaluator,
        root: int = 1024,
        inner: int = 1024,
        beyond: int = 0,
        others: Evaluator | Sequence[Policy] | None = None,
        aside: bool = False,
        least: float = 0.0,
    ) -> None:
        """Make a search.

        Args:
            evaluator: judges the positions where the search ends.
            root: how many moves of the first decision are looked at beyond the first turn.
            inner: the same for every later decision.
            beyond: how many of the best moves of the first decision, if they end the turn, are
                followed one turn further in the end.
            others: how the other players may play, if it is known, all of it equally likely until
                `suppose` says otherwise; or what they judge by when they look one turn ahead.
            aside: whether the player who begins is one of those others, too.
            least: what another player does is not followed if it is less likely than this share of
                what is likeliest; nor is a policy asked if that is all it weighs.
        """
        self._evaluator = evaluator
        policies = [OneTurn(others)] if isinstance(others, Evaluator) else list(others or ())
        assert len(policies) <= _POLICIES
        self._policies = len(policies)
        self._others = chain(policies)
        # Who judges alike and looks as far does the same: then nothing need be supposed.
        last = policies[len(policies) - 1] if policies else Policy()
        self._alike = last.is_best_of_turn(evaluator)
        self._aside = aside
        self._least = least
        self._leans = [1.0] * 32
        self._root = root
        self._inner = inner
        self._beyond = beyond
        self._seat = 0
        self._first: Frame | None = None
        self.nodes = 0

    def suppose(self, seat: int, weights: Sequence[float]) -> None:
        """Say how likely it is that a seat plays by each of the policies, from now on."""
        for index in range(self._policies):
            self._leans[seat * 8 + index] = weights[index]

    def search(self, state: State, turns: int, control: Control) -> list[Option]:
        """Search deeper and deeper, up to that many turns, and return all moves, best first.

        A deeper search that the control stops midway is thrown away; the first turn is always
        finished, so there is always an answer.
        """
        self._make_frames(state)
        self.nodes = 0
        options = self._search_depth(state, 1, _FREE)
        depth = 1
        while depth < turns and not control.is_stopped and len(options) > 1:
            depth += 1
            deeper = self._search_depth(state, depth, control)
            if control.is_stopped:
                break
            options = deeper
        return self._look_beyond(state, _best_first(options, state._seat), control)

    def _look_beyond(self, state: State, options: list[Option], control: Control) -> list[Option]:
        """Follow the best moves that end the turn one turn further, if turns are not limited."""
        best = [option for option in options if option.ends_turn and option.turns > 1]
        if control.is_stopped or control.limit.turns or len(best) < 2:
            return options
        further = {
            option.move: self._option(state, option.move, option.turns + 1, control)
            for option in best[: self._beyond]
        }
        if control.is_stopped:
            return options
        return _best_first([further.get(o.move, o) for o in options], state._seat)

    def averages(
        self,
        states: Sequence[State],
        weights: Sequence[float],
        moves: Sequence[Move],
        turns: int,
        control: Control,
    ) -> list[tuple[float, ...]] | None:
        """Value moves by the mean over several positions that differ in what the mover cannot see.

        The moves are possible in all of them, and of the weights only the proportions count. If it
        is stopped by the control, the positions that were finished count.

        Returns:
            The share of the win of each seat for each move, or None if no position was finished.
        """
        self._make_frames(states[0])
        self.nodes = 0
        ids = array("i", [move.id for move in moves])
        sums, scratch = (array("d", bytes(32 * len(moves))) for _ in range(2))
        done = 0.0
        for state, weight in zip(states, weights, strict=True):
            if not self._add_values(state, ids, turns, weight, scratch, sums, control):
                break
            done += weight
        if done == 0:
            return None
        players = states[0].setup.players
        return [
            tuple([sums[4 * index + seat] / done for seat in range(players)])
            for index in range(len(moves))
        ]

    def _add_values(
        self,
        state: State,
        ids: array[int],
        turns: int,
        weight: float,
        scratch: array[float],
        sums: array[float],
        control: Control,
    ) -> bool:
        """Add the values of moves in one position, four each; whether it was not stopped."""
        values = [0.0] * 4
        first = self._begin(state, control)
        count = len(ids)
        with cython.nogil:
            for index in range(count):
                self._follow(first, ids[index], turns, values)
                for seat in range(4):
                    scratch[4 * index + seat] = values[seat]
            is_done = not control._stopped
            if is_done:
                for index in range(4 * count):
                    sums[index] += weight * scratch[index]
        return is_done

    def _make_frames(self, state: State) -> None:
        first = self._first
        if first is None or first.state.setup != state.setup:
            self._first = _frames(state)
            other = self._others
            while other is not None:
                other.policy._prepare(state)
                other = other.next

    def _begin(self, state: State, control: Control) -> Frame:
        """Put a position into the first frame and return that."""
        first = self._first
        assert first is not None
        first.state._assign(state)
        first.is_leaning = False
        self._seat = state._seat
        self._control = control
        return first

    def _search_depth(self, state: State, turns: int, control: Control) -> list[Option]:
        options = [self._option(state, move, 1, control) for move in state.legal()]
        if turns == 1:
            return options
        beam = _best_first(options, state._seat)[: self._root]
        return [
            self._option(state, option.move, turns, control)
            if option in beam or not option.ends_turn
            else option
            for option in options
        ]

    def _option(self, state: State, move: Move, turns: int, control: Control) -> Option:
        values = [0.0] * 4
        first = self._begin(state, control)
        id = move.id
        with cython.nogil:
            self._follow(first, id, turns, values)
        shares = tuple([values[seat] for seat in range(state._players)])
        return Option(move, shares, turns, bool(self._passed(first)))

    def _follow(self, frame: Frame, id: int, turns: int, out: list[float]) -> None:
        """Write the value of the position after one action of the position in a frame."""
        self._after(frame, id)
        frame.next.is_leaning = False
        if self._passed(frame):
            turns -= 1
        elif frame.is_leaning:
            frame.next.is_leaning = True
            for index in range(8):
                frame.next.leans[index] = frame.leans[index]
        self._value(frame.next, turns, out)

    def _after(self, frame: Frame, id: int) -> None:
        """Put the position after an action into the next frame."""
        frame.next.state._assign(frame.state)
        frame.next.state._play(id)

    def _passed(self, frame: Frame) -> bool:
        """Whether the action into the next frame has ended a turn."""
        return bool(frame.next.state._seat != frame.state._seat)

    def _value(self, frame: Frame, turns: int, out: list[float]) -> None:
        """Write the value of the position in a frame, that many turns deep."""
        self.nodes += 1
        actor = frame.state._actor
        if actor == _OVER:
            frame.state._shares(out)
        elif turns == 0 or self._control._spend() or self._ends(frame):
            self._evaluator._evaluate(frame.state, out)
        elif actor == _CHANCE:
            self._average(frame, turns, out)
        else:
            self._choose(frame, turns, out)

    def _ends(self, frame: Frame) -> bool:
        """Whether the search goes no deeper whatever turns are left."""
        return frame.is_last or self._evaluator._settled(frame.state)

    def _average(self, frame: Frame, turns: int, out: list[float]) -> None:
        """Write the mean over the outcomes of chance, each with its weight."""
        count = frame.state._chances(frame.ids, frame.weights)
        value = [0.0] * 4
        total = 0
        for seat in range(4):
            out[seat] = 0.0
        for index in range(count):
            self._follow(frame, frame.ids[index], turns, value)
            weight = frame.weights[index]
            total += weight
            for seat in range(4):
                out[seat] += weight * value[seat]
        for seat in range(4):
            out[seat] /= total

    def _choose(self, frame: Frame, turns: int, out: list[float]) -> None:
        """Write the value of what the seat to act does."""
        if self._is_other(frame, turns):
            self._suppose(frame, turns, out)
        else:
            self._take_best(frame, turns, out)

    def _is_other(self, frame: Frame, turns: int) -> bool:
        """Whether the player to act may choose something else than we would in their place."""
        if not self._policies or (not self._aside and frame.state._actor == self._seat):
            return False
        if turns > 1 or not self._alike or frame.is_leaning:
            return True
        # Only if it is not sure enough that they play by the last policy.
        for policy in range(self._policies - 1):
            lean = self._leans[frame.state._actor * 8 + policy]
            if lean >= self._least * self._leans[frame.state._actor * 8 + self._policies - 1]:
                return True
        return False

    def _suppose(self, frame: Frame, turns: int, out: list[float]) -> None:
        """Write the mean over what another player may do.

        What a policy would not have done makes that policy less likely for the rest of the turn:
        so every turn is played by one policy from its beginning to its end.
        """
        value = [0.0] * 4
        leans = [0.0] * 8
        likeliest = self._spread(frame, leans)
        whole = 0.0
        for seat in range(4):
            out[seat] = 0.0
        for policy in range(self._policies):
            for index in range(frame.counts[policy]):
                move = frame.supposed[policy * 32 + index]
                share = self._lean(frame, leans, policy, move)
                if share > 0 and share >= self._least * likeliest:
                    whole += share
                    self._follow(frame, move, turns, value)
                    for seat in range(4):
                        out[seat] += share * value[seat]
        for seat in range(4):
            out[seat] /= whole

    def _spread(self, frame: Frame, leans: list[float]) -> float:
        """Ask all policies; write the weight of each, and return that of the likeliest move."""
        heaviest = 0.0
        for policy in range(self._policies):
            if frame.is_leaning:
                leans[policy] = frame.leans[policy]
            else:
                leans[policy] = self._leans[frame.state._actor * 8 + policy]
            heaviest = max(heaviest, leans[policy])
        for policy in range(self._policies):
            if not frame.is_leaning and leans[policy] < self._least * heaviest:
                leans[policy] = 0.0
        frame.is_leaning = True
        self._ask(cython.cast(Supposed, self._others), frame, 0, leans)
        likeliest = 0.0
        for policy in range(self._policies):
            for index in range(frame.counts[policy]):
                share = self._lean(frame, leans, policy, frame.supposed[policy * 32 + index])
                likeliest = max(likeliest, share)
        return likeliest

    def _ask(self, other: Supposed, frame: Frame, policy: int, leans: list[float]) -> None:
        """Write into the frame what a policy and all after it may do."""
        frame.counts[policy] = 0
        if leans[policy] > 0:
            frame.counts[policy] = other.policy._spread(frame.state, other.ids, other.odds)
            for index in range(frame.counts[policy]):
                frame.supposed[policy * 32 + index] = other.ids[index]
                frame.odds[policy * 32 + index] = other.odds[index]
        if policy + 1 < self._policies:
            self._ask(cython.cast(Supposed, other.next), frame, policy + 1, leans)

    def _lean(self, frame: Frame, leans: list[float], first: int, move: int) -> float:
        """Write the weight of each policy if that move is made, and return their sum.

        It is 0 if a policy before the first one names the move, too: then it was looked at already.
        """
        total = 0.0
        for policy in range(self._policies):
            frame.leans[policy] = 0.0
            for index in range(frame.counts[policy]):
                if frame.supposed[policy * 32 + index] == move:
                    if policy < first:
                        return 0.0
                    frame.leans[policy] = leans[policy] * frame.odds[policy * 32 + index]
            total += frame.leans[policy]
        return total

    def _take_best(self, frame: Frame, turns: int, out: list[float]) -> int:
        """Write the value of the move that is best for the seat to act, and return the move."""
        actor = frame.state._actor
        count = frame.state._legal(frame.ids)
        least = -1.0
        if turns > 1 and count > self._inner:
            least = self._guess(frame, count)
        value = [0.0] * 4
        best = -1.0
        move = 0
        for index in range(count):
            if least >= 0 and frame.guesses[index] < least:
                continue
            self._follow(frame, frame.ids[index], turns, value)
            if value[actor] > best:
                best = value[actor]
                move = frame.ids[index]
                for seat in range(4):
                    out[seat] = value[seat]
        return move

    def _weigh(self, state: State, softness: float, ids: list[int], odds: list[float]) -> int:
        """Look one turn ahead and write how likely each move is: see `OneTurn`."""
        return self._weigh_in(cython.cast(Frame, self._first), state, softness, ids, odds)

    def _weigh_in(
        self, frame: Frame, state: State, softness: float, ids: list[int], odds: list[float]
    ) -> int:
        value = [0.0] * 4
        actor = state._actor
        frame.state._assign(state)
        frame.is_leaning = False
        count = state._legal(frame.ids)
        for index in range(count):
            self._follow(frame, frame.ids[index], 1, value)
            frame.guesses[index] = value[actor]
        return _soften(frame.ids, frame.guesses, count, softness, ids, odds)

    def _guess(self, frame: Frame, count: int) -> float:
        """Value every move one turn deep, and return the least value that is inside the beam."""
        actor = frame.state._actor
        value = [0.0] * 4
        for index in range(count):
            self._after(frame, frame.ids[index])
            if self._passed(frame):
                self._value(frame.next, 0, value)
                frame.guesses[index] = value[actor]
            else:
                frame.guesses[index] = _BEYOND
        # The beam is narrow, so the least value inside is found by taking away the best ones.
        least = _BEYOND + 1
        taken = 0
        while taken < self._inner:
            next_best = -1.0
            for index in range(count):
                guess = frame.guesses[index]
                if next_best < guess < least:
                    next_best = guess
            if next_best < 0:
                break
            least = next_best
            for index in range(count):
                taken += frame.guesses[index] == least
        return least


class OneTurn(Policy):
    """Looks ahead to the end of the turn, exactly, and takes what is best by an evaluation."""

    def __init__(self, evaluator: Evaluator, softness: float = 0.0) -> None:
        """Make a policy.

        Args:
            evaluator: what they judge by.
            softness: a move that is worse by this share of the win is made e times more seldom; 0
                for the best move alone.
        """
        self._search = Expectimax(evaluator)
        self._search._control = _FREE
        self._softness = softness

    def is_best_of_turn(self, evaluator: Evaluator) -> bool:
        """Whether it takes what is best at the end of the turn by this evaluation."""
        return self._softness <= 0 and self._search._evaluator is evaluator

    def _prepare(self, state: State) -> None:
        self._search._make_frames(state)

    def _spread(self, state: State, ids: list[int], odds: list[float]) -> int:
        return self._search._weigh(state, self._softness, ids, odds)
