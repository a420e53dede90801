"""Every promise of `jemaa.server.bus`, kept by all three buses."""

import asyncio
import sys

import psycopg
import pytest
from redis import Redis

from jemaa.server.bus import (
    LARGEST,
    MOST_WAITING,
    BusError,
    LocalBus,
    Missed,
    Moved,
    Presence,
    bus_for,
)
from jemaa.server.bus.postgres import PostgresBus
from jemaa.server.bus.redis import RedisBus
from tests.server.services import free_port

pytestmark = [pytest.mark.anyio, pytest.mark.once]

BEAT = 2.0
"""Slow enough for a busy machine to keep it."""
QUICK = 0.5
"""For tests that wait for what becomes of a line after a few beats."""
KINDS = {"redis": RedisBus, "postgres": PostgresBus}


class Ears:
    """Remembers what a bus has said."""

    def __init__(self, bus):
        self.heard = []
        self._news = asyncio.Event()
        self.end = bus.subscribe(self._hear)

    def _hear(self, notice):
        self.heard.append(notice)
        self._news.set()

    async def until(self, notice):
        async with asyncio.timeout(60):
            while notice not in self.heard:
                self._news.clear()
                await self._news.wait()


@pytest.fixture(params=KINDS)
def server(request):
    server = request.getfixturevalue(request.param)
    server.bus = lambda beat=BEAT: KINDS[request.param](server.url, beat=beat)
    return server


@pytest.fixture
async def line(server, request):
    """A bus between processes; here both ends are in one. The parameter is its beat."""
    bus = server.bus(getattr(request, "param", BEAT))
    await bus.open()
    yield bus
    await bus.close()


@pytest.fixture(params=["local", *KINDS])
async def bus(request):
    if request.param == "local":
        bus = LocalBus()
    else:
        bus = KINDS[request.param](request.getfixturevalue(request.param).url, beat=BEAT)
    await bus.open()
    yield bus
    await bus.close()


async def test_everybody_hears_everything_in_order(bus):
    first, second = Ears(bus), Ears(bus)
    notices = [Moved("r", 1), Moved("Й\0'\"", 2), Presence("r", b"\x00\xff"), Moved("r", 10**15)]
    for notice in notices:
        if isinstance(notice, Moved):
            bus.publish(notice.room, notice.version)
        else:
            bus.publish_presence(notice.room, notice.payload)
    assert first.heard == []
    await first.until(notices[-1])
    await second.until(notices[-1])
    assert first.heard == second.heard == notices


async def test_nothing_is_heard_after_the_end(bus):
    first, second = Ears(bus), Ears(bus)
    first.end()
    bus.publish("r", 1)
    await second.until(Moved("r", 1))
    assert first.heard == []


async def test_one_listeners_mistake_does_not_make_the_others_deaf(bus, caplog):
    def stumble(notice):
        raise ZeroDivisionError

    bus.subscribe(stumble)
    ears = Ears(bus)
    bus.publish("r", 1)
    bus.publish("r", 2)
    await ears.until(Moved("r", 2))
    assert ears.heard == [Moved("r", 1), Moved("r", 2)]
    assert "a listener has failed on Moved(room='r', version=1)" in caplog.text


async def test_payload_may_be_large_but_not_too_large(bus):
    ears = Ears(bus)
    bus.publish_presence("r", b"x" * LARGEST)
    await ears.until(Presence("r", b"x" * LARGEST))
    with pytest.raises(BusError, match="4097 bytes; the bus carries at most 4096"):
        bus.publish_presence("r", b"x" * (LARGEST + 1))


async def test_notices_go_from_one_process_to_another(line, server):
    other = server.bus()
    await other.open()
    ears = Ears(other)
    for version in range(200):
        line.publish("r", version)
    await ears.until(Moved("r", 199))
    assert ears.heard == [Moved("r", version) for version in range(200)]
    await other.close()


async def test_close_sends_what_is_waiting(line, server):
    other = server.bus()
    await other.open()
    other.publish("r", 1)
    ears = Ears(line)
    await other.close()
    await ears.until(Moved("r", 1))


@pytest.mark.parametrize("line", [QUICK], indirect=True)
async def test_quiet_line_is_kept(line):
    ears = Ears(line)
    await asyncio.sleep(QUICK * 6)
    line.publish("r", 1)
    await ears.until(Moved("r", 1))
    assert ears.heard == [Moved("r", 1)]


async def test_broken_line_is_mended_and_listeners_know_that_they_missed_something(line, server):
    ears = Ears(line)
    await asyncio.to_thread(server.stop)
    line.publish("r", 1)  # does not raise, and comes later
    await asyncio.to_thread(server.start)
    await ears.until(Missed())
    line.publish("r", 2)
    await ears.until(Moved("r", 2))


@pytest.mark.parametrize("line", [QUICK], indirect=True)
async def test_silent_line_is_given_up(line, server):
    """A line on which nothing comes though nobody has closed it: a frozen server."""
    ears = Ears(line)
    line.publish("r", 1)
    await ears.until(Moved("r", 1))
    with server.frozen():
        await asyncio.sleep(QUICK * 6)
    await ears.until(Missed())
    line.publish("r", 2)
    await ears.until(Moved("r", 2))


async def test_more_than_can_wait_becomes_one_notice_for_all(line):
    ears = Ears(line)
    for version in range(MOST_WAITING + 3):
        line.publish("r", version)
    await ears.until(Moved("r", MOST_WAITING + 2))
    assert ears.heard == [
        Missed(),
        Moved("r", MOST_WAITING + 1),
        Moved("r", MOST_WAITING + 2),
    ]


async def test_strangers_on_the_channel_do_no_harm(server, line, caplog):
    ears = Ears(line)
    if isinstance(line, PostgresBus):
        with psycopg.connect(server.url, autocommit=True) as stranger:
            stranger.execute("SELECT pg_notify('jemaa', 'hello')")
    else:
        with Redis.from_url(server.url) as stranger:
            stranger.publish("jemaa", b'{"type":"moved","room":7}')
    line.publish("r", 1)
    await ears.until(Moved("r", 1))
    assert ears.heard == [Moved("r", 1)]
    assert "something else is on the bus" in caplog.text


@pytest.mark.parametrize("scheme", ["redis", "postgresql"])
async def test_bus_that_cannot_be_reached_is_told_when_it_is_opened(scheme):
    bus = bus_for(f"{scheme}://127.0.0.1:{free_port()}/0")
    with pytest.raises(BusError, match="the bus cannot be reached"):
        await bus.open()
    await bus.close()


def test_bus_is_chosen_by_its_address():
    assert isinstance(bus_for(), LocalBus)
    assert isinstance(bus_for("redis://localhost"), RedisBus)
    assert isinstance(bus_for("postgresql://localhost/x"), PostgresBus)
    with pytest.raises(BusError, match="begins with redis:// or postgresql://"):
        bus_for("amqp://localhost")


@pytest.mark.parametrize("name", ["redis", "postgres"])
def test_missing_library_names_the_command_that_installs_it(monkeypatch, name):
    monkeypatch.setitem(sys.modules, f"jemaa.server.bus.{name}", None)
    with pytest.raises(BusError, match=r"pip install 'jemaa\[postgres\]'"):
        bus_for("redis://x" if name == "redis" else "postgresql://x")
