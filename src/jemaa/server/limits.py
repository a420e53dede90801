"""How often somebody may do something, and how much of it at once."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from time import monotonic
from typing import Generic, TypeVar

MOST_ADDRESSES = 10_000
"""So many addresses are remembered; those that came longest ago are forgotten first."""
MINUTE = 60.0
Kept = TypeVar("Kept")


@lru_cache(maxsize=4096)
def network(address: str) -> str:
    """Return whom the limits count for an address: itself, or the /64 network of an IPv6 address.

    Whoever has one IPv6 address has all 2**64 of its network.

    >>> network("192.0.2.7"), network("::ffff:192.0.2.7"), network("2001:db8::1:2:3:4")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((found.packed[:8] + bytes(8), 64)))


class Bucket:
    """Holds tokens that come back with time; each act takes one, or as many as it costs.

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

    def take(self, cost: float = 1) -> bool:
        """Take tokens; False when there are too few, and then none is taken."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def wait(self, cost: float = 1) -> float:
        """Return how many seconds it takes until there are so many tokens again."""
        return max(0.0, (cost - self._left) / self._rate)


class _Latest(Generic[Kept]):
    """One thing for each address, for a bounded number of addresses."""

    def __init__(self, make: Callable[[], Kept]) -> None:
        self._make = make
        self._kept: OrderedDict[str, Kept] = OrderedDict()

    def __getitem__(self, key: str) -> Kept:
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._make()
            if len(self._kept) > MOST_ADDRESSES:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return found


class Buckets:
    """A bucket for each address; one that is forgotten would mostly be full again."""

    def __init__(self, *, burst: float, per_second: float) -> None:
        self._buckets = _Latest(lambda: Bucket(burst=burst, per_second=per_second))

    def take(self, key: str, cost: float = 1) -> float:
        """Take tokens of an address; return the seconds to wait when there are too few, else 0."""
        bucket = self._buckets[key]
        return 0.0 if bucket.take(cost) else bucket.wait(cost)


class Windows:
    """What each address has done in the last minute: never more than so many acts.

    >>> time = [0.0]
    >>> windows = Windows(2, clock=lambda: time[0])
    >>> windows.take("a"), windows.take("a"), windows.take("a"), windows.take("b")
    (0.0, 0.0, 60.0, 0.0)
    >>> time[0] = 59.0
    >>> windows.wait("a")
    1.0
    """

    def __init__(self, per_minute: int, clock: Callable[[], float] = monotonic) -> None:
        self._most = per_minute
        self._clock = clock
        self._times: _Latest[deque[float]] = _Latest(deque)

    def wait(self, key: str) -> float:
        """Return how many seconds an address has to wait; 0 if it may act now."""
        times, now = self._times[key], self._clock()
        while times and times[0] <= now - MINUTE:
            times.popleft()
        if len(times) < self._most:
            return 0.0
        return times[0] + MINUTE - now if times else MINUTE

    def take(self, key: str) -> float:
        """Count an act of an address; return the seconds to wait if it may not, else 0."""
        wait = self.wait(key)
        if not wait:
            self._times[key].append(self._clock())
        return wait

    def give_back(self, key: str) -> None:
        """Forget the last act of an address: nothing came of it."""
        times = self._times[key]
        if times:
            times.pop()


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

    @contextmanager
    def one(self, key: str) -> Iterator[bool]:
        """Count one more for a while; False, and nothing counted, when there are too many."""
        is_in = self.enter(key)
        try:
            yield is_in
        finally:
            if is_in:
                self.leave(key)
