"""How a review comes about: which questions are asked, one after another, and what is made of them.

First every event is looked at. Decisions that look like a loss are looked at once more, further
ahead: that needs no chance, so it finds the same word for a loss whenever a game is reviewed. Then
it is played on from every decision that deserves a word, again and again until it is known whether
the rollouts call it a loss as well; and in the end the reasons of the worst ones are asked for.

Each question is answered in far less than half a second. A question and its answer are plain data
that go through a pipe as JSON, so whoever asks may live in another process than whoever answers:
`answer` needs nothing but the question.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from math import hypot
from typing import TypeAlias

import msgspec

from jemaa import catalog
from jemaa.analysis.procedure import (
    CLEAR,
    SURE,
    Fact,
    Look,
    Shares,
    fingerprint,
    procedure,
)
from jemaa.analysis.reviews import (
    MOMENTS,
    Judgement,
    Review,
    ReviewError,
    Step,
    assemble,
    check,
    check_seat,
    label_of,
)
from jemaa.analysis.rollouts import NOTHING, Mean
from jemaa.core.actions import Move
from jemaa.core.chance import Random
from jemaa.core.errors import InvalidNotationError, quoted
from jemaa.core.match import Match
from jemaa.core.playout import derive_seed
from jemaa.core.state import CHANCE, State
from jemaa.core.view import View
from jemaa.players.registry import LEVELS
from jemaa.players.search import Control

BATCH = 4
"""So many events are looked at for one question."""
ENOUGH = 2
"""So often it must have been asked before anything is sure; few rollouts guess their error."""


class Looks(msgspec.Struct, frozen=True, tag_field="ask", tag="looks"):
    """What does a quick look at these events find?"""

    events: tuple[tuple[str, str], ...]
    """Positions, each with the move or the outcome that followed."""


class Duel(msgspec.Struct, frozen=True, tag_field="ask", tag="duel"):
    """Which of two moves is better, when it is played on from both?"""

    position: str
    chosen: str
    better: str
    games: int
    seed: int


class Foresee(msgspec.Struct, frozen=True, tag_field="ask", tag="foresee"):
    """How far apart are two moves by a longer look, which needs no chance?"""

    position: str
    chosen: str
    better: str


class Why(msgspec.Struct, frozen=True, tag_field="ask", tag="why"):
    """What makes one move better than the other?"""

    position: str
    chosen: str
    better: str
    seed: int


class Hint(msgspec.Struct, frozen=True, tag_field="ask", tag="hint"):
    """What is best here, and why? Asked by somebody who plays, so it knows a view only."""

    view: str
    seed: int = 0


Question: TypeAlias = Looks | Duel | Foresee | Why | Hint


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was found; of a question that was cancelled, as far as it went."""

    looks: tuple[Look, ...] = ()
    means: tuple[Mean, ...] = ()
    """After the move that was taken, and after the better one."""
    foreseen: tuple[float, ...] = ()
    """The mover's share after the one and after the other."""
    facts: tuple[Fact, ...] = ()
    best: str = ""
    """To a hint: the best move; the facts compare it with the next best one."""
    share: float | None = None
    """To a hint: the mover's share after it: of the win, in Façir of the round."""
    values: dict[str, float] = {}
    """To a hint: that share after each promising move, the best one first."""


def answer(question: Question, control: Control | None = None) -> Answer:
    """Answer a question.

    Args:
        question: what is asked; positions in it may hold secrets.
        control: cancels it; a search in another thread may be stopped like that at any moment.

    Raises:
        InvalidNotationError: a position or a move in it cannot be read.
        IllegalMoveError: a move in it is not possible.
    """
    free = control or Control()
    match question:
        case Looks(events):
            return Answer(looks=tuple(_look(events, free)))
        case Duel(games=games, seed=seed):
            state, moves = _pair(question)
            return Answer(means=procedure(state).compare(state, moves, games, seed, free))
        case Foresee():
            state, moves = _pair(question)
            return Answer(foreseen=procedure(state).foresee(state, moves, free))
        case Why(seed=seed):
            state, moves = _pair(question)
            return Answer(facts=procedure(state).facts(state, *moves, seed, free))
        case Hint(view, seed):
            return _hint(catalog.parse_view(view), seed, free)


