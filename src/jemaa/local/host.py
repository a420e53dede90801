"""Everything that a table needs of a server, without the server: rooms, conversations, bots.

The page speaks the same messages to it as to a server. Who opens a room here has all its seats.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

import msgspec

from jemaa.core.errors import JemaaError
from jemaa.core.state import compiled
from jemaa.server import study, wire
from jemaa.server.bots import BotDriver, Hints, Thinker
from jemaa.server.bus import Bus
from jemaa.server.monitoring import complain
from jemaa.server.reasons import RefusalError
from jemaa.server.reviews import Analyst, Reviews
from jemaa.server.room import BOT_PATIENCE, redact
from jemaa.server.room.clock import now
from jemaa.server.room.tokens import digest
from jemaa.server.rooms import Rooms
from jemaa.server.sockets.hub import Hub
from jemaa.server.sockets.session import Session
from jemaa.server.store import Store, StoreError, UnknownRoomError
from jemaa.server.upkeep import Upkeep

PREFIX: Final = "here-"
"""The names of rooms that live in a browser begin so, and those of servers never do."""
BOT_DELAY = 500
"""How many milliseconds a bot's move takes at least: people must be able to follow."""
CATCH_UP_SECONDS, COMPARE_SECONDS, WAKE_SECONDS = 1.0, 10.0, 2.0
MOST_LINES = 8
"""So many pages of one tab look at a room: there is one, and one that is just going."""
MESSAGES_A_SECOND = 50.0
BATCH = 1
"""So many events are looked at for one question: a bot may have to wait for the answer."""
LARGEST = 1 << 20
"""The largest request, in bytes: a record that is brought along."""


class _Nothing:
    """A figure that nobody reads."""

    def labels(self, *names: str) -> _Nothing:
        return self

    def inc(self, by: float = 1) -> None: ...

    def dec(self, by: float = 1) -> None: ...

    def set(self, to: float) -> None: ...

    def observe(self, what: float) -> None: ...


class NoMetrics:
    """The figures of a host that shows none."""

    rooms = sockets = opened = commands = appends = _Nothing()
    thinking = drops = cuts = faults = _Nothing()


class Line:
    """A page's conversation with a room, as a socket would have it.

    Args:
        say: takes what the page shall hear.
        end: is told with a close code that nothing more will come.
    """

    def __init__(self, say: Callable[[str], None], end: Callable[[int], None]) -> None:
        self._say = say
        self._end = end
        self._heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue(1000)
        self._has_ended = False
        self.task: asyncio.Task[None] | None = None

    def hear(self, text: str) -> None:
        """Take what the page says."""
        self._put({"type": "websocket.receive", "text": text})

    def close(self) -> None:
        """Take that the page hangs up."""
        self._put({"type": "websocket.disconnect"})

    def _put(self, event: dict[str, Any]) -> None:
        try:
            self._heard.put_nowait(event)
        except asyncio.QueueFull:
            self.abort()

    # What a session needs of it: see `jemaa.server.sockets.Transport`.

    waiting = 0
    """A page in the same browser takes everything at once."""

    def push(self, data: bytes) -> None:
        """Send a text message."""
        if not self._has_ended:
            self._say(data.decode())

    def abort(self) -> None:
        """Cut the line at once."""
        self._finish(1006)
        if self.task is not None:
            self.task.cancel()

    async def send(self, message: dict[str, Any]) -> None:
        """Send as ASGI does."""
        if message["type"] == "websocket.send":
            self.push(message["text"].encode())
        elif message["type"] == "websocket.close":
            self._finish(message["code"])

    async def receive(self) -> dict[str, Any]:
        """Wait for what the page says next."""
        return await self._heard.get()

    def _finish(self, code: int) -> None:
        if not self._has_ended:
            self._has_ended = True
            self._end(code)


