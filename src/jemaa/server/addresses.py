"""By which address a server is reached: from this machine, and from others in its network."""

from __future__ import annotations

import ipaddress
import socket


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
