"""Tables of Marrakech over real sockets, with as little work for the client as can be."""

from __future__ import annotations

import asyncio
import base64
import json
import random
import time
from functools import partial
from typing import cast

import msgspec


class Seen(msgspec.Struct):
    """What every socket reads of a message; the rest is passed over."""

    type: str
    version: int = 0
    t: int = 0
    events: list[msgspec.Raw] = []
    scene: msgspec.Raw = msgspec.Raw(b"{}")
    room: msgspec.Raw = msgspec.Raw(b"{}")


class Status(msgspec.Struct):
    """Whether a game goes on."""

    status: str = ""


class Choice(msgspec.Struct):
    """A move, and why it cannot be made."""

    move: str
    reason: str | None = None


class Scene(msgspec.Struct):
    """What a player needs of the table."""

    to_act: int | None = None
    places: list[Choice] = []
    directions: list[Choice] = []

    def moves(self) -> list[str]:
        """Give what can be done."""
        found = [place.move for place in self.places if place.reason is None]
        return found or [direction.move for direction in self.directions]


_seen = msgspec.json.Decoder(Seen)
_scene = msgspec.json.Decoder(Scene)
_status = msgspec.json.Decoder(Status)


class Socket(asyncio.Protocol):
    """A WebSocket client with nothing but what is needed here: whole text frames, both ways."""

    def __init__(self, room: Room, is_first: bool) -> None:
        self._room = room
        self._is_first = is_first
        self._buffer = bytearray()
        self._is_open = False
        self.is_welcome = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is none by its class
        host = self._room.host
        key = base64.b64encode(random.randbytes(16)).decode()
        self.transport.write(
            f"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}"
            "\r\n\r\n".encode()
        )

    def send(self, text: str) -> None:
        """Send a text frame; its mask is zero, which leaves it as it is."""
        data = text.encode()
        size = len(data)
        head = bytes([0x81, 0x80 | size]) if size < 126 else b"\x81\xfe" + size.to_bytes(2)
        self.transport.write(head + b"\0\0\0\0" + data)

    def data_received(self, data: bytes) -> None:
        """Take in what comes, frame by frame."""
        buffer = self._buffer
        buffer += data
        if not self._is_open:
            head, found, rest = bytes(buffer).partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head.partition(b"\r\n")[0], head
            self._is_open = True
            hello = {"type": "hello", "protocol": 1, "room": self._room.name}
            self.send(json.dumps({**hello, "tokens": self._room.tokens}))
            buffer[:] = rest
        while (end := self._frame_end()) is not None:
            start, stop = end
            self._hear(bytes(buffer[start:stop]), buffer[0] & 15)
            del buffer[:stop]

    def connection_lost(self, error: Exception | None) -> None:
        """Count it: no socket should end before the server does."""
        self._room.lost += 1
        if not self.is_welcome.done():
            self.is_welcome.set_exception(error or ConnectionError("the server has closed it"))

    def _frame_end(self) -> tuple[int, int] | None:
        """Give where the payload of the first frame lies, once it is whole."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1] & 127, 2
        if size >= 126:
            start = 4 if size == 126 else 10
            if len(buffer) < start:
                return None
            size = int.from_bytes(buffer[2:start])
        return (start, start + size) if len(buffer) >= start + size else None

    def _hear(self, frame: bytes, kind: int) -> None:
        if kind != 1:
            self.transport.abort()
            return
        seen = _seen.decode(frame)
        if seen.type == "ping":
            self.send(f'{{"type":"pong","t":{seen.t}}}')
        elif seen.type == "welcome":
            self.is_welcome.set_result(None)
        if seen.type == "update" and seen.events:
            self._room.told()
        if self._is_first:
            self._room.hear(seen)


class Room:
    """A table with its sockets; the first of them plays for all seats."""

    def __init__(self, host: str, name: str, keys: dict[int, str]) -> None:
        self.host = host
        self.name = name
        self.tokens = list(keys.values())
        self._keys = keys
        self._sockets: list[Socket] = []
        self._scene = Scene()
        self._version = 0
        self._sent = 0.0
        self._count = 0
        self._missing = 0
        self.is_over = False
        self.refused = 0
        self.lost = 0
        """How many sockets have ended."""
        self.times: list[float] = []
        """How long the moves took, in seconds, until everybody was told."""

    async def join(self, sockets: int) -> None:
        """Open sockets, and wait until all are welcome."""
        loop, (host, _, port) = asyncio.get_running_loop(), self.host.rpartition(":")
        for number in range(sockets):
            make = partial(Socket, self, number == 0)
            _, socket = await loop.create_connection(make, host, int(port))
            self._sockets.append(socket)
            await socket.is_welcome

    @property
    def can_move(self) -> bool:
        """Whether the last move is known to all and one of our seats is to act."""
        return not self._missing and not self.is_over and self._scene.to_act in self._keys

    def move(self) -> None:
        """Make any move."""
        assert self._scene.to_act is not None
        self._count += 1
        self._missing = len(self._sockets)
        submit = {
            "type": "submit",
            "id": str(self._count),
            "token": self._keys[self._scene.to_act],
            "version": self._version,
            "move": random.choice(self._scene.moves()),
        }
        self._sent = time.perf_counter()
        self._sockets[0].send(json.dumps(submit))

    def told(self) -> None:
        """Note that one of the sockets has been told of something new."""
        if self._missing:
            self._missing -= 1
            if not self._missing:
                self.times.append(time.perf_counter() - self._sent)

    def hear(self, seen: Seen) -> None:
        """Take in what the first socket is told."""
        if seen.type in ("welcome", "update", "refused"):
            self._scene = _scene.decode(seen.scene)
            self._version = seen.version
            self.is_over = _status.decode(seen.room).status == "over"
        if seen.type == "refused":
            self.refused += 1
            self._missing = 0
