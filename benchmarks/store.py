"""Measures how many events a second the stores keep durably, with many writers at once.

    python benchmarks/store.py [--writers 50] [--seconds 3] [--database postgresql://...]

Every writer has a room of its own and adds the next event when the last one is on the disk. The
SQLite file is made in the folder for temporary files: where that is in memory, choose a disk with
--folder. PostgreSQL is measured when its address is given; the rooms made in it are removed again.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

import uvloop

from jemaa.server.store import Store, Summary, store_for

YEAR_1971 = 365 * 24 * 3600 * 1000
BODY = b'{"type":"played","by":1,"text":"c3c4"}'
SUMMARY = Summary("marrakech", "playing", 1, ("Ann", "Bo", "Cy", "Di"), ("a" * 64, "b" * 64), None)


async def write(store: Store, room: str, end: float, times: list[float]) -> None:
    version = 1
    while (begin := time.perf_counter()) < end:
        await store.append(room, version, version, [BODY], SUMMARY, f"{room}-{version}")
        times.append(time.perf_counter() - begin)
        version += 1


async def measure(store: Store, writers: int, seconds: float) -> list[float]:
    await store.open()
    try:
        rooms = [f"benchmark-{os.getpid()}-{i}" for i in range(writers)]
        await asyncio.gather(*(store.create(room, 1, [BODY], SUMMARY) for room in rooms))
        times: list[float] = []
        end = time.perf_counter() + seconds
        await asyncio.gather(*(write(store, room, end, times) for room in rooms))
        for room in rooms:
            assert await store.load(room), room
        await store.purge(YEAR_1971)  # ours have the times 1, 2, 3 ...; real ones come later
        return times
    finally:
        await store.close()


def row(name: str, times: list[float], seconds: float) -> str:
    cuts = statistics.quantiles(times, n=100)
    return f"{name:11}{len(times) / seconds:12,.0f}{cuts[49] * 1e3:12.1f}{cuts[98] * 1e3:12.1f}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--writers", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--database", default="")
    parser.add_argument("--folder", default=None)
    options = parser.parse_args()
    print(f"{options.writers} writers, {options.seconds:g} s each")
    print(f"{'store':11}{'events/s':>12}{'p50 ms':>12}{'p99 ms':>12}")
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        for name, url in (("SQLite", ""), ("PostgreSQL", options.database)):
            if name == "PostgreSQL" and not url:
                continue
            store = store_for(url, Path(folder, "rooms.sqlite3"))
            times = uvloop.run(measure(store, options.writers, options.seconds))
            print(row(name, times, options.seconds), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
