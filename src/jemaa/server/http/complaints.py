"""Why the server itself refuses something, besides what rooms and games refuse."""

from __future__ import annotations

from typing import Literal, get_args

Complaint = Literal[
    # Sockets and HTTP.
    "malformed",  # it cannot be understood
    "unknown-room",  # there is no such room, or no more
    "store",  # it could not be stored; nothing has changed
    "uncertain",  # it may have been stored or not; the same again will tell
    "fault",  # something went wrong by our own fault
    # Sockets alone.
    "protocol",  # the page is of another version: reload it
    "flood",  # too many messages
    "crowded",  # too many sockets in the room or from the address
    "silent",  # nothing was heard for too long
    "restart",  # the server ends or starts anew: come back
    # HTTP alone.
    "not-found",
    "method",
    "too-large",
    "content-type",
    "origin",  # the page is from elsewhere
    "limited",  # too many requests: wait
]
COMPLAINTS: tuple[str, ...] = get_args(Complaint)
"""All of them, for the language catalogues."""
