"""What a socket may and may not do, seen from outside."""

import json
import socket as tcp
import time
from contextlib import suppress
from itertools import pairwise

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from jemaa.server.wire import PROTOCOL
from tests.server.failures.visitors import closing, hello, overload
from tests.server.live import Live

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def live(tmp_path_factory):
    server = Live(
        tmp_path_factory.mktemp("data"), messages_per_second=10, sockets_per_room=3, ping_seconds=1
    )
    yield server
    assert server.stop() == 0
    assert not [line for line in server.lines if "error" in line]


@pytest.fixture
def room(live):
    return live.open("marrakech", "Anna", "Boris")


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "file://", "http://"]
)
def test_a_page_from_elsewhere_gets_no_socket(live, origin):
    with pytest.raises(InvalidStatus) as refused, live.socket(origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_a_client_without_origin_gets_no_socket(live):
    with pytest.raises(InvalidStatus) as refused, live.socket(origin=None):
        pass
    assert refused.value.response.status_code == 403


def test_an_allowed_origin_gets_a_socket(tmp_path):
    live = Live(tmp_path, "--origins", "https://games.example, https://other.example/")
    for origin in ("https://games.example", "https://other.example"):
        with live.socket(origin=origin) as socket:
            socket.send(hello("nowhere"))
            assert closing(socket) == ("unknown-room", 4404)
    assert live.stop() == 0


def test_an_old_page_is_told_to_reload(live, room):
    with live.socket() as socket:
        socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL - 1, "room": room[0]}))
        assert closing(socket) == ("protocol", 4426)


def test_an_unknown_room_is_named(live):
    with live.socket() as socket:
        socket.send(hello("nowhere"))
        assert closing(socket) == ("unknown-room", 4404)


@pytest.mark.parametrize(
    "first", ["", "{", "[]", '{"type":"ping","t":1}', "[" * 8000, '{"type":"hello"}', b"\xff"]
)
def test_a_first_message_that_is_no_hello_ends_the_socket(live, first):
    with live.socket() as socket:
        socket.send(first)
        assert closing(socket) == ("malformed", 1007)


def test_messages_that_cannot_be_understood_are_refused_and_then_end_the_socket(live, room):
    with live.page(room[0]) as page:
        for _ in range(2):
            page.socket.send('{"type":"dance"}')
            refused = page.hear("refused")
            assert (refused["id"], refused["reason"]) == ("", "malformed")
        page.socket.send("[" * 8000)
        assert closing(page.socket) == ("malformed", 1007)


@pytest.mark.parametrize("size", [8193, 1 << 20])
def test_a_message_that_is_too_large_ends_the_socket(live, room, size):
    with live.page(room[0]) as page:
        ends = overload(page.socket, "x" * size)
        assert closing(page.socket) in ends


def test_a_flood_ends_the_socket_and_leaves_the_neighbours_alone(live, room):
    with live.page(room[0]) as neighbour, live.page(room[0]) as page:
        with suppress(ConnectionClosed):  # it may be closed before everything is said
            for t in range(60):
                page.say(type="ping", t=t)
        assert closing(page.socket) == ("flood", 1008)
        neighbour.say(type="ping", t=7)
        assert neighbour.hear("pong")["t"] == 7


def test_a_last_message_counts_though_the_socket_ends_while_it_waits_for_others(live, room):
    name, keys = room
    with live.page(name) as watcher:
        for number in range(4):
            with live.socket() as socket:
                socket.send(hello(name))
                socket.recv(5)
                say = {"type": "rename", "id": f"last-{number}", "token": keys[0], "version": 1}
                watcher.say(type="ping", t=number)  # after it small messages wait for a moment
                socket.send(json.dumps({**say, "name": f"Anna {number}"}))
                socket.socket.shutdown(tcp.SHUT_RDWR)
            watcher.hear_until(lambda page, n=number: page.info["seats"][0]["name"] == f"Anna {n}")


def test_too_many_sockets_in_a_room_are_turned_away(live, room):
    with live.page(room[0]), live.page(room[0]), live.page(room[0]), live.socket() as socket:
        socket.send(hello(room[0]))
        assert closing(socket) == ("crowded", 4429)


def test_spectators_keep_no_player_out(live, room):
    name, keys = room
    with live.page(name), live.page(name), live.page(name), live.page(name, keys[0]) as player:
        assert player.welcome["held"] == [0]


def test_a_silent_page_is_asked_and_then_dropped(live, room):
    with live.page(room[0]) as page:
        assert page.hear("ping") and page.hear("ping")  # answered
        assert closing(page.socket) == (None, 4408)  # not answered any more


def test_a_page_that_speaks_is_not_asked_whether_it_lives(live, room):
    with live.page(room[0]) as page:
        spoken = [time.monotonic()]
        while spoken[-1] < spoken[0] + 3.5:  # a silent page is asked within two seconds
            page.say(type="ping", t=1)
            page.hear("pong")
            time.sleep(0.2)
            spoken.append(time.monotonic())
        longest = max(later - sooner for sooner, later in pairwise(spoken))
        asked = any(message["type"] == "ping" for message in page.heard)
        assert not asked or longest > 0.9  # on a machine that stood still it was silent after all


def test_presence_tells_who_is_here(live, room):
    name, keys = room
    with live.page(name, keys[0]) as page:
        with live.page(name) as spectator:
            page.hear_until(lambda page: page.heard[-1].get("spectators") == 1)
            assert spectator.welcome["online"] == [0]
        page.hear_until(lambda page: page.heard[-1].get("spectators") == 0)
        assert page.heard[-1]["online"] == [0]


def test_a_key_to_another_room_opens_nothing(live, room):
    _, keys = live.open("marrakech", "Anna", "Boris")
    with live.page(room[0], *keys.values(), "", "x") as page:
        assert page.welcome["held"] == [] and page.eye == -3
        page.say(type="look", token=keys[0])
        page.hear("update")
        assert page.eye == -3
        assert page.command("submit", keys[0], move="L")["reason"] == "unknown-token"


def test_pages_are_told_when_the_server_ends(tmp_path):
    live = Live(tmp_path)
    room, _ = live.open("marrakech", "Anna", "Boris")
    with live.page(room) as page:
        live.process.terminate()
        assert closing(page.socket) == ("restart", 1012)
        assert live.ended() == 0  # a second signal could come when nobody catches it any more


def test_a_reader_that_is_stuck_is_dropped_and_delays_nobody(tmp_path):
    live = Live(tmp_path)
    room, keys = live.open("marrakech", "Anna", "Boris")
    stuck = tcp.socket()
    stuck.setsockopt(tcp.SOL_SOCKET, tcp.SO_RCVBUF, 4096)
    stuck.connect(("127.0.0.1", int(live.host.rpartition(":")[2])))
    with live.socket(sock=stuck, max_queue=1) as socket, live.page(room, *keys.values()) as page:
        socket.send(hello(room))
        count = 0
        while figure(live, "jemaa_outbox_drops_total") == 0:
            for _ in range(100):
                socket.send(json.dumps({"type": "look"}))
            page.say(type="ping", t=count)
            assert page.hear("pong")["t"] == count
            count += 100
            assert count < 20_000, "nobody was dropped"
        assert page.command("say", keys[0], phrase="hello")["type"] == "accepted"
    assert live.stop() == 0


def figure(live, name):
    lines = live.http.get("/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(name + " "))
