"""What is kept ready to be sent: the built page, and answers that take a while to make.

And what a link to a room shows in a chat before anybody opens it: the game and its result.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import mimetypes
import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from litestar import Response

from jemaa.core.errors import JemaaError
from jemaa.core.state import Seat
from jemaa.locale import LANGUAGES, text
from jemaa.server.http.headers import Headers, accepts, header
from jemaa.server.http.problems import REASONS, LimitedError, send_body, send_problem
from jemaa.server.room import Room
from jemaa.server.rooms import Rooms
from jemaa.server.sockets import Send

STATIC = Path(__file__).parents[1] / "static"
"""Where the build puts the bundle."""
PLACES = ("/r/", "/record", "/rules/", "/learn/", "/replay/", "/review", "/puzzles")
"""The page shows these addresses itself."""
HASHED = ("/assets/", "/runtime/")
"""What lies here has names that change with what it is."""
ENCODINGS = {".br": "br", ".gz": "gzip"}
MISSING = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Jemaa</title>"
    "<p>The page of Jemaa has not been built: run <code>scripts/page</code> in the sources, or"
    " install a released package.</p></html>"
)
KINDS = {
    ".webmanifest": "application/manifest+json",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
    ".map": "application/json",
}
READERS = re.compile(
    "bot|facebookexternalhit|whatsapp|slack|skype|preview|embed|mastodon|fetch", re.IGNORECASE
)
"""Programs that look at a link for somebody call themselves so."""
ADDRESS = re.compile(r"/(?:r|replay|review)/([a-z0-9]{4,40})")


class File(NamedTuple):
    """A file of the bundle in one encoding."""

    body: bytes
    kind: str
    tag: str
    encoding: str = ""


class Pages:
    """Serves the built page from memory, with the caching that hashed names allow.

    Only files that were found beforehand can be had: no path leads out.
    """

    def __init__(self, folder: Path = STATIC) -> None:
        self._folder = folder
        self._files: dict[str, list[File]] = {}

    def load(self) -> None:
        """Read the bundle."""
        files: dict[str, list[File]] = {}
        for path in sorted(self._folder.rglob("*")) if self._folder.is_dir() else ():
            if path.is_file():
                encoding = ENCODINGS.get(path.suffix, "")
                plain = path.with_suffix("") if encoding else path
                name = "/" + plain.relative_to(self._folder).as_posix()
                files.setdefault(name, []).append(_read(path, plain, encoding))
        self._files = files

    async def serve(self, scope: Mapping[str, Any], send: Send, head: str = "") -> None:
        """Answer a GET; `head` is put into the head of the page."""
        if "/index.html" not in self._files:
            self.load()  # it may have been built meanwhile
        path = scope["path"]
        found = self._files.get("/index.html" if path == "/" or path.startswith(PLACES) else path)
        if found and head:
            plain = next(file for file in found if not file.encoding)
            body = plain.body.replace(b"</head>", head.encode() + b"</head>", 1)
            await _send(send, 200, plain.kind, body)
        elif found:
            await _send_file(scope, send, _best(found, scope), path)
        elif "/index.html" not in self._files:
            await _send(send, 503, "text/html; charset=utf-8", MISSING.encode())
        elif "text/html" in (header(scope, b"accept") or ""):
            # Somebody has mistyped an address: the page tells them so in their language.
            await _send_file(scope, send, _best(self._files["/index.html"], scope), path, 404)
        else:
            await send_problem(send, 404, *REASONS[404])


def _read(path: Path, plain: Path, encoding: str) -> File:
    body = path.read_bytes()
    kind = KINDS.get(plain.suffix) or mimetypes.guess_type(plain.name)[0] or "text/plain"
    if kind.startswith("text/") or kind.endswith("json"):
        kind += "; charset=utf-8"
    return File(body, kind, f'"{hashlib.sha256(body).hexdigest()[:24]}"', encoding)


def _best(files: list[File], scope: Mapping[str, Any]) -> File:
    """Choose the smallest encoding the client understands."""
    able = [file for file in files if not file.encoding or accepts(scope, file.encoding)]
    return min(able or files, key=lambda file: len(file.body))


async def _send_file(
    scope: Mapping[str, Any], send: Send, file: File, path: str, status: int = 200
) -> None:
    is_hashed = path.startswith(HASHED)
    caching = "public, max-age=31536000, immutable" if is_hashed else "no-cache"
    headers = [
        (b"etag", file.tag.encode()),
        (b"cache-control", caching.encode()),
        (b"vary", b"accept-encoding"),
    ]
    if file.encoding:
        headers.append((b"content-encoding", file.encoding.encode()))
    if status == 200 and header(scope, b"if-none-match") == file.tag:
        await _send(send, 304, file.kind, b"", headers)
    else:
        await _send(send, status, file.kind, file.body, headers)


async def _send(
    send: Send,
    status: int,
    kind: str,
    body: bytes,
    headers: Headers | None = None,
) -> None:
    head = [(b"content-type", kind.encode()), *(headers or [(b"cache-control", b"no-store")])]
    await send_body(send, status, head, body)


MOST_BYTES = 1 << 25
"""So many bytes of answers are kept."""
MOST_WAITING = 64
"""So many answers may wait to be made; whoever asks for more has to come back."""
PACKED_FROM = 2048
"""Shorter answers are sent as they are."""
LEVEL = 5


class Body(NamedTuple):
    """An answer as it is, and packed; the latter is empty if that is not worth it."""

    plain: bytes
    packed: bytes = b""

    def answer(
        self, scope: Mapping[str, Any], kind: str, headers: Mapping[str, str] | None = None
    ) -> Response[Any]:
        """Return it in the form that a client understands."""
        found = {"vary": "accept-encoding", **(headers or {})}
        if self.packed and accepts(scope, "gzip"):
            found["content-encoding"] = "gzip"
            return Response(self.packed, headers=found, media_type=kind)
        return Response(self.plain, headers=found, media_type=kind)


def pack(plain: bytes) -> Body:
    """Return an answer with its packed form."""
    return Body(plain, gzip.compress(plain, LEVEL, mtime=0) if len(plain) >= PACKED_FROM else b"")


class Bodies:
    """The last answers that were asked for. One thread makes them, so that the loop stays quick."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._size = 0
        self._kept: OrderedDict[Hashable, Body] = OrderedDict()
        self._making: dict[Hashable, asyncio.Future[Body]] = {}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="bodies")

    def is_at_hand(self, key: Hashable) -> bool:
        """Whether an answer is kept or being made, so that it costs nothing to ask for it."""
        return key in self._kept or key in self._making

    async def get(self, key: Hashable, make: Callable[[], bytes]) -> Body:
        """Return an answer; it is made once, however many wait for it.

        Raises:
            LimitedError: too many answers wait to be made.
        """
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        making = self._making.get(key)
        if making is None:
            if len(self._making) >= MOST_WAITING:
                raise LimitedError(2)
            loop = asyncio.get_running_loop()
            making = loop.run_in_executor(self._thread, lambda: pack(make()))
            self._making[key] = making
            making.add_done_callback(lambda done: self._keep(key, done))
        return await asyncio.shield(making)  # whoever goes leaves it to the others

    def _keep(self, key: Hashable, made: asyncio.Future[Body]) -> None:
        del self._making[key]
        if made.cancelled() or made.exception() is not None:
            return
        body = self._kept[key] = made.result()
        self._size += len(body.plain) + len(body.packed)
        while self._size > self._most:
            _, old = self._kept.popitem(last=False)
            self._size -= len(old.plain) + len(old.packed)


