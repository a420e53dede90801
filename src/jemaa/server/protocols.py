"""What happens on a connection below the application: who is cut off, and when."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


def http_protocol(seconds: float) -> type[HttpProtocol]:
    """Give the protocol for clients who have so many seconds to say what they want."""
    return type("HttpProtocol", (HttpProtocol,), {"patience": seconds})


class HttpProtocol(H11Protocol):
    """Requests, which must be complete in time: a few slow clients could hold all connections."""

    patience: float
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._await_request()

    def data_received(self, data: bytes) -> None:
        """Read on; what is half a request must be whole in time, but a socket may be silent."""
        super().data_received(data)
        is_socket = self.transport.get_protocol() is not self
        if not is_socket and self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._await_request()
        else:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _await_request(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(self.patience, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class SocketProtocol(WebSocketsSansIOProtocol):
    """Sockets, with a way to cut one whose reader is stuck."""

    def handle_connect(self, event: Any) -> None:
        """Let the application cut the connection: closing alone waits for the reader."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"]["abort"] = self.transport.abort
