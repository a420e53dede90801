"""What happens on a connection below the application: who is counted, and who is cut off when.

Every connection counts for its address from its first moment to its last. A `Watch` looks at all of
them each second and cuts off those that have had their time: for a request, for reading, for going.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from time import monotonic
from typing import Any, cast

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from jemaa.server.limits import Bucket, Counts, network
from jemaa.server.monitoring import Metrics, Tally
from jemaa.server.settings import Settings
from jemaa.server.wire import Problem

TICK_SECONDS = 1.0
CLOSING_SECONDS = 5.0
"""How long a client may take to read the last words to it."""
LEAVING_SECONDS = 1.0
"""The same when the server ends."""
LARGEST_HEAD = 16_384
"""How many bytes the first line and the headers of a request may have."""
MOST_BODY = 1 << 20
"""Whoever sends so many bytes of a body that nobody wants is cut off."""
MOST_HEADERS = 128
MOST_PIECES = 256
"""The body of a request may come in so many pieces."""
PIECE = 1024
"""So many bytes from a socket are looked at before its frames are counted again."""
FRAMES = 4
BURST = 20
"""For each message a second that a socket may send: so many frames for long, so many at once."""
MOST_WAITING = 8
"""So many messages of a socket wait for the application before no more are read."""
BEAT = 0.01
"""So many seconds lie between two times at which small messages are taken in, at least."""
SPARE_FILES = 64
"""So many files are kept free for the store and whatever else the server must open."""

TURNED_AWAY = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 5\r\n"
    b"content-length: %d\r\nconnection: close\r\n\r\n%b"
)


class Watch:
    """Counts connections and cuts off those that keep one for nothing.

    Args:
        settings: how many, and how long.
        metrics: where those are counted that are cut off.
        files: how many files the process may open; 0 if nobody knows.
    """

    def __init__(self, settings: Settings, metrics: Metrics, files: int = 0) -> None:
        self.patience = settings.request_seconds
        self.rate = settings.messages_per_second
        # Behind a proxy all connections are the proxy's; the application counts requests instead.
        self._counts = None if settings.proxied else Counts(2 * settings.sockets_per_ip)
        self._metrics = metrics
        self._last_file = files - SPARE_FILES if files else math.inf
        self._closing = CLOSING_SECONDS
        self._tells_addresses = settings.log_addresses
        self._tally = Tally()
        self.beat = Beat()

    def admit(self, transport: asyncio.Transport) -> str | None:
        """Count a new connection; return whom it counts for, or None when it is turned away."""
        peer = transport.get_extra_info("peername")
        address = network(str(peer[0])) if isinstance(peer, tuple) else ""
        if transport.get_extra_info("socket").fileno() >= self._last_file:
            self.note("files", "no more files can be opened: raise the limit (ulimit -n)", address)
            _turn_away(transport, "the server has too many connections; please come back later")
        elif self._counts is not None and not self._counts.enter(address):
            self.note("crowded", "too many connections from one address", address)
            _turn_away(transport, "too many connections from your address")
        else:
            return address
        return None

    def dismiss(self, address: str) -> None:
        """Count a connection no more."""
        if self._counts is not None:
            self._counts.leave(address)

    def note(self, why: str, message: str, address: str | None) -> None:
        """Count and write down that a connection was cut off or turned away."""
        self._metrics.cuts.labels(why).inc()
        if self._tells_addresses and address:
            self._tally.warn(message, address=address)
        else:
            self._tally.warn(message)

    def hurry(self, connections: set[Any]) -> None:
        """Wait less for those who do not finish their request or do not read: the server ends."""
        self.patience = self._closing = LEAVING_SECONDS
        due = monotonic() + LEAVING_SECONDS
        for connection in connections:
            if connection.request_due < math.inf:
                connection.request_due = min(connection.request_due, due)
            if connection.reading_due < math.inf:
                connection.reading_due = min(connection.reading_due, due)

    async def run(self, connections: set[Any]) -> None:
        """Look at all connections again and again; never ends."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            now = monotonic()
            # Nearly all have nothing due: it is seen here, as a call for each takes ten times that.
            due = [
                connection
                for connection in connections
                if now >= connection.request_due
                or now >= connection.reading_due
                or connection.transport.is_closing()
            ]
            for connection in due:
                self._look(connection, now)

    def _look(self, connection: WatchedProtocol, now: float) -> None:
        if now >= connection.request_due:
            self.note("slow", "a request was not complete in time", connection.address)
        elif now >= connection.reading_due:
            self.note("stuck", "a client does not read what it is sent", connection.address)
        else:  # it is closing
            connection.closing_due = min(connection.closing_due, now + self._closing)
            if now < connection.closing_due:
                return
            self.note("stuck", "a client does not read what it is sent", connection.address)
        connection.transport.abort()


