"""How a server is set up: one value, from the environment and the command line."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from jemaa.core.errors import SetupError

PREFIX = "JEMAA_"
"""`JEMAA_PORT` in the environment sets `port`."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a host can choose. Flags win over the environment, the environment over these."""

    host: str = "127.0.0.1"
    """Where to listen; 0.0.0.0 lets the other devices of the network in."""
    port: int = 8000
    data: str = ""
    """The folder of the database; empty for the usual place of this platform."""
    database: str = ""
    """`postgresql://...` for many processes; empty for SQLite in the data folder."""
    bus: str = ""
    """How processes tell each other: `redis://...`, or empty for what the database offers."""
    origins: tuple[str, ...] = ()
    """Other addresses whose pages may use this server, as `https://games.example`."""
    address: str = ""
    """The address people use, for links and QR codes; empty to take it from each request."""
    proxied: bool = False
    """Whether a proxy stands before us, so that its X-Forwarded headers are believed."""
    log: Literal["text", "json"] = "text"
    workers: int = 0
    """How many processes think for the bots; 0 for one less than there are processors."""
    bot_delay: int = 500
    """How many milliseconds a bot waits, so that people can follow."""
    bot_seconds: float = 0.8
    """How long a bot may think about one move, whatever its level."""
    keep_days: int = 90
    """After so many days without a move a room is forgotten."""
    cached_rooms: int = 2000
    """How many rooms are held in memory, besides those with somebody in them."""
    sockets_per_room: int = 64
    sockets_per_ip: int = 256
    rooms_per_minute: int = 30
    """How many rooms one address may open, or seats it may take, in a minute."""
    messages_per_second: float = 10.0
    """How many messages a socket may send for long; twice as many at once."""
    request_seconds: float = 20.0
    """How long somebody may take to say what he wants; then the connection is cut."""
    ping_seconds: float = 12.0
    """How often a socket is asked whether it lives; two missed answers end it."""

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host in ("127.0.0.1", "::1", "localhost")

    @property
    def own_origins(self) -> frozenset[str]:
        """The addresses whose pages are ours, besides the one that is asked."""
        return frozenset({*self.origins, self.address.rstrip("/")} - {""})

    @property
    def thinkers(self) -> int:
        """How many processes think for the bots."""
        return self.workers or max(1, (os.cpu_count() or 2) - 1)


def read_settings(
    flags: Mapping[str, Any] | None = None, environ: Mapping[str, str] | None = None
) -> Settings:
    """Give the settings from flags and environment; a flag that is None was not given.

    >>> read_settings({"port": 9000}, {"JEMAA_PORT": "8001", "JEMAA_LOG": "json"}).port
    9000

    Raises:
        SetupError: a value is not possible; the error names where it stands.
    """
    values: dict[str, Any] = {}
    for name in Settings.__struct_fields__:
        text = (os.environ if environ is None else environ).get(PREFIX + name.upper())
        if text is not None:
            values[name] = _converted(PREFIX + name.upper(), name, text)
    for name, value in (flags or {}).items():
        if value is not None:
            values[name] = _converted(f"--{name.replace('_', '-')}", name, value)
    settings = Settings(**values)
    if not 0 <= settings.port <= 65535:
        raise SetupError("port", f"{settings.port} is no port; choose 0 to 65535")
    return settings


def _converted(where: str, name: str, value: Any) -> Any:
    kind = _TYPES[name]
    if kind == tuple[str, ...] and isinstance(value, str):
        value = [part.strip().rstrip("/") for part in value.split(",") if part.strip()]
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        raise SetupError(where, f"{value!r} is not possible: {error}") from None


_TYPES: dict[str, Any] = {field.name: field.type for field in msgspec.structs.fields(Settings)}
