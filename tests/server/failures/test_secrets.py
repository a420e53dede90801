"""What nobody may learn, searched for in every byte that leaves the server."""

import base64
import hashlib
import json
from contextlib import ExitStack
from random import Random

import pytest

from jemaa.games.facir.board import NONE
from tests.server.failures.visitors import kept, step, table
from tests.server.live import Page

pytestmark = pytest.mark.once

BROWSER = "the browser of Anna"


class Recorder(Page):
    """A page that keeps every frame as it came."""

    def __init__(self, socket, *more):
        self.frames = []
        receive = socket.recv

        def recv(timeout):
            self.frames.append(receive(timeout))
            return self.frames[-1]

        socket.recv = recv
        super().__init__(socket, *more)


def patterns(printed):
    """Return the holes of a card as printed and as it can be turned: four texts of nine signs."""
    found, signs = [], printed
    for _ in range(4):
        found.append(signs)
        signs = "".join(signs[6 - 3 * (i % 3) + i // 3] for i in range(9))
    return set(found)


def hidden_from(state, eye):
    """Return the cards, as printed, that somebody may not see in a position."""
    deck = state.setup.deck
    return [
        deck[room.card]
        for seat, room in enumerate(state.rooms)
        if seat != eye and room.card != NONE
    ]


def test_08_secrets_reach_nobody(start, tmp_path):
    live = start()
    with ExitStack() as stack:
        room, keys, players = stack.enter_context(table(live, "facir", device=BROWSER))
        # Both players, Anna's second tab, a spectator, and both at one device behind the curtain.
        held = [(keys[0],), (keys[1],), (keys[0],), (), tuple(keys.values())]
        watchers = [
            Recorder(stack.enter_context(live.socket()), room, tokens, None) for tokens in held
        ]
        replies, rng = [], Random(4)
        while players[0].info["status"] == "playing" and players[0].version < 200:
            if players[0].version < 20:
                replies += http_replies(live, room)
            for page in watchers[:2]:
                tell_me(page)
            version = step(players, keys, rng)
            for page in watchers:
                page.hear_version(version)
        truth = kept(tmp_path / "data", room)
        for page in watchers:
            check_frames(page, truth)
        after = http_replies(live, room)
    frames = [frame for page in watchers for frame in page.frames]
    running = [frame for frame in frames if '"status":"over"' not in frame]
    search([*running, *replies, *live.lines], [truth.created.secret])
    assert truth.commitment in running[0], "the search finds nothing at all"
    digests = [hashlib.sha256(key.encode()).hexdigest() for key in keys.values()]
    devices = [BROWSER, *(chair.device for chair in truth.seats)]
    search([*frames, *replies, *after, *live.lines], [*keys.values(), *digests, *devices])


def tell_me(page):
    """Try to learn something from refusals."""
    for move in ("d4!", "!", "^1", "x", "12"):
        if page.scene["to_act"] != page.eye or move in ("x", "12"):
            page.command("submit", page.tokens[0], move=move)


def search(texts, secrets):
    for secret in secrets:
        assert len(secret) > 16
        assert not [text[:200] for text in texts if secret in text]


def check_frames(page, truth):
    """Compare each frame with what was hidden from its reader when it was sent."""
    states = states_by_version(truth)
    seen = searched = 0
    for frame in page.frames:
        message = json.loads(frame)
        state = states.get(message.get("version"))
        if state is None or "scene" not in message or message["room"]["status"] == "over":
            continue
        if message["scene"]["deciding"]:
            continue  # its cards have been seen before
        deck = json.dumps(message["room"]["setup"]["deck"], separators=(",", ":"))
        assert deck in frame
        frame = frame.replace(deck, "")  # everybody knows which cards there are
        for printed in hidden_from(state, message["eye"]):
            searched += 1
            found = [pattern for pattern in patterns(printed) if pattern in frame]
            assert not found, f"{found} in {frame}"
        if message["eye"] >= 0 and state.rooms[page.eye].card != NONE:
            seen += state.setup.deck[state.rooms[page.eye].card] in frame
        for event in message.get("events", ()):
            check_event(event, message["eye"])
    assert searched > 20
    assert seen > 20 or len(page.tokens) != 1, "the search does not even find the own card"


def check_event(event, eye):
    """A deal or a stand is told in full only to whom it concerns."""
    story = event.get("story")
    if event["kind"] == "played" and story["kind"] in ("deal", "stand") and story["seat"] != eye:
        assert event.get("text") is None
        assert story.get("card") is None and story.get("rotation") is None


def states_by_version(room):
    """Return the position after each event."""
    found, state = {}, None
    for stored, played in zip(room.log, room.steps(0), strict=True):
        state = state if played is None else played.after
        found[stored.number] = state
    return found


def http_replies(live, room):
    """Everything that HTTP tells of a running game."""
    paths = ["", "/record", "/replay", "/qr.svg", "/seats"]
    answers = [live.http.get(f"/api/rooms/{room}{path}") for path in paths]
    answers += [live.http.get(path) for path in ("/metrics", "/schema", "/api/catalog", "/healthz")]
    answers.append(live.http.get("/api/games", headers={"x-jemaa-device": BROWSER}))
    assert room in answers[-1].text
    return [answer.text + str(answer.headers) for answer in answers]


def changed_by_a_bit(token):
    """Return all keys that differ from one in a single bit."""
    raw = base64.urlsafe_b64decode(token + "==")
    for bit in range(8 * len(raw)):
        number = int.from_bytes(raw) ^ (1 << bit)
        yield base64.urlsafe_b64encode(number.to_bytes(len(raw))).decode().rstrip("=")


COMMANDS = {
    "submit": {"move": "L"},
    "chance": {"outcome": "3"},
    "ask": {"offer": "undo"},
    "answer": {"yes": True},
    "fill": {"seat": 1, "level": "tourist"},
    "back": {},
    "claim": {"what": "end"},
    "rename": {"name": "Eva"},
    "say": {"phrase": "hello"},
    "leave": {},
    "resign": {},
    "arrive": {},
    "rematch": {},
}


def test_09_forged_tokens_open_nothing(live):
    room, keys = live.open("marrakech", "Anna", "Boris")
    _, foreign = live.open("marrakech", "Anna", "Boris")
    key = keys[0]
    forged = [*foreign.values(), "", key[:-1], key[1:], key + "A", key + "=", key + "\0", f" {key}"]
    forged += [key.swapcase(), key[::-1], "0" * 22, "é" * 22, "x" * 4000, *changed_by_a_bit(key)]
    forged.append(hashlib.sha256(key.encode()).hexdigest())
    with live.page(room) as page:
        for token in forged:
            assert page.command("submit", token, move="L")["reason"] == "unknown-token"
        for kind, more in COMMANDS.items():
            assert page.command(kind, foreign[0], **more)["reason"] == "unknown-token"
        for token in forged[:12]:
            page.say(type="look", token=token)
            assert page.hear("update")["eye"] == -3
        # Boris' own key is for Boris' seat alone.
        assert page.command("submit", keys[1], move="L")["reason"] == "not-your-turn"
        assert page.version == page.welcome["version"] and page.events == page.welcome["events"]
    for tokens in (forged[:8], forged[-8:], [keys[1][:-1]]):
        with live.page(room, *tokens) as page:
            assert page.welcome["held"] == [] and page.eye == -3
