"""Study: what should I have done, was I unlucky? Reviews of finished games, and puzzles."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from jemaa import catalog
from jemaa.analysis.plan import Answer, Hint, Plan, Question, answer
from jemaa.analysis.reviews import Moment, Review, ReviewError, SeatSummary, Step
from jemaa.core.match import Match
from jemaa.core.record import Record
from jemaa.players.search import Control

__all__ = [
    "Answer",
    "Hint",
    "Moment",
    "Plan",
    "Question",
    "Review",
    "ReviewError",
    "SeatSummary",
    "Step",
    "answer",
    "review",
]


def review(
    match: Match | Record | Path | str,
    *,
    seat: int | None = None,
    quick: bool = False,
    seed: int = 0,
    control: Control | None = None,
    told: Callable[[float], None] | None = None,
) -> Review:
    """Review a finished game.

    >>> found = review(catalog.play("facir", ["greedy", "tourist"], seed=2), quick=True)
    >>> seat = found.seats[0]
    >>> abs(seat.start + seat.luck + seat.choices + seat.rest - seat.result) < 1e-9
    True

    Args:
        match: a finished one, or its record: as such, its text or the path of its file.
        seat: whose decisions are played on from; all seats' if none is given.
        quick: whether it is left at a look at every event; no loss is sure then.
        seed: where the chance of the rollouts comes from.
        control: cancels it; what has been found so far is returned then.
        told: is called with the progress from 0 to 1.

    Raises:
        ReviewError: it is not over, too long, or of an older ruleset.
        InvalidRecordError: a record that cannot be read or breaks the rules.
    """
    played = match if isinstance(match, Match) else catalog.open_record(match)
    plan = Plan(played, seat=seat, quick=quick, seed=seed)
    stop = control or Control()
    while plan.question is not None and not stop.is_stopped:
        plan.take(answer(plan.question, stop))
        if told is not None:
            told(plan.progress)
    return plan.review()
