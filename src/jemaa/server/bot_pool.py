"""The processes that think for the bots: a few, each answers one question at a time."""

from __future__ import annotations

import asyncio
import itertools
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from contextlib import suppress

import msgspec

from jemaa import catalog
from jemaa.core.errors import JemaaError, SetupError, quoted
from jemaa.players.registry import LEVELS, split_specs
from jemaa.server.bots import BotError
from jemaa.server.monitoring import complain
from jemaa.server.thinking import Cancel, Decided, Question

SLACK = 10.0
"""How many seconds more than its budget a process may take before it counts as stuck."""
GRACE = 1.0
"""How many seconds a cancelled process has to come to its end."""


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
    """A few processes; each answers one question at a time, first come first served."""

    def __init__(self, count: int, seconds: float, places: Mapping[str, str] | None = None) -> None:
        self._count = count
        self._seconds = seconds
        self._places = places or {}
        self._free: asyncio.Queue[_Worker] = asyncio.Queue()
        self._all: set[_Worker] = set()
        self._settling: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Start the processes; they load the games while nobody waits."""
        for worker in await asyncio.gather(*(_Worker.start() for _ in range(self._count))):
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
        spec = self._places.get(f"{game}.{spec}", spec)
        for _ in range(2):
            worker = await self._free.get()
            try:
                decided = await worker.ask(game, spec, view, self._seconds)
            except asyncio.CancelledError:
                self._settle(worker)
                raise
            except _Died:
                complain("a bot's process has died", game=game, level=spec)
                await self._replace(worker)
                continue
            self._free.put_nowait(worker)
            if decided.error:
                raise BotError(f"{spec} has no answer: {decided.error}")
            return decided.move
        raise BotError(f"{spec} has no answer: its process died twice")

    def _add(self, worker: _Worker) -> None:
        self._all.add(worker)
        self._free.put_nowait(worker)

    async def _replace(self, worker: _Worker) -> None:
        self._all.discard(worker)
        await worker.end()
        self._add(await _Worker.start())

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
    async def start(cls) -> _Worker:
        # -P: a file in the current folder must not stand in for a module.
        command = (sys.executable, "-P", "-m", "jemaa.server.bot_worker")
        return cls(await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE))

    async def ask(self, game: str, spec: str, view: str, seconds: float) -> Decided:
        self._number = next(self._numbers)
        question = Question(self._number, game, spec, view, seconds)
        try:
            async with asyncio.timeout(seconds + SLACK):
                self._write(question)
                return await self._answer()
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

    def _write(self, message: Question | Cancel) -> None:
        try:
            self._stdin.write(msgspec.json.encode(message) + b"\n")
        except (OSError, RuntimeError):
            raise _Died from None

    async def _answer(self) -> Decided:
        """Read until the answer to the last question: older ones are of cancelled questions."""
        while True:
            try:
                line = await self._stdout.readline()
            except (OSError, ValueError):
                raise _Died from None
            if not line.endswith(b"\n"):
                raise _Died
            decided = msgspec.json.decode(line, type=Decided)
            if decided.number == self._number:
                return decided
