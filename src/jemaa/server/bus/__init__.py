"""The bus: how the processes of a server tell each other that something has happened in a room.

A notice says only where to look: whoever hears it loads the rest from the store. So a lost notice
is no loss of data, a notice that comes twice does nothing, and nothing waits for the bus. After a
break in the connection every listener gets `Missed` and looks at all their rooms once.

Everybody hears everything, their own notices included.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol, TypeAlias

import msgspec

from jemaa.core.errors import JemaaError

LARGEST = 4096
"""The largest payload, in bytes; PostgreSQL carries less than 8000 in one notification."""


class BusError(JemaaError):
    """The bus cannot be reached when the server starts, or was given too much to carry."""


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    """A room has come to a version, or further."""

    room: str
    version: int


class Presence(msgspec.Struct, frozen=True, tag="presence"):
    """Who is in a room, as the process that says so sees it; the hub reads the payload."""

    room: str
    payload: bytes


class Missed(msgspec.Struct, frozen=True, tag="missed"):
    """The line was broken for a while: anything may have happened in any room."""


Notice: TypeAlias = Moved | Presence | Missed
Listener: TypeAlias = Callable[[Notice], None]


class Bus(Protocol):
    """Carries notices. After `open` nothing here raises because of the network."""

    async def open(self) -> None:
        """Connect.

        Raises:
            BusError: it cannot be reached.
        """

    async def close(self) -> None:
        """Send what is waiting, if that is possible, and let go."""

    def publish(self, room: str, version: int) -> None:
        """Tell everybody that a room has come to a version. Does not wait."""

    def publish_presence(self, room: str, payload: bytes) -> None:
        """Tell everybody who is in a room. Does not wait.

        Raises:
            BusError: the payload is larger than `LARGEST`.
        """

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` in the event loop with every notice; return what ends that."""


def presence(room: str, payload: bytes) -> Presence:
    """Make a notice of presence.

    Raises:
        BusError: the payload is larger than `LARGEST`.
    """
    if len(payload) > LARGEST:
        raise BusError(f"presence of {len(payload)} bytes; the bus carries at most {LARGEST}")
    return Presence(room, payload)


_log = logging.getLogger(__name__)


class Listeners:
    """Those who listen; every bus is one."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` in the event loop with every notice; return what ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tell(self, notice: Notice) -> None:
        """Call everybody. One listener's mistake must not make the others deaf."""
        for listener in tuple(self._listeners):
            try:
                listener(notice)
            except Exception:
                _log.exception("a listener has failed on %r", notice)


class LocalBus(Listeners):
    """Carries notices inside one process."""

    async def open(self) -> None:
        """Nothing is needed."""

    async def close(self) -> None:
        """Nothing is held."""

    def publish(self, room: str, version: int) -> None:
        """Tell everybody that a room has come to a version."""
        self._later(Moved(room, version))

    def publish_presence(self, room: str, payload: bytes) -> None:
        """Tell everybody who is in a room."""
        self._later(presence(room, payload))

    def _later(self, notice: Notice) -> None:
        # Not at once: with the other buses, too, a notice comes after the caller has gone on.
        asyncio.get_running_loop().call_soon(self.tell, notice)


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
