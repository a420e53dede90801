"""Who asks and for which host, by headers and addresses, and what browsers may do with ours."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

Headers = list[tuple[bytes, bytes]]

_HOST = re.compile(r"([a-zA-Z0-9._\-]{1,253}|\[[0-9a-fA-F:.]{2,45}\])(:[0-9]{1,5})?")
_FORWARDED = re.compile(r"\[([^\[\]]*)\](?::[0-9]+)?|([^:]*):[0-9]+")
"""An address with a port, as some proxies write it: `192.0.2.1:80`, `[2001:db8::1]:80`."""
_LONGEST_HOST = 300
_LONGEST_ENTRY = 64

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
    """Return a header of a request; None if it is missing."""
    for key, value in scope["headers"]:
        if key == name:
            text: str = value.decode("latin-1")
            return text
    return None


def accepts(scope: Mapping[str, Any], encoding: str) -> bool:
    """Whether the client understands an encoding."""
    return encoding in (header(scope, b"accept-encoding") or "").replace(",", " ").split()


def host(scope: Mapping[str, Any]) -> str:
    """Return the host and port the client asked for; empty if that is no host."""
    given = header(scope, b"host") or ""
    return given.lower() if is_host(given) else ""


def is_host(text: str) -> bool:
    """Whether a text is a host, with a port or without.

    >>> [is_host(text) for text in ("a.example", "[::1]:80", "a.example:99999", "[::", "[1:2]")]
    [True, True, False, False, False]
    """
    return len(text) <= _LONGEST_HOST and _is_host(text)


@lru_cache(maxsize=256)
def _is_host(text: str) -> bool:
    found = _HOST.fullmatch(text)
    if found is None:
        return False
    name, port = found.groups()
    if port and int(port[1:]) > 65535:
        return False
    return not name.startswith("[") or _address(name[1:-1]) is not None


def client(scope: Mapping[str, Any]) -> str:
    """Return the address of the client."""
    found = scope.get("client")
    return str(found[0]) if found else ""


def behind_proxy(scope: Mapping[str, Any]) -> dict[str, Any]:
    """Return a request as our proxy says it came: from whom, and whether over HTTPS.

    Only the last entry of the last list is the proxy's own word; clients can write the others.
    """
    believed = dict(scope)
    address = forwarded(_last(scope, b"x-forwarded-for"))
    if address:
        believed["client"] = (address, 0)
    if _last(scope, b"x-forwarded-proto") == "https":
        believed["scheme"] = "wss" if scope["type"] == "websocket" else "https"
    return believed


def _last(scope: Mapping[str, Any], name: bytes) -> str:
    """Return the last entry of a list, which may stand in several headers."""
    lists = [value for key, value in scope["headers"] if key == name]
    last: bytes = lists[-1].rpartition(b",")[2].strip() if lists else b""
    return last[:_LONGEST_ENTRY].decode("latin-1")


@lru_cache(maxsize=4096)
def forwarded(entry: str) -> str:
    """Return the address in an entry of X-Forwarded-For; empty if there is none.

    >>> [forwarded(entry) for entry in ("192.0.2.1", "192.0.2.1:80", '"[2001:db8::1]:80"', "?")]
    ['192.0.2.1', '192.0.2.1', '2001:db8::1', '']
    """
    text = entry.strip('"')
    with_port = _FORWARDED.fullmatch(text)
    return _address((with_port[1] or with_port[2] or "") if with_port else text) or ""


def _address(text: str) -> str | None:
    try:
        return str(ipaddress.ip_address(text.partition("%")[0]))
    except ValueError:
        return None


def is_own_page(scope: Mapping[str, Any], others: Iterable[str]) -> bool:
    """Whether a page of ours asks: one from the host it asks, or from one of the others.

    A missing origin, or `null`, is nobody's page.
    """
    origin = header(scope, b"origin") or ""
    if origin in others:
        return True
    scheme, _, place = origin.lower().partition("://")
    return (
        scheme in ("http", "https")
        and is_host(place)
        and _bare(place, scheme) == _bare(host(scope), scheme)
    )


def _bare(place: str, scheme: str) -> str:
    """Return host and port without the port that everybody knows."""
    return place.removesuffix(":443" if scheme == "https" else ":80")


def security_headers(scope: Mapping[str, Any]) -> Headers:
    """Return the headers that every answer carries."""
    place = host(scope)
    # 'self' covers sockets too, but not in every browser that is still in use.
    sockets = f" ws://{place} wss://{place}" if place else ""
    policy = (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';"
        f" img-src 'self' data:; connect-src 'self'{sockets}; font-src 'self';"
        " manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none';"
        " frame-ancestors 'none'"
    )
    found = [*SECURITY, (b"content-security-policy", policy.encode())]
    return [*found, HTTPS_ONLY] if scope.get("scheme") == "https" else found


def own_host() -> str:
    """Return the address of this machine in its network; `localhost` if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: the system only chooses the interface it would send from.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "localhost"
        return str(probe.getsockname()[0])


def is_here(host: str) -> bool:
    """Whether a host, with or without a port, means the machine it is asked on.

    >>> [is_here(host) for host in ("localhost:8000", "127.0.0.1", "[::1]:80", "192.0.2.7:80")]
    [True, True, True, False]
    """
    name = _split(host)[0].strip("[]")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def for_others(host: str) -> str:
    """Return a host as others must write it: its address in the network, if it means this machine.

    >>> for_others("jemaa.example:80")
    'jemaa.example:80'
    """
    return own_host() + _split(host)[1] if is_here(host) else host


def _split(host: str) -> tuple[str, str]:
    """Split a host from its port; the colon stays with the port."""
    end = host.rfind(":")
    return (host, "") if end < 0 or host.endswith("]") else (host[:end], host[end:])
