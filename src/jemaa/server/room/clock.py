"""Thinking time. It follows from the stored times alone, so a restart changes nothing.

A seat's time runs from the event that made it the seat to act. It never runs for bots, nor while a
real die is being rolled. Running out does nothing by itself: the others may claim.
"""

from __future__ import annotations

from typing import NamedTuple

from jemaa.core.state import Seat
from jemaa.server.room.events import Clock

GRACE = 30_000
"""Who comes back after a bot has sat in has at least this much, or they could not play at all."""


class Times(NamedTuple):
    """What everybody has left, and whose time runs; a value, replaced with every turn."""

    clock: Clock
    left: tuple[int, ...]
    """Milliseconds of each seat, as of `since`."""
    running: Seat | None = None
    since: int = 0

    @classmethod
    def new(cls, clock: Clock, players: int) -> Times:
        """Return everybody the initial time; nobody's runs yet."""
        return cls(clock, (clock.initial,) * players)

    @property
    def deadline(self) -> int | None:
        """When the time that runs is up; None if none runs."""
        return None if self.running is None else self.since + self.left[self.running]

    def left_at(self, seat: Seat, now: int) -> int:
        """Return what a seat has left at a time."""
        gone = max(0, now - self.since) if seat == self.running else 0
        return max(0, self.left[seat] - gone)

    def turn(self, now: int, running: Seat | None) -> Times:
        """Stop the time that runs and let another one's run."""
        left = tuple(self.left_at(seat, now) for seat in range(len(self.left)))
        return Times(self.clock, left, running, now)

    def moved(self, seat: Seat) -> Times:
        """Add the increment for a move."""
        return self._change(seat, self.left[seat] + self.clock.increment)

    def unmoved(self, seat: Seat) -> Times:
        """Take back the increment for a move that was taken back."""
        return self._change(seat, max(0, self.left[seat] - self.clock.increment))

    def back(self, seat: Seat) -> Times:
        """Let somebody go on who was away."""
        return self._change(seat, max(self.left[seat], min(GRACE, self.clock.initial)))

    def _change(self, seat: Seat, left: int) -> Times:
        return self._replace(left=(*self.left[:seat], left, *self.left[seat + 1 :]))
