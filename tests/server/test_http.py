"""The HTTP side, seen from outside."""

import json
import socket

import pytest

from jemaa.server.run import PortError, listen
from jemaa.server.settings import Settings
from tests.server.live import Live

pytestmark = pytest.mark.once

ROOM = {"game": "marrakech", "seats": [{"kind": "here", "name": "Anna"}, {"kind": "open"}]}


@pytest.fixture(scope="module")
def live(tmp_path_factory):
    server = Live(tmp_path_factory.mktemp("data"))
    yield server
    assert server.stop() == 0


def problem(answer):
    """A problem, and nothing that looks like a trace."""
    assert answer.headers["content-type"] == "application/json"
    assert set(answer.json()) == {"reason", "message", "field"}
    assert "Traceback" not in answer.text and ".py" not in answer.text
    return answer.status_code, answer.json()["reason"]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"game": "chess"}, (422, "game")),
        ({"seats": []}, (422, "seats")),
        ({"seats": 3}, (422, "malformed")),
        ({"settings": {"rotate": "never"}}, (422, "setting")),
        ({"clock": {"initial": 0}}, (422, "clock")),
        ({"unknown": 1}, (422, "malformed")),
        ({"seats": [{"kind": "bot", "level": 'external("sh")'}, {"kind": "open"}]}, (422, "level")),
    ],
)
def test_a_room_that_is_not_possible_is_refused(live, change, expected):
    assert problem(live.http.post("/api/rooms", json={**ROOM, **change})) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"", (422, "malformed")),
        (b"{", (400, "malformed")),
        (b"\xff", (400, "malformed")),
        (b'{"game": "\xff"}', (400, "malformed")),
        (b'{"game": "\xed\xa0\x80"}', (400, "malformed")),
        (b'{"\xff": 1}', (400, "malformed")),
        (b'{"game": "\\ud800"}', (400, "malformed")),
        (b"[" * 60_000, (422, "malformed")),
        (b'{"settings": {"x": ' + b"[" * 60_000, (400, "malformed")),
        (b" " * 65_537, (413, "too-large")),
    ],
)
def test_a_body_that_cannot_be_read_is_refused(live, body, expected):
    answer = live.http.post(
        "/api/rooms", content=body, headers={"content-type": "application/json"}
    )
    assert problem(answer) == expected


@pytest.mark.parametrize(
    "host", ["x:99999", "x:y", "x y", "[::1", "[]", "[1:2]", "\xe9", "x/y", "a@b", "x" * 400]
)
@pytest.mark.parametrize("path", ["/", "/api/catalog", "/api/rooms", "/healthz"])
def test_a_host_that_is_none_is_refused(live, host, path):
    for body in (None, {"wrong": 1}):
        answer = live.http.request(
            "POST" if body else "GET", path, json=body, headers={"host": host.encode("latin-1")}
        )
        assert problem(answer) == (400, "malformed")
    assert "error" not in " ".join(live.lines)


@pytest.mark.parametrize("host", ["x", "X.example:80", "server_1:8000", "[::1]:80", "127.0.0.1"])
def test_any_host_that_is_one_is_served(live, host):
    answer = live.http.post("/api/rooms", json={"wrong": 1}, headers={"host": host})
    assert problem(answer) == (422, "malformed")


def test_only_json_from_our_own_page_or_from_a_program_changes_anything(live):
    body = json.dumps(ROOM)
    answer = live.http.post("/api/rooms", content=body, headers={"content-type": "text/plain"})
    assert problem(answer) == (415, "content-type")
    for origin in ("https://evil.example", "null"):
        answer = live.http.post("/api/rooms", json=ROOM, headers={"origin": origin})
        assert problem(answer) == (403, "origin")
    assert live.http.post("/api/rooms", json=ROOM, headers={"origin": live.url}).status_code == 201


