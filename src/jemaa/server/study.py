"""What is asked and told about reviews, other tries and hints; beside `wire`, over HTTP alone."""

from __future__ import annotations

from typing import Any

import msgspec

from jemaa.analysis.procedure import Fact
from jemaa.analysis.reviews import Review
from jemaa.core.state import Seat

WHOLE, LOOKED = 2, 1
"""Stages of a review: 0 is nothing yet, then every event was looked at, then all is known."""


class ReviewWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Want a review; to be sent again until it is whole."""

    have: int = 0
    """The stage of what is there already."""


class ReviewNews(msgspec.Struct, frozen=True):
    """How far a review has come."""

    state: str
    """`waiting`, `working` or `done`."""
    progress: float
    """From 0 to 1."""
    ahead: int
    """How many reviews are made before this one."""
    stage: int
    """0: nothing yet; 1: every event was looked at; 2: losses are tested and explained."""
    review: Review | None
    """If it has come further than what is there already."""


class TrialWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Want to try another move."""

    ply: int
    """Before which event of the game, counted from 0."""


class Trial(msgspec.Struct, frozen=True):
    """A position of a finished game, to find a better move in."""

    seat: Seat
    scene: Any
    """The table as that seat knew it."""
    values: dict[str, float]
    """The share of that seat after each promising move by a quick look, the best one first."""
    played: str
    """What was done."""


class RetryWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play on from a position of a finished game, against bots."""

    ply: int
    seat: Seat
    """The seat of whoever asks."""
    name: str = ""
    """How they are called; empty for the name in the finished game."""
    fresh: bool = False
    """Whether dice and cards shall be others than in that game from there on."""
    device: str = ""


class RecordWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Look at a game that was played elsewhere."""

    record: str


class HintWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Want to know the best move; only at a table with bots, or on one device."""

    token: str
    version: int


class HintGiven(msgspec.Struct, frozen=True):
    """The best move for somebody who has asked."""

    move: str
    facts: tuple[Fact, ...]
    """What makes it better than the next best one."""
