"""Lines that break, hang or crawl."""

import json
from contextlib import ExitStack, suppress
from contextlib import closing as to_be_closed
from random import Random
from threading import Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from tests.server.failures.visitors import Raw, answers, closing, figure, hello, step, table
from tests.server.live import legal

pytestmark = pytest.mark.once

GAMES = ("marrakech", "facir")
TURNS = 3


@pytest.mark.parametrize("game", GAMES)
def test_01_reconnect_at_every_event(live, game):
    with table(live, game) as (room, keys, pages), live.page(room) as spectator:
        watchers = [*pages, spectator]
        for _ in range(10):
            version = step(pages, keys)
        spectator.hear_version(version)
        for watcher in watchers:
            assert [event["number"] for event in watcher.events] == [*range(1, version + 1)]
            for since in range(1, version + 1):
                with live.page(room, *watcher.tokens, since=since) as page:
                    assert not page.welcome["complete"]
                    assert page.events == watcher.events[since:]
                    assert (page.version, page.eye) == (version, watcher.eye)
                    assert (page.scene, page.info) == (watcher.scene, watcher.info)
            for since in (None, 0, -5, version + 1, 10**30):
                with live.page(room, *watcher.tokens, since=since) as page:
                    assert page.welcome["complete"] and page.events == watcher.events


@pytest.mark.parametrize("game", GAMES)
def test_01_reconnect_while_the_game_goes_on(live, game):
    @settings(max_examples=5, deadline=None)
    @given(
        plan=st.lists(
            st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=5
        ),  # so many moves heard, so many missed
        eye=st.sampled_from(["seat", "spectator"]),
    )
    def check(plan, eye):
        with table(live, game) as (room, keys, pages):
            tokens = [keys[0]] if eye == "seat" else []
            events, since, rng = [], None, Random(1)
            for heard, missed in plan:
                with live.page(room, *tokens, since=since) as page:
                    for _ in range(heard):
                        version = step(pages, keys, rng)
                        page.hear_version(version)
                    events += page.events
                    since, scene = page.version, page.scene
                    # What is on the way when the line breaks is lost.
                    for _ in range(missed):
                        step(pages, keys, rng)
            with live.page(room, *tokens, since=since) as page:
                events += page.events
                assert [event["number"] for event in events] == [*range(1, page.version + 1)]
                if eye == "seat":
                    assert (events, page.scene) == (pages[0].events, pages[0].scene)
                else:
                    with live.page(room) as other:
                        assert (events, page.scene) == (other.events, other.scene)
                assert missed or scene == page.scene

    check()


def test_02_half_open_socket_is_dropped(start):
    live = start(ping_seconds=1)
    room, keys = live.open("marrakech", "Anna", "Boris")
    with live.page(room, keys[1]) as boris, to_be_closed(Raw(live)) as silent:
        silent.say(hello(room, tokens=[keys[0]]))
        boris.hear_until(lambda page: page.heard[-1].get("online") == [0, 1])
        # Whoever answers pings stays.
        boris.hear_until(lambda page: page.heard[-1].get("online") == [1])
        assert silent.read_to_the_end() == 4408
        assert figure(live, "jemaa_sockets") == 1
        # Whoever comes back is here again.
        with live.page(room, keys[0]):
            boris.hear_until(lambda page: page.heard[-1].get("online") == [0, 1])


def test_06_reader_that_never_reads_is_dropped_and_delays_nobody(start):
    live = start()
    with (
        table(live, "marrakech", 4) as (room, keys, pages),
        to_be_closed(Raw(live, buffer=4096)) as stuck,
    ):
        stuck.say(hello(room))
        asked = 0
        last = pages[0].welcome["version"]
        while not figure(live, "jemaa_outbox_drops_total"):
            for _ in range(50):
                stuck.say(json.dumps({"type": "look"}))
            asked += 50
            if asked % 500 == 0:
                last = step(pages, keys)
            assert asked < 20_000, "nobody was dropped"
        assert stuck.read_to_the_end() == 1013
        for page in pages:
            assert [event["number"] for event in page.events] == [*range(1, last + 1)]
        step(pages, keys)


def test_15_thinking_bots_do_not_starve_the_others(start):
    live = start(workers=4, bot_seconds=3)
    rooms = [live.open("facir", "Anna", "bot:amin") for _ in range(4)]
    quiet, _ = live.open("marrakech", "Anna", "Boris")
    with ExitStack() as stack:
        neighbour = stack.enter_context(live.page(quiet))
        pages = [stack.enter_context(live.page(room, keys[0])) for room, keys in rooms]
        for page in pages:
            page.hear_until(is_ours)
            page.command("submit", page.tokens[0], move="^0")
            page.hear_until(lambda page: is_ours(page) and page.scene["phase"] == "play")
        # Whoever asks begins before the bots: quick ones would be done by then.
        playing = [Thread(target=take_turns, args=(page,)) for page in pages]
        for thread in playing:
            thread.start()
        pongs = 0
        while any(thread.is_alive() for thread in playing):
            assert answers(neighbour)
            pongs += 1
        # On a starved loop there would be one answer between two bots' moves, at the most.
        assert pongs > 2 * TURNS * len(playing)


def take_turns(page):
    for _ in range(TURNS):
        own = page.command("submit", page.tokens[0], move=legal(page.scene)[0])["version"]
        page.hear_until(lambda page, own=own: page.version > own and is_ours(page))


def is_ours(page):
    return page.scene["to_act"] == 0


def test_17_version_skew_is_told(live):
    room, keys = live.open("marrakech", "Anna", "open")
    for protocol, expected in [
        (0, ("protocol", 4426)),
        (2, ("protocol", 4426)),
        (10**30, ("protocol", 4426)),
        ("1", ("malformed", 1007)),
        (None, ("malformed", 1007)),
    ]:
        with live.socket() as socket:
            socket.send(hello(room, protocol=protocol, tokens=[keys[0]]))
            with suppress(ConnectionClosed):  # it may be faster than we are
                socket.send(json.dumps({"type": "leave", "id": "", "token": keys[0], "version": 1}))
            assert closing(socket) == expected
    with live.page(room) as page:
        page.say(type="hello", protocol=2, room=room)
        assert closing(page.socket) == ("protocol", 4426)
    assert not live.http.get(f"/api/rooms/{room}").json()["seats"][0]["left"]
