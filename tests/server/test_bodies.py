"""Answers that take a while to make."""

import asyncio
import gzip
import threading

import pytest

from jemaa.server.http.bodies import MOST_WAITING, Bodies
from jemaa.server.http.problems import LimitedError

pytestmark = [pytest.mark.once, pytest.mark.anyio]


class Maker:
    """Makes answers when it is let to, and knows what it has made and where."""

    def __init__(self, size=10_000):
        self.made = []
        self.threads = set()
        self.may = threading.Event()
        self._size = size

    def of(self, key):
        def make():
            self.may.wait(20)
            self.made.append(key)
            self.threads.add(threading.get_ident())
            return str(key).encode() * self._size

        return make


async def test_an_answer_is_made_once_away_from_the_loop_however_many_wait():
    bodies, maker = Bodies(), Maker()
    asking = [asyncio.create_task(bodies.get("a", maker.of("a"))) for _ in range(20)]
    await asyncio.sleep(0)
    asking[0].cancel()  # whoever goes leaves it to the others
    maker.may.set()
    found = await asyncio.gather(*asking[1:])
    assert await bodies.get("a", maker.of("a")) is found[0] and set(found) == {found[0]}
    assert maker.made == ["a"] and threading.get_ident() not in maker.threads
    assert gzip.decompress(found[0].packed) == found[0].plain == b"a" * 10_000


async def test_one_answer_is_made_at_a_time_and_not_too_many_wait():
    bodies, maker = Bodies(), Maker()
    asking = [asyncio.create_task(bodies.get(n, maker.of(n))) for n in range(MOST_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(LimitedError):
        await bodies.get("more", maker.of("more"))
    maker.may.set()
    await asyncio.gather(*asking)
    assert len(maker.threads) == 1 and len(maker.made) == MOST_WAITING
    assert (await bodies.get("more", maker.of("more"))).plain


async def test_what_was_asked_for_longest_ago_is_forgotten():
    bodies, maker = Bodies(most_bytes=25_000), Maker()
    maker.may.set()
    for key in ("a", "b", "a", "c", "a", "b"):
        await bodies.get(key, maker.of(key))
    assert maker.made == ["a", "b", "c", "b"]


async def test_a_failure_is_told_and_not_kept():
    bodies = Bodies()

    def fail():
        raise ValueError("no")

    for _ in range(2):
        with pytest.raises(ValueError, match="no"):
            await bodies.get("a", fail)
    assert not bodies.is_at_hand("a")
