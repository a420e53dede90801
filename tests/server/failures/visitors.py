"""What comes to a server besides well-behaved pages, and what they tell of it."""

import asyncio
import json
import socket as tcp
import sqlite3
import struct
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from random import Random

from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed
from websockets.frames import Opcode
from websockets.uri import parse_uri

from jemaa.server.memory import stored
from jemaa.server.room import Room
from jemaa.server.room.events import Renamed, encode
from jemaa.server.settings import DATABASE
from jemaa.server.store import Row
from jemaa.server.store.sqlite import SqliteStore
from jemaa.server.wire import PROTOCOL
from tests.server.live import HEAR_SECONDS, legal

NAMES = ("Anna", "Boris", "Carla", "Dora")
RENAMES = 6_500
NAME = "x\u0323\u0302" * 24
"""As long as a name can be."""


def hello(room, **more):
    return json.dumps({"type": "hello", "protocol": PROTOCOL, "room": room, **more})


def closing(socket):
    """Read until the server closes; gives the last good-bye and the close code.

    The code is None where the line broke first: who goes on sending to a socket that the server has
    closed is cut off by the system, and what had been said to them may be lost.
    """
    said = None
    while True:
        try:
            message = json.loads(socket.recv(HEAR_SECONDS))
        except ConnectionClosed as closed:
            return said, closed.rcvd and closed.rcvd.code
        if message["type"] == "bye":
            said = message["reason"]


def overload(socket, frame):
    """Send what is too large; gives the ends that `closing` may find."""
    try:
        socket.send(frame)
    except ConnectionClosed:  # whoever is cut off while they speak may not hear why
        return (None, 1009), (None, None)
    return ((None, 1009),)


def answers(page):
    """Whether the server talks to a page; whatever it has said before is taken in."""
    page.say(type="ping", t=4711)
    return page.hear("pong")["t"] == 4711


def figure(live, name):
    """Return one of the server's figures; 0 where it has nothing to count yet."""
    lines = live.http.get("/metrics").text.splitlines()
    return next((float(line.split()[1]) for line in lines if line.startswith(name + " ")), 0)


def cuts(live, why):
    """Return how many connections were cut off or turned away for a reason."""
    return figure(live, f'jemaa_connections_cut_total{{why="{why}"}}')


@contextmanager
def table(live, game, players=2, **more):
    """Open a room and give it with its keys and a page for each seat."""
    room, keys = live.open(game, *NAMES[:players], **more)
    with ExitStack() as stack:
        yield (
            room,
            keys,
            [stack.enter_context(live.page(room, keys[seat])) for seat in range(players)],
        )


def step(pages, keys, rng=None):
    """Let the seat to act move; all pages have seen it then."""
    seat = pages[0].scene["to_act"]
    moves = legal(pages[seat].scene)
    move = (rng or Random(0)).choice(moves)
    answer = pages[seat].command("submit", keys[seat], move=move)
    assert answer["type"] == "accepted", answer
    for page in pages:
        page.hear_version(answer["version"])
    return answer["version"]


def kept(data, room):
    """Return a room as the database has it, by whoever runs on it."""
    with sqlite3.connect(f"file:{data / DATABASE}?mode=ro", uri=True) as db:
        found = db.execute(
            "SELECT number, at, body FROM events WHERE room = ? ORDER BY number", (room,)
        ).fetchall()
    db.close()
    return Room.fold(stored(Row(*row)) for row in found)


def line(live, buffer=None):
    """Return a bare TCP connection; with a small buffer the server soon waits for a reader."""
    host, _, port = live.host.rpartition(":")
    found = tcp.socket()
    if buffer:
        found.setsockopt(tcp.SOL_SOCKET, tcp.SO_RCVBUF, buffer)
    found.settimeout(HEAR_SECONDS)
    found.connect((host, int(port)))
    return found


def drain(found):
    """Read a bare connection to its end; gives what came, or b"" where the line just broke."""
    parts = []
    with suppress(ConnectionError):
        while part := found.recv(1 << 16):
            parts.append(part)
    return b"".join(parts)


def reset(found):
    """End a connection without a good-bye."""
    found.setsockopt(tcp.SOL_SOCKET, tcp.SO_LINGER, struct.pack("ii", 1, 0))
    found.close()


def wait_until(holds):
    """Wait until something holds, as long as a busy machine may need for it."""
    deadline = time.monotonic() + HEAR_SECONDS
    while not holds():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.02)


def make_long(data, room, count=RENAMES):
    """Let somebody take another name thousands of times, as nobody can any more."""
    found = kept(data, room)
    events = [Renamed(0, f"{NAME[: -3 * (n % 5) - 3]}{n % 7}") for n in range(count - 1)]
    events.append(Renamed(0, "Olena"))
    after = found.after(events, found.at)

    async def write():
        store = SqliteStore(data / DATABASE)
        await store.open()
        bodies = [encode(event) for event in events]
        await store.append(room, found.version, found.at, bodies, after.summary())
        await store.close()

    with ThreadPoolExecutor() as pool:  # in this thread there may be a loop of a browser
        pool.submit(lambda: asyncio.run(write())).result()
    return after.version


class Raw:
    """A client on a bare TCP socket: it reads when it is told to, and answers only meanwhile."""

    def __init__(self, live, buffer=None):
        self._tcp = line(live, buffer)
        self._parts = b""
        self._protocol = ClientProtocol(
            parse_uri(f"ws://{live.host}/ws"), origin=live.url, max_size=None
        )
        self._protocol.send_request(self._protocol.connect())
        self._write()
        while not self._protocol.events_received():
            self._protocol.receive_data(self._tcp.recv(4096))
        assert self._protocol.handshake_exc is None

    def say(self, text):
        self._protocol.send_text(text.encode())
        self._write()

    def send(self, data):
        """Send bytes as they are."""
        self._tcp.sendall(data)

    def reset(self):
        reset(self._tcp)

    def _write(self):
        for data in self._protocol.data_to_send():
            self._tcp.sendall(data)

    def read_to_the_end(self):
        """Read all there is; gives the close code, or None if the line was just cut."""
        with suppress(ConnectionResetError):
            while self._protocol.close_rcvd is None and (data := self._tcp.recv(1 << 16)):
                self._protocol.receive_data(data)
                self._protocol.events_received()
        code = self._protocol.close_rcvd
        return code.code if code else None

    def read_until(self, is_last):
        """Read messages until the last that is wanted has come; gives all that came."""
        found = []
        while not any(map(is_last, found)):
            data = self._tcp.recv(1 << 16)
            assert data, f"the line has ended: {found[-1:]} {self._protocol.close_rcvd}"
            self._protocol.receive_data(data)
            for frame in self._protocol.events_received():
                if frame.opcode not in (Opcode.TEXT, Opcode.CONT):
                    continue
                self._parts += frame.data
                if frame.fin:
                    found.append(json.loads(self._parts))
                    self._parts = b""
                    self._answer(found[-1])
        return found

    def _answer(self, message):
        """Say that somebody is there: on a busy machine a long history takes its time."""
        if message["type"] == "ping":
            self.say(json.dumps({"type": "pong", "t": message["t"]}))

    def close(self):
        self._tcp.close()
