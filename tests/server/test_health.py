"""How a server tells of its own health."""

import asyncio
from types import SimpleNamespace

import pytest

from jemaa.server import services as module
from jemaa.server.services import BELIEF_SECONDS, Services
from jemaa.server.settings import Settings
from jemaa.server.store import StoreError
from tests.server.store.rooms import SUMMARY

pytestmark = [pytest.mark.once, pytest.mark.anyio]


async def test_the_store_is_looked_at_once_a_second_however_many_ask(tmp_path, monkeypatch):
    now = 0.0
    monkeypatch.setattr("jemaa.server.services.time", SimpleNamespace(monotonic=lambda: now))
    services = Services(Settings(data=str(tmp_path)))
    looks, check = [], services.store.check

    async def counted():
        looks.append(1)
        await check()

    monkeypatch.setattr(services.store, "check", counted)
    await services.store.open()
    assert await asyncio.gather(*(services.fault() for _ in range(50))) == [""] * 50
    assert len(looks) == 1
    await services.store.close()
    now = BELIEF_SECONDS - 0.01
    assert await services.fault() == ""  # still believed
    now = BELIEF_SECONDS
    faults = await asyncio.gather(*(services.fault() for _ in range(50)))
    assert len(looks) == 2 and set(faults) == {faults[0]}
    with pytest.raises(StoreError) as closed:
        await check()
    assert faults[0] == str(closed.value)


DAY = module.DAY


@pytest.fixture
async def keeper(tmp_path, monkeypatch):
    """Services over a store, with a clock to be set; nothing runs by itself."""

    class Keeper:
        def __init__(self, keep_days):
            self.day = 20_000
            self.services = Services(Settings(data=str(tmp_path), keep_days=keep_days))
            self.store = self.services.store
            monkeypatch.setattr(module, "now", lambda: self.day * DAY + DAY // 2)

        async def room(self, name, day):
            await self.store.create(name, day * DAY, [b"a"], SUMMARY)

        async def purge(self, *days):
            for self.day in days:
                await self.services._purge()
            return {each.room for each in await self.store.listed()}

    made = []

    async def make(keep_days):
        made.append(Keeper(keep_days))
        await made[-1].store.open()
        return made[-1]

    yield make
    await made[-1].store.close()


async def test_rooms_are_deleted_when_they_have_been_old_for_days(keeper, caplog):
    caplog.set_level("INFO", "jemaa.server")
    keeper = await keeper(90)
    await keeper.room("old", 19_900)
    await keeper.room("young", 19_950)
    assert await keeper.purge(*range(20_000, 20_006)) == {"old", "young"}
    assert not caplog.records
    assert await keeper.purge(20_006) == {"young"}
    before, after = caplog.records
    assert before.facts == {"rooms": 1, "of": 2, "unused_since": "2024-07-06"}
    assert "will be deleted now" in before.message and after.facts == {"rooms": 1}


async def test_a_clock_that_jumps_ahead_deletes_nothing(keeper, caplog):
    keeper = await keeper(90)
    for day in range(19_980, 20_000):
        await keeper.room(f"room {day}", day)
    rooms = await keeper.purge(*range(19_990, 20_001))
    assert len(rooms) == 20
    assert await keeper.purge(25_000) == rooms == await keeper.purge(25_000)  # told once
    assert [record.facts["days"] for record in caplog.records] == [5000]
    assert await keeper.purge(20_001, 20_002, 26_000, *range(20_003, 20_020)) == rooms


async def test_zero_days_keep_for_ever(keeper):
    keeper = await keeper(0)
    await keeper.room("old", 1)
    assert await keeper.purge(*range(20_000, 20_020)) == {"old"}


async def test_a_short_time_is_kept_too(keeper):
    keeper = await keeper(1)
    await keeper.room("old", 19_990)
    assert await keeper.purge(20_000) == {"old"}
    assert await keeper.purge(20_001) == set()