async def preview(scope: Mapping[str, Any], rooms: Rooms) -> str:
    """Return what to put into the head of the page for a program that reads links.

    Empty for people, whose browsers show the room itself, and where there is no such room.
    """
    found = ADDRESS.fullmatch(scope["path"])
    if not found or not READERS.search(header(scope, b"user-agent") or ""):
        return ""
    try:
        room = await rooms.get(found[1])
    except JemaaError:
        return ""
    return _tags(room.game.title, describe(room, _language(scope)))


def describe(room: Room, language: str) -> str:
    """Return where a room stands, in one sentence. It tells nothing that a spectator is not told.

    Args:
        room: which.
        language: of the words.
    """
    if room.status == "waiting":
        return text(language, "room.invited-title")
    names = [_name(room, seat, language) for seat in range(len(room.seats))]
    winners = room.ranking()[0] if room.status == "over" and not room.closed else ()
    if len(winners) == 1:
        return text(language, "result.won", name=names[winners[0]])
    if winners:
        shared = ", ".join(names[seat] for seat in winners)
        return text(language, "result.shared", names=shared)
    return ", ".join(names)


def _name(room: Room, seat: Seat, language: str) -> str:
    chair = room.seats[seat]
    return chair.name or text(language, f"app.level-{chair.level}")


def _language(scope: Mapping[str, Any]) -> str:
    """Return the first language that is asked for and that we have; English if there is none."""
    for wish in (header(scope, b"accept-language") or "").split(","):
        code = wish.strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return "en"


def _tags(title: str, about: str) -> str:
    named = {"og:site_name": "Jemaa", "og:title": title, "og:description": about}
    named |= {"og:type": "website"}
    return "".join(
        f'<meta property="{name}" content="{escape(words)}" />' for name, words in named.items()
    )
