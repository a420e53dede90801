"""The door for sockets: pages from elsewhere and crowds from one address stay outside."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from jemaa.server import wire
from jemaa.server.http.headers import client, is_own_page
from jemaa.server.limits import Counts, Windows, network
from jemaa.server.settings import Settings
from jemaa.server.sockets import Send
from jemaa.server.sockets.hub import Hub
from jemaa.server.sockets.session import Receive, Session


class SocketEndpoint:
    """Lets sockets in."""

    def __init__(self, hub: Hub, settings: Settings) -> None:
        self._hub = hub
        self._settings = settings
        self._counts = Counts(settings.sockets_per_ip)
        self._rematches = Windows(settings.rooms_per_minute)
        self._origins = settings.own_origins

    async def enter(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Serve a socket until it ends."""
        await receive()  # the wish to connect
        address = network(client(scope))
        if scope["path"] != "/ws" or not is_own_page(scope, self._origins):
            await send({"type": "websocket.close", "code": 4403})  # before accepting: it is a 403
            return
        if not self._counts.enter(address):
            await _turn_away(send)
            return
        self._hub.metrics.sockets.inc()
        transport = scope["state"]["transport"]
        try:
            await send({"type": "websocket.accept"})
            connection = self._hub.connect(transport, send)
            wait = partial(self._rematches.take, address)
            settings = self._settings
            session = Session(
                self._hub,
                connection,
                receive,
                most=settings.sockets_per_room,
                rate=settings.messages_per_second,
                wait=wait,
            )
            transport.hear_at_once = session.hear_at_once
            await session.run()
        finally:
            transport.hear_at_once = None
            self._counts.leave(address)
            self._hub.metrics.sockets.dec()


async def _turn_away(send: Send) -> None:
    """Say why somebody cannot come in; only an accepted socket can be told."""
    bye = wire.Bye("crowded", "too many connections from your address")
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": wire.write(bye).decode()})
    await send({"type": "websocket.close", "code": 4429, "reason": bye.reason})
