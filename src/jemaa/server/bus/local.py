"""The bus of a server that is one process, and what it has in common with the others."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from jemaa.server.bus.contract import Listener, Moved, Notice, presence

_log = logging.getLogger(__name__)


class Listeners:
    """Those who listen; every bus is one."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` in the event loop with every notice; gives the function that ends it."""
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
