"""Work that nobody asks for: done again and again, whatever becomes of it."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any

from jemaa.server.monitoring import complain
from jemaa.server.store import StoreError

SILENT_SECONDS = 600.0
"""The same complaint again and again is written this seldom."""
PATIENCE_SECONDS = 1.0
"""How long something that was cancelled may take to end before it is cancelled once more."""


async def end_all(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel tasks until all of them have ended.

    Once is not enough: who is cancelled in the middle of a question to a database may hear of an
    error instead, take that for an answer and go on.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=PATIENCE_SECONDS)


class Upkeep:
    """Runs regular work until it is closed.

    Args:
        fault: what is wrong with the store, which was told when it began; empty if nothing is.
    """

    def __init__(self, fault: Callable[[], Awaitable[str]]) -> None:
        self._fault = fault
        self._tasks: list[asyncio.Task[None]] = []
        self._said = ""
        self._silent_until = -math.inf

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something that never ends."""
        self._tasks.append(asyncio.create_task(work))

    def repeat(
        self, work: Callable[[], Awaitable[None]], seconds: float, *, at_once: bool = False
    ) -> None:
        """Do something every so many seconds, whatever becomes of it."""
        self.start(self._repeat(work, seconds, at_once=at_once))

    async def close(self) -> None:
        """Stop everything."""
        await end_all(self._tasks)

    async def _repeat(
        self, work: Callable[[], Awaitable[None]], seconds: float, *, at_once: bool
    ) -> None:
        if at_once:
            await self._try(work)
        while True:
            await asyncio.sleep(seconds)
            await self._try(work)

    async def _try(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except Exception as error:  # the next time it may go well
            is_expected = isinstance(error, StoreError)
            if is_expected and await self._fault():
                return
            if str(error) != self._said or time.monotonic() >= self._silent_until:
                self._said, self._silent_until = str(error), time.monotonic() + SILENT_SECONDS
                complain(str(error), None if is_expected else error)
