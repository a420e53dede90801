"""The processes that think, for bots and for reviews: each answers one question at a time."""

from __future__ import annotations

import asyncio
import itertools
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TypeVar

import msgspec

from jemaa import analysis, catalog
from jemaa.core.errors import JemaaError, SetupError, quoted
from jemaa.players.registry import LEVELS, split_specs
from jemaa.server.monitoring import complain
from jemaa.server.thinking import BotError, Cancel, Decide, Decided, Studied, Study

SLACK = 10.0
"""How many seconds more than its budget a process may take before it counts as stuck."""
GRACE = 1.0
"""How many seconds a cancelled process has to come to its end."""
LONGEST = 1 << 20
"""The longest answer, in bytes."""
STUDY_SECONDS = 120.0
"""How long a question of a review may take: a fraction of a second, but who asks stands back behind
all others, and on a busy machine that takes its time."""

Found = TypeVar("Found", Decided, Studied)


def read_places(text: str) -> dict[str, str]:
    """Read which players the host has put in the place of levels.

    >>> read_places("marrakech.amin=x2(rolls=2,rugs=4), facir.trader=greedy")
    {'marrakech.amin': 'x2(rolls=2,rugs=4)', 'facir.trader': 'greedy'}

    Raises:
        SetupError: there is no such place, or the player cannot be made.
    """
    places: dict[str, str] = {}
    for piece in split_specs(text) if text.strip() else ():
        place, equals, spec = (part.strip() for part in piece.partition("="))
        game, _, level = place.partition(".")
        if not equals or game not in catalog.GAMES or level not in LEVELS:
            wanted = "write GAME.LEVEL=PLAYER, as marrakech.amin=greedy"
            raise SetupError("JEMAA_BOTS", f"{quoted(piece)} is not possible: {wanted}")
        try:
            catalog.player(game, spec)
        except JemaaError as error:
            raise SetupError("JEMAA_BOTS", str(error)) from error
        places[place] = spec
    return places


class BotPool:
    """A few processes; each answers one question at a time, first come first served.

    Args:
        count: how many.
        seconds: how long a bot may think about a move.
        places: players that the host has put in the place of levels.
        niceness: how far they stand back; empty for the usual.
    """

    def __init__(
        self,
        count: int,
        seconds: float,
        places: Mapping[str, str] | None = None,
        *,
        niceness: str = "",
    ) -> None:
        self._count = count
        self._seconds = seconds
        self._places = places or {}
        self._niceness = niceness
        self._free: asyncio.Queue[_Worker] = asyncio.Queue()
        self._all: set[_Worker] = set()
        self._settling: set[asyncio.Task[None]] = set()
        self._starting = asyncio.Lock()
        self._is_started = False

    async def start(self) -> None:
        """Start the processes, so that they load the games while nobody waits.

        If this is not called, they start with the first question.
        """
        async with self._starting:
            if not self._is_started:
                self._is_started = True
                await self._start()

    async def _start(self) -> None:
        for worker in await asyncio.gather(
            *(_Worker.start(self._niceness) for _ in range(self._count))
        ):
            self._add(worker)

    async def close(self) -> None:
        """End the processes."""
        for task in self._settling:
            task.cancel()
        await asyncio.gather(*(worker.end() for worker in self._all))
        self._all.clear()

    async def choose(self, game: str, spec: str, view: str) -> str:
        """Return a bot's move. When this is cancelled, so is the thinking.

        Raises:
            BotError: the question cannot be answered, or the process died of it twice.
        """
        player, seconds = self._places.get(f"{game}.{spec}", spec), self._seconds

        def question(number: int) -> Decide:
            return Decide(number, game, player, view, seconds)

        return (await self._ask(question, Decided, player, seconds)).move

    async def study(self, question: analysis.Question) -> analysis.Answer:
        """Answer a question of a review or for a hint. When this is cancelled, so is the thinking.

        Raises:
            BotError: the question cannot be answered, or the process died of it twice.
        """
        kind = type(question).__name__.lower()
        found = await self._ask(lambda number: Study(number, question), Studied, kind)
        assert found.answer is not None
        return found.answer

    async def _ask(
        self,
        question: Callable[[int], Decide | Study],
        kind: type[Found],
        name: str,
        seconds: float = STUDY_SECONDS,
    ) -> Found:
        await self.start()
        for _ in range(2):
            worker = await self._free.get()
            try:
                found = await worker.ask(question, kind, seconds)
            except asyncio.CancelledError:
                self._settle(worker)
                raise
            except _Died:
                complain("a process that thinks has died", about=name)
                await self._replace(worker)
                continue
            self._free.put_nowait(worker)
            if found.error:
                raise BotError(f"{name} has no answer: {found.error}")
            return found
        raise BotError(f"{name} has no answer: its process died twice")

    def _add(self, worker: _Worker) -> None:
        self._all.add(worker)
        self._free.put_nowait(worker)

    async def _replace(self, worker: _Worker) -> None:
        self._all.discard(worker)
        await worker.end()
        self._add(await _Worker.start(self._niceness))

    def _settle(self, worker: _Worker) -> None:
        """Let a cancelled process come to its end before it is asked again."""
        task = asyncio.create_task(self._wait_for(worker))
        self._settling.add(task)
        task.add_done_callback(self._settling.discard)

    async def _wait_for(self, worker: _Worker) -> None:
        try:
            await worker.cancel()
        except (_Died, TimeoutError):
            await self._replace(worker)
        else:
            self._free.put_nowait(worker)


class _Died(Exception):
    """The process has ended or is stuck."""


class _Numbered(msgspec.Struct):
    """Any answer, as far as it must be known to whom it belongs."""

    number: int


class _Worker:
    """One process."""

    _numbers = itertools.count(1)

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._stdin = process.stdin
        self._stdout = process.stdout
        self._number = 0

    @classmethod
    async def start(cls, niceness: str) -> _Worker:
        # -P: a file in the current folder must not stand in for a module.
        command = (sys.executable, "-P", "-m", "jemaa.server.bot_worker", *niceness.split())
        made = asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=LONGEST)
        return cls(await made)

    async def ask(
        self, question: Callable[[int], Decide | Study], kind: type[Found], seconds: float
    ) -> Found:
        self._number = next(self._numbers)
        try:
            async with asyncio.timeout(seconds + SLACK):
                self._write(question(self._number))
                return msgspec.json.decode(await self._answer(), type=kind)
        except TimeoutError:
            raise _Died from None

    async def cancel(self) -> None:
        """Say that the answer is not wanted any more, and wait until it has come."""
        async with asyncio.timeout(GRACE):
            self._write(Cancel(self._number))
            await self._answer()

    async def end(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        # asyncio leaves the pipes to the garbage collector, which complains about them.
        self._process._transport.close()  # type: ignore[attr-defined]

    def _write(self, message: Decide | Study | Cancel) -> None:
        try:
            self._stdin.write(msgspec.json.encode(message) + b"\n")
        except (OSError, RuntimeError):
            raise _Died from None

    async def _answer(self) -> bytes:
        """Read until the answer to the last question: older ones are of cancelled questions."""
        while True:
            try:
                line = await self._stdout.readline()
            except (OSError, ValueError):
                raise _Died from None
            if not line.endswith(b"\n"):
                raise _Died
            if msgspec.json.decode(line, type=_Numbered).number == self._number:
                return line
