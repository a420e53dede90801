"""Garbage is collected in good moments, and soon where much of it has come together."""

import asyncio
import gc
import weakref

import pytest

from jemaa.server.run import MOST_LOOKS, YOUNG, begin_collecting, collect_garbage

PATIENCE = 20
"""Seconds: far less than the minute after which everything would be looked at again anyway."""


class Circle:
    def __init__(self):
        self.own = self


@pytest.fixture
def collector():
    """The collector as a server has it; afterwards it is as it was."""
    thresholds = gc.get_threshold()
    begin_collecting()
    yield
    gc.set_threshold(*thresholds)
    gc.unfreeze()


def test_much_that_outlived_a_first_look_does_not_wait_for_a_minute(collector):
    async def run():
        collecting = asyncio.create_task(collect_garbage())
        circles = [Circle() for _ in range((MOST_LOOKS + 4) * YOUNG)]
        last = weakref.ref(circles[0])
        del circles
        for _ in range(10 * PATIENCE):
            await asyncio.sleep(0.1)
            if last() is None:
                break
        collecting.cancel()
        return last()

    assert asyncio.run(run()) is None
