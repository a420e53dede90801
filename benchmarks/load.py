"""Measures what a server carries: many tables at once, real moves, everything kept durably.

    python benchmarks/load.py [--rooms 250] [--rate 500] [--seconds 10] [--bots 4]

It starts a server of its own on the loopback address, with SQLite in a folder for temporary files,
seats four sockets at each table and lets them play Marrakech, so many moves a second in all. The
time of a move is from sending it until the last of the four sockets has the update. The second row
is the same while bots of the strongest level think in other rooms. Linux only: /proc tells what the
server takes. See benchmarks/README.md.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import uvloop
from tables import Room

SEATS = 4
PACE = 0.002
"""How many seconds pass between two looks at what is due."""
SETTLE = 1.5
"""How many seconds a row may take to come to rest before and after it is measured."""
SETTINGS = {
    "JEMAA_BOT_DELAY": "0",
    "JEMAA_CACHED_ROOMS": "10000",
    "JEMAA_MESSAGES_PER_SECOND": "1000",
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
        self.url = found.group()

    def open(self, *seats: dict[str, str]) -> Room:
        """Open a room."""
        body = json.dumps({"game": "marrakech", "seats": seats}).encode()
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(f"{self.url}/api/rooms", body, headers)
        with urllib.request.urlopen(request) as answer:
            opened = json.load(answer)
        keys = {seat["seat"]: seat["token"] for seat in opened["seats"]}
        return Room(urlsplit(self.url).netloc, opened["room"], keys)

    def cpu(self) -> float:
        """Give the seconds that it has computed; its bots' processes do not count."""
        with open(f"/proc/{self._process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Give the KiB of memory that it holds."""
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


class Row(NamedTuple):
    """What a measurement has found."""

    times: list[float]
    seconds: float
    cpu: float
    own_cpu: float
    late: int
    refused: int
    lost: int


async def measure(server: Server, rooms: list[Room], rate: float, seconds: float) -> Row:
    """Make moves at an even pace."""
    for room in rooms:
        room.times.clear()
        room.refused = 0
    cpu, own, begun = server.cpu(), time.process_time(), time.perf_counter()
    count = late = 0
    while (gone := time.perf_counter() - begun) < seconds:
        while count < gone * rate:
            room = rooms[count % len(rooms)]
            count += 1
            if room.can_move:
                room.move()
            else:
                late += not room.is_over
        await asyncio.sleep(PACE)
    cpu, own = server.cpu() - cpu, time.process_time() - own
    await asyncio.sleep(SETTLE)
    times = [one for room in rooms for one in room.times]
    refused, lost = sum(room.refused for room in rooms), sum(room.lost for room in rooms)
    return Row(times, seconds, cpu, own, late, refused, lost)


async def keep_thinking(rooms: list[Room]) -> None:
    """Answer at once whenever a bot has moved, so that it thinks again; never ends."""
    while True:
        for room in rooms:
            if room.can_move:
                room.move()
        await asyncio.sleep(0.01)


def line(name: str, row: Row) -> str:
    """Print a row of the table."""
    if len(row.times) < 2:
        return f"{name:14} nothing was played"
    cuts = statistics.quantiles(row.times, n=100)
    figures = (
        f"{len(row.times) / row.seconds:8.0f}{cuts[49] * 1e3:9.1f}{cuts[98] * 1e3:9.1f}"
        f"{max(row.times) * 1e3:9.1f}{row.cpu / len(row.times) * 1e6:13.0f}"
        f"{row.own_cpu / len(row.times) * 1e6:13.0f}"
    )
    notes = [f"{row.late} not begun in time"] * (row.late > 0)
    notes += [f"{row.refused} refused"] * (row.refused > 0)
    notes += [f"{row.lost} sockets lost"] * (row.lost > 0)
    return f"{name:14}{figures}  {', '.join(notes)}".rstrip()


async def run(options: argparse.Namespace) -> None:
    """Fill the table."""
    with running() as server:
        here = [{"kind": "here", "name": f"Player {seat}"} for seat in range(SEATS)]
        rooms = [server.open(*here) for _ in range(options.rooms)]
        before = server.memory()
        for room in rooms:
            await room.join(SEATS)
        await asyncio.sleep(SETTLE)
        sockets = SEATS * len(rooms)
        each = (server.memory() - before) / sockets
        print(f"{sockets} sockets in {len(rooms)} rooms, {each:.0f} KiB of the server's for each")
        print(f"wanted: {options.rate:g} moves/s for {options.seconds:g} s; ms until all four know")
        print(
            f"{'':14}{'moves/s':>8}{'p50 ms':>9}{'p99 ms':>9}{'max ms':>9}"
            f"{'server µs':>13}{'client µs':>13}"
        )
        row = await measure(server, rooms, options.rate, options.seconds)
        print(line("people alone", row), flush=True)
        if options.bots:
            bot = [{"kind": "here", "name": "Anna"}, {"kind": "bot", "level": "amin"}]
            tables = [server.open(*bot) for _ in range(options.bots)]
            for room in tables:
                await room.join(1)
            thinking = asyncio.create_task(keep_thinking(tables))
            row = await measure(server, rooms, options.rate, options.seconds)
            thinking.cancel()
            print(line(f"and {options.bots} bots", row), flush=True)


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", type=int, default=250)
    parser.add_argument("--rate", type=float, default=500, help="moves a second, in all rooms")
    parser.add_argument("--seconds", type=float, default=10, help="for each of the two rows")
    parser.add_argument("--bots", type=int, default=4, help="thinking in other rooms; 0 for none")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the server must end with us
    uvloop.run(run(options))
    return 0


if __name__ == "__main__":
    sys.exit(main())