def _head(size: int) -> bytes:
    """Return the head of a whole text frame from a server: there is no mask."""
    if size < 126:
        return bytes((0x81, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2)
    return b"\x81\x7f" + size.to_bytes(8)


def _extent(data: bytes, start: int = 0) -> tuple[int, int] | None:
    """Return where the mask of a client's frame begins and where its payload ends, maybe later.

    None if that cannot be said: the head is not complete, or it is one that pages never send.
    """
    if len(data) < start + 6 or not data[start] & 0x80 or not data[start + 1] & 0x80:
        return None
    size = data[start + 1] & 0x7F
    if size == 127:
        return None
    mask = start + 2
    if size == 126:
        size, mask = int.from_bytes(data[mask : mask + 2]), mask + 2
    return mask, mask + 4 + size


def _whole_text(data: bytes) -> bytes | None:
    """Return the text of a client's frame, if that is all there is, and plain ASCII.

    A page sends nothing else when it moves; to the parser this is one case of many.
    """
    extent = _extent(data)
    if extent is None or extent[1] != len(data) or data[0] != 0x81:
        return None
    mask, payload = data[extent[0] : extent[0] + 4], data[extent[0] + 4 :]
    size = len(payload)
    masks = (mask * (size // 4 + 1))[:size]
    text = (int.from_bytes(payload) ^ int.from_bytes(masks)).to_bytes(size)
    return text if text.isascii() else None


def _turn_away(transport: asyncio.Transport, message: str) -> None:
    problem = msgspec.json.encode(Problem("crowded", message))
    transport.write(TURNED_AWAY % (len(problem), problem))
    transport.close()


class WatchedProtocol(asyncio.Protocol):
    """What the watch must know of a connection, whatever is spoken on it."""

    transport: asyncio.Transport
    watch: Watch
    address: str | None = None
    """Whom it counts for; None if it is not counted."""
    request_due: float = math.inf
    """When the client must have said what it wants."""
    reading_due: float = math.inf
    """When the client must have read on."""
    closing_due: float = math.inf

    def pause_writing(self) -> None:
        """Note that the client does not read as fast as it is written to."""
        super().pause_writing()
        self.reading_due = monotonic() + self.watch.patience

    def resume_writing(self) -> None:
        """Note that the client reads on."""
        super().resume_writing()
        self.reading_due = math.inf

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        super().connection_lost(exc)
        if self.address is not None:
            self.watch.dismiss(self.address)
            self.address = None


class _Parser(h11.Connection):
    """Reads requests, but none of many headers, and none whose body comes in crumbs."""

    _pieces = 0

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Data):
            self._pieces += 1
            if self._pieces > MOST_PIECES:
                raise h11.RemoteProtocolError("too many pieces")
        elif isinstance(event, h11.Request):
            self._pieces = 0
            if len(event.headers) > MOST_HEADERS:
                raise h11.RemoteProtocolError("too many headers")
        return event


class HttpProtocol(WatchedProtocol, H11Protocol):
    """Requests, which must be complete in time: a few slow clients could hold all connections."""

    def __init__(self, watch: Watch, **more: Any) -> None:
        super().__init__(**more)
        self.watch = watch
        self.conn = _Parser(h11.SERVER, LARGEST_HEAD)
        self._lines = 0
        self._unwanted = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self.address = self.watch.admit(transport)
        self.request_due = monotonic() + self.watch.patience

    def data_received(self, data: bytes) -> None:
        """Read on, a head's length at a time: the parser looks only at what is not complete."""
        for start in range(0, len(data), LARGEST_HEAD):
            piece = data[start : start + LARGEST_HEAD]
            if self._has_too_many_lines(piece):
                self.send_400_response("Too many headers.")
                return
            super().data_received(piece)
            if self.transport.is_closing() or self._is_upgraded():
                return
        self._await_request(len(data))

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection at once, also where it just broke: a timer would keep it."""
        super().connection_lost(exc)
        self._unset_keepalive_if_required()

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be read; where an answer is on its way already there is no other."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over, or end it if the other parser wants none of it."""
        super().handle_websocket_upgrade(event)
        cast("SocketProtocol", self.transport.get_protocol()).take_over(self)

    def _has_too_many_lines(self, piece: bytes) -> bool:
        """Count the lines of a head before they are parsed, which takes a hundred times as long."""
        if self.conn.their_state is not h11.IDLE:
            return False
        end = piece.find(b"\r\n\r\n")
        self._lines += piece.count(b"\n", 0, end if end >= 0 else len(piece))
        return self._lines > MOST_HEADERS

    def _is_upgraded(self) -> bool:
        return self.transport.get_protocol() is not self

    def _await_request(self, size: int) -> None:
        """Let half a request have its time, but not more with each byte that comes."""
        state = self.conn.their_state
        if state is not h11.IDLE:
            self._lines = 0
        if state is not h11.IDLE and state is not h11.SEND_BODY:
            self.request_due = math.inf
            self._unwanted = 0
        elif self.request_due == math.inf:
            self.request_due = monotonic() + self.watch.patience
        if state is h11.SEND_BODY and self.cycle.response_complete:
            self._unwanted += size
            if self._unwanted > MOST_BODY:
                self.watch.note("flood", "a body that nobody wants does not end", self.address)
                self.transport.abort()


class Beat:
    """Lets what comes from many sockets within a moment be taken in together.

    A message by itself costs a busy server twice what it costs among others: two threads and the
    disk are waited for, and the processor has to fetch all code anew. Whoever comes to a quiet
    server, or is the only one who speaks, waits for nobody.
    """

    def __init__(self) -> None:
        self._last = -math.inf
        self._waiting: list[SocketProtocol] = []
        self._before: list[SocketProtocol] = []
        """Those of the last beat."""

    def add(self, socket: SocketProtocol) -> None:
        """Let a socket take in what it was sent: at once, or a moment after the others."""
        if not self._waiting:
            loop = asyncio.get_running_loop()
            pause = 0 if self._before == [socket] else BEAT
            loop.call_at(max(loop.time(), self._last + pause), self._strike)
        self._waiting.append(socket)

    def _strike(self) -> None:
        self._last = asyncio.get_running_loop().time()
        self._before, self._waiting = self._waiting, []
        for socket in self._before:
            socket.take_in()


class SocketProtocol(WatchedProtocol, WebSocketsSansIOProtocol):
    """Sockets, whose frames are counted, and which can be cut when their readers are stuck."""

    def __init__(self, watch: Watch, **more: Any) -> None:
        super().__init__(**more)
        self.watch = watch
        rate = watch.rate
        self._frames = Bucket(burst=BURST * rate, per_second=FRAMES * rate)
        self._unsent: list[bytes] = []
        self._unread = b""
        """What waits for the beat."""
        self.hear_at_once: Callable[[bytes], bool] | None = None
        """Takes a message without waiting, if it can: the way of nearly all moves, around ASGI."""
        self._rest: int | None = 0
        """How many bytes are still to come of the last frame; None if nobody knows any more."""

    def take_over(self, other: HttpProtocol) -> None:
        """Take the connection over from the protocol on which it began."""
        self.address, other.address = other.address, None
        if not self.handshake_initiated:
            # It is a request to one parser and none to the other, which may have said why.
            said = b"".join(self.conn.data_to_send())
            self.transport.write(said or b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n")
            self.transport.close()
            self.watch.note("upgrade", "a request for a socket could not be read", self.address)

    def handle_connect(self, event: Any) -> None:
        """Let the application reach the connection itself; see `sockets.Transport`."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"]["transport"] = self

    @property
    def waiting(self) -> int:
        """How many bytes the client has not taken yet."""
        return self.transport.get_write_buffer_size() + sum(map(len, self._unsent))

    def push(self, data: bytes) -> None:
        """Send a text message, around ASGI and its waiting: whoever calls this counts the bytes.

        What is sent in one round of the loop goes out together, which costs half as much.
        """
        if not self._unsent:
            self.loop.call_soon(self._flush)
        self._unsent += (_head(len(data)), data)

    def _flush(self) -> None:
        data, self._unsent = b"".join(self._unsent), []
        if not (self.disconnected or self.close_sent):
            self.transport.write(data)

    def abort(self) -> None:
        """Cut the connection at once: closing alone waits for the reader."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take in frames: a small message with the next beat, more of them at once."""
        if self.handshake_complete and not self._unread and len(data) <= PIECE:
            self._unread = data
            self.watch.beat.add(self)
            return
        self.take_in()
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            self._take_in(data[start : start + PIECE])

    def take_in(self) -> None:
        """Take in what has waited for the beat."""
        data, self._unread = self._unread, b""
        if data:
            self._take_in(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Take in the last message, which may be a move, and forget the connection."""
        self.take_in()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """The same, as the server ends."""
        self.take_in()
        super().shutdown()

    def _take_in(self, data: bytes) -> None:
        """Take in some frames, not more of them than a page could need, however small they are."""
        conn = self.conn
        if self._is_heard_at_once(data):
            return
        conn.receive_data(data)
        # A read costs as much as a frame: bytes may come one by one.
        if not self._frames.take(len(conn.events) or 1):
            self.watch.note("flood", "too many frames on a socket", self.address)
            if conn.state is State.OPEN:
                conn.fail(1008, "flood")
        elif conn.parser_exc is None:
            self.handle_events()
            return
        if conn.close_sent is None:
            self.transport.abort()  # nothing can be said to it yet
        else:
            self.handle_parser_exception()

    def _is_heard_at_once(self, data: bytes) -> bool:
        """Hand a message straight to the application, if it is a whole one and it takes it so."""
        if self.conn.state is not State.OPEN:
            if self.handshake_initiated:
                self._rest = None  # frames that come so early are left to the parser
            return False
        if self._rest == 0 and self.hear_at_once is not None and self.queue.empty():
            text = _whole_text(data)
            if text is not None and self.hear_at_once(text):
                self._frames.take()
                return True
        self._follow(data)
        return False

    def _follow(self, data: bytes) -> None:
        """Note where the parser is within a frame when it has this."""
        place = self._rest
        while place is not None and place < len(data):
            extent = _extent(data, place)
            place = None if extent is None else extent[1]
        self._rest = None if place is None else place - len(data)

    def send_receive_event_to_app(self) -> None:
        """Hand a message on; only where several wait does reading stop, which costs as much."""
        was_paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = was_paused
        if not was_paused and self.queue.qsize() >= MOST_WAITING:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_ping(self) -> None:
        """Answer a ping, but only a client that reads: answers that wait need not be told."""
        answers = b"".join(self.conn.data_to_send())
        if self.reading_due == math.inf:
            self.transport.write(answers)
