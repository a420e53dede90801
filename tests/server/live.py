"""A real server in a process of its own, and pages that talk to it through real sockets."""

import itertools
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from random import Random

import httpx
from websockets.sync.client import connect

from jemaa.server.wire import PROTOCOL

HEAR_SECONDS = 60
"""What has not come by then does not come, however much else the machine does."""
LIFE_SECONDS = 120
"""How long a server may take to start or to end, on a busy machine."""
SETTINGS = {
    "JEMAA_BOT_DELAY": "0",
    "JEMAA_MESSAGES_PER_SECOND": "100000",
    "JEMAA_REQUESTS_PER_SECOND": "100000",
    "JEMAA_ROOMS_PER_MINUTE": "100000",
    "JEMAA_WORKERS": "1",
}


class Live:
    """A running server."""

    def __init__(self, data, *flags, shell=None, **settings):
        self.data = data
        environ = {key: value for key, value in os.environ.items() if key[:6] != "JEMAA_"}
        environ |= SETTINGS | {
            f"JEMAA_{name.upper()}": str(value) for name, value in settings.items()
        }
        command = [
            sys.executable,
            "-P",
            "-W",
            "error",
            "-m",
            "jemaa",
            "serve",
            "--port",
            "0",
            "--data",
            str(data),
        ]
        if shell:  # what must be set for the process before it starts
            command = ["sh", "-c", f'{shell} && exec "$0" "$@"', *command]
        # In a session of its own, whoever thinks stands back behind this server alone: Linux shares
        # the processors among sessions first, and the tests of all processes are another one.
        self.process = subprocess.Popen(
            [*command, *flags],
            env=environ,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.lines = []
        self._started = threading.Event()
        self.url = ""
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        if not self._started.wait(LIFE_SECONDS) or not self.url:
            self.kill()
            raise AssertionError("the server has not started:\n" + "".join(self.lines))
        # The server lets go of idle connections after 5 seconds: we must not take one just then.
        limits = httpx.Limits(keepalive_expiry=2)
        self.http = httpx.Client(base_url=self.url, timeout=HEAR_SECONDS, limits=limits)
        self._await_health()

    def _await_health(self):
        """On a machine that is busy the first write may take longer than a probe waits."""
        until = time.monotonic() + LIFE_SECONDS
        while (found := self.http.get("/healthz").json())["status"] != "ok":
            assert time.monotonic() < until, found
            time.sleep(0.1)

    def _read(self):
        for line in self.process.stderr:
            self.lines.append(line)
            found = re.search(r"http://[^ \"]+", line)
            if found and not self.url:
                self.url = found.group()
                self._started.set()
        self._started.set()

    @property
    def host(self):
        return self.url.removeprefix("http://")

    def stop(self):
        """End it as Ctrl-C or a service manager does; gives the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.ended()

    def kill(self):
        """End it as a power cut does."""
        self.process.kill()
        return self.ended()

    def ended(self):
        """Wait for its end; gives the exit code."""
        code = self.process.wait(LIFE_SECONDS)
        self._reader.join()
        self.process.stderr.close()
        if hasattr(self, "http"):
            self.http.close()
        return code

    # What people do.

    def open(self, game, *seats, **more):
        """Open a room; seats are names (a person here), levels as `bot:tourist`, or `open`."""
        answer = self.http.post(
            "/api/rooms", json={"game": game, "seats": [*map(wish, seats)], **more}
        )
        assert answer.status_code == 201, answer.text
        opened = answer.json()
        return opened["room"], {seat["seat"]: seat["token"] for seat in opened["seats"]}

    def sit(self, room, name, **more):
        answer = self.http.post(f"/api/rooms/{room}/seats", json={"name": name, **more})
        assert answer.status_code == 201, answer.text
        return answer.json()

    @contextmanager
    def page(self, room, *tokens, since=None):
        """A page that looks at a room; it has been welcomed."""
        with self.socket() as socket:
            yield Page(socket, room, tokens, since)

    def socket(self, origin=..., **more):
        """A socket that has said nothing yet; to be opened by `with`."""
        return connect(
            f"ws://{self.host}/ws",
            origin=self.url if origin is ... else origin,
            max_size=None,
            ping_interval=None,
            compression=None,
            close_timeout=2,
            **more,
        )


def wish(seat):
    if seat == "open":
        return {"kind": "open"}
    if seat.startswith("bot:"):
        return {"kind": "bot", "level": seat.removeprefix("bot:")}
    return {"kind": "here", "name": seat}


class Page:
    """What a page in a browser does: says hello, keeps what it is told, answers pings."""

    _ids = itertools.count(1)

    def __init__(self, socket, room, tokens=(), since=None):
        self.socket = socket
        self.room = room
        self.tokens = tuple(tokens)
        self.events = []
        """What has happened. Without `change`: a history from the beginning does not have it."""
        self.heard = []
        """Everything, as it came."""
        self.say(type="hello", protocol=PROTOCOL, room=room, tokens=self.tokens, since=since)
        self.welcome = self.hear("welcome")

    def say(self, **message):
        self.socket.send(json.dumps(message))

    def hear(self, *kinds):
        """Wait for a message of these kinds; take in the others on the way."""
        until = time.monotonic() + HEAR_SECONDS
        while True:
            assert time.monotonic() < until, f"no {' or '.join(kinds)} has come"
            frame = self.socket.recv(HEAR_SECONDS)
            message = json.loads(frame)
            self.heard.append(message)
            self._take(message)
            if message["type"] in kinds:
                return message

    def hear_until(self, is_enough):
        """Take in what comes until something holds of this page."""
        until = time.monotonic() + LIFE_SECONDS
        while not is_enough(self):
            assert time.monotonic() < until, "it has not come"
            kinds = "update", "welcome", "history", "presence", "thinking", "refused", "accepted"
            self.hear(*kinds)

    def hear_version(self, version):
        """Take in what comes until the page has a version of the room."""
        self.hear_until(lambda page: page.version >= version)

    def _take(self, message):
        if message["type"] == "ping":
            self.say(type="pong", t=message["t"])
        if message["type"] in ("welcome", "history", "update"):
            new = message["events"]
            if new and self.events:
                assert new[0]["number"] == self.events[-1]["number"] + 1, "a gap, or told twice"
            self.events += [
                {name: value for name, value in event.items() if name != "change"} for event in new
            ]
        if message["type"] in ("welcome", "presence"):
            self.online = message["online"]
        if message["type"] in ("welcome", "update", "refused"):
            self.info, self.scene = message["room"], message["scene"]
            self.version, self.eye = message["version"], message["eye"]

    def send(self, kind, token, **more):
        """Send a command; gives its id."""
        more.setdefault("id", f"command-{next(self._ids)}")
        self.say(**{"type": kind, "token": token, "version": self.version, **more})
        return more["id"]

    def command(self, kind, token, **more):
        """Send a command and wait for its answer."""
        wanted = self.send(kind, token, **more)
        while (answer := self.hear("accepted", "refused"))["id"] != wanted:
            pass
        return answer

    def play(self, keys, rng=None):
        """Play all seats that `keys` opens until the game is over."""
        rng = rng or Random(1)
        while self.info["status"] != "over":
            seat = self.scene["to_act"]
            if seat not in keys:
                self.hear("update")
                continue
            if self.eye != seat and len(keys) > 1:
                self.say(type="look", token=keys[seat])
                self.hear("update")
            moves = legal(self.scene)
            answer = self.command("submit", keys[seat], move=rng.choice(moves))
            assert answer["type"] == "accepted", answer
            self.hear_version(answer["version"])


def legal(scene):
    """Return the moves that a scene offers to the seat to act; winning ones alone if there are."""
    if scene["game"] == "marrakech":
        moves = [place["move"] for place in scene["places"] if place["reason"] is None]
        return moves or [direction["move"] for direction in scene["directions"]]
    own = scene["own"]
    if own["lays"]:
        return [lay["move"] for lay in own["lays"]]
    if own["stands"]:
        return [stand["move"] for stand in own["stands"]]
    if own["can_put"]:
        return list(own["free"])
    return [start + end for start in own["movable"] for end in own["free"]]
