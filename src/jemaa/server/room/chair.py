"""A seat at the table: who sits in it, what a bot has to decide there, which place it ends on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from jemaa.core.state import Seat
from jemaa.core.view import View


class Chair(msgspec.Struct, frozen=True, gc=False):
    """A seat and who sits in it now."""

    kind: str
    """`person`, `open` or `bot`."""
    name: str = ""
    """Empty for bots: a page shows the level, in its language."""
    level: str = ""
    """The bot that plays here, for good or as a stand-in; empty where a person plays."""
    token: str = ""
    device: str = ""
    left: bool = False
    left_at: int = 0
    """When they said good-bye; means something only while `left`."""
    waits: int = 0
    """Until when the stand-in leaves all but one move to the owner; means something only while
    there is one."""
    helped: bool = False
    """Whether the stand-in has moved since it sat down."""
    arrived: bool = False
    """Whether its owner has had the table before their eyes since the game has begun."""
    moved: bool = False
    """Whether its owner has made a move."""
    hints: int = 0
    """How often its owner was shown the best move."""
    push: str = ""
    """Where its owner wants to be called when it is their turn; empty for nowhere."""

    @property
    def stand_in(self) -> bool:
        """Whether a bot sits in for a person."""
        return self.kind == "person" and self.level != ""

    @property
    def is_playing(self) -> bool:
        """Whether nothing is new about its owner's making a move."""
        return self.moved and self.arrived and not self.left

    @property
    def is_left_alone(self) -> bool:
        """Whether its owner has said good-bye, or a bot sits in."""
        return self.left or self.stand_in


class Seating(msgspec.Struct, frozen=True, gc=False):
    """What follows from who sits where; it is asked for with every move, and seldom changes."""

    persons: tuple[Seat, ...]
    """The seats that belong to people, also where a bot sits in."""
    names: tuple[str, ...]
    levels: tuple[str, ...]
    tokens: tuple[str, ...]
    devices: tuple[str, ...]
    has_open: bool
    """Whether a friend may still sit down."""
    has_stand_in: bool
    """Whether a bot sits in for somebody."""

    @classmethod
    def of(cls, chairs: Sequence[Chair]) -> Seating:
        """Look at all chairs once."""
        return cls(
            persons=tuple([seat for seat, one in enumerate(chairs) if one.kind == "person"]),
            names=tuple([chair.name for chair in chairs]),
            levels=tuple([chair.level for chair in chairs]),
            tokens=tuple([chair.token for chair in chairs]),
            devices=tuple([chair.device for chair in chairs]),
            has_open=any(chair.kind == "open" for chair in chairs),
            has_stand_in=any(chair.stand_in for chair in chairs),
        )


class BotTurn(NamedTuple):
    """A decision that a bot must make, with all it may know for it."""

    seat: Seat
    spec: str
    view: View
    at: int
    """Not before this time, in milliseconds since 1970; 0 for at once."""
    opens: bool = False
    """Whether it is the first move of the game: people should be at the table to see it."""


def places(ranking: Sequence[Sequence[Seat]], count: int) -> tuple[int, ...]:
    """Return the place of each seat, from 1; those who share one have the same.

    >>> places([(2,), (0, 1)], 3), places([], 3)
    ((2, 2, 1), ())
    """
    found = [0] * count
    before = 0
    for tied in ranking:
        for seat in tied:
            found[seat] = before + 1
        before += len(tied)
    return tuple(found) if ranking else ()