def test_unknown_addresses_and_methods_are_problems_too(live):
    assert problem(live.http.get("/api/nothing")) == (404, "not-found")
    assert problem(live.http.put("/api/rooms", json={})) == (405, "method")
    assert problem(live.http.get("/api/rooms/nothing")) == (404, "unknown-room")
    assert problem(live.http.post("/api/rooms/nothing/seats", json={"name": "B"})) == (
        404,
        "unknown-room",
    )


def test_opening_a_link_changes_nothing(live):
    room, _ = live.open("marrakech", "Anna", "open")
    before = live.http.get(f"/api/rooms/{room}").json()
    for method in ("GET", "HEAD"):
        for path in (f"/r/{room}", f"/api/rooms/{room}", f"/api/rooms/{room}/qr.svg"):
            live.http.request(method, path, headers={"user-agent": "LinkPreview/1.0"})
        assert problem(live.http.get(f"/api/rooms/{room}/seats")) == (405, "method")
    assert live.http.get(f"/api/rooms/{room}").json() == before


def test_rooms_from_one_address_are_limited_to_what_the_setting_says(tmp_path):
    live = Live(tmp_path, rooms_per_minute=6)
    answers = [live.http.post("/api/rooms", json=ROOM) for _ in range(7)]
    assert [answer.status_code for answer in answers] == [201] * 6 + [429]
    assert problem(answers[-1]) == (429, "limited")
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 60
    # Without a proxy of ours nobody can pretend to be somebody else.
    again = live.http.post("/api/rooms", json=ROOM, headers={"x-forwarded-for": "192.0.2.1"})
    assert again.status_code == 429
    # Seats are counted for themselves.
    rooms = [answer.json()["room"] for answer in answers[:6]]
    for room in rooms:
        live.sit(room, "Boris")
    answer = live.http.post(f"/api/rooms/{rooms[0]}/seats", json={"name": "Carla"})
    assert problem(answer) == (429, "limited")
    assert live.stop() == 0


def test_behind_a_proxy_the_last_forwarded_address_counts(tmp_path):
    live = Live(tmp_path, rooms_per_minute=1, proxied="true")

    def opened(*addresses):
        headers = [("x-forwarded-for", address) for address in addresses]
        return live.http.post(
            "/api/rooms", json=ROOM, headers=[*headers, ("x-forwarded-proto", "https")]
        )

    first = opened("192.0.2.1")
    assert first.status_code == 201
    assert "strict-transport-security" in first.headers
    same = ("198.51.100.7, 192.0.2.1", "192.0.2.1:5000", "[::ffff:192.0.2.1]:5000")
    for address in same:
        assert opened(address).status_code == 429
    assert opened("198.51.100.7", "192.0.2.1").status_code == 429
    assert opened("192.0.2.1", "192.0.2.2").status_code == 201
    assert opened("2001:db8::1").status_code == 201
    assert opened('"[2001:db8::ffff:ffff]:80"').status_code == 429  # one network, one guest
    assert opened("2001:db8:0:1::1").status_code == 201
    assert live.stop() == 0


@pytest.mark.parametrize("path", ["/", "/r/x", "/api/catalog", "/api/nothing", "/healthz", "/x.js"])
def test_every_answer_carries_the_security_headers(live, path):
    headers = live.http.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    # Python in the browser is WebAssembly; no text becomes a script by that.
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "") and "*" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "strict-transport-security" not in headers
    assert "server" not in headers


def test_qr_code_is_a_picture_of_the_room(live):
    room, _ = live.open("marrakech", "Anna", "open")
    answer = live.http.get(f"/api/rooms/{room}/qr.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg") and len(answer.text) > 500


def test_link_says_that_it_is_for_this_machine_alone(live):
    room, _ = live.open("marrakech", "Anna", "open")
    found = live.http.get(f"/api/rooms/{room}/link").json()
    assert found == {"link": f"{live.url}/r/{room}", "local": True}