def _look(events: tuple[tuple[str, str], ...], control: Control) -> Iterator[Look]:
    for position, text in events:
        state = catalog.parse(position)
        to_act = state.to_act
        assert to_act is not None
        look = procedure(state).look(state, state.game.action(to_act, text), control)
        if control.is_stopped:
            return
        yield look


def _hint(view: View, seed: int, control: Control) -> Answer:
    if view.to_act != view.seat:
        raise InvalidNotationError(f"seat {view.seat} is not to move here", str(view))
    state: State = view.game.resample(view, Random(seed))
    if view.phase == "stand":  # a matter of what the others may guess, not of value
        decision = catalog.player(view.game.name, LEVELS[-1]).choose(view, control)
        return Answer(best=decision.move.text)
    judge = procedure(state)
    values = judge.values(state, control)
    best, *others = values
    facts = judge.facts(state, others[0], best, seed, control) if others else ()
    shares = {move.text: share for move, share in values.items()}
    return Answer(facts=facts, best=best.text, share=values[best], values=shares)


def _pair(question: Duel | Foresee | Why) -> tuple[State, tuple[Move, Move]]:
    """Return the position that two moves are compared in, and the moves."""
    state = catalog.parse(question.position)
    return state, (state.game.move(question.chosen), state.game.move(question.better))


@dataclass(slots=True)
class _Trial:
    """A decision that looks like a loss, and the rollouts from both its moves."""

    index: int
    look: Look
    chosen: Mean = NOTHING
    better: Mean = NOTHING
    asked: int = 0
    foreseen: float | None = None
    """The loss by a longer look."""
    facts: tuple[Fact, ...] | None = None

    @property
    def loss(self) -> float:
        return self.better.value - self.chosen.value if self.chosen.games else 0.0

    @property
    def error(self) -> float:
        return hypot(self.better.error, self.chosen.error)

    @property
    def size(self) -> float:
        """What the loss is called by: as it was foreseen, where it could be.

        Whether it is a loss at all the rollouts say. How large it is they say with an error, and
        with another word for every seed; the longer look has no seed.
        """
        if self.foreseen is not None:
            return self.foreseen
        return self.loss if self.chosen.games else self.look.loss


