"""Keys to seats, and what else must be the same when a client asks twice.

Only the hashes of keys are stored: who reads the store cannot play for anybody.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from jemaa.server import wire

if TYPE_CHECKING:
    from jemaa.server.room import Room
    from jemaa.server.room.commands import Command

_SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH = 12
_USUAL = 64
"""No token of ours is longer; clients may send longer ones, but those are not kept."""


def digest(token: str) -> str:
    """Return the hash by which a token is stored; the same for seats and for browsers."""
    return _kept_digest(token) if len(token) <= _USUAL else _digest(token)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


_kept_digest = lru_cache(maxsize=1 << 12)(_digest)  # who plays shows the same key with every move


def find(token: str, digests: Sequence[str]) -> int | None:
    """Return the place of a token among stored hashes; empty hashes belong to nobody.

    It looks at every one of them, and as long at a wrong one as at the right one, so that nobody
    can find a token by measuring time.
    """
    given = digest(token)
    found = None
    for place, stored in enumerate(digests):
        if hmac.compare_digest(given, stored):
            found = place
    return found


def fresh_token() -> str:
    """Make a key that nobody can guess: 128 bits, ready for an address."""
    return secrets.token_urlsafe(16)


def fresh_secret() -> str:
    """Make a secret for the dice of one room: 256 bits, in hexadecimal."""
    return secrets.token_hex(32)


def fresh_room() -> str:
    """Make the name of a room: 12 signs that are hard to mistake for each other.

    A room is found by its name alone, so names cannot be guessed either: there are 31 ** 12.
    """
    return "".join(secrets.choice(_SIGNS) for _ in range(_LENGTH))


CODE_SIGNS = "CDFGHJKMNPQRTWXY"
"""No two of them look alike, also when they are scribbled; without vowels they make no words."""
CODE_LENGTH = 6
_LOOK_ALIKE = str.maketrans("СНКМРТХУ", "CHKMPTXY")  # the same letters on a Cyrillic keyboard


def fresh_code() -> str:
    """Make a short code that people can say and type."""
    return "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))


def clean_code(text: str) -> str:
    """Return a code as it is kept, whatever case and gaps it was typed with; empty if it is none.

    >>> clean_code(" kx7-wpc "), clean_code("kxr wpc")
    ('', 'KXRWPC')
    """
    code = "".join(sign for sign in text.upper().translate(_LOOK_ALIKE) if sign not in " -\u00a0")
    return code if len(code) == CODE_LENGTH and not set(code) - set(CODE_SIGNS) else ""


def following_room(room: str, secret: str) -> str:
    """Return the name of a room's rematch: the same in every process, so that there is but one."""
    mac = hmac.digest(bytes.fromhex(secret), f"rematch\n{room}".encode(), "sha256")
    number, signs = int.from_bytes(mac), ""
    for _ in range(_LENGTH):
        number, sign = divmod(number, len(_SIGNS))
        signs += _SIGNS[sign]
    return signs


UNGUESSABLE = 32
"""So many characters of a browser's own choice cannot be guessed."""


def command_key(room: Room, command: Command) -> str:
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
