"""One socket, from its handshake to its end: what it says, and what it is answered.

Close codes: 1000 you left, 1007 not understood, 1008 too much, 1009 too large, 1012 the server
starts anew, 1013 too slow or no store, 4404 no such room, 4408 silent, 4426 an old page, 4429 too
many sockets. A page from elsewhere gets no socket at all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from typing import Any

import msgspec

from jemaa.core.state import Seat
from jemaa.server import wire
from jemaa.server.limits import Bucket
from jemaa.server.monitoring import complain, note
from jemaa.server.reasons import RefusalError
from jemaa.server.room import Room, redact
from jemaa.server.room.clock import now
from jemaa.server.sockets import Connection
from jemaa.server.sockets.hub import Hub
from jemaa.server.store import FateUnknownError, StoreError, UnknownRoomError

Receive = Callable[[], Awaitable[dict[str, Any]]]

HELLO_SECONDS = 10.0
HELLOS, HELLO_PAUSE = 5, 5.0
"""So many more greetings may come on one socket, and another one after so many seconds: pages need
none, and each may be answered with a whole history."""
FAULTS = 3
"""So many messages that cannot be understood, and the socket is closed."""
MOST_TOKENS = 8
UNREADABLE = (msgspec.DecodeError, RecursionError)
"""What reading a message can raise: it is no message, or nested too deep."""


class Session:
    """The conversation with one socket.

    Args:
        hub: where everybody is.
        connection: the way to the socket.
        receive: waits for what it says, as in ASGI.
        most: how many sockets may look at one room.
        rate: how many messages a second it may send.
        wait: counts a rematch; returns the seconds to wait if there are too many from its address.
    """

    def __init__(
        self,
        hub: Hub,
        connection: Connection,
        receive: Receive,
        *,
        most: int,
        rate: float,
        wait: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self._hub = hub
        self._wait = wait
        self._connection = connection
        self._receive = receive
        self._most = most
        self._bucket = Bucket(burst=2 * rate, per_second=rate)
        self._hellos = Bucket(burst=HELLOS, per_second=1 / HELLO_PAUSE)
        self._faults = 0
        self._listens = False
        """Whether nothing that came before is still being answered."""
        self._context = copy_context()
        self._again: asyncio.Task[None] | None = None
        """Carries out a move once more that could not be stored at once."""
        self._room = ""

    async def run(self) -> None:
        """Talk until the socket ends."""
        try:
            await self._guard(self._talk())
        finally:
            self._hub.leave(self._connection, self._room)
            await self._connection.outbox.closed()

    async def _talk(self) -> None:
        if await self._greet():
            while (frame := await self._frame()) is not None:
                await self._hear(frame)

    async def _guard(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something for the socket; send it away if that fails."""
        connection = self._connection
        try:
            await work
        except UnknownRoomError:
            connection.dismiss(4404, "unknown-room", "there is no such room, or no more")
        except StoreError as error:
            complain(str(error))
            connection.dismiss(1013, "store", "the store does not answer; please come back")
        except Exception as error:
            complain("a socket has failed", error)
            self._hub.metrics.faults.inc()
            connection.dismiss(1013, "fault", "something went wrong here; please come back")

    def hear_at_once(self, frame: bytes) -> bool:
        """Take in a message that needs no waiting, as moves do; whether it was one.

        If not, nothing has happened: it is to come by `receive`, like all others.
        """
        if not self._listens or self._connection.outbox.is_closing or self._bucket.wait():
            return False
        try:
            message = wire.read(frame)
        except UNREADABLE:
            return False
        if isinstance(message, wire.Submit):
            if not self._hub.rooms.submit(self._room, message, partial(self._moved, message)):
                return False
        elif not isinstance(message, wire.Pong):
            return False
        self._bucket.take()
        self._connection.quiet = 0
        return True

    def _moved(self, command: wire.Submit, outcome: int | Exception) -> None:
        if isinstance(outcome, int):
            self._connection.send(wire.Accepted(command.id, outcome))
        else:  # the usual way will tell what has become of it
            again = self._guard(self._command(command))
            self._again = asyncio.create_task(again, context=self._context)

    async def _frame(self) -> str | None:
        """Wait for what the client says next; None at the end."""
        self._listens = self._room != ""
        event = await self._receive()
        self._listens = False
        if event["type"] != "websocket.receive":
            return None
        return event.get("text") or ""  # a frame of bytes is none of ours: it reads as empty

    async def _greet(self) -> bool:
        """Wait for the first message and answer it; False if the socket has ended instead."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                frame = await self._frame()
        except TimeoutError:
            self._connection.dismiss(4408, "silent", "nothing was said for 10 seconds")
            return True
        if frame is None:
            return False
        try:
            hello = wire.read(frame)
        except UNREADABLE:
            hello = None
        if isinstance(hello, wire.Hello):
            await self._welcome(hello)
        else:
            self._connection.dismiss(1007, "malformed", "the first message must be a hello")
        return True

    async def _hear(self, frame: str) -> None:
        connection = self._connection
        if connection.outbox.is_closing:
            return
        connection.quiet = 0
        if not self._bucket.take():
            connection.dismiss(1008, "flood", "too many messages; please be slower")
            return
        try:
            message = wire.read(frame)
        except UNREADABLE as error:
            self._misunderstand(str(error))
        else:
            await self._answer(message)

    async def _answer(self, message: wire.Request) -> None:
        match message:
            case wire.Ping(t=t):
                self._connection.send(wire.Pong(t))
            case wire.Pong():
                pass  # it lives; that was noted already
            case wire.Look(token=token):
                await self._look(token)
            case wire.Hello():
                if self._hellos.take():
                    await self._welcome(message)
                else:
                    self._connection.dismiss(1008, "flood", "too many greetings; please be slower")
            case _:
                await self._command(message)

    async def _welcome(self, hello: wire.Hello) -> None:
        """Let the connection in; a second hello shows new keys to the same room."""
        connection = self._connection
        if hello.protocol != wire.PROTOCOL:
            connection.dismiss(
                4426, "protocol", "this page is of another version; please reload it"
            )
        elif self._room not in ("", hello.room) or len(hello.tokens) > MOST_TOKENS:
            connection.dismiss(1007, "malformed", "one socket is for one room and a few keys")
        else:
            await self._enter(hello)

    async def _enter(self, hello: wire.Hello) -> None:
        hub, connection = self._hub, self._connection
        known = await hub.rooms.get(hello.room)
        is_seated = any(known.seat_of(token) is not None for token in hello.tokens)
        # Who only looks on takes nobody's place: for those with keys there are as many again.
        most = 2 * self._most if is_seated else self._most
        if not self._room and hub.count(hello.room) >= most:
            connection.dismiss(4429, "crowded", "too many people look at this room")
        else:
            room = await self._come_back(known, hello.tokens)
            seats = {room.seat_of(token) for token in hello.tokens}
            held = tuple(sorted(seat for seat in seats if seat is not None))
            self._room = hello.room
            note(room=hello.room)
            self._context = copy_context()
            hub.join(connection, room, held, hello.since)

    async def _come_back(self, room: Room, tokens: tuple[str, ...]) -> Room:
        """Let people play again who show their keys after they were away; return the room then."""
        rooms = self._hub.rooms
        for token in tokens:
            seat = room.seat_of(token)
            if room.status != "over" and seat is not None and room.seats[seat].is_left_alone:
                with suppress(
                    RefusalError, StoreError
                ):  # they can still look on, and say so themselves
                    back = wire.Back("", token, room.version)
                    await rooms.command(room.id, back, self._hub.online(room.id))
        return await rooms.get(room.id, fresh=False)

    async def _look(self, token: str) -> None:
        room = await self._hub.rooms.get(self._room, fresh=False)
        self._connection.look(room.seat_of(token) if token else None)
        self._hub.look(self._connection, room)

    async def _command(self, command: wire.AnyCommand) -> None:
        if isinstance(command, wire.Rematch) and self._wait():  # it opens a room, like any other
            self._refuse(command.id, "limited", "too many rooms from your address; please wait")
            return
        is_move = isinstance(command, wire.Submit)  # the one that must be quick, whoever is here
        online = frozenset[Seat]() if is_move else self._hub.online(self._room)
        away = self._hub.away(self._room) if isinstance(command, wire.Ask) else {}
        try:
            version = await self._hub.rooms.command(self._room, command, online, away)
        except RefusalError as refusal:
            self._refuse(command.id, refusal.reason, refusal.message, refusal.clause)
        except FateUnknownError as error:
            complain(str(error))
            self._hub.held_up(self._room)
            self._refuse(command.id, "uncertain", "it may have been stored or not; ask again")
        except StoreError as error:
            complain(str(error))
            self._hub.held_up(self._room)
            self._refuse(command.id, "store", "it could not be stored; please try again")
        else:
            self._connection.send(wire.Accepted(command.id, version))

    def _misunderstand(self, why: str) -> None:
        self._faults += 1
        if self._faults >= FAULTS:
            self._connection.dismiss(1007, "malformed", f"this cannot be understood: {why}")
        else:
            self._refuse("", "malformed", f"this cannot be understood: {why}")

    def _refuse(self, id: str, reason: str, message: str, clause: str = "") -> None:
        known = self._hub.rooms.memory.known(self._room)
        if known is None:
            return
        room = known.room
        eye = self._connection.eye(room)
        self._connection.send(
            wire.Refused(
                id=id,
                reason=reason,
                clause=clause,
                message=message,
                version=room.version,
                room=redact.info(room, now()),
                eye=eye,
                scene=redact.scene(room, eye),
            )
        )
