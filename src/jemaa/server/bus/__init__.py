"""The bus: how the processes of a server hear of each other's rooms."""

from __future__ import annotations

from jemaa.server.bus.contract import (
    LARGEST,
    Bus,
    BusError,
    Listener,
    Missed,
    Moved,
    Notice,
    Presence,
)
from jemaa.server.bus.local import LocalBus

__all__ = [
    "LARGEST",
    "Bus",
    "BusError",
    "Listener",
    "LocalBus",
    "Missed",
    "Moved",
    "Notice",
    "Presence",
    "bus_for",
]


def bus_for(url: str = "") -> Bus:
    """Return the bus for an address: empty, `redis://...` or `postgresql://...`.

    Raises:
        BusError: no bus has such an address, or its library is not installed.
    """
    scheme = url.partition("://")[0]
    if not url:
        return LocalBus()
    try:
        # Loaded when used: a server of one process needs neither library.
        if scheme in ("redis", "rediss", "unix"):
            from jemaa.server.bus.redis import RedisBus

            return RedisBus(url)
        if scheme in ("postgresql", "postgres"):
            from jemaa.server.bus.notify import NotifyBus

            return NotifyBus(url)
    except ImportError as error:
        raise BusError(f"{error}: the bus needs more, run pip install 'jemaa[postgres]'") from error
    raise BusError("no bus has this address; give one that begins with redis:// or postgresql://")
