"""The application: sockets to sessions, pages from memory, everything else to the handlers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import Litestar
from litestar.di import Provide
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from jemaa import __version__
from jemaa.server.http.bodies import Pages, preview
from jemaa.server.http.handlers import HANDLERS, ApiContext
from jemaa.server.http.headers import (
    Headers,
    behind_proxy,
    client,
    header,
    is_host,
    security_headers,
)
from jemaa.server.http.problems import HANDLERS as PROBLEMS
from jemaa.server.http.problems import (
    REASONS,
    JsonRequest,
    LimitedError,
    seconds_text,
    send_problem,
)
from jemaa.server.limits import Counts, network
from jemaa.server.monitoring import note
from jemaa.server.services import Services
from jemaa.server.sockets import Send
from jemaa.server.sockets.endpoint import SocketEndpoint
from jemaa.server.sockets.session import Receive

LARGEST_BODY = 65536
PIECE = 65536
HANDLED = ("/api/", "/schema", "/healthz", "/metrics")


class App:
    """An ASGI application over some services, which somebody else opens and closes."""

    def __init__(self, services: Services) -> None:
        api = ApiContext(services)
        self._sockets = SocketEndpoint(services.hub, services.settings)
        self._is_proxied = services.settings.proxied
        self._requests = api.requests
        self._open = Counts(2 * services.settings.sockets_per_ip)
        self._rooms = api.rooms
        self._pages = Pages()
        self._pages.load()
        self._handlers = handlers(api)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Serve one connection, unless there are too many from its address."""
        if self._is_proxied:
            scope = behind_proxy(scope)
        note(address=client(scope))
        address = network(client(scope))
        wait = self._requests.take(address)
        if scope["type"] == "websocket":
            await (
                _turn_away(receive, send, wait)
                if wait
                else self._sockets.enter(scope, receive, send)
            )
        elif scope["type"] == "http":
            send = _guarded(scope, send)
            with self._open.one(address) as is_in:
                if wait or not is_in:
                    await _limit(send, wait)
                else:
                    await self._serve(scope, receive, send)

    async def _serve(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        given = header(scope, b"host")
        if given and not is_host(given):
            await send_problem(send, 400, *REASONS[400])
            return
        if scope["method"] == "HEAD":  # as GET; the server leaves out the body
            scope = {**scope, "method": "GET"}
        if scope["method"] == "GET" and not scope["path"].startswith(HANDLED):
            await self._pages.serve(scope, send, await preview(scope, self._rooms))
        else:
            await self._handlers(scope, receive, send)  # type: ignore[arg-type]


def handlers(api: ApiContext) -> Litestar:
    """Return the part of the application that answers programs."""
    app = Litestar(
        HANDLERS,
        dependencies={"api": Provide(lambda: api, sync_to_thread=False)},
        signature_types=[ApiContext],
        exception_handlers=PROBLEMS,
        request_class=JsonRequest,
        request_max_body_size=LARGEST_BODY,
        openapi_config=OpenAPIConfig(
            title="Jemaa",
            version=__version__,
            path="/schema",
            render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
            use_handler_docstrings=True,
        ),
        debug=False,
        logging_config=None,
    )
    app.state.metrics = api.services.metrics
    app.state.api = api
    return app


def _guarded(scope: Mapping[str, Any], send: Send) -> Send:
    """Add to every answer what browsers need to know, and send long ones piece by piece.

    Whoever does not read then holds no more than a piece of it in memory.
    """

    async def guarded(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *security_headers(scope)]}
        elif len(body := message.get("body", b"")) > PIECE:
            last = (len(body) - 1) // PIECE * PIECE
            for start in range(0, last, PIECE):
                part = body[start : start + PIECE]
                await send({"type": "http.response.body", "body": part, "more_body": True})
            message = {**message, "body": body[last:]}
        await send(message)

    return guarded


async def _limit(send: Send, wait: float) -> None:
    """Refuse a request, and those that may wait behind it on the same connection."""
    headers = [*_retry_after(wait), (b"connection", b"close")]
    await send_problem(send, 429, "limited", str(LimitedError(wait)), headers)


async def _turn_away(receive: Receive, send: Send, wait: float) -> None:
    """Refuse a socket; it is not even accepted, as that would cost more."""
    await receive()
    kind = "websocket.http.response"
    await send({"type": f"{kind}.start", "status": 429, "headers": _retry_after(wait)})
    await send({"type": f"{kind}.body", "body": str(LimitedError(wait)).encode()})


def _retry_after(wait: float) -> Headers:
    return [(b"retry-after", seconds_text(wait).encode())]
