"""Guests from elsewhere, with too much, too often, with strange names, or only to look."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from jemaa.core.record import Record
from jemaa.server.room.clock import ALLOWANCES
from tests.server.failures.visitors import answers, closing, drain, hello, line, overload

pytestmark = pytest.mark.once

ROOM = {"game": "marrakech", "seats": [{"kind": "here", "name": "Anna"}, {"kind": "open"}]}


def origins(live):
    port = live.host.rpartition(":")[2]
    return {
        live.url: True,
        live.url.upper(): True,
        "https://evil.example": False,
        f"http://evil.example:{port}": False,
        f"{live.url}.evil.example": False,
        f"http://127.0.0.1.evil.example:{port}": False,
        f"http://evil.example@{live.host}": False,
        f"{live.url}/": False,
        "http://127.0.0.1:1": False,
        f"ftp://{live.host}": False,
        "http://": False,
        "null": False,
    }


def test_10_pages_from_elsewhere_get_nothing(live):
    room, keys = live.open("marrakech", "Anna", "open")
    for origin, is_ours in {**origins(live), None: False}.items():
        if is_ours:
            with live.socket(origin=origin) as socket:
                socket.send(hello(room, tokens=[keys[0]]))
                assert json.loads(socket.recv(20))["held"] == [0]
        else:
            with pytest.raises(InvalidStatus) as refused, live.socket(origin=origin):
                pass
            assert refused.value.response.status_code == 403
    for origin, is_ours in origins(live).items():
        for path, body in (("", ROOM), (f"/{room}/seats", {"name": "Boris", "seat": 7})):
            answer = live.http.post(f"/api/rooms{path}", json=body, headers={"origin": origin})
            if is_ours:
                assert answer.status_code == (422 if path else 201)
            else:
                assert (answer.status_code, answer.json()["reason"]) == (403, "origin")
    # A program sends no origin; what a form can send is refused all the same.
    assert live.http.post("/api/rooms", json=ROOM).status_code == 201
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        content = json.dumps(ROOM).encode()
        answer = live.http.post("/api/rooms", content=content, headers={"content-type": kind})
        assert answer.status_code == 415
    assert live.http.get(f"/api/rooms/{room}").json()["seats"][1]["kind"] == "open"


def pieces(size, count):
    yield from ["x" * size] * count


@pytest.mark.parametrize(
    "frame",
    [
        pytest.param("x" * 8193, id="a byte too much"),
        pytest.param("é" * 4097, id="a byte too much, though few characters"),
        pytest.param("x" * (1 << 20), id="a mebibyte"),
        pytest.param(pieces(4096, 3), id="fragments"),
    ],
)
def test_11_oversize_frames_end_the_socket_alone(live, frame):
    room, _ = live.open("marrakech", "Anna", "Boris")
    with live.page(room) as neighbour, live.page(room) as page:
        ping = json.dumps({"type": "ping", "t": 5})
        page.socket.send(ping + " " * (8192 - len(ping)))
        assert page.hear("pong")["t"] == 5
        ends = overload(page.socket, frame)
        assert closing(page.socket) in ends
        assert answers(neighbour)


@pytest.mark.parametrize(
    "frame",
    [
        pytest.param(pieces(1, 9000), id="many fragments"),
        pytest.param([b"x" * 4096] * 300, id="fragments of bytes"),
    ],
)
def test_11_oversize_frames_in_many_pieces_end_the_socket_too(live, frame):
    room, _ = live.open("marrakech", "Anna", "Boris")
    with live.page(room) as neighbour, live.page(room) as page:
        with suppress(ConnectionClosed):
            page.socket.send(frame)
        assert closing(page.socket) in ((None, 1009), (None, None))
        assert answers(neighbour)


def test_12_floods_end_the_socket_and_leave_the_neighbours_alone(start):
    live = start(messages_per_second=10, rooms_per_minute=6)
    opened = [live.http.post("/api/rooms", json=ROOM) for _ in range(10)]
    assert [answer.status_code for answer in opened] == [201] * 6 + [429] * 4
    room = opened[0].json()["room"]
    answer = live.http.post("/api/rooms", json=ROOM, headers={"x-forwarded-for": "192.0.2.9"})
    assert (answer.status_code, answer.json()["reason"]) == (429, "limited")
    assert 1 <= int(answer.headers["retry-after"]) <= 60
    assert live.http.get(f"/api/rooms/{room}").status_code == 200  # looking is free
    token = opened[0].json()["seats"][0]["token"]
    with live.page(room) as neighbour:
        for flood in (
            {"type": "ping", "t": 1},
            {"type": "look"},
            {"type": "hello", "protocol": 1, "room": room},
            {"type": "say", "id": "", "token": token, "version": 1, "phrase": "hello"},
        ):
            with live.page(room, token) as page:
                with suppress(ConnectionClosed):  # it may be closed before everything is said
                    for _ in range(100):
                        page.say(**flood)
                assert closing(page.socket) == ("flood", 1008)
        assert answers(neighbour)
        said = [event for event in neighbour.events if event["kind"] == "said"]
        assert 1 <= len(said) <= ALLOWANCES["say"].burst


def test_12_a_rematch_opens_a_room_like_any_other(start):
    """Once games that ended at once and their rematches could open rooms without a limit."""
    live = start(rooms_per_minute=2)
    room, keys = live.open("marrakech", "Anna", "Boris")
    with live.page(room, *keys.values()) as page:
        page.play(keys)
        answers = [page.command("rematch", keys[0]) for _ in range(3)]
    reasons = [answer.get("reason", answer["type"]) for answer in answers]
    assert reasons == ["accepted", "rematch-made", "limited"]


VISIBLE = [
    "<svg/onload=alert(1)>",
    "\"'><b>&amp;</b>",
    "{{7*7}} ${7*7}",
    '"]\\',
    "result: 0 1",
    "'; DROP TABLE rooms",
    "أمينة",
]
NOT_VISIBLE = [
    "",
    " ",
    "\u200b",
    "An\u200bna",
    "An\u202ena",
    "\u2066Anna",
    "Anna\0",
    "An\x1b[2Jna",
    "\ufeffAnna",
    "\u3164",
    "A" + "\u0301" * 9,
    "A" * 25,
    "A" * 10_000,
    "\U000e0041nna",
]


@pytest.mark.parametrize("name", NOT_VISIBLE)
def test_13_hostile_names_are_refused(live, name):
    room, keys = live.open("marrakech", "Anna", "open")
    wishes = {"game": "marrakech", "seats": [{"kind": "here", "name": name}, {"kind": "open"}]}
    for path, body in (("", wishes), (f"/{room}/seats", {"name": name})):
        answer = live.http.post(f"/api/rooms{path}", json=body)
        assert (answer.status_code, answer.json()["reason"]) == (422, "name")
        assert len(answer.content) < 500 and not hidden_signs(answer.text)
    with live.page(room, keys[0]) as page:
        if len(name) < 8000:
            answer = page.command("rename", keys[0], name=name)
            assert answer["reason"] == "name" and not hidden_signs(answer["message"])
        else:
            page.say(type="rename", id="", token=keys[0], version=1, name=name)
            assert closing(page.socket) == (None, 1009)
    assert live.http.get(f"/api/rooms/{room}").json()["seats"][0]["name"] == "Anna"


def hidden_signs(text):
    return [sign for sign in text if not sign.isprintable()]


def test_13_line_breaks_in_names_are_spaces(live):
    room, _ = live.open("marrakech", "Anna\r\nresult: 0\u2028x", "open")
    assert live.http.get(f"/api/rooms/{room}").json()["seats"][0]["name"] == "Anna result: 0 x"


@pytest.mark.parametrize("name", VISIBLE)
def test_13_hostile_names_are_text_and_nothing_else(live, name):
    room, keys = live.open("marrakech", name, "open")
    live.sit(room, "Boris")
    with live.page(room, keys[0]) as page:
        assert page.info["seats"][0]["name"] == name
    for path in ("", "/qr.svg", "/record"):
        answer = live.http.get(f"/api/rooms/{room}{path}")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "html" not in answer.headers["content-type"]
        assert (
            (name in json.loads(answer.text)["seats"][0]["name"])
            if not path
            else (name not in answer.text)
        )
    page = live.http.get(f"/r/{room}")
    policy = page.headers["content-security-policy"]
    assert name not in page.text and "script-src 'self' 'wasm-unsafe-eval';" in policy


def test_13_hostile_names_do_not_break_the_record(live):
    names = VISIBLE[3:5]
    room, keys = live.open("marrakech", *names)
    with live.page(room, *keys.values()) as page:
        page.play(keys)
    answer = live.http.get(f"/api/rooms/{room}/record")
    assert answer.headers["content-type"].startswith("text/plain")
    record = Record.parse(answer.text)
    assert [record.tags["seat 0"], record.tags["seat 1"]] == names
    played = [event for event in page.events if event["kind"] == "played"]
    assert [event.text for event in record.events] == [event["text"] for event in played]


CRAWLERS = (
    "facebookexternalhit/1.1",
    "WhatsApp/2.23",
    "Mozilla/5.0 (compatible; Googlebot/2.1)",
    "Slackbot-LinkExpanding 1.0",
)


def test_16_link_previews_take_no_seat(live):
    room, keys = live.open("marrakech", "Anna", "open")
    before = live.http.get(f"/api/rooms/{room}").json()
    with live.page(room, keys[0]) as page:
        for agent in CRAWLERS:
            for method in ("GET", "HEAD", "OPTIONS"):
                for path in ("", "/seats", "/record", "/replay", "/qr.svg"):
                    address = f"/api/rooms/{room}{path}"
                    live.http.request(method, address, headers={"user-agent": agent})
                live.http.request(method, f"/r/{room}", headers={"user-agent": agent})
                live.http.request(method, f"/r/{room}?join=1", headers={"user-agent": agent})
        assert answers(page)
        assert page.events == page.welcome["events"] and page.info == before
    assert live.http.get(f"/api/rooms/{room}").json() == before
    assert live.sit(room, "Boris")["seat"] == 1


HALVES = [
    b"",
    b"GET / HTTP/1.1\r\nHost: x\r\n",
    b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n{",
    b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /",
]


def test_12_whoever_never_finishes_a_request_is_cut_off(start):
    live = start(request_seconds=1)
    with ThreadPoolExecutor() as pool:
        for half in HALVES:
            with line(live) as slow:
                slow.sendall(half)
                more = pool.submit(dribble, slow) if half else None
                drain(slow)
                if more:
                    more.result()
    assert live.http.get("/healthz").status_code == 200


def test_12_sockets_outlive_the_time_for_requests(start):
    live = start(request_seconds=1)
    room, keys = live.open("marrakech", "Anna", "Boris")
    with live.page(room, *keys.values()) as page:
        with line(live) as younger:
            drain(younger)  # until its time is up
        assert page.command("say", keys[0], phrase="hello")["type"] == "accepted"


def dribble(slow):
    """Send a little again and again, as if more was to come, until nobody is there."""
    with suppress(OSError):
        while True:
            slow.sendall(b"a")
            time.sleep(0.1)
