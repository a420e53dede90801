"""The histories of rooms as text, in pieces that fit through every line.

Telling a whole game means playing it again. So the texts that were told last are kept: whoever asks
for the same again, or many who come at once, cost little.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from itertools import islice
from typing import TypeAlias

import msgspec

from jemaa.core.state import SPECTATOR, Seat
from jemaa.server.room import redact
from jemaa.server.room.room import Room

PIECE = 256
"""How many events are told at once: few games have more."""
MOST_BYTES = 8 << 20
"""How much text is kept."""

Key: TypeAlias = tuple[str, int, int, Seat]
"""Which room at which version, after which version, for which eye."""


class Histories:
    """What was told last, and what has to be told anew."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._size = 0
        self._kept: OrderedDict[Key, tuple[bytes, ...]] = OrderedDict()

    def pieces(self, room: Room, after: int, eye: Seat) -> Iterator[msgspec.Raw]:
        """Return what has happened since a version, each piece a JSON array, made when asked for.

        There is always one, if only an empty one.
        """
        if not room.game.has_secrets:
            eye = SPECTATOR  # all are told the same
        key = room.id, room.version, after, eye
        kept = self._kept.get(key)
        if kept is None:
            return map(msgspec.Raw, self._make(key, room))
        self._kept.move_to_end(key)
        return map(msgspec.Raw, kept)

    def _make(self, key: Key, room: Room) -> Iterator[bytes]:
        _, version, after, eye = key
        told = redact.history(room, after, eye)
        made: list[bytes] = []
        for start in range(after, max(version, after + 1), PIECE):
            made.append(msgspec.json.encode(list(islice(told, PIECE))))
            if start + PIECE >= version:
                self._keep(key, tuple(made))
            yield made[-1]

    def _keep(self, key: Key, made: tuple[bytes, ...]) -> None:
        if key not in self._kept:
            self._kept[key] = made
            self._size += _size(made)
        while self._size > self._most:
            _, old = self._kept.popitem(last=False)
            self._size -= _size(old)


def _size(made: tuple[bytes, ...]) -> int:
    return sum(map(len, made))