class LocalHost:
    """The rooms of this browser.

    Args:
        store: where they are kept.
        bus: how other tabs learn of changes.
        thinker: who thinks for the bots.
        analyst: who answers the questions of reviews and hints.
    """

    def __init__(self, store: Store, bus: Bus, thinker: Thinker, analyst: Analyst) -> None:
        metrics = NoMetrics()
        self._store = store
        self._bus = bus
        self.rooms = Rooms(store, bus, metrics, most=20, prefix=PREFIX)
        self._hub = Hub(self.rooms, bus, metrics)
        self._bots = BotDriver(
            self.rooms, thinker, metrics, delay=lambda room: BOT_DELAY, thinking=self._hub.thinking
        )
        self._reviews = Reviews(self.rooms, store, analyst, batch=BATCH, quick=not compiled)
        self._hints = Hints(self.rooms, analyst)
        self._upkeep = Upkeep(self._fault)
        self._is_fresh = True

    async def open(self) -> None:
        """Begin.

        Raises:
            StoreError: the storage does not work.
        """
        await self._store.open()
        await self._bus.open()
        self.rooms.memory.is_watched = self._hub.is_watched
        self.rooms.listen(lambda room, own: self._hub.changed(room), self._hub.gone)
        self.rooms.listen(self._bots.consider)
        self._upkeep.repeat(self._wake, WAKE_SECONDS)
        self._upkeep.repeat(self.rooms.catch_up, CATCH_UP_SECONDS)
        self._upkeep.repeat(self.rooms.compare, COMPARE_SECONDS)

    async def close(self) -> None:
        """End."""
        await self._upkeep.close()
        await self._bots.close()
        await self._reviews.close()
        await self._bus.close()
        await self._store.close()

    def connect(self, say: Callable[[str], None], end: Callable[[int], None]) -> Line:
        """Begin a conversation; the room is named in its first message."""
        line = Line(say, end)
        connection = self._hub.connect(line, line.send)
        session = Session(
            self._hub, connection, line.receive, most=MOST_LINES, rate=MESSAGES_A_SECOND
        )
        line.task = asyncio.create_task(session.run())
        return line

    async def ask(self, method: str, path: str, body: str = "", device: str = "") -> str:
        """Answer a request as a server would; return JSON with `value`, or with `problem`."""
        try:
            if len(body) > LARGEST:
                raise RefusalError("too-large", "the request is too large")
            value = await self._answer(method, path.split("/")[2:], body, device)
            return msgspec.json.encode({"value": value}).decode()
        except RefusalError as refusal:
            problem = wire.Problem(refusal.reason, refusal.message, refusal.field)
        except UnknownRoomError:
            problem = wire.Problem("unknown-room", "there is no such room here")
        except StoreError as error:
            problem = wire.Problem("store", str(error))
        except msgspec.DecodeError as error:
            problem = wire.Problem("malformed", str(error))
        except JemaaError as error:
            problem = wire.Problem("setting", str(error))
        except Exception as error:
            complain("a request has failed", error)
            problem = wire.Problem("fault", "something went wrong here; it was noted")
        return msgspec.json.encode({"problem": problem}).decode()

    async def _answer(self, method: str, path: list[str], body: str, device: str) -> object:
        match method, path:
            case "POST", ["rooms"]:
                return await self._open(msgspec.json.decode(body, type=wire.NewRoom))
            case "GET", ["games"]:
                own = digest(device)
                listed = await self._store.of_device(own)
                return [redact.own_game(one, own) for one in listed]
            case "GET", ["records"]:
                return await self._records(digest(device))
            case "GET", ["rooms", room]:
                return redact.info(await self.rooms.get(room), now())
            case "GET", ["rooms", room, "replay"]:
                return redact.replay(await self.rooms.get(room))
            case "GET", ["rooms", room, "record"]:
                return str((await self.rooms.get(room)).record)
            case "GET", ["rooms", room, "review"]:
                return msgspec.Raw(await self._reviews.kept(room) or b"null")
            case "POST", ["records"]:
                record = msgspec.json.decode(body, type=study.RecordWish).record
                return await self.rooms.open_record(record)
            case "POST", ["rooms", room, action]:
                return await self._study(room, action, body)
        raise RefusalError("not-found", "there is nothing at this address")

    async def _study(self, room: str, action: str, body: str) -> object:
        """Answer what is asked about a finished game, or for a hint."""
        match action:
            case "review":
                have = msgspec.json.decode(body, type=study.ReviewWish).have
                return msgspec.Raw(await self._reviews.ask(room, have))
            case "trial":
                ply = msgspec.json.decode(body, type=study.TrialWish).ply
                return await self._reviews.trial(room, ply)
            case "retry":
                wish = msgspec.json.decode(body, type=study.RetryWish)
                return await self.rooms.retry(room, wish)
            case "hint":
                return await self._hints.give(room, msgspec.json.decode(body, type=study.HintWish))
        raise RefusalError("not-found", "there is nothing at this address")

    async def _records(self, device: str) -> str:
        """Return the records of all finished games, one after the other, the latest first."""
        over = [one for one in await self._store.of_device(device) if one.summary.status == "over"]
        records = [str((await self.rooms.get(one.room)).record) for one in over]
        return "\n".join(records)

    async def _open(self, new: wire.NewRoom) -> wire.OpenedRoom:
        if any(seat.kind == "open" for seat in new.seats):
            raise RefusalError("needs-server", "friends by a link need a server", field="seats")
        return await self.rooms.open(new)

    async def _fault(self) -> str:
        try:
            await self._store.check()
        except StoreError as error:
            return str(error)
        return ""

    async def _wake(self) -> None:
        """Let bots go on that were thinking when a tab was closed."""
        patience = BOT_PATIENCE if self._is_fresh else 0
        await self._bots.wake(await self._store.waking(now() + patience))
        self._is_fresh = False