class Plan:
    """The review of a finished match in the making.

    Ask `question` of somebody, give the answer to `take`, until there is none left; `review` may be
    called at any time.

    >>> from jemaa import catalog
    >>> plan = Plan(catalog.play("facir", ["greedy", "greedy"], seed=2), quick=True)
    >>> while plan.question is not None:
    ...     plan.take(answer(plan.question))
    >>> plan.progress, plan.review().complete
    (1.0, True)
    """

    def __init__(
        self,
        match: Match,
        *,
        seat: int | None = None,
        quick: bool = False,
        seed: int = 0,
        batch: int | None = None,
    ) -> None:
        """Begin a review.

        Args:
            match: a finished one.
            seat: whose decisions are played on from; all seats' if none is given.
            quick: whether it is left at a look at every event; no loss is sure then.
            seed: where the chance of the rollouts comes from.
            batch: how many events are looked at for one question; `BATCH` if none is given.

        Raises:
            ReviewError: the match cannot be reviewed; its message says why.
        """
        check(match)
        check_seat(seat, match.setup.players)
        if type(seed) is not int:
            raise ReviewError("seed", f"the seed {quoted(seed)} is no whole number")
        self.match = match
        self.seat = seat
        self.quick = quick
        self.seed = seed
        self._batch = batch or BATCH
        self._thresholds = procedure(match.state).thresholds
        self._looks: list[Look] = []
        self._trials: dict[int, _Trial] = {}
        self._foreseen = self._tried = 0.0
        self._work = self._ask()
        self.question: Question | None = next(self._work, None)
        """What is to be asked next; None when the review is whole."""

    def take(self, answer: Answer) -> None:
        """Take the answer to `question`, which is another one then."""
        try:
            self.question = self._work.send(answer)
        except StopIteration:
            self.question = None

    @property
    def has_looked(self) -> bool:
        """Whether every event was looked at: graph, luck and choices do not change any more."""
        return len(self._looks) == len(self.match.events)

    @property
    def progress(self) -> float:
        """How much is done, from 0 to 1."""
        if self.question is None:
            return 1.0
        looked = len(self._looks) / len(self.match.events)
        if self.quick or looked < 1:
            return looked * (1.0 if self.quick else 0.2)
        return 0.2 + 0.25 * self._foreseen + 0.5 * self._tried

    def review(self) -> Review:
        """Return the review as far as it has come."""
        return assemble(
            self.match,
            steps=self._steps(),
            start=self._looks[0].values if self._looks else self._even(),
            fingerprint=fingerprint(self.match.game.name, self.match.setup.players),
            thresholds=self._thresholds,
            judges=None if self.quick else self.seat,
            quick=self.quick,
            seed=self.seed,
            complete=self.question is None,
        )

    def _even(self) -> Shares:
        players: int = self.match.setup.players
        return (1 / players,) * players

    # What is asked.

    def _ask(self) -> Generator[Question, Answer, None]:
        events = self.match.events
        while (first := len(self._looks)) < len(events):  # an answer may be cut short
            last = min(first + self._batch, len(events))
            asked = tuple((str(self.match.states[i]), events[i].text) for i in range(first, last))
            self._looks += (yield Looks(asked)).looks
        if not self.quick:
            yield from self._foresee()
            yield from self._try()
            yield from self._reason()

    def _foresee(self) -> Generator[Question, Answer, None]:
        """Look further ahead at all that looks like a loss."""
        least = self._thresholds.suspicious
        self._trials = {
            index: _Trial(index, look)
            for index, look in enumerate(self._looks)
            if look.loss >= least and self._is_wanted(index)
        }
        for done, trial in enumerate(self._trials.values(), 1):
            if not trial.look.exact:
                foreseen = (yield Foresee(*self._pair(trial))).foreseen
                if len(foreseen) == 2:
                    trial.foreseen = foreseen[1] - foreseen[0]
            self._foreseen = done / len(self._trials)

    def _try(self) -> Generator[Question, Answer, None]:
        """Play on from all that deserves a word, the worst first, and then from what is open."""
        limit = self._thresholds
        trials = [one for one in self._trials.values() if not one.look.exact]
        worth = [one for one in trials if one.size >= limit.labels[0]]
        worth.sort(key=lambda trial: -trial.size)
        first = [trial for trial in worth for _ in range(ENOUGH)]
        for asked in range(limit.questions):
            trial = first[asked] if asked < len(first) else self._open(worth)
            if trial is None:
                break
            yield from self._play_on(trial)
            self._tried = (asked + 1) / limit.questions

    def _play_on(self, trial: _Trial) -> Generator[Question, Answer, None]:
        means = (yield self._duel(trial)).means
        trial.asked += 1
        if len(means) == 2 and all(mean.games for mean in means):
            trial.chosen = trial.chosen.plus(Mean(*means[0]))
            trial.better = trial.better.plus(Mean(*means[1]))

    def _open(self, trials: list[_Trial]) -> _Trial | None:
        """Return from which decision it is played on next; None if all are known well enough.

        It is that with the fewest rollouts: whoever were left with few because they happened to
        look well would be flattered.
        """
        unknown = [one for one in trials if not self._is_known(one)]
        return min(unknown, key=lambda one: one.chosen.games, default=None)

    def _is_wanted(self, index: int) -> bool:
        return self.seat is None or self.match.events[index].by == self.seat

    def _duel(self, trial: _Trial) -> Duel:
        seed = derive_seed(derive_seed(self.seed, trial.index), trial.asked)
        return Duel(*self._pair(trial), games=self._thresholds.pairs, seed=seed >> 1)

    def _pair(self, trial: _Trial) -> tuple[str, str, str]:
        event = self.match.events[trial.index]
        return str(self.match.states[trial.index]), event.text, trial.look.better

    def _is_known(self, trial: _Trial) -> bool:
        """Whether more rollouts would hardly change what is said of a decision."""
        if not trial.chosen.games or trial.chosen.games >= self._thresholds.most:
            return True
        if trial.foreseen is None:  # they find the word, too
            return trial.error <= self._thresholds.error
        return trial.loss >= CLEAR * trial.error or self._is_small(trial, CLEAR)

    def _is_small(self, trial: _Trial, errors: float = SURE) -> bool:
        """Whether the rollouts say that it is not worth a word."""
        return trial.loss + errors * trial.error < self._thresholds.labels[0]

    def _is_loss(self, trial: _Trial) -> bool:
        """Whether the rollouts say that it is one, and know enough to say anything.

        They are not asked where the game was looked at to its end.
        """
        if trial.look.exact:
            return trial.size >= self._thresholds.labels[0]
        is_one = trial.loss >= SURE * trial.error and not self._is_small(trial)
        return is_one and trial.asked >= ENOUGH

    def _reason(self) -> Generator[Question, Answer, None]:
        """Ask what makes the better moves better, for the worst sure losses of each seat."""
        for seat in range(self.match.setup.players):
            for moment in self.review().moments_of(seat, MOMENTS):
                trial = self._trials[moment.index]
                seed = derive_seed(self.seed, trial.index) >> 1
                trial.facts = (yield Why(*self._pair(trial), seed=seed)).facts

    # What is made of it.

    def _steps(self) -> list[Step]:
        looks, whole = self._looks, len(self._looks) == len(self.match.events)
        count = len(looks) if whole else max(0, len(looks) - 1)
        after = [look.values for look in looks[1 : count + 1]]
        if whole:
            after.append(self.match.state.returns())
        turns = self._turns(count)
        return [self._step(index, turns[index], after[index]) for index in range(count)]

    def _turns(self, count: int) -> list[int]:
        """Number the turns of the first events; what goes before a round belongs to its first."""
        found: list[int] = []
        turn, mover = 0, None
        for state in self.match.states[:count]:
            if state.phase in ("deal", "stand"):
                mover = None
                found.append(turn + 1)
                continue
            seat = getattr(state, "seat", state.to_act)
            turn += seat != mover
            mover = seat
            found.append(turn)
        return found

    def _step(self, index: int, turn: int, after: Shares) -> Step:
        event, look = self.match.events[index], self._looks[index]
        nothing = (0.0,) * len(after)
        luck = choice = rest = nothing
        if event.by == CHANCE:
            luck, rest = _less(after, look.expected), _less(look.expected, look.values)
        else:
            choice = look.choice
            remainder = _less(_less(after, look.values), choice)
            # Where cards are hidden, what they make of a move is nobody's merit.
            luck, rest = (
                (remainder, nothing) if self.match.game.has_secrets else (nothing, remainder)
            )
        judgement = self._judgement(index, look) if look.options > 1 else None
        return Step(event.by, event.text, turn, after, luck, choice, rest, judgement)

    def _judgement(self, index: int, look: Look) -> Judgement:
        trial = self._trials.get(index)
        limit = self._thresholds
        if trial is None:
            label = label_of(look.loss, limit) if self.quick else ""
            return Judgement(look.better, look.loss, look.best, label=label)
        label = label_of(trial.size, limit) if self._is_loss(trial) else ""
        # What rollouts deny is not held against anybody.
        loss = trial.size if label or not trial.chosen.games else min(trial.size, trial.loss)
        return Judgement(
            better=look.better,
            loss=max(0.0, loss),
            best=look.best,
            claimed=look.loss,
            error=trial.error if trial.chosen.games else None,
            games=trial.chosen.games,
            sure=label != "",
            label=label,
            facts=trial.facts,
        )


def _less(one: Shares, other: Shares) -> Shares:
    return tuple(a - b for a, b in zip(one, other, strict=True))
