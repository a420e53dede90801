"""What is on its way to one socket: bounded, and sent by a task of its own.

Whoever broadcasts only puts messages here and never waits, so a reader that is slow or stuck delays
nobody but itself; when its outbox is full it is dropped.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

Send = Callable[[dict[str, Any]], Awaitable[None]]
"""How ASGI sends."""
MOST_MESSAGES = 256
MOST_CHARACTERS = 1 << 20
PATIENCE = 5.0
"""How many seconds the last messages have before the connection is cut."""
OVERFLOW = 1013
"""Close code: try again later."""


class Outbox:
    """The messages that wait for one socket.

    Args:
        send: sends one ASGI message; it may wait as long as the reader does not read.
        abort: cuts the connection at once.
        dropped: called once if the reader was too slow.
    """

    __slots__ = ("_abort", "_close", "_dropped", "_queue", "_send", "_size", "_task", "_wake")

    def __init__(
        self, send: Send, abort: Callable[[], None], dropped: Callable[[], None] = lambda: None
    ) -> None:
        self._send = send
        self._abort = abort
        self._dropped = dropped
        self._queue: deque[str] = deque()
        self._size = 0
        self._wake = asyncio.Event()
        self._close: dict[str, Any] | None = None
        self._task = asyncio.create_task(self._run())

    @property
    def is_closing(self) -> bool:
        """Whether nothing more is taken."""
        return self._close is not None

    def put(self, text: str) -> None:
        """Queue a message; never waits. A full outbox closes the socket instead."""
        if self._close is not None:
            return
        if len(self._queue) >= MOST_MESSAGES or self._size + len(text) > MOST_CHARACTERS:
            self._dropped()
            self._queue.clear()
            self.close(OVERFLOW, "too slow")
            return
        self._queue.append(text)
        self._size += len(text)
        self._wake.set()

    def close(self, code: int, reason: str = "") -> None:
        """Send what is queued, then close the socket; the reader has a moment for that."""
        if self._close is None:
            self._close = {"type": "websocket.close", "code": code, "reason": reason}
            self._wake.set()
            asyncio.get_running_loop().call_later(PATIENCE, self._cut)

    async def sent(self) -> None:
        """Wait until a closing outbox is empty."""
        await asyncio.wait([self._task])

    async def finish(self) -> None:
        """Wait until everything is sent or given up; to be called when the socket has ended."""
        if self._close is None:
            self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    def _cut(self) -> None:
        self._task.cancel()
        self._abort()  # harmless when the connection has ended properly

    async def _run(self) -> None:
        # The server underneath raises an error of its own when the peer is gone; whatever it is,
        # the reading side learns of the end as well and cleans up.
        with suppress(Exception):
            while True:
                while self._queue:
                    text = self._queue.popleft()
                    self._size -= len(text)
                    await self._send({"type": "websocket.send", "text": text})
                if self._close is not None:
                    await self._send(self._close)
                    return
                self._wake.clear()
                await self._wake.wait()
