"""The bus: how the processes of a server tell each other that something has happened in a room.

A notice says only where to look: whoever hears it loads the rest from the store. So a lost notice
is no loss of data, a notice that comes twice does nothing, and nothing waits for the bus. After a
break in the connection every listener gets `Missed` and looks at all their rooms once.

Everybody hears everything, their own notices included.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from typing import ClassVar, Protocol, TypeAlias

import msgspec

from jemaa.core.errors import JemaaError

LARGEST = 4096
"""The largest payload, in bytes; PostgreSQL carries less than 8000 in one notification."""
CHANNEL = "jemaa"
MOST_WAITING = 1000
"""So many notices wait for a new connection; when there are more, one `Missed` stands for all."""
SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 5.0

_log = logging.getLogger(__name__)


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
    """The connection was broken for a while: anything may have happened in any room."""


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


class _Beat(msgspec.Struct, frozen=True, tag="beat"):
    """Nothing but a sign of life."""


_BEAT, _MISSED = msgspec.json.encode(_Beat()), msgspec.json.encode(Missed())
_decoder = msgspec.json.Decoder(Notice | _Beat)


class Publisher(Protocol):
    """A connection for sending."""

    async def publish(self, messages: Sequence[bytes]) -> None:
        """Send these messages in order."""


class Receiver(Protocol):
    """A connection for receiving."""

    async def receive(self, seconds: float) -> Sequence[bytes | str]:
        """Return what comes next; nothing if nothing comes in that time."""


class RemoteBus(Listeners, ABC):
    """A bus between processes: a connection that breaks and is mended.

    One task sends, another receives; each connects by itself and tries again when its connection
    breaks. Every few seconds a beat is sent, and since everybody hears themselves, a connection on
    which nothing comes is known to be broken, even when no side has closed it.

    Args:
        url: where the server is that carries the notices.
        beat: seconds between two signs of life; three times that without one, and the
            connection is broken.
    """

    failures: ClassVar[tuple[type[Exception], ...]]
    """What is raised when the connection breaks."""

    def __init__(self, url: str, *, beat: float = 5.0) -> None:
        super().__init__()
        self._url = url
        self._beat = beat
        self._silence = 3 * beat
        self._waiting: list[bytes] = []
        self._batch: list[bytes] = []  # being sent; sent again if the connection breaks meanwhile
        self._ring = asyncio.Event()
        self._connected = asyncio.Event()
        self._closing = False
        self._tasks: list[asyncio.Task[None]] = []

    @abstractmethod
    def _connect_publisher(self) -> AbstractAsyncContextManager[Publisher]:
        """Connect for sending."""

    @abstractmethod
    def _connect_receiver(self) -> AbstractAsyncContextManager[Receiver]:
        """Connect for hearing: what anybody sends from then on is heard."""

    async def open(self) -> None:
        """Connect, and begin to hear.

        Raises:
            BusError: the server cannot be reached.
        """
        try:
            async with self._connect_receiver():
                pass
        except self.failures as error:
            raise BusError(f"the bus cannot be reached: {' '.join(str(error).split())}") from error
        self._closing = False
        self._tasks = [
            asyncio.create_task(self._mend(self._receive_all)),
            asyncio.create_task(self._mend(self._publish_all)),
        ]
        await self._connected.wait()

    async def close(self) -> None:
        """Send what is waiting, if the connection is whole, and disconnect."""
        if self._tasks:
            self._closing = True
            self._ring.set()
            await asyncio.wait(self._tasks[1:], timeout=self._beat)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    def publish(self, room: str, version: int) -> None:
        """Tell everybody that a room has come to a version."""
        self._later(Moved(room, version))

    def publish_presence(self, room: str, payload: bytes) -> None:
        """Tell everybody who is in a room."""
        self._later(presence(room, payload))

    def _later(self, notice: Notice) -> None:
        if len(self._waiting) >= MOST_WAITING:
            self._waiting = [_MISSED]
        else:
            self._waiting.append(msgspec.json.encode(notice))
        self._ring.set()

    async def _mend(self, work: Callable[[], Awaitable[None]]) -> None:
        """Work on a connection, and on a new one whenever it breaks."""
        pause = SHORTEST_PAUSE
        clock = asyncio.get_running_loop().time
        while True:
            begin = clock()
            try:
                return await work()
            except self.failures as error:
                _log.warning("the bus is broken and will be mended: %s", error)
            if self._closing:
                return
            pause = SHORTEST_PAUSE if clock() - begin > LONGEST_PAUSE else pause * 2
            await asyncio.sleep(min(pause, LONGEST_PAUSE))

    async def _publish_all(self) -> None:
        async with self._connect_publisher() as publisher:
            while not self._closing or self._batch or self._waiting:
                if not self._batch:
                    await self._gather()
                await publisher.publish(self._batch)
                self._batch = []

    async def _gather(self) -> None:
        """Wait for something to send, at most until the next beat."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._ring.wait(), self._beat)
        self._ring.clear()
        self._batch, self._waiting = self._waiting or [_BEAT], []

    async def _receive_all(self) -> None:
        async with self._connect_receiver() as receiver:
            if self._connected.is_set():
                self.tell(Missed())
            self._connected.set()
            while messages := await receiver.receive(self._silence):
                for message in messages:
                    self._deliver(message)
        raise TimeoutError(f"nothing was heard for {self._silence:g} s")

    def _deliver(self, message: bytes | str) -> None:
        try:
            notice = _decoder.decode(message)
        except msgspec.DecodeError:
            _log.warning("something else is on the bus: %.100r", message)
            return
        if not isinstance(notice, _Beat):
            self.tell(notice)


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
            from jemaa.server.bus.postgres import PostgresBus

            return PostgresBus(url)
    except ImportError as error:
        raise BusError(f"{error}: the bus needs more, run pip install 'jemaa[postgres]'") from error
    raise BusError("no bus has this address; give one that begins with redis:// or postgresql://")
