"""What both stores share: bounds of what they can keep, and the words of their errors."""

from __future__ import annotations

from jemaa.server.store.contract import ConflictError, RepeatedError, UnknownRoomError

LARGEST = 2**63 - 1
"""The largest whole number that a database keeps."""

DAYS = 400
"""So many days that the clock has shown are remembered."""


def bounded(number: int) -> int:
    """Bring a number from outside into the range of the database; no room is that long.

    >>> bounded(10**30) == LARGEST
    True
    """
    return max(-1, min(number, LARGEST))


def check_room(room: str) -> None:
    """Refuse names that no room can have, before a database stumbles over them.

    Raises:
        UnknownRoomError: the name holds a zero character or half a surrogate pair.
    """
    if "\0" in room or (not room.isascii() and any("\ud800" <= c <= "\udfff" for c in room)):
        raise unknown(room)


def unknown(room: str) -> UnknownRoomError:
    """Return the error for a room that is not there."""
    return UnknownRoomError(f"there is no room {room!r}")


def taken(room: str) -> ConflictError:
    """Return the error for a room that is there already."""
    return ConflictError(f"there is a room {room!r} already")


def refusal(room: str, expected: int, version: int | None, led: int | None) -> Exception:
    """Return the error for an append that was refused.

    Args:
        room: which room.
        expected: the version that the append was for.
        version: the version that the room has; None if there is no room.
        led: where the command led when it was carried out before; None if it was not.
    """
    if version is None:
        return unknown(room)
    if led is not None:
        return RepeatedError(led)
    return ConflictError(f"room {room!r} is at version {version}, not {expected}")
