"""How often things may happen in a room, so that its history stays short however long it is kept.

Every seat has an allowance for each kind of thing that is no move. It follows from the stored
events alone, so a restart changes nothing and all processes agree. The numbers are far above what
an evening among friends needs: they stop programs.
"""

from __future__ import annotations

from typing import NamedTuple

from jemaa.server.reasons import RefusalError

MOST_EVENTS = 20_000
"""How many events a room may have. Only games without a limit of turns could have more moves."""


class Allowance(NamedTuple):
    """So many at once, one more after every so many milliseconds, and so many in a room."""

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
    "stand-in": Allowance(burst=50, every=1, most=50),
}
"""For each seat. Answers are as many as questions, returns as many as good-byes and stand-ins."""


def check(spent: Spent, kind: str, now: int) -> None:
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
