"""How often somebody may do something: token buckets, for a socket and for an address."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic


class Bucket:
    """Holds tokens that come back with time; each act takes one.

    >>> time = [0.0]
    >>> bucket = Bucket(burst=2, per_second=1, clock=lambda: time[0])
    >>> bucket.take(), bucket.take(), bucket.take()
    (True, True, False)
    >>> time[0] = 1.0
    >>> bucket.take()
    True
    """

    __slots__ = ("_at", "_burst", "_clock", "_left", "_rate")

    def __init__(
        self, *, burst: float, per_second: float, clock: Callable[[], float] = monotonic
    ) -> None:
        self._burst = self._left = burst
        self._rate = per_second
        self._clock = clock
        self._at = clock()

    def take(self) -> bool:
        """Take a token; False when there is none."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def wait(self) -> float:
        """How many seconds until there is a token again."""
        return max(0.0, (1 - self._left) / self._rate)


class Buckets:
    """A bucket for each address; those used longest ago are forgotten: they are full again."""

    def __init__(self, *, per_minute: float, most: int = 10_000) -> None:
        self._rate = per_minute / 60
        self._burst = max(1.0, per_minute / 2)
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> float:
        """Take a token of an address; give the seconds to wait when there is none, else 0."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(burst=self._burst, per_second=self._rate)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return 0.0 if bucket.take() else bucket.wait


class Counts:
    """How many things of each key there are now, with a limit for each key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: dict[str, int] = {}

    def enter(self, key: str) -> bool:
        """Count one more; False when there are too many."""
        count = self._counts.get(key, 0)
        if count >= self._most:
            return False
        self._counts[key] = count + 1
        return True

    def leave(self, key: str) -> None:
        """Count one less."""
        self._counts[key] -= 1
        if not self._counts[key]:
            del self._counts[key]
