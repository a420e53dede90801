"""How a server tells of its own health."""

import asyncio
from types import SimpleNamespace

import pytest

from jemaa.server.services import BELIEF_SECONDS, Services
from jemaa.server.settings import Settings
from jemaa.server.store.contract import StoreError

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
