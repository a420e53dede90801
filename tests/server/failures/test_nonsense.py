"""Messages and requests that mean nothing: they are refused, and nothing breaks."""

import json

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import ConnectionClosed

from tests.server.failures.visitors import figure, hello
from tests.server.live import HEAR_SECONDS

pytestmark = pytest.mark.once

BOUNDED = settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=60)
UNDERSTOOD = {1007, 1008, 1009, 4404, 4426}
"""How a socket may end that talks nonsense. Not among them: 1011, our own fault."""

TYPES = (
    "hello submit chance ask answer fill back claim rename say leave arrive rematch look ping pong"
)
FIELDS = "id token version move outcome offer seat level yes what name phrase t room tokens since"
text = st.text(st.characters(exclude_categories=["Cs"]), max_size=80)
number = st.integers(-3, 5) | st.integers() | st.sampled_from([2**63, 2**64, -(2**64), 10**300])
anything = st.recursive(
    st.none() | st.booleans() | number | st.floats(allow_nan=False) | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=6,
)
likely = st.sampled_from(
    ["", "L", "d4", "undo", "bot", "end", "tourist", "hello", "Eva", 0, 1, -1, -3, True, None, []]
)


@st.composite
def nearly_right(draw, token):
    """A command with all its fields, or nearly, and values that are nearly right."""
    message = {name: draw(likely | anything) for name in FIELDS.split() if draw(st.booleans())}
    message |= {"type": draw(st.sampled_from(TYPES.split())), "id": draw(text), "version": 1}
    if draw(st.booleans()):
        message["token"] = token
    return json.dumps(message)


WELL_FORMED = {
    "submit": {"move": text},
    "chance": {"outcome": text},
    "ask": {"offer": st.sampled_from(["undo", "bot"]) | text, "seat": number, "level": text},
    "answer": {"yes": st.booleans()},
    "fill": {"seat": number, "level": st.just("tourist") | text},
    "back": {},
    "claim": {"what": st.just("end") | text},
    "rename": {"name": text},
    "say": {"phrase": text},
    "arrive": {},
    "rematch": {},
    "look": {"token": text},
    "hello": {"protocol": st.just(1), "room": text, "tokens": st.lists(text), "since": number},
    "ping": {"t": number},
}


@st.composite
def well_formed(draw, token):
    """A command that can be read, with impossible values."""
    kind = draw(st.sampled_from(sorted(WELL_FORMED)))
    message = {"type": kind} | {name: draw(made) for name, made in WELL_FORMED[kind].items()}
    if kind not in ("look", "hello", "ping"):
        message |= {"id": draw(st.text("ab ~", max_size=64)), "version": draw(number)}
        message["token"] = draw(st.just(token) | text)
    return json.dumps(message)


def is_no_text(frame):
    return isinstance(frame, bytes) and frame.decode(errors="ignore").encode() != frame


def outcome(socket):
    """Say how a socket takes it: it is alive, or was closed with a code."""
    try:
        socket.send('{"type":"ping","t":123456789}')
        while True:
            message = json.loads(socket.recv(HEAR_SECONDS))
            if message == {"type": "pong", "t": 123456789}:
                return "alive"
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else "cut"


def test_14_malformed_messages_break_nothing(live):
    room, keys = live.open("facir", "Anna", "Boris", clock={"initial": 1000})
    frames = (
        text
        | anything.map(json.dumps)
        | nearly_right(keys[0])
        | well_formed(keys[0])
        | well_formed(keys[0])
        | st.binary(max_size=50)
        | st.integers(1, 4000).map(lambda depth: "[" * depth)
        | st.integers(1, 1000).map(lambda depth: '{"type":' * depth)
    )

    @BOUNDED
    @given(st.lists(frames, min_size=1, max_size=6), st.booleans(), st.booleans())
    def check(frames, is_greeted, is_text):
        with live.socket() as socket:
            try:
                if is_greeted:
                    socket.send(hello(room, tokens=[keys[0]]))
                for frame in frames:
                    # As text, bytes may be no UTF-8.
                    socket.send(frame, text=is_text or isinstance(frame, str))
            except ConnectionClosed:
                pass
            allowed = {"alive", *UNDERSTOOD}
            if is_text and any(map(is_no_text, frames[:-1])):
                # It ends the line at once: whoever goes on sending may not hear why.
                allowed.add("cut")
            assert outcome(socket) in allowed

    check()
    assert figure(live, "jemaa_faults_total") == 0


def test_14_ids_are_short_and_printable(live):
    room, keys = live.open("marrakech", "Anna", "open")
    for name in ("a" * 65, "é", "a\nb", "a\n", "\x7f", "\0", "a\u2028"):
        with live.page(room, keys[0]) as page:
            page.say(type="say", token=keys[0], version=1, phrase="hello", id=name)
            answer = page.hear("accepted", "refused")
            assert (answer["type"], answer["id"]) == ("refused", "")
            assert answer["reason"] == "malformed"
        sit = live.http.post(f"/api/rooms/{room}/seats", json={"name": "Boris", "id": name})
        assert (sit.status_code, sit.json()["reason"]) == (422, "malformed")
    with live.page(room, keys[0]) as page:
        for name in ("a" * 64, " ~", ""):
            answer = page.command("say", keys[0], phrase="hello", id=name)
            assert (answer["type"], answer["id"]) == ("accepted", name)


def test_14_malformed_requests_break_nothing(live):
    room, _ = live.open("marrakech", "Anna", "open", "open")
    schema = schemathesis.openapi.from_url(f"{live.url}/schema")
    checks = [
        not_a_server_error,
        status_code_conformance,
        content_type_conformance,
        response_schema_conformance,
    ]
    for found in schema.get_all_operations():
        operation = found.ok()

        @settings(BOUNDED, max_examples=12)
        @given(operation.as_strategy(), st.booleans())
        def check(case, is_there):
            if is_there and "room" in (case.path_parameters or {}):
                case.path_parameters["room"] = room
            case.call_and_validate(checks=checks)

        check()
    assert figure(live, "jemaa_faults_total") == 0
