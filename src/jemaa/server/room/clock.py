"""Time in a room: how long everybody may think, and how often things may happen.

Both follow from the stored times alone, so a restart changes nothing and all processes agree.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from jemaa.core.state import Seat
from jemaa.server.reasons import RefusalError
from jemaa.server.room.events import Clock

GRACE = 30_000
"""Who comes back after a bot has sat in has at least this much, or they could not play at all."""
FIRST_MOVE = 30_000
"""So long, in milliseconds, the first move of a seat costs no time: to see that it has begun."""
MOST_EVENTS = 20_000
"""How many events a room may have. Only games without a limit of turns could have more moves."""


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Times(NamedTuple):
    """What everybody has left, and whose time runs; a value, replaced with every turn.

    A seat's time runs from the event that made it the seat to act. It never runs for bots, nor
    while a real die is being rolled. Running out does nothing by itself: the others may claim.
    `since` may lie ahead: until then the time of the seat does not count.
    """

    clock: Clock
    left: tuple[int, ...]
    """Milliseconds of each seat, as of `since`."""
    running: Seat | None = None
    since: int = 0

    @classmethod
    def new(cls, clock: Clock, players: int) -> Times:
        """Return the times of a new game: everybody has the initial one, and none runs yet."""
        return cls(clock, (clock.initial,) * players)

    @property
    def deadline(self) -> int | None:
        """When the time that runs is up; None if none runs."""
        return None if self.running is None else self.since + self.left[self.running]

    def left_at(self, seat: Seat, now: int) -> int:
        """Return what a seat has left at a time."""
        gone = max(0, now - self.since) if seat == self.running else 0
        return max(0, self.left[seat] - gone)

    def turn(self, now: int, running: Seat | None, begins: int = 0) -> Times:
        """Stop the time that runs and let another one's run, from `begins` on at the earliest.

        What was free of a time that runs on does not become more.
        """
        left = tuple(self.left_at(seat, now) for seat in range(len(self.left)))
        if running == self.running:
            begins = min(begins, self.since)
        return Times(self.clock, left, running, max(now, begins))

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


class Allowance(NamedTuple):
    """So many at once, one more after every so many milliseconds, and so many in a room.

    Every seat has one for each kind of thing that is no move, so that a room's history stays short
    however long it is kept. The numbers are far above what an evening among friends needs: they
    stop programs.
    """

    burst: int
    every: int
    most: int


class Spent(NamedTuple):
    """What a seat has used of an allowance."""

    times: int = 0
    due: int = 0
    """When all of the burst is there again, in milliseconds since 1970."""

    def more(self, allowance: Allowance, now: int) -> Spent:
        """Return what is used when it has happened once more."""
        # What earlier versions allowed may be far too much; it is paid off in usual time.
        full = now + allowance.burst * allowance.every
        return Spent(self.times + 1, min(max(self.due, now) + allowance.every, full))

    def wait(self, allowance: Allowance, now: int) -> int:
        """Return in how many milliseconds it may happen again."""
        return max(0, self.due - now - (allowance.burst - 1) * allowance.every)


ALLOWANCES = {
    "rename": Allowance(burst=5, every=60_000, most=50),
    "say": Allowance(burst=10, every=4_000, most=300),
    "leave": Allowance(burst=5, every=60_000, most=50),
    "ask": Allowance(burst=6, every=20_000, most=100),
    "undo": Allowance(burst=10, every=5_000, most=150),
    "hint": Allowance(burst=20, every=3_000, most=500),
    "call": Allowance(burst=5, every=60_000, most=50),
    "stand-in": Allowance(burst=50, every=1, most=50),
}
"""For each seat. Answers are as many as questions, returns as many as good-byes and stand-ins."""


def check_allowance(spent: Spent, kind: str, now: int) -> None:
    """Refuse what has happened too often.

    Raises:
        RefusalError: `too-often` if it may happen again later, `room-limit` if not in this room.
    """
    allowance = ALLOWANCES[kind]
    if spent.times >= allowance.most:
        message = f"in one game this is possible {allowance.most} times ({kind})"
        raise RefusalError("room-limit", message)
    wait = spent.wait(allowance, now)
    if wait:
        message = f"this was too often ({kind}): please wait {-(-wait // 1000)} seconds"
        raise RefusalError("too-often", message)
