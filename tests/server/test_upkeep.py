"""Regular work: it goes on after a failure, and ends when it is told to."""

import asyncio

from jemaa.server.store import StoreError
from jemaa.server.upkeep import Upkeep

MOMENT = 10
"""Seconds: more than closing may ever take."""


async def no_fault():
    return ""


def test_work_goes_on_after_a_failure():
    async def run():
        done = []

        async def work():
            done.append(1)
            raise StoreError("not now")

        upkeep = Upkeep(no_fault)
        upkeep.repeat(work, 0.001, at_once=True)
        async with asyncio.timeout(MOMENT):
            while len(done) < 3:
                await asyncio.sleep(0.001)
        await upkeep.close()

    asyncio.run(run())


def test_work_that_takes_its_end_for_a_failure_ends_all_the_same():
    """A database driver may answer a cancelled question with an error of its own."""

    async def run():
        begun = asyncio.Event()

        async def work():
            begun.set()
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                raise StoreError("the connection was lost") from None

        upkeep = Upkeep(no_fault)
        upkeep.repeat(work, 3600, at_once=True)
        await begun.wait()
        await asyncio.wait_for(upkeep.close(), MOMENT)

    asyncio.run(run())
