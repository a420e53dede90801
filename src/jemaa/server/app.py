"""The application: sockets to the door, pages from memory, everything else to the handlers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from jemaa import __version__
from jemaa.server.http.handlers import HANDLERS, Doors
from jemaa.server.http.headers import behind_proxy, security_headers
from jemaa.server.http.pages import Pages
from jemaa.server.http.problems import HANDLERS as PROBLEMS
from jemaa.server.services import Services
from jemaa.server.sockets.outbox import Send
from jemaa.server.sockets.session import Door, Receive

LARGEST_BODY = 65536
HANDLED = ("/api/", "/schema", "/healthz", "/metrics")


class App:
    """An ASGI application over some services, which somebody else opens and closes."""

    def __init__(self, services: Services) -> None:
        self._door = Door(services.hub, services.settings)
        self._is_proxied = services.settings.proxied
        self._pages = Pages()
        self._pages.load()
        self._handlers = handlers(services)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if self._is_proxied:
            scope = behind_proxy(scope)
        if scope["type"] == "websocket":
            await self._door.enter(scope, receive, send)
        elif scope["type"] == "http":
            await self._serve(scope, receive, _guarded(scope, send))

    async def _serve(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["method"] == "HEAD":  # as GET; the server leaves out the body
            scope = {**scope, "method": "GET"}
        if scope["method"] == "GET" and not scope["path"].startswith(HANDLED):
            await self._pages.serve(scope, send)
        else:
            await self._handlers(scope, receive, send)  # type: ignore[arg-type]


def handlers(services: Services) -> Litestar:
    """Give the part of the application that answers programs."""
    doors = Doors(services)
    app = Litestar(
        HANDLERS,
        dependencies={"doors": Provide(lambda: doors, sync_to_thread=False)},
        signature_types=[Doors],
        exception_handlers=PROBLEMS,
        request_max_body_size=LARGEST_BODY,
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=2048, gzip_compress_level=5
        ),
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
    app.state.metrics = services.metrics
    return app


def _guarded(scope: Mapping[str, Any], send: Send) -> Send:
    """Add to every answer what browsers need to know."""

    async def guarded(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *security_headers(scope)]}
        await send(message)

    return guarded