def test_link_leads_others_here_though_it_is_asked_for_by_localhost(tmp_path):
    live = Live(tmp_path, "--host", "0.0.0.0")
    room, _ = live.open("marrakech", "Anna", "open")
    port = live.url.rpartition(":")[2]
    answers = [
        live.http.get(f"/api/rooms/{room}/link", headers={"host": f"{host}:{port}"}).json()
        for host in ("localhost", "127.0.0.1", "games.example")
    ]
    live.stop()
    # A machine without any network has no other address.
    alone = "localhost" in live.url
    here = {"link": f"{live.url}/r/{room}", "local": alone}
    assert answers[:2] == [here, here]
    assert answers[2] == {"link": f"http://games.example:{port}/r/{room}", "local": False}


def test_catalog_lists_what_can_be_chosen(live):
    found = live.http.get("/api/catalog").json()
    assert [game["name"] for game in found["games"]] == ["marrakech", "facir"]
    assert len(found["levels"]) == 5 and len(found["languages"]) == 6 and found["phrases"]


def test_health_and_figures(live):
    live.open("marrakech", "Anna", "bot:tourist")
    assert live.http.get("/healthz").json() == {"status": "ok", "message": ""}
    page = live.http.get("/metrics").text
    figures = dict(line.rsplit(" ", 1) for line in page.splitlines() if not line.startswith("#"))
    assert float(figures['jemaa_rooms_opened_total{game="marrakech"}']) >= 1
    assert float(figures["jemaa_faults_total"]) == 0


def test_openapi_describes_every_address(live):
    schema = live.http.get("/schema").json()
    assert schema["openapi"].startswith("3.1")
    assert set(schema["paths"]) == {
        "/api/calls",
        "/api/records",
        "/api/rooms",
        "/api/rooms/{room}",
        "/api/rooms/{room}/calls",
        "/api/rooms/{room}/hint",
        "/api/rooms/{room}/retry",
        "/api/rooms/{room}/review",
        "/api/rooms/{room}/trial",
        "/api/rooms/{room}/seats",
        "/api/codes/{code}",
        "/api/rooms/{room}/record",
        "/api/rooms/{room}/replay",
        "/api/rooms/{room}/qr.svg",
        "/api/rooms/{room}/link",
        "/api/games",
        "/api/catalog",
        "/healthz",
        "/metrics",
    }
    names = set(schema["components"]["schemas"])
    assert {"NewRoom", "OpenedRoom", "RoomInfo", "Problem", "SeatToken"} <= names
    for reference in _references(schema):
        assert reference.removeprefix("#/components/schemas/") in names


def _references(node):
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        for value in node.values():
            yield from _references(value)
    elif isinstance(node, list):
        for value in node:
            yield from _references(value)


def test_a_taken_port_is_named(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(AssertionError, match=f"port {port} is taken"):
            Live(tmp_path, "--port", str(port))


def test_the_next_free_port_is_taken_where_any_will_do():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with listen(Settings(port=port), tries=20) as found:
            assert port < found.getsockname()[1] < port + 20
        with pytest.raises(PortError, match="is taken"):
            listen(Settings(port=port))


def test_a_second_server_on_the_same_folder_says_so(tmp_path):
    live = Live(tmp_path)
    with pytest.raises(AssertionError, match="used by another server"):
        Live(tmp_path)
    assert live.stop() == 0


def test_json_log_lines_can_be_read(tmp_path):
    live = Live(tmp_path, "--log", "json")
    live.open("marrakech", "Anna", "bot:tourist")
    assert live.stop() == 0
    assert [json.loads(line)["message"].split()[0] for line in live.lines] == [
        "Jemaa",
        "room",
        "stopped",
    ]


def test_short_codes_cannot_be_guessed_for_long(live):
    room, _ = live.open("marrakech", "Anna", "open")
    code = live.http.get(f"/api/rooms/{room}").json()["code"]
    assert live.http.get(f"/api/codes/{code}").json() == {"room": room}
    answers = [live.http.get(f"/api/codes/CCCCC{sign}").status_code for sign in 2 * "CDFGHJK"]
    assert answers[0] == 404
    assert answers[-1] == 429
    # Whoever knows a code has to wait as well: nobody can tell who guesses.
    assert live.http.get(f"/api/codes/{code}").status_code == 429
