"""Two server processes, one PostgreSQL, one Redis: they serve the same rooms."""

import asyncio
import time
from contextlib import ExitStack
from random import Random

import psycopg
import pytest

from jemaa.server import wire
from jemaa.server.bus import LocalBus
from jemaa.server.rooms import Rooms
from jemaa.server.services import PrometheusMetrics
from jemaa.server.store.postgres import PostgresStore
from tests.server.live import HEAR_SECONDS, Live, legal
from tests.server.relay import Relay

pytestmark = pytest.mark.once


@pytest.fixture(params=["redis", "notify"])
def pair(request, postgres, tmp_path):
    bus = request.getfixturevalue("redis").url if request.param == "redis" else ""
    servers = [Live(tmp_path / str(number), database=postgres.url, bus=bus) for number in (1, 2)]
    yield servers
    for server in servers:
        assert server.stop() == 0
        assert not [line for line in server.lines if "error" in line]


def test_two_processes_agree_about_one_room_and_of_two_answers_one_counts(pair):
    one, two = pair
    room, keys = one.open("marrakech", "Anna", "open", "bot:tourist")
    boris = two.sit(room, "Boris")
    keys[1] = boris["token"]
    with one.page(room, keys[0]) as anna, two.page(room, keys[1]) as page:
        pages, rng = [anna, page], Random(3)
        # Who is here is known in both processes.
        for each in pages:
            each.hear_until(lambda each: each.heard[-1].get("online") == [0, 1])
        for _ in range(12):
            same(pages, keys)
            seat = anna.scene["to_act"]
            answer = pages[seat].command("submit", keys[seat], move=rng.choice(legal(anna.scene)))
            assert answer["type"] == "accepted"
            for each in pages:
                each.hear_version(answer["version"])
        same(pages, keys)
        assert anna.events == page.events
    one_answer_of_two_counts(one, two)


def same(pages, keys):
    """Wait until it is a person's turn for all pages; they show the same then."""
    for page in pages:
        page.hear_until(lambda page: page.scene["to_act"] in keys)
    version = max(page.version for page in pages)
    for page in pages:
        page.hear_version(version)
    first, *others = pages
    assert all(page.scene == first.scene for page in others)


def one_answer_of_two_counts(one, two):
    room, keys = one.open("marrakech", "Anna", "Boris")
    with one.page(room, *keys.values()) as first, two.page(room, *keys.values()) as second:
        for _ in range(10):
            seat, moves = first.scene["to_act"], legal(first.scene)
            ids = [each.send("submit", keys[seat], move=moves[0]) for each in (first, second)]
            answers = [each.hear("accepted", "refused") for each in (first, second)]
            assert [answer["id"] for answer in answers] == ids
            assert sorted(answer["type"] for answer in answers) == ["accepted", "refused"]
            version = max(answer["version"] for answer in answers)
            first.hear_version(version)
            second.hear_version(version)
            assert first.scene == second.scene
        assert first.events == second.events


def test_a_process_that_dies_leaves_its_bots_to_the_other(postgres, redis, tmp_path):
    shared = {"database": postgres.url, "bus": redis.url}
    slow = Live(tmp_path / "1", bot_delay=60_000, **shared)
    room, keys = slow.open("marrakech", "Anna", "bot:tourist")
    with slow.page(room, keys[0]) as page:
        while page.scene["to_act"] == 0:
            page.command("submit", keys[0], move=legal(page.scene)[0])
    slow.kill()
    other = Live(tmp_path / "2", **shared)
    with other.page(room, keys[0]) as page:
        page.hear_until(lambda page: page.scene["to_act"] == 0)
    assert other.stop() == 0


@pytest.fixture
def relay(postgres):
    relay = Relay(postgres.port)
    yield relay
    relay.close()


def through(relay, postgres):
    return postgres.url.replace(f":{postgres.port}/", f":{relay.port}/")


def test_a_move_is_told_though_the_line_to_the_database_blinked(postgres, redis, relay, tmp_path):
    """Once the players of the server that blinked heard of it only when they reloaded."""
    one = Live(tmp_path / "1", database=postgres.url, bus=redis.url)
    two = Live(tmp_path / "2", database=through(relay, postgres), bus=redis.url)
    rooms = [one.open("marrakech", "Anna", "Boris") for _ in range(3)]
    with ExitStack() as stack:
        annas = [stack.enter_context(one.page(room, keys[0])) for room, keys in rooms]
        others = [stack.enter_context(two.page(room, keys[1])) for room, keys in rooms]
        versions = []
        with relay.cut():
            for (_, keys), anna in zip(rooms, annas, strict=True):
                answer = anna.command("submit", keys[0], move=legal(anna.scene)[0])
                assert answer["type"] == "accepted"
                versions.append(answer["version"])
            wait_for(lambda: any("error" in line for line in two.lines))  # it has heard, and failed
            assert [page.version for page in others] < versions
        for page, version in zip(others, versions, strict=True):
            page.hear_version(version)
    assert one.stop() == two.stop() == 0


def wait_for(holds):
    end = time.monotonic() + HEAR_SECONDS
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_room_that_is_behind_is_found_though_nothing_was_heard(postgres, tmp_path):
    live = Live(tmp_path / "1", database=postgres.url)
    room, keys = live.open("marrakech", "Anna", "Boris")
    with live.page(room, keys[1]) as page:
        version = asyncio.run(say_unheard(postgres.url, room, keys[0]))
        page.hear_version(version)
        with psycopg.connect(postgres.url, autocommit=True) as connection:
            connection.execute("DELETE FROM jemaa.rooms WHERE room = %s", (room,))
            connection.execute("DELETE FROM jemaa.events WHERE room = %s", (room,))
        assert page.hear("bye")["reason"] == "unknown-room"
    assert live.stop() == 0


async def say_unheard(url, room, token):
    """Write into a room as a server does whose bus is dead."""
    store = PostgresStore(url)
    await store.open()
    rooms = Rooms(store, LocalBus(), PrometheusMetrics())
    version = await rooms.command(room, wire.Say("1", token, 1, "hello"), frozenset())
    await store.close()
    return version


def test_a_move_whose_fate_is_unknown_is_answered_so(postgres, redis, relay, tmp_path):
    """Once the answer was that nothing had changed, and the move was there."""
    live = Live(tmp_path / "1", database=through(relay, postgres), bus=redis.url)
    room, keys = live.open("marrakech", "Anna", "Boris")
    with (
        live.page(room, keys[0]) as page,
        psycopg.connect(postgres.url, autocommit=True) as other,
        psycopg.connect(postgres.url) as holder,
    ):
        move = legal(page.scene)[0]
        # Somebody holds the row: the move has been sent, and waits inside the database.
        holder.execute("SELECT FROM jemaa.rooms WHERE room = %s FOR UPDATE", (room,))
        page.send("submit", keys[0], move=move, id="the move")
        waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE %s"
        wait_for(lambda: other.execute(waiting, ("%moved AS%",)).fetchone())
        with relay.cut():
            answer = page.hear("accepted", "refused")
            assert (answer["type"], answer["reason"]) == ("refused", "uncertain")
            holder.rollback()
        # Asked again it is told, and it counts once, whatever became of it.
        again = page.command("submit", keys[0], move=move, id="the move")
        while again["type"] == "refused" and again["reason"] in ("store", "uncertain"):
            again = page.command("submit", keys[0], move=move, id="the move")
        assert again["type"] == "accepted"
        page.hear_version(again["version"])
        moves = [event for event in page.events if event["kind"] == "played" and event["seat"] == 0]
        assert [event["text"] for event in moves] == [move]
    assert live.stop() == 0
