"""Clients on bare lines: who vanishes, does not read, sends crumbs or keeps a line for nothing."""

import json
import time
from contextlib import ExitStack, suppress

import pytest

from tests.server.failures.visitors import (
    Raw,
    answers,
    cuts,
    drain,
    figure,
    hello,
    line,
    reset,
    wait_until,
)
from tests.server.live import legal

pytestmark = pytest.mark.once
PAUSE = 0.015
"""Longer than small messages wait for others, so that each piece is taken in by itself."""

PING, PONG, TEXT, CONTINUATION = 0x89, 0x8A, 0x01, 0x00
ROOM = {"game": "marrakech", "seats": [{"kind": "here", "name": "Anna"}, {"kind": "open"}]}


def frame(kind, data=b""):
    """A frame of a client; the mask is zeros."""
    size = len(data).to_bytes() if len(data) < 126 else b"\x7e" + len(data).to_bytes(2)
    return bytes([kind, 0x80 | size[0]]) + size[1:] + bytes(4) + data


def request(live, *headers, method="GET", path="/ws", body=b""):
    """A request for a socket, as bytes."""
    lines = [
        f"{method} {path} HTTP/1.1",
        f"Host: {live.host}",
        f"Origin: {live.url}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        *headers,
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body


def test_moves_are_understood_wherever_their_bytes_are_cut(start):
    live = start(JEMAA_MESSAGES_PER_SECOND="1000")
    name, keys = live.open("marrakech", "Anna", "Boris")
    socket = Raw(live)
    socket.say(hello(name))

    def hear(kind, last):
        heard = socket.read_until(lambda found: found["type"] in (last, "refused", "bye"))
        return next(found for found in heard if found["type"] == kind)

    seen = hear("welcome", "presence")
    for number in range(40):
        scene, move = seen["scene"], {"type": "submit", "id": str(number)}
        move |= {"token": keys[scene["to_act"]], "version": seen["version"]}
        whole = frame(0x81, json.dumps(move | {"move": legal(scene)[0]}).encode())
        if number == 39:
            break
        for piece in [whole] if number % 3 else [whole[: number + 1], whole[number + 1 :]]:
            socket.send(piece)
            time.sleep(PAUSE)
        seen = hear("update", "accepted")
    socket.send(b"\x81\xfe" + len(whole).to_bytes(2) + bytes(4))
    time.sleep(PAUSE)
    socket.send(whole)  # but it is the payload of another frame, and no text
    assert socket.read_to_the_end() == 1007
    socket.close()
    with live.page(name) as page:
        assert page.version == seen["version"]


def test_sockets_that_vanish_before_they_speak_are_forgotten(start):
    live = start(sockets_per_ip=5)
    room, _ = live.open("marrakech", "Anna", "Boris")
    for leave in [Raw.close, Raw.reset] * 3:
        ghosts = [Raw(live) for _ in range(5)]
        assert figure(live, "jemaa_sockets") == 5
        for ghost in ghosts:
            leave(ghost)
        wait_until(lambda: figure(live, "jemaa_sockets") == 0)
    with live.page(room) as page:
        assert answers(page)


def test_pongs_that_nobody_reads_fill_no_memory(start):
    # Frames are not limited here: reading is what counts.
    live = start(request_seconds=1, messages_per_second=1_000_000)
    before = memory(live)
    raw = Raw(live, buffer=4096)
    pings = frame(PING, b"x" * 125) * 500
    with pytest.raises(ConnectionError):
        for _ in range(2000):
            raw.send(pings)
    assert memory(live) - before < 32_000
    assert cuts(live, "stuck") == 1
    raw.close()


def memory(live):
    """How many KiB a server holds, and has held at most."""
    with open(f"/proc/{live.process.pid}/status") as file:
        return int(next(line.split()[1] for line in file if line.startswith("VmHWM:")))


CRUMBS = {
    "pings": (b"", frame(PING)),
    "long pings": (b"", frame(PING, b"x" * 125)),
    "pongs": (b"", frame(PONG)),
    "empty continuations": (frame(TEXT, b"{"), frame(CONTINUATION)),
    "short continuations": (frame(TEXT, b"{"), frame(CONTINUATION, b" ")),
}


def test_a_socket_that_sends_crumbs_is_closed_and_delays_nobody(start):
    live = start(messages_per_second=10)
    for number, (what, (first, crumb)) in enumerate(CRUMBS.items()):
        room, _ = live.open("marrakech", "Anna", "Boris")
        with live.page(room) as neighbour:
            raw = Raw(live)
            raw.say(hello(room))
            raw.send(first + crumb * 150)
            assert answers(neighbour) and cuts(live, "flood") == number, what
            try:
                raw.send(crumb * 5000)
                # Who is cut off while speaking may not hear why.
                assert raw.read_to_the_end() in (1008, None), what
            except ConnectionError:
                pass
            assert cuts(live, "flood") == number + 1, what
            assert answers(neighbour), what
            raw.close()


def test_a_message_of_crumbs_that_does_not_end_keeps_no_socket(start):
    live = start(ping_seconds=0.2)
    room, _ = live.open("marrakech", "Anna", "Boris")
    for greets in (False, True):
        raw = Raw(live)
        if greets:
            raw.say(hello(room))
        raw.send(frame(TEXT, b"{"))
        assert raw.read_to_the_end() == 4408
        wait_until(lambda: figure(live, "jemaa_sockets") == 0)
        raw.close()


REFUSED = {
    "too many headers": (["X-More: 1"] * 200, {}),
    "too long a line": ([f"X-Long: {'x' * 9000}"], {}),
    "too long a path": ([], {"path": "/ws?" + "x" * 9000}),
    "a body": (["Content-Length: 2"], {"body": b"{}"}),
    "chunks": (["Transfer-Encoding: chunked"], {"body": b"0\r\n\r\n"}),
    "another method": ([], {"method": "POST"}),
    "no key": (["Sec-WebSocket-Key: again"], {}),
}


def test_a_request_for_a_socket_that_cannot_be_read_is_answered_and_ended(start):
    live = start(request_seconds=1)
    for how, (headers, more) in REFUSED.items():
        with line(live) as found:
            found.sendall(request(live, *headers, **more))
            status = drain(found).split(b" ", 2)
            assert status[0] == b"HTTP/1.1" and status[1].startswith(b"4"), how
        wait_until(lambda: figure(live, "jemaa_sockets") == 0)


def test_a_client_that_does_not_read_its_answers_is_cut_off(start):
    live = start(request_seconds=1)
    with line(live, buffer=4096) as found:
        asked = f"GET /api/catalog HTTP/1.1\r\nHost: {live.host}\r\n\r\n".encode()
        found.settimeout(1)
        with pytest.raises(OSError):  # it is cut off, or nobody takes more of it
            for _ in range(100_000):
                found.sendall(asked * 10)
        wait_until(lambda: cuts(live, "stuck") == 1)
    assert live.stop() == 0


def test_a_body_that_nobody_wants_is_not_read_for_ever(start):
    live = start()
    with line(live) as found:
        found.sendall(
            f"POST /api/nothing HTTP/1.1\r\nHost: {live.host}\r\nContent-Length: {1 << 40}\r\n\r\n"
            "".encode()
        )
        with pytest.raises(ConnectionError):
            for _ in range(1000):
                found.sendall(b"x" * 65536)
        assert cuts(live, "flood") == 1


ENDLESS = "POST {} HTTP/1.1\r\nHost: x\r\nContent-Type: {}\r\nTransfer-Encoding: chunked\r\n\r\n"


def test_a_body_in_crumbs_is_refused(start):
    live = start(request_seconds=600)
    for kind in ("application/json", "text/plain"):
        with line(live) as found:
            head = ENDLESS.format("/api/rooms", kind).encode()
            # A few may be waiting while the first are read; whoever goes on is cut off.
            with suppress(ConnectionError):
                for _ in range(10):
                    found.sendall(head + b"1\r\n \r\n" * 500)
                    head = b""
            status = drain(found)
            assert not status or status.split()[1] in (b"400", b"413", b"415")
    assert live.stop() == 0
    assert not [text for text in live.lines if "error" in text]


def test_a_request_of_too_many_headers_is_refused(start):
    live = start()
    for count, status in ((120, b"200"), (129, b"400"), (5000, b"400")):
        with line(live) as found:
            with suppress(ConnectionError):
                found.sendall(
                    b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                    + b"x: y\r\n" * (count - 2)
                    + b"\r\n"
                )
            assert drain(found).split(b" ")[1:2] in ([status], [])


def test_the_headers_of_each_request_count_for_themselves(start):
    live = start()
    headers = {f"x-{number}": "y" for number in range(100)}
    for _ in range(5):
        assert live.http.get("/healthz", headers=headers).status_code == 200
    with line(live) as found:  # in many pieces it is no other
        for _ in range(5):
            found.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n")
            for _ in range(100):
                found.sendall(b"x: y\r\n")
            found.sendall(b"\r\n")
            answer = b""
            while not answer.endswith(b"}"):
                part = found.recv(4096)
                assert part, answer
                answer += part
            assert answer.startswith(b"HTTP/1.1 200")


def test_bodies_that_are_refused_fill_no_memory(start):
    live = start()
    # So small to send, so large when it is read: thousands of lists.
    body = b'{"game": [' + b"[]," * 21_000 + b"[]]}"
    headers = {"content-type": "application/json"}
    for number in range(200):
        answer = live.http.post("/api/rooms", content=body, headers=headers)
        assert answer.status_code == 422
        if number == 10:
            before = memory(live)
    assert memory(live) - before < 32_000


def test_garbage_after_an_answer_ends_the_connection_alone(start):
    live = start()
    with line(live) as found:
        found.sendall(ENDLESS.format("/api/rooms", "text/plain").encode())
        assert found.recv(4096).startswith(b"HTTP/1.1 415")
        with suppress(ConnectionError):
            found.sendall(b"this is no chunk\r\n")
        drain(found)
    assert live.stop() == 0
    assert not [text for text in live.lines if "error" in text.lower()]


def test_every_connection_counts_for_its_address(start):
    live = start(sockets_per_ip=4)
    with ExitStack() as stack:
        for _ in range(8):
            stack.enter_context(line(live))
        with line(live) as late:
            assert drain(late).startswith(b"HTTP/1.1 503")
    wait_until(lambda: are_answered(live, 7))  # the eighth may be the one that we ask by
    assert cuts(live, "crowded") >= 1


def test_connections_that_end_in_the_middle_are_not_counted_any_more(start):
    live = start(sockets_per_ip=2)
    for half in (b"", b"GET", b"GET / HTTP/1.1\r\n", request(live), request(live)[:-2]) * 3:
        found = line(live)
        found.sendall(half)
        reset(found)

    wait_until(lambda: are_answered(live, 3))


def are_answered(live, count):
    """Whether so many connections at once are all served."""
    with ExitStack() as stack:
        lines = [stack.enter_context(line(live)) for _ in range(count)]
        for found in lines:
            found.sendall(f"GET /healthz HTTP/1.0\r\nHost: {live.host}\r\n\r\n".encode())
        return all(drain(found).startswith(b"HTTP/1.1 200") for found in lines)


def test_the_limit_of_files_is_raised(start):
    live = start(shell="ulimit -Sn 300")
    with open(f"/proc/{live.process.pid}/limits") as file:
        soft, hard = next(line.split()[3:5] for line in file if line.startswith("Max open files"))
    assert soft == (str(min(int(hard), 65_536)) if hard.isdigit() else "65536")


def test_running_out_of_files_is_said_and_leaves_some_for_the_store(start):
    live = start(shell="ulimit -n 200", sockets_per_ip=1000)
    room, keys = live.open("marrakech", "Anna", "Boris")
    with live.page(room, *keys.values()) as page, ExitStack() as stack:
        lines = [stack.enter_context(line(live)) for _ in range(250)]
        assert b"503" in drain(lines[-1])
        assert page.command("say", keys[0], phrase="hello")["type"] == "accepted"
        assert cuts(live, "files") > 50
    said = [text for text in live.lines if "no more files" in text]
    assert len(said) == 1 and "ulimit -n" in said[0]
    assert live.stop() == 0


def test_a_server_that_ends_does_not_wait_for_those_who_do_not_read(start):
    live = start(request_seconds=600)
    with line(live, buffer=4096) as found, line(live) as half:
        half.sendall(
            b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            b"Content-Length: 9\r\n\r\n{"
        )
        asked = f"GET /api/catalog HTTP/1.1\r\nHost: {live.host}\r\n\r\n".encode()
        found.settimeout(3)  # a server that is merely slow takes more by then
        with pytest.raises(OSError):
            for _ in range(100_000):
                found.sendall(asked * 10)
        assert live.stop() == 0
    said = " ".join(live.lines)
    assert "does not read" in said and "not complete in time" in said


def test_who_asks_too_often_waits_whatever_is_asked(start):
    live = start(requests_per_second=0.5)
    found = [live.http.get("/healthz")]
    while found[-1].status_code != 429:
        found.append(live.http.get("/" if len(found) % 2 else "/api/catalog"))
        assert len(found) < 500
    assert len(found) > 8  # so many at once
    assert found[-1].json()["reason"] == "limited"
    assert 1 <= int(found[-1].headers["retry-after"]) <= 2
    status = b""
    while b" 429 " not in status:  # a token may have come back meanwhile
        with line(live) as socket:
            socket.sendall(request(live))
            status = socket.recv(4096)
    wait_until(lambda: live.http.get("/healthz").status_code == 200)


def test_answers_that_must_be_made_first_count_as_many(start):
    live = start(requests_per_second=1.5)
    rooms = [live.open("marrakech", "Anna", "Boris")[0] for _ in range(2)]
    statuses = [live.http.get(f"/api/rooms/{room}/qr.svg").status_code for room in rooms]
    assert statuses == [200, 429]
    assert live.http.get(f"/api/rooms/{rooms[0]}/qr.svg").status_code == 200  # it is kept


def test_limits_are_taken_before_the_body_is_read(start):
    live = start(rooms_per_minute=1)
    assert live.http.post("/api/rooms", json=ROOM).status_code == 201
    with line(live) as found:
        found.sendall(
            f"POST /api/rooms HTTP/1.1\r\nHost: {live.host}\r\nContent-Length: 500\r\n"
            "Content-Type: application/json\r\n\r\n".encode()
        )
        assert found.recv(4096).startswith(b"HTTP/1.1 429")


def test_a_room_that_was_refused_does_not_count(start):
    live = start(rooms_per_minute=2)
    wrong = {**ROOM, "game": "chess"}
    statuses = [live.http.post("/api/rooms", json=body).status_code for body in (wrong,) * 5]
    assert statuses == [422] * 5
    statuses = [live.http.post("/api/rooms", json=ROOM).status_code for _ in range(3)]
    assert statuses == [201, 201, 429]
