"""What those who think are asked, and what they answer: a process, or a browser's worker.

They find the moves of bots, and answer the questions that reviews and hints are made of.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from jemaa import analysis, catalog
from jemaa.core.errors import JemaaError
from jemaa.players.base import Player
from jemaa.players.search import Control


class BotError(JemaaError):
    """Nobody could answer."""


class Decide(msgspec.Struct, frozen=True, tag_field="type", tag="decide"):
    """What shall this seat do?"""

    number: int
    game: str
    spec: str
    view: str
    """What the seat knows; in a second line, if there is one, what has led to it."""
    seconds: float


class Study(msgspec.Struct, frozen=True, tag_field="type", tag="study"):
    """A question of a review, or for a hint."""

    number: int
    ask: analysis.Question


class Cancel(msgspec.Struct, frozen=True, tag_field="type", tag="cancel"):
    """The answer to this question is not wanted any more; any answer will do."""

    number: int


class Decided(msgspec.Struct, frozen=True):
    """The answer: a move, or what went wrong."""

    number: int
    move: str = ""
    error: str = ""


class Studied(msgspec.Struct, frozen=True):
    """The answer to a question of a review, or what went wrong."""

    number: int
    answer: analysis.Answer | None = None
    error: str = ""


def study(question: Study, control: Control) -> Studied:
    """Return the answer to a question of a review."""
    try:
        return Studied(question.number, analysis.answer(question.ask, control))
    except JemaaError as error:
        return Studied(question.number, error=str(error))


def decide(question: Decide, control: Control) -> Decided:
    """Return the answer to a question, in its time."""
    control.stop_within(question.seconds)
    try:
        text, _, past = question.view.partition("\n")
        view = catalog.game(question.game).parse_view(text).with_past(past.split())
        move = _player(question.game, question.spec).choose(view, control).move
        return Decided(question.number, move.text)
    except JemaaError as error:
        return Decided(question.number, error=str(error))


@lru_cache(maxsize=64)
def _player(game: str, spec: str) -> Player:
    return catalog.player(game, spec)
