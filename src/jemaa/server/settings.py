"""How a server is set up: one value, from the environment and the command line."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, get_args
from urllib.parse import quote

import msgspec
import platformdirs
from msgspec import Meta

from jemaa.core.errors import SetupError

DATABASE = "rooms.sqlite3"
"""The file of the rooms in the data folder."""


def data_folder(given: str | None = None) -> Path:
    """Return the data folder: the given one, or JEMAA_DATA, or where this platform wants it."""
    chosen = given or os.environ.get("JEMAA_DATA")
    if chosen:
        return Path(chosen).expanduser()
    # Without an author: on Windows the folder would be jemaa\jemaa otherwise.
    return platformdirs.user_data_path("jemaa", appauthor=False)


PREFIX = "JEMAA_"
"""`JEMAA_PORT` in the environment sets `port`."""
OTHERS = ("FORM", "NATIVE", "NO_PAGE", "PURE", "SERVER")
"""Variables with our prefix that are no settings: they are for building and testing."""
YES, NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
SHOWN = 80
"""So many characters of a wrong value are shown."""
LARGEST_SECRET = 4096
"""So many bytes of a file with a password are read."""

_ADDRESS = re.compile(r"https?://[^/?#\s]+/?")


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a host can choose. Flags win over the environment, the environment over these."""

    host: str = "127.0.0.1"
    """Where to listen; 0.0.0.0 lets the other devices of the network in."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    data: str = ""
    """The folder of the database; empty for the usual place of this platform."""
    database: str = ""
    """`postgresql://...` for many processes; empty for SQLite in the data folder."""
    database_password_file: str = ""
    """A file with the password of the database, so that it need not stand in the address."""
    bus: str = ""
    """How processes tell each other: `redis://...`, or empty for what the database offers."""
    origins: tuple[str, ...] = ()
    """Other addresses whose pages may use this server, as `https://games.example`."""
    address: str = ""
    """The address people use, for links and QR codes; empty to take it from each request."""
    proxied: bool = False
    """Whether a proxy stands before us, so that its X-Forwarded headers are believed."""
    log: Literal["text", "json"] = "text"
    log_addresses: bool = True
    """Whether log lines say from which address somebody came."""
    metrics: bool = True
    """Whether /metrics tells the figures; where no proxy keeps it from the public, better not."""
    workers: Annotated[int, Meta(ge=0, le=256)] = 0
    """How many processes think for the bots; 0 for one less than there are processors."""
    review_workers: Annotated[int, Meta(ge=0, le=256)] = 1
    """How many processes review finished games, beside those of the bots; 0 for no reviews."""
    bot_delay: Annotated[int, Meta(ge=0, le=60_000)] = 500
    """How many milliseconds a bot waits, so that people can follow."""
    bot_seconds: Annotated[float, Meta(ge=0.01, le=60)] = 0.8
    """How long a bot may think about one move, whatever its level."""
    bots: str = ""
    """Who plays in the place of levels, as `marrakech.amin=policy("marrakech.npz")`, by commas."""
    push_keys: str = ""
    """The file with the keys for calling people whose turn it is; empty to call nobody."""
    push_contact: str = ""
    """Where push services can complain, as `mailto:host@games.example`."""
    push_services: tuple[str, ...] = ()
    """Other push services than those of the known browsers, as `https://push.example`."""
    push_after: Annotated[float, Meta(ge=0, le=86_400)] = 10.0
    """Who is not at the table so many seconds after it became their turn is called."""
    keep_days: Annotated[int, Meta(ge=0, le=36_500)] = 90
    """After so many days without a move a room is forgotten; 0 keeps all for ever."""
    cached_rooms: Annotated[int, Meta(ge=1, le=1_000_000)] = 2000
    """How many rooms are held in memory, besides those with somebody in them."""
    sockets_per_room: Annotated[int, Meta(ge=1, le=10_000)] = 64
    sockets_per_ip: Annotated[int, Meta(ge=1, le=1_000_000)] = 256
    """How many sockets one address may have; of all connections it may have twice as many."""
    rooms_per_minute: Annotated[int, Meta(ge=1, le=1_000_000)] = 30
    """How many rooms one address may open in a minute; it may take as many seats besides."""
    requests_per_second: Annotated[float, Meta(ge=0.1, le=1_000_000)] = 50.0
    """How many requests one address may make for long; twenty times as many at once."""
    messages_per_second: Annotated[float, Meta(ge=1, le=1_000_000)] = 10.0
    """How many messages a socket may send for long; twice as many at once."""
    request_seconds: Annotated[float, Meta(ge=1, le=3600)] = 20.0
    """How long a client may take to send a request, or to go on reading; then it is cut off."""
    ping_seconds: Annotated[float, Meta(ge=0.1, le=3600)] = 12.0
    """How often a silent socket is asked whether it lives; two missed answers end it."""

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

    def database_address(self) -> str:
        """Return the address of the database with its password; empty for SQLite.

        Raises:
            SetupError: the file with the password cannot be read, or is empty.
        """
        if not self.database or not self.database_password_file:
            return self.database
        password = _secret(PREFIX + "DATABASE_PASSWORD_FILE", self.database_password_file)
        return (
            f"{self.database}{'&' if '?' in self.database else '?'}password={quote(password, '')}"
        )


def read_settings(
    flags: Mapping[str, Any] | None = None, environ: Mapping[str, str] | None = None
) -> Settings:
    """Return the settings from flags and environment; a flag that is None was not given.

    >>> read_settings({"port": 9000}, {"JEMAA_PORT": "8001", "JEMAA_LOG": "json"}).port
    9000

    Raises:
        SetupError: a value is not possible; the error names where it stands and what is possible.
    """
    values: dict[str, Any] = {}
    for name in Settings.__struct_fields__:
        text = (os.environ if environ is None else environ).get(PREFIX + name.upper())
        if text:  # an empty one is as good as none: so compose files hand on what is not set
            values[name] = _converted(PREFIX + name.upper(), name, text)
    for name, value in (flags or {}).items():
        if value is not None:
            values[name] = _converted(f"--{name.replace('_', '-')}", name, value)
    settings = Settings(**values)
    for name, addresses in (("ADDRESS", (settings.address,)), ("ORIGINS", settings.origins)):
        for address in filter(None, addresses):
            if not _ADDRESS.fullmatch(address):
                wanted = "it must be as https://games.example, without a path"
                raise SetupError(PREFIX + name, f"{_short(address)!r} is not possible: {wanted}")
    return settings


def unknown_variables(environ: Mapping[str, str] | None = None) -> list[str]:
    """Return a sentence for each variable that looks like a setting and is none.

    They are told and not refused: some systems make variables of the names of services.

    >>> unknown_variables({"JEMAA_KEEP_DAY": "0"})
    ['there is no setting JEMAA_KEEP_DAY; did you mean JEMAA_KEEP_DAYS?']
    """
    known = [name.upper() for name in Settings.__struct_fields__]
    sentences = []
    for variable in sorted(os.environ if environ is None else environ):
        name = variable.removeprefix(PREFIX)
        if variable.startswith(PREFIX) and name not in (*known, *OTHERS):
            near = get_close_matches(name, known, n=1)
            hint = f"did you mean {PREFIX}{near[0]}?" if near else "it changes nothing"
            sentences.append(f"there is no setting {_short(variable)}; {hint}")
    return sentences


def _converted(where: str, name: str, value: Any) -> Any:
    kind = _TYPES[name]
    if isinstance(value, str):
        value = _plain(kind, value)
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        raise SetupError(where, f"{_short(value)!r} is not possible: {_wanted(kind)}") from None


def _plain(kind: Any, text: str) -> Any:
    """Return a text in the form that the conversion understands."""
    if kind == tuple[str, ...]:
        return [part.strip().rstrip("/") for part in text.split(",") if part.strip()]
    if kind is bool:
        word = text.strip().lower()
        return True if word in YES else False if word in NO else text
    return text


def _wanted(kind: Any) -> str:
    """Return what is possible."""
    if kind is bool:
        return "write true or false"
    choice = get_args(kind)
    if isinstance(choice[-1] if choice else None, Meta):
        number = "a whole number" if choice[0] is int else "a number"
        return f"it must be {number} from {choice[-1].ge} to {choice[-1].le}"
    return f"choose {' or '.join(choice)}" if choice else "it must be a text"


def _short(value: Any) -> Any:
    if isinstance(value, str) and len(value) > SHOWN:
        return value[:SHOWN] + "…"
    return value


def _secret(where: str, file: str) -> str:
    try:
        with Path(file).expanduser().open("rb") as opened:
            text = opened.read(LARGEST_SECRET + 1).decode().strip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", "") or "it is no text"
        raise SetupError(where, f"{file} cannot be read: {why}") from None
    if not text or len(text) > LARGEST_SECRET:
        raise SetupError(where, f"{file} must hold the password and nothing else")
    return text


_TYPES: dict[str, Any] = {field.name: field.type for field in msgspec.structs.fields(Settings)}
