"""People are called when it is their turn and their page is closed; nobody else ever is."""

import json
import threading
import time
from base64 import urlsafe_b64decode
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from jemaa.cli import main
from jemaa.core.errors import SetupError
from jemaa.server import push
from jemaa.server.push import Sender, make_keys
from jemaa.server.reasons import RefusalError
from tests.server.live import HEAR_SECONDS, Live, legal

pytestmark = pytest.mark.once

CONTACT = "mailto:host@games.example"


class Service:
    """A push service on this machine."""

    def __init__(self, status=201):
        self.status = status
        self.calls = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"] or 0))
                service.calls.append((self.path, dict(self.headers), body))
                self.send_response(service.status)
                self.send_header("location", "/elsewhere")
                self.send_header("content-length", "0")
                self.end_headers()

            do_GET = do_POST

            def log_message(self, *parts):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def serving(status=201):
    service = Service(status)
    try:
        yield service
    finally:
        service.close()


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    file = tmp_path_factory.mktemp("push") / "push.pem"
    make_keys(file)
    return file


def test_command_makes_keys_that_only_their_owner_can_read(tmp_path, capsys):
    file = tmp_path / "push.pem"
    assert main(["push-keys", str(file)]) == 0
    assert "JEMAA_PUSH_KEYS=" in capsys.readouterr().out
    assert file.stat().st_mode & 0o777 == 0o600
    assert len(urlsafe_b64decode(Sender(str(file), CONTACT).key + "==")) == 65
    assert main(["push-keys", str(file)]) != 0
    assert "it is there already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"keys": "nowhere.pem"}, "cannot be read"),
        ({"keys": __file__}, "holds no key"),
        ({"contact": "me"}, "mailto:"),
    ],
)
def test_wrong_settings_are_named(keys, change, message):
    given = {"keys": str(keys), "contact": CONTACT} | change
    with pytest.raises(SetupError, match=message):
        Sender(**given)


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://web.push.apple.com/abc",
        "https://db5p.notify.windows.com/w/?token=abc",
        "https://push.example/abc",
    ],
)
def test_known_services_are_believed(keys, endpoint):
    Sender(str(keys), CONTACT, ("https://push.example",)).check(endpoint)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/abc",
        "https://fcm.googleapis.com:8443/abc",
        "https://fcm.googleapis.com@127.0.0.1/abc",
        "https://127.0.0.1/abc",
        "https://169.254.169.254/latest",
        "https://notify.windows.com.evil.example/abc",
        "https://evilpush.apple.com.example/",
        "https://push.example.evil/abc",
        "file:///etc/passwd",
        "https://[::1",
        "https://fcm.googleapis.com/a\r\nHost: x",
        "https://fcm.googleapis.com/" + "a" * push.LONGEST,
        "",
    ],
)
def test_no_other_address_is_ever_posted_to(keys, endpoint):
    sender = Sender(str(keys), CONTACT, ("https://push.example",))
    with pytest.raises(RefusalError, match="push service"):
        sender.check(endpoint)
    with pytest.raises(RefusalError, match="push service"):
        sender.send(endpoint)


def test_call_is_empty_signed_and_follows_nobody(keys):
    with serving(302) as service:
        sender = Sender(str(keys), CONTACT, (service.origin,))
        with pytest.raises(push.PushError, match="302"):
            sender.send(f"{service.origin}/to/anna?x=1")
        service.status = 201
        assert sender.send(f"{service.origin}/to/anna?x=1")
        service.status = 410
        assert not sender.send(f"{service.origin}/to/anna?x=1")
    assert [path for path, _, _ in service.calls] == ["/to/anna?x=1"] * 3
    _, headers, body = service.calls[0]
    assert body == b""
    token = headers["Authorization"].removeprefix("vapid t=").split(",")[0]
    claims = json.loads(urlsafe_b64decode(token.split(".")[1] + "=="))
    assert claims["aud"] == service.origin and claims["sub"] == CONTACT
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600
    from py_vapid import Vapid02

    assert Vapid02.verify(headers["Authorization"])


@pytest.fixture
def evening(keys, tmp_path):
    """Return a service, a server that calls by it, and a room of two friends on two devices."""
    with serving() as service:
        live = Live(
            tmp_path,
            push_keys=keys,
            push_contact=CONTACT,
            push_services=service.origin,
            push_after=0.3,
        )
        try:
            room, held = live.open("marrakech", "Anna", "open", device="a" * 32)
            tokens = held[0], live.sit(room, "Boris", device="b" * 32)["token"]
            yield service, live, room, tokens
        finally:
            live.stop()


def wish(live, room, token, endpoint):
    return live.http.post(f"/api/rooms/{room}/calls", json={"token": token, "endpoint": endpoint})


def turn(page, token):
    """Make a whole turn for the first seat."""
    while page.scene["to_act"] == 0:
        answer = page.command("submit", token, move=legal(page.scene)[0])
        page.hear_version(answer["version"])


def until(check):
    end = time.monotonic() + HEAR_SECONDS
    while not check():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_who_is_away_is_called_when_it_is_their_turn_and_nobody_sees_where(evening):
    service, live, room, (anna, boris) = evening
    assert live.http.get("/api/calls").json()["key"]
    endpoint = f"{service.origin}/to/boris-and-nobody-else"
    assert wish(live, room, boris, endpoint).status_code == 201
    assert wish(live, room, anna, f"{service.origin}/to/anna").status_code == 201
    with live.page(room, anna) as page:
        turn(page, anna)
        until(lambda: service.calls)
        page.say(type="ping", t=1)
        page.hear("pong")
        assert "boris-and-nobody-else" not in json.dumps(page.heard)
    assert [path for path, _, _ in service.calls] == ["/to/boris-and-nobody-else"]
    assert "boris-and-nobody-else" not in live.http.get(f"/api/rooms/{room}").text


def test_who_is_at_the_table_is_not_called(evening):
    service, live, room, (anna, boris) = evening
    wish(live, room, boris, f"{service.origin}/to/boris")
    with live.page(room, anna) as page, live.page(room, boris):
        turn(page, anna)
        time.sleep(1.5)
    assert service.calls == []


def test_browser_that_does_not_want_it_any_more_is_forgotten(evening):
    service, live, room, (anna, boris) = evening
    service.status = 410
    wish(live, room, boris, f"{service.origin}/to/boris")
    with live.page(room, anna) as page:
        turn(page, anna)
        version = page.version
        until(lambda: service.calls)
        page.hear_version(version + 1)


def test_wishes_of_strangers_and_strange_addresses_are_refused(evening):
    service, live, room, (_, boris) = evening
    answer = wish(live, room, "not a key", f"{service.origin}/x")
    assert (answer.status_code, answer.json()["reason"]) == (422, "unknown-token")
    answer = wish(live, room, boris, "http://127.0.0.1:1/x")
    assert (answer.status_code, answer.json()["reason"]) == (422, "push-service")
    assert wish(live, room, boris, "").status_code == 201
    codes = [
        wish(live, room, boris, f"{service.origin}/{number}").status_code for number in range(8)
    ]
    assert codes[0] == 201 and codes[-1] == 422  # too often


def test_server_without_keys_calls_nobody(tmp_path):
    live = Live(tmp_path)
    assert live.http.get("/api/calls").json() == {"key": ""}
    room, keys = live.open("marrakech", "Anna", "Boris")
    answer = wish(live, room, keys[0], "https://fcm.googleapis.com/x")
    assert (answer.status_code, answer.json()["reason"]) == (422, "no-calls")
    live.stop()
