"""What must be the same when a client asks twice: the name of a command, the key to a seat."""

from __future__ import annotations

import base64
import hashlib
import hmac

from jemaa.server import wire
from jemaa.server.room.room import BotMove, Room, Sit
from jemaa.server.room.tokens import fresh_token

UNGUESSABLE = 32
"""So many characters of a browser's own choice cannot be guessed."""


def command_key(room: Room, command: wire.AnyCommand | Sit | BotMove) -> str:
    """Return the name under which a command counts once in a room; empty for none.

    It begins with the seat, so nobody can use up the ids of somebody else.
    """
    if isinstance(command, wire.Command) and command.id:
        seat = room.seat_of(command.token)
        return "" if seat is None else f"{seat}:{command.id}"
    return ""


def seat_key(room: Room, wish: wire.TakeSeat) -> str:
    """Return the key to a seat: the same for the same wish, since the first answer may get lost.

    It follows from what only this browser knows (its own token and the id it chose) and from the
    room's secret. Where the browser has not chosen enough to be unguessable, the key is random.
    """
    if not wish.id or len(wish.device) + len(wish.id) < UNGUESSABLE:
        return fresh_token()
    known = f"seat key\n{room.id}\n{wish.device}\n{wish.id}".encode("utf-8", "surrogatepass")
    mac = hmac.new(bytes.fromhex(room.created.secret), known, hashlib.sha256)
    return base64.urlsafe_b64encode(mac.digest()[:16]).decode().rstrip("=")
