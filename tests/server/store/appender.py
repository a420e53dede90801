"""Appends to rooms without end and prints what was promised; killed by a test at some moment."""

import asyncio
import os
import sys
from pathlib import Path

from jemaa.server.store import store_for
from tests.server.store.rooms import SUMMARY

WRITERS = 8


async def write(store, room):
    version = len(await store.load(room))
    while True:
        body = b"%s %d" % (room.encode(), version + 1)
        await store.append(room, version, version + 1, [body], SUMMARY, f"c{version}")
        version += 1
        # One write for one line: what has been printed is not lost in a buffer.
        os.write(1, b"%s\n" % body)


async def main(url, file):
    store = store_for(url, Path(file))
    await store.open()
    await asyncio.gather(*(write(store, f"r{i}") for i in range(WRITERS)))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
