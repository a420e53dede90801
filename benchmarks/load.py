"""Measures what a server carries: many rooms at once, real moves, everything kept durably.

    python benchmarks/load.py [--rows marrakech/2,facir/4,...] [--rate 500] [--seconds 60]
    python benchmarks/load.py --soak 30 --rate 300     # minutes; is memory flat?

It starts a server of its own on the loopback address, with SQLite in a folder for temporary files,
seats a socket in each seat of each room and lets them play, so many moves a second in all. A game
that is over makes place for a new one. The time of a move is from sending it until the last socket
of its room has the update. Linux only: /proc tells what the server takes. See benchmarks/README.md.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import uvloop
from tables import Room

from jemaa import catalog

PACE = 0.002
"""How many seconds pass between two looks at what is due."""
LONGEST_WAIT = 0.1
NOTABLE = 0.005
"""What the host takes away is told from this share on."""
SETTLE = 1.5
"""How many seconds a row may take to come to rest before and after it is measured."""
ROWS = "marrakech/2,marrakech/4,facir/2,facir/4,marrakech/4+bots,marrakech/2!"
SETTINGS = {
    "JEMAA_BOT_DELAY": "0",
    "JEMAA_MESSAGES_PER_SECOND": "1000",
    "JEMAA_REQUESTS_PER_SECOND": "1000000",
    "JEMAA_ROOMS_PER_MINUTE": "1000000",
    "JEMAA_SOCKETS_PER_IP": "100000",
}


class Server:
    """The server under load, and what it takes."""

    def __init__(self, folder: str) -> None:
        environ = {key: value for key, value in os.environ.items() if key[:6] != "JEMAA_"}
        command = [sys.executable, "-m", "jemaa", "serve", "--port", "0", "--data", folder]
        log = Path(folder, "log")
        with log.open("wb") as file:
            self._process = subprocess.Popen(command, env=environ | SETTINGS, stderr=file)
        while not (found := re.search(r"http://\S+", log.read_text())):
            if self._process.poll() is not None:
                raise SystemExit(f"the server has not started: {log.read_text()}")
            time.sleep(0.05)
        self.host = urlsplit(found.group()).netloc

    async def ask(self, path: str, wish: Any = None) -> bytes:
        """Send a wish, or look at something; return the answer."""
        body = "" if wish is None else json.dumps(wish)
        host, _, port = self.host.rpartition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(
            f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\nHost: {self.host}\r\n"
            "Connection: close\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body.encode())}\r\n\r\n{body}".encode()
        )
        head, _, answer = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
        if b" 20" not in head.partition(b"\r\n")[0]:
            raise SystemExit(f"{path} was refused: {head.decode()} {answer.decode()}")
        return answer

    async def open(self, game: str, *seats: dict[str, str]) -> Room:
        """Open a room."""
        opened = json.loads(await self.ask("/api/rooms", {"game": game, "seats": seats}))
        keys = {seat["seat"]: seat["token"] for seat in opened["seats"]}
        return Room(self.host, opened["room"], keys)

    def cpu(self) -> float:
        """Return the seconds that it has computed; its bots' processes do not count."""
        with open(f"/proc/{self._process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Return the KiB of memory that it holds."""
        with open(f"/proc/{self._process.pid}/status") as file:
            return int(next(line.split()[1] for line in file if line.startswith("VmRSS:")))

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait(30)


@contextmanager
def running() -> Iterator[Server]:
    """Start a server in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="jemaa-load-") as folder:
        server = Server(folder)
        try:
            yield server
        finally:
            server.stop()


PULSE = """
import signal, sys, time
late = []
signal.signal(signal.SIGTERM, lambda *_: (print(*late), sys.exit()))
while True:
    due = time.perf_counter() + 0.005
    time.sleep(0.005)
    late.append(time.perf_counter() - due)
"""
"""A program that wants the processor for a moment every 5 ms, and prints how late it got it."""


@contextmanager
def pulse() -> Iterator[list[float]]:
    """Let something that does nothing run beside; in the end the list has how late it was."""
    late: list[float] = []
    process = subprocess.Popen([sys.executable, "-c", PULSE], stdout=subprocess.PIPE, text=True)
    try:
        yield late
    finally:
        process.terminate()
        late += map(float, process.communicate(timeout=30)[0].split())


class Hall:
    """So many rooms of one kind; a finished game is replaced by a new one while others go on."""

    def __init__(self, server: Server, game: str, seats: int, rooms: int) -> None:
        self._server = server
        self._game = game
        self._seats = [{"kind": "here", "name": f"Player {seat}"} for seat in range(seats)]
        self._count = rooms
        self._rooms: set[Room] = set()
        self._ready: deque[Room] = deque()
        """Those in which everybody knows the last move, in that order."""
        self._has_ready = asyncio.Event()
        self._opening: set[asyncio.Task[None]] = set()
        self.times: list[float] = []
        self.finished = self.refused = self.lost = self.received = 0

    async def fill(self) -> None:
        """Open all rooms."""
        for _ in range(self._count):
            await self._add()

    async def _add(self) -> None:
        room = await self._server.open(self._game, *self._seats)
        await room.join()
        self._rooms.add(room)
        room.ready = self._take_back
        self._take_back(room)

    def _take_back(self, room: Room) -> None:
        self._ready.append(room)
        self._has_ready.set()

    def move(self) -> bool:
        """Make a move in the room that has waited longest; whether there was one to make it in."""
        while self._ready:
            room = self._ready.popleft()
            if room.is_over:
                self._replace(room)
            elif room.move():
                return True
        self._has_ready.clear()
        return False

    async def wait(self) -> None:
        """Wait until there is a room to move in."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_WAIT):
                await self._has_ready.wait()

    def _replace(self, room: Room) -> None:
        self.finished += 1
        self._rooms.discard(room)
        self._collect(room)
        room.leave()
        task = asyncio.create_task(self._add())
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    def _collect(self, room: Room) -> None:
        self.times += room.times
        self.refused += room.refused
        self.lost += room.lost
        self.received += room.received

    async def close(self) -> None:
        """Leave all rooms."""
        await asyncio.gather(*self._opening)
        for room in self._rooms:
            self._collect(room)
            room.leave()
        self._rooms.clear()

    def forget(self) -> None:
        """Begin to measure: forget the times so far."""
        self.times, self.finished, self.refused, self.received = [], 0, 0, 0
        for room in self._rooms:
            room.times.clear()
            self.received -= room.received


class Figures(NamedTuple):
    """What a measurement has found."""

    seconds: float
    cpu: float
    own_cpu: float
    stolen: float
    """The share of the processors' time that the host has given to others."""
    pauses: tuple[float, float]
    """How late a program was that does nothing: p99 and most, in seconds."""
    late: int
    grown: int
    """By how many KiB the server's memory has grown in the second half ..."""
    finished: int
    """... and how many games were finished in it."""


def host_times() -> tuple[int, int]:
    """Return how long the processors have been taken away from this machine, and all their time."""
    with open("/proc/stat") as file:
        fields = [int(field) for field in file.readline().split()[1:9]]
    return fields[7], sum(fields)


async def measure(server: Server, hall: Hall, rate: float, seconds: float) -> Figures:
    """Make moves at an even pace; as many as go with a rate of 0."""
    hall.forget()
    cpu, own, begun = server.cpu(), time.process_time(), time.perf_counter()
    stolen, whole = host_times()
    memory = finished = count = late = 0
    with pulse() as pauses:
        while (gone := time.perf_counter() - begun) < seconds:
            if not memory and gone > seconds / 2:
                memory, finished = server.memory(), hall.finished
            while rate and count < gone * rate:
                count += 1
                late += not hall.move()
            while not rate and hall.move():
                pass
            await (asyncio.sleep(PACE) if rate else hall.wait())
    cpu, own = server.cpu() - cpu, time.process_time() - own
    share = (host_times()[0] - stolen) / max(1, host_times()[1] - whole)
    await asyncio.sleep(SETTLE)
    grown = server.memory() - memory
    paused = (statistics.quantiles(pauses, n=100)[98], max(pauses))
    return Figures(seconds, cpu, own, share, paused, late, grown, hall.finished - finished)


async def keep_thinking(rooms: list[Room]) -> None:
    """Answer at once whenever a bot has moved, so that it thinks again; never ends."""
    while True:
        for room in rooms:
            if not room.is_busy and not room.is_over:
                room.move()
        await asyncio.sleep(0.01)


async def keep_reviewing(server: Server, done: list[str]) -> None:
    """Want one review after another; never ends."""
    games = [catalog.play("marrakech", ["tourist"] * 4, seed=seed) for seed in range(8)]
    for match in itertools.cycle(games):
        wish = {"record": str(match.record)}
        room = json.loads(await server.ask("/api/records", wish))["room"]
        path, state = f"/api/rooms/{room}/review", ""
        while state != "done":
            await asyncio.sleep(0.5)
            state = json.loads(await server.ask(path, {"have": 2}))["state"]
        done.append(room)


async def thinking_times(server: Server) -> tuple[float, float]:
    """Return how many seconds all bots have thought, and how many moves that were."""
    page = (await server.ask("/metrics")).decode()
    found = re.findall(r"^jemaa_bot_seconds_(sum|count)\{[^}]*\} (\S+)$", page, re.M)
    sums = dict.fromkeys(("sum", "count"), 0.0)
    for kind, value in found:
        sums[kind] += float(value)
    return sums["sum"], sums["count"]


def line(name: str, hall: Hall, found: Figures) -> str:
    """Print a row of the table."""
    count = len(hall.times)
    if count < 100:
        return f"{name:18} nothing was played"
    cuts = statistics.quantiles(hall.times, n=100)
    figures = (
        f"{count / found.seconds:8.0f}{cuts[49] * 1e3:8.1f}{cuts[98] * 1e3:8.1f}"
        f"{max(hall.times) * 1e3:8.1f}{found.cpu / count * 1e6:11.0f}"
        f"{found.own_cpu / count * 1e6:11.0f}{hall.received / count / 1e3:11.1f}"
        f"{f'{found.grown / found.finished:.0f}' if found.finished > 99 else '-':>12}"
    )
    notes = [f"host took {found.stolen:.0%}"] * (found.stolen >= NOTABLE)
    notes.append("idle program late by {:.1f}, {:.1f}".format(*(1e3 * one for one in found.pauses)))
    notes += [f"{found.late} not begun in time"] * (found.late > 0)
    notes += [f"{hall.refused} refused"] * (hall.refused > 0)
    notes += [f"{hall.lost} sockets lost"] * (hall.lost > 0)
    return f"{name:18}{figures}  {', '.join(notes)}".rstrip()


async def row(name: str, options: argparse.Namespace) -> None:
    """Measure one row with a server of its own: `game/seats`, `+bots`, or `!` for all it can.

    With `+bots+reviews` finished games are reviewed meanwhile.
    """
    kind, _, bots = name.rstrip("!").partition("+")
    game, _, seats = kind.partition("/")
    with running() as server:
        hall = Hall(server, game, int(seats), options.sockets // int(seats))
        await hall.fill()
        busy: list[asyncio.Task[None]] = []
        reviewed: list[str] = []
        if bots:
            bot = [{"kind": "here", "name": "Anna"}, {"kind": "bot", "level": "amin"}]
            rooms = [await server.open("marrakech", *bot) for _ in range(options.bots)]
            for room in rooms:
                await room.join()
            busy.append(asyncio.create_task(keep_thinking(rooms)))
        if bots.endswith("reviews"):
            busy.append(asyncio.create_task(keep_reviewing(server, reviewed)))
        await asyncio.sleep(SETTLE)
        rate = 0 if name.endswith("!") else options.rate
        before = await thinking_times(server)
        found = await measure(server, hall, rate, options.seconds)
        after = await thinking_times(server)
        for task in busy:
            task.cancel()
        await hall.close()
        print(line(name, hall, found), flush=True)
        moves = after[1] - before[1]
        if bots and moves:
            mean = 1000 * (after[0] - before[0]) / moves
            told = f", {len(reviewed)} games reviewed" if bots.endswith("reviews") else ""
            print(f"{'':18}bots: {moves:.0f} moves, {mean:.0f} ms each{told}", flush=True)


async def table(options: argparse.Namespace) -> None:
    """Fill the table."""
    print(f"{options.sockets} sockets; wanted: {options.rate:g} moves/s for {options.seconds:g} s")
    print(
        f"{'':18}{'moves/s':>8}{'p50 ms':>8}{'p99 ms':>8}{'max ms':>8}"
        f"{'server µs':>11}{'client µs':>11}{'kB a move':>11}{'KiB a game':>12}",
        flush=True,
    )
    for name in options.rows.split(","):
        await row(name, options)


async def soak(options: argparse.Namespace) -> None:
    """Play for long, and print every minute what the server holds."""
    with running() as server:
        hall = Hall(server, "marrakech", 2, options.sockets // 4)
        other = Hall(server, "facir", 2, options.sockets // 4)
        await hall.fill()
        await other.fill()
        finished = 0
        for minute in range(options.soak):
            half = options.rate / 2
            both = (measure(server, one, half, 60 - SETTLE) for one in (hall, other))
            await asyncio.gather(*both)
            finished += hall.finished + other.finished
            print(f"minute {minute + 1:3}: {server.memory():8} KiB, {finished:6} games", flush=True)
        await hall.close()
        await other.close()


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--rows", default=ROWS, help="game/seats, with +bots or +bots+reviews, or ! for no limit"
    )
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=500, help="moves a second, in all rooms")
    parser.add_argument("--seconds", type=float, default=60, help="for each row")
    parser.add_argument("--bots", type=int, default=4, help="how many think in a row with +bots")
    parser.add_argument("--soak", type=int, default=0, metavar="MINUTES", help="is memory flat?")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the server must end with us
    uvloop.run(soak(options) if options.soak else table(options))
    return 0


if __name__ == "__main__":
    sys.exit(main())
