"""What stands in the headers: whose page it is that asks, and what browsers may do with ours."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

Headers = list[tuple[bytes, bytes]]

_HOST = re.compile(r"[a-zA-Z0-9.\-]{1,253}(:\d{1,5})?|\[[0-9a-fA-F:.]{2,45}\](:\d{1,5})?")

SECURITY: Headers = [
    (b"x-content-type-options", b"nosniff"),
    # Whoever has the address of a room can look on, so it is told to nobody.
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000")


def header(scope: Mapping[str, Any], name: bytes) -> str | None:
    """Give a header of a request; None if it is missing."""
    for key, value in scope["headers"]:
        if key == name:
            text: str = value.decode("latin-1")
            return text
    return None


def host(scope: Mapping[str, Any]) -> str:
    """Give the host and port the client asked for; empty if that is no host."""
    given = header(scope, b"host") or ""
    return given.lower() if _HOST.fullmatch(given) else ""


def client(scope: Mapping[str, Any]) -> str:
    """Give the address of the client."""
    found = scope.get("client")
    return str(found[0]) if found else ""


def behind_proxy(scope: Mapping[str, Any]) -> dict[str, Any]:
    """Give a request as our proxy says it came: from whom, and whether over HTTPS.

    Only the last entry of a list is the proxy's own word; clients can write the others.
    """
    believed = dict(scope)
    address = (header(scope, b"x-forwarded-for") or "").rpartition(",")[2].strip()
    if address:
        believed["client"] = (address, 0)
    if (header(scope, b"x-forwarded-proto") or "").rpartition(",")[2].strip() == "https":
        believed["scheme"] = "wss" if scope["type"] == "websocket" else "https"
    return believed


def is_own_page(scope: Mapping[str, Any], others: Iterable[str]) -> bool:
    """Tell whether a page of ours asks: one from the host it asks, or from one of the others.

    A missing origin, or `null`, is nobody's page.
    """
    origin = header(scope, b"origin") or ""
    if origin in others:
        return True
    scheme, _, place = origin.lower().partition("://")
    return (
        scheme in ("http", "https")
        and _HOST.fullmatch(place) is not None
        and _bare(place, scheme) == _bare(host(scope), scheme)
    )


def _bare(place: str, scheme: str) -> str:
    """Give host and port without the port that everybody knows."""
    return place.removesuffix(":443" if scheme == "https" else ":80")


def security_headers(scope: Mapping[str, Any]) -> Headers:
    """Give the headers that every answer carries."""
    place = host(scope)
    # 'self' covers sockets too, but not in every browser that is still in use.
    sockets = f" ws://{place} wss://{place}" if place else ""
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        f" connect-src 'self'{sockets}; font-src 'self'; manifest-src 'self'; worker-src 'self';"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    found = [*SECURITY, (b"content-security-policy", policy.encode())]
    return [*found, HTTPS_ONLY] if scope.get("scheme") == "https" else found
