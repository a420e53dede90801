"""Rooms played over real sockets, with as little work for the client as can be."""

from __future__ import annotations

import asyncio
import base64
import json
import random
import time
from collections.abc import Callable
from functools import partial
from typing import cast

import msgspec


class Choice(msgspec.Struct):
    """A move, and why it cannot be made."""

    move: str
    reason: str | None = None


class Own(msgspec.Struct):
    """What a seat of Façir may do."""

    stands: list[Choice] = []
    free: list[str] = []
    can_put: bool = False
    movable: list[str] = []
    lays: list[Choice] = []

    def moves(self) -> list[str]:
        """Return something that can be done: a fakir is laid whenever it can be."""
        if self.lays:
            return [self.lays[0].move]
        if self.stands:
            return [stand.move for stand in self.stands]
        return self.free if self.can_put else [f"{self.movable[0]}{hole}" for hole in self.free]


class Scene(msgspec.Struct):
    """What a player needs of the table, in either game."""

    to_act: int | None = None
    places: list[Choice] = []
    directions: list[Choice] = []
    own: Own | None = None

    def moves(self) -> list[str]:
        """Return what can be done."""
        if self.own is not None:
            return self.own.moves()
        found = [place.move for place in self.places if place.reason is None]
        return found or [direction.move for direction in self.directions]


class Status(msgspec.Struct):
    """Whether a game goes on."""

    status: str = ""


class Seen(msgspec.Struct):
    """What every socket reads of a message; the rest is passed over."""

    type: str
    version: int = 0
    t: int = 0
    events: msgspec.Raw = msgspec.Raw(b"[]")
    scene: msgspec.Raw = msgspec.Raw(b"{}")
    room: msgspec.Raw = msgspec.Raw(b"{}")
    reason: str = ""


_seen = msgspec.json.Decoder(Seen)
_scene = msgspec.json.Decoder(Scene)
_status = msgspec.json.Decoder(Status)


class Socket(asyncio.Protocol):
    """A WebSocket client with nothing but what is needed here: whole text frames, both ways."""

    def __init__(self, room: Room, seat: int) -> None:
        self._room = room
        self._seat = seat
        self._buffer = bytearray()
        self._is_open = False
        self.received = 0
        """How many bytes have come."""
        self.last = Seen("")
        """The last message that shows the table."""
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
        self.received += len(data)
        whole = None if self._buffer or not self._is_open else _frame_end(data)
        if whole is not None and whole[1] == len(data):  # as nearly always
            self._hear(data[whole[0] :], data[0] & 15)
            return
        buffer = self._buffer
        buffer += data
        if not self._is_open:
            head, found, rest = bytes(buffer).partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head.partition(b"\r\n")[0], head
            self._is_open = True
            hello = {"type": "hello", "protocol": self._room.protocol, "room": self._room.name}
            self.send(json.dumps({**hello, "tokens": [self._room.keys[self._seat]]}))
            buffer[:] = rest
        while (end := _frame_end(buffer)) is not None:
            start, stop = end
            self._hear(bytes(buffer[start:stop]), buffer[0] & 15)
            del buffer[:stop]

    def connection_lost(self, error: Exception | None) -> None:
        """Count it: no socket should end before its room does."""
        self._room.lost += not self._room.is_left
        if not self.is_welcome.done():
            self.is_welcome.set_exception(error or ConnectionError("the server has closed it"))

    def _hear(self, frame: bytes, kind: int) -> None:
        if kind != 1:
            self.transport.abort()
            return
        seen = _seen.decode(frame)
        if seen.type == "ping":
            self.send(f'{{"type":"pong","t":{seen.t}}}')
        elif seen.type in ("welcome", "update", "refused"):
            self.last = seen
            if seen.type == "welcome":
                self.is_welcome.set_result(None)
            elif seen.type == "refused":
                self._room.refuse(seen.reason)
            elif bytes(seen.events) != b"[]":
                self._room.told()


def _frame_end(buffer: bytes | bytearray) -> tuple[int, int] | None:
    """Return where the payload of the first frame lies, once it is whole."""
    if len(buffer) < 2:
        return None
    size, start = buffer[1] & 127, 2
    if size >= 126:
        start = 4 if size == 126 else 10
        if len(buffer) < start:
            return None
        size = int.from_bytes(buffer[2:start])
    return (start, start + size) if len(buffer) >= start + size else None


class Room:
    """A room with a socket for each person; whoever is to act moves by their own socket."""

    protocol = 1

    def __init__(self, host: str, name: str, keys: dict[int, str]) -> None:
        self.host = host
        self.name = name
        self.keys = keys
        self._sockets: dict[int, Socket] = {}
        self._sent = 0.0
        self._count = 0
        self._missing = 0
        self.is_left = False
        self.refused = 0
        self.lost = 0
        """How many sockets have ended before their time."""
        self.times: list[float] = []
        """How long the moves took, in seconds, until everybody was told."""
        self.ready: Callable[[Room], None] = lambda room: None
        """Is called when everybody has been told of the last move, or it was refused."""

    async def join(self) -> None:
        """Open the sockets, and wait until all are welcome."""
        loop, (host, _, port) = asyncio.get_running_loop(), self.host.rpartition(":")
        for seat in self.keys:
            _, socket = await loop.create_connection(partial(Socket, self, seat), host, int(port))
            self._sockets[seat] = socket
            await socket.is_welcome

    def leave(self) -> None:
        """Close the sockets."""
        self.is_left = True
        for socket in self._sockets.values():
            socket.transport.abort()

    @property
    def received(self) -> int:
        """How many bytes have come to all sockets."""
        return sum(socket.received for socket in self._sockets.values())

    @property
    def is_busy(self) -> bool:
        """Whether somebody has not been told of the last move yet."""
        return self._missing > 0

    def next_mover(self) -> tuple[int, Scene] | None:
        """Return whose turn it is with what they see; None where it is no turn of ours."""
        seat, socket = next(iter(self._sockets.items()))
        scene = _scene.decode(socket.last.scene)
        to_act = scene.to_act
        if to_act is None or to_act not in self.keys:
            return None
        if to_act != seat:
            scene = _scene.decode(self._sockets[to_act].last.scene)
        return to_act, scene

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        first = next(iter(self._sockets.values())).last
        return _status.decode(first.room).status == "over"

    def move(self) -> bool:
        """Make any move; whether there was one to make."""
        found = self.next_mover()
        if found is None:
            return False
        seat, scene = found
        self._count += 1
        self._missing = len(self._sockets)
        move, version = random.choice(scene.moves()), self._sockets[seat].last.version
        self._sent = time.perf_counter()
        self._sockets[seat].send(
            f'{{"type":"submit","id":"{self._count}","token":"{self.keys[seat]}",'
            f'"version":{version},"move":"{move}"}}'
        )
        return True

    def told(self) -> None:
        """Note that one of the sockets has been told of something new."""
        if self._missing:
            self._missing -= 1
            if not self._missing:
                self.times.append(time.perf_counter() - self._sent)
                self.ready(self)

    def refuse(self, reason: str) -> None:
        """Note that the server has refused a move."""
        self.refused += 1
        self._missing = 0
        self.ready(self)
