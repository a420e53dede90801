"""Answers that take a while to make: made away from the event loop, packed, and kept."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from litestar import Response

from jemaa.server.http.headers import accepts
from jemaa.server.http.problems import LimitedError

MOST_BYTES = 1 << 25
"""So many bytes of answers are kept."""
MOST_WAITING = 64
"""So many answers may wait to be made; whoever asks for more has to come back."""
PACKED_FROM = 2048
"""Shorter answers are sent as they are."""
LEVEL = 5


class Body(NamedTuple):
    """An answer as it is, and packed; the latter is empty if that is not worth it."""

    plain: bytes
    packed: bytes = b""

    def answer(
        self, scope: Mapping[str, Any], kind: str, headers: Mapping[str, str] | None = None
    ) -> Response[Any]:
        """Return it in the form that a client understands."""
        found = {"vary": "accept-encoding", **(headers or {})}
        if self.packed and accepts(scope, "gzip"):
            found["content-encoding"] = "gzip"
            return Response(self.packed, headers=found, media_type=kind)
        return Response(self.plain, headers=found, media_type=kind)


def pack(plain: bytes) -> Body:
    """Return an answer with its packed form."""
    return Body(plain, gzip.compress(plain, LEVEL, mtime=0) if len(plain) >= PACKED_FROM else b"")


class Bodies:
    """The last answers that were asked for. One thread makes them, so that the loop stays quick."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._size = 0
        self._kept: OrderedDict[Hashable, Body] = OrderedDict()
        self._making: dict[Hashable, asyncio.Future[Body]] = {}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="bodies")

    def is_at_hand(self, key: Hashable) -> bool:
        """Whether an answer is kept or being made, so that it costs nothing to ask for it."""
        return key in self._kept or key in self._making

    async def get(self, key: Hashable, make: Callable[[], bytes]) -> Body:
        """Return an answer; it is made once, however many wait for it.

        Raises:
            LimitedError: too many answers wait to be made.
        """
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        making = self._making.get(key)
        if making is None:
            if len(self._making) >= MOST_WAITING:
                raise LimitedError(2)
            loop = asyncio.get_running_loop()
            making = loop.run_in_executor(self._thread, lambda: pack(make()))
            self._making[key] = making
            making.add_done_callback(lambda done: self._keep(key, done))
        return await asyncio.shield(making)  # whoever goes leaves it to the others

    def _keep(self, key: Hashable, made: asyncio.Future[Body]) -> None:
        del self._making[key]
        if made.cancelled() or made.exception() is not None:
            return
        body = self._kept[key] = made.result()
        self._size += len(body.plain) + len(body.packed)
        while self._size > self._most:
            _, old = self._kept.popitem(last=False)
            self._size -= len(old.plain) + len(old.packed)
