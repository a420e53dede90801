"""The questions that a review is made of, each answered in far less than half a second.

A question and its answer are plain data that go through a pipe as JSON, so whoever asks may live in
another process than whoever answers: `answer` needs nothing but the question.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from jemaa import catalog
from jemaa.analysis.procedure import Fact, Look, procedure
from jemaa.analysis.rollouts import Mean
from jemaa.core.actions import Move
from jemaa.core.chance import Random
from jemaa.core.errors import InvalidNotationError
from jemaa.core.state import State
from jemaa.core.view import View
from jemaa.players.registry import LEVELS
from jemaa.players.search import Control

BATCH = 8
"""So many events are looked at for one question."""


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


Question: TypeAlias = Looks | Duel | Why | Hint


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was found; of a question that was cancelled, as far as it went."""

    looks: tuple[Look, ...] = ()
    means: tuple[Mean, ...] = ()
    """After the move that was taken, and after the better one."""
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
            return Answer(looks=tuple(_look(*event) for event in events))
        case Duel(position, chosen, better, games, seed):
            state = catalog.parse(position)
            moves = (_move(state, chosen), _move(state, better))
            return Answer(means=procedure(state).compare(state, moves, games, seed, free))
        case Why(position, chosen, better, seed):
            state = catalog.parse(position)
            moves = (_move(state, chosen), _move(state, better))
            return Answer(facts=procedure(state).facts(state, *moves, seed, free))
        case Hint(view, seed):
            return _hint(catalog.parse_view(view), seed, free)


def _look(position: str, text: str) -> Look:
    state = catalog.parse(position)
    to_act = state.to_act
    assert to_act is not None
    return procedure(state).look(state, state.game.action(to_act, text))


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


def _move(state: State, text: str) -> Move:
    return state.game.move(text)
