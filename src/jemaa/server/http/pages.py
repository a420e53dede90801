"""The page itself: the built bundle, from memory, with the caching that hashed names allow."""

from __future__ import annotations

import hashlib
import mimetypes
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from jemaa.server.http.headers import Headers, accepts, header
from jemaa.server.http.problems import REASONS, send_body, send_problem
from jemaa.server.sockets.connection import Send

STATIC = Path(__file__).parents[1] / "static"
"""Where the build puts the bundle."""
PLACES = ("/r/", "/rules/", "/learn/", "/replay/")
"""The page shows these addresses itself."""
ENCODINGS = {".br": "br", ".gz": "gzip"}
MISSING = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Jemaa</title>"
    "<p>The page of Jemaa has not been built: run <code>scripts/page</code> in the sources, or"
    " install a released package.</p></html>"
)
KINDS = {
    ".webmanifest": "application/manifest+json",
    ".js": "text/javascript",
    ".map": "application/json",
}


class File(NamedTuple):
    """A file of the bundle in one encoding."""

    body: bytes
    kind: str
    tag: str
    encoding: str = ""


class Pages:
    """Serves the bundle. Only files that were found beforehand can be had: no path leads out."""

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

    async def serve(self, scope: Mapping[str, Any], send: Send) -> None:
        """Answer a GET."""
        if "/index.html" not in self._files:
            self.load()  # it may have been built meanwhile
        path = scope["path"]
        found = self._files.get("/index.html" if path == "/" or path.startswith(PLACES) else path)
        if found:
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
    is_hashed = path.startswith("/assets/")
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
