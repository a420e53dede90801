"""The two workers of the browser: one has the rooms, one thinks for the bots.

What they need of JavaScript is given to them: `web/src/local/` has the other half.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable
from typing import Any, Protocol

import msgspec

from jemaa import analysis, catalog
from jemaa.local.host import Line, LocalHost
from jemaa.local.store import ShelfError, ShelfStore
from jemaa.players.search import Control
from jemaa.server.bus import Listeners, Moved, Notice, Presence, presence
from jemaa.server.thinking import BotError, Decide, Decided, Studied, Study, decide, study

SECONDS = {"marrakech": 2.0, "facir": 2.4}
"""How long a bot may think in a browser."""


class Outside(Protocol):
    """What the worker's JavaScript does for us."""

    def say(self, line: int, text: str) -> None:
        """Let a page hear something."""

    def end(self, line: int, code: int) -> None:
        """Tell a page that its line has ended."""

    def answer(self, number: int, text: str) -> None:
        """Answer a page's request."""

    def publish(self, text: str) -> None:
        """Tell the other tabs."""

    def shelve(self, question: str) -> Awaitable[str]:
        """Ask the storage."""

    def think(self, question: str) -> Awaitable[str]:
        """Ask the other worker."""


class _Shelf:
    def __init__(self, outside: Outside) -> None:
        self._outside = outside

    async def ask(self, question: str) -> str:
        try:
            return str(await self._outside.shelve(question))
        except Exception as error:  # whatever JavaScript throws
            raise ShelfError(str(error)) from error


class TabBus(Listeners):
    """Carries notices between the tabs of a browser."""

    def __init__(self, outside: Outside) -> None:
        super().__init__()
        self._outside = outside
        self._decoder = msgspec.json.Decoder(Moved | Presence)

    async def open(self) -> None:
        """Begin: the channel is open already."""

    async def close(self) -> None:
        """End: the channel goes with the worker."""

    def publish(self, room: str, version: int) -> None:
        """Tell everybody that a room has come to a version."""
        self._send(Moved(room, version))

    def publish_presence(self, room: str, payload: bytes) -> None:
        """Tell everybody who is in a room."""
        self._send(presence(room, payload))

    def hear(self, text: str) -> None:
        """Take what another tab says."""
        self.tell(self._decoder.decode(text))

    def _send(self, notice: Notice) -> None:
        self._outside.publish(msgspec.json.encode(notice).decode())
        asyncio.get_running_loop().call_soon(self.tell, notice)


class _Thinker:
    """Asks the other worker; it answers one question after the other, each in its time."""

    def __init__(self, outside: Outside) -> None:
        self._outside = outside
        self._numbers = itertools.count(1)
        self._idle = asyncio.Lock()

    async def choose(self, game: str, spec: str, view: str) -> str:
        seconds = SECONDS.get(game, min(SECONDS.values()))
        question = Decide(next(self._numbers), game, spec, view, seconds)
        try:
            async with self._idle:  # at most one question of a review is waited for
                text = await self._outside.think(msgspec.json.encode(question).decode())
        except Exception as error:  # whatever JavaScript throws
            raise BotError(f"{spec} has no answer: {error}") from error
        decided = msgspec.json.decode(text, type=Decided)
        if decided.error:
            raise BotError(f"{spec} has no answer: {decided.error}")
        return decided.move

    async def study(self, question: analysis.Question) -> analysis.Answer:
        """Answer a question of a review or for a hint, when no bot thinks."""
        asked = msgspec.json.encode(Study(next(self._numbers), question)).decode()
        try:
            async with self._idle:
                text = await self._outside.think(asked)
        except Exception as error:  # whatever JavaScript throws
            raise BotError(f"there is no answer: {error}") from error
        found = msgspec.json.decode(text, type=Studied)
        if found.answer is None:
            raise BotError(f"there is no answer: {found.error}")
        return found.answer


class RoomsWorker:
    """The worker with the rooms. JavaScript calls these methods with what the pages say."""

    def __init__(self, outside: Outside) -> None:
        self._outside = outside
        self._bus = TabBus(outside)
        thinker = _Thinker(outside)
        self._host = LocalHost(ShelfStore(_Shelf(outside)), self._bus, thinker, thinker)
        self._lines: dict[int, Line] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin."""
        await self._host.open()

    def connect(self, line: int) -> None:
        """Open a line for a page."""

        def end(code: int) -> None:
            self._lines.pop(line, None)
            self._outside.end(line, code)

        self._lines[line] = self._host.connect(lambda text: self._outside.say(line, text), end)

    def hear(self, line: int, text: str) -> None:
        """Take what a page says on its line."""
        if line in self._lines:
            self._lines[line].hear(text)

    def hang_up(self, line: int) -> None:
        """Take that a page has gone."""
        if line in self._lines:
            self._lines.pop(line).close()

    def ask(self, number: int, method: str, path: str, body: str, device: str) -> None:
        """Answer a request, soon."""

        async def answer() -> None:
            self._outside.answer(number, await self._host.ask(method, path, body, device))

        task = asyncio.get_running_loop().create_task(answer())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def notice(self, text: str) -> None:
        """Take what another tab says."""
        self._bus.hear(text)


class BotsWorker:
    """The worker that thinks."""

    def warm_up(self) -> None:
        """Load all games now, so that the first bot does not have to wait for it."""
        for game in catalog.GAMES:
            catalog.game(game)
            catalog.engines(game)

    def think(self, text: str) -> str:
        """Answer a question."""
        question = msgspec.json.decode(text, type=Decide | Study)
        if isinstance(question, Study):
            return msgspec.json.encode(study(question, Control())).decode()
        return msgspec.json.encode(decide(question, Control())).decode()


def rooms(outside: Any) -> RoomsWorker:
    """Return the worker with the rooms, for JavaScript."""
    return RoomsWorker(outside)
