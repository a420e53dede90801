"""Keys to seats. Only their hashes are stored: who reads the store cannot play for anybody."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from functools import lru_cache

_SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH = 12


@lru_cache(maxsize=1 << 12)  # who plays shows the same key with every move
def digest(token: str) -> str:
    """Return the hash by which a token is stored; the same for seats and for browsers."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


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


def following_room(room: str, secret: str) -> str:
    """Return the name of a room's rematch: the same in every process, so that there is but one."""
    mac = hmac.digest(bytes.fromhex(secret), f"rematch\n{room}".encode(), "sha256")
    number, signs = int.from_bytes(mac), ""
    for _ in range(_LENGTH):
        number, sign = divmod(number, len(_SIGNS))
        signs += _SIGNS[sign]
    return signs
