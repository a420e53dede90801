"""The weights of the learned evaluation: their shape, and the file that holds them."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import accumulate

COUNTS = (49 * 4, 49 * 4, 98 * 4, 49, 12 * 4 * 5, 16, 2)
"""How many yes-or-no features there are of each kind.

Squares, squares near Assam and rugs near Assam by owner; Assam's square; tolls of the three
directions and four rolls by owner and size; rugs that the next player has left; the two variants
of the rules.
"""
STARTS = tuple(accumulate(COUNTS, initial=0))[:-1]
"""Where each kind begins."""
FEATURES = sum(COUNTS)
SCALARS = 28
"""Numbers: six terms for each of four seats, and the rugs left of four colours."""
WIDE, NARROW, SEATS = 64, 32, 4
"""The two hidden layers and the output."""
TRAINED = (2, 3, 4)
"""For which numbers of players the file has weights, in this order."""
UNIT = 128
"""The weights of the features are whole numbers, this many to the unit."""

_PARTS = {
    "first": ("b", FEATURES * WIDE),
    "start": ("h", WIDE),
    "scalar": ("f", SCALARS * WIDE),
    "second": ("f", WIDE * NARROW),
    "bend": ("f", NARROW),
    "third": ("f", NARROW * SEATS),
    "end": ("f", SEATS),
}
BYTES = sum(array(code).itemsize * count for code, count in _PARTS.values())
"""How long the weights for one number of players are in the file."""


@dataclass(frozen=True, slots=True)
class Network:
    """The weights for one number of players, layer by layer, each row by row."""

    first: Sequence[int]
    """From the features to the wide layer."""
    start: Sequence[int]
    """What the wide layer begins with."""
    scalar: Sequence[float]
    """From the numbers to the wide layer."""
    second: Sequence[float]
    """From the wide layer to the narrow one."""
    bend: Sequence[float]
    """What the narrow layer begins with."""
    third: Sequence[float]
    """From the narrow layer to the seats."""
    end: Sequence[float]
    """What each seat begins with."""

    @classmethod
    def from_bytes(cls, content: bytes) -> Network:
        """Read the weights as `to_bytes` has written them."""
        parts: dict[str, array[float]] = {}
        at = 0
        for name, (code, count) in _PARTS.items():
            part: array[float] = array(code)
            size = part.itemsize * count
            part.frombytes(content[at : at + size])
            if sys.byteorder == "big":
                part.byteswap()
            parts[name] = part
            at += size
        return cls(**parts)  # type: ignore[arg-type]  # whole numbers by their codes

    def to_bytes(self) -> bytes:
        """Write the weights one after another, the low byte of each first."""
        content = b""
        for name, (code, _) in _PARTS.items():
            part = array(code, getattr(self, name))
            if sys.byteorder == "big":
                part.byteswap()
            content += part.tobytes()
        return content


@lru_cache(maxsize=len(TRAINED))
def load(players: int) -> Network:
    """Return the weights of the package for a number of players, one of `TRAINED`."""
    content = files(__package__).joinpath("learned.bin").read_bytes()
    return Network.from_bytes(content[TRAINED.index(players) * BYTES :][:BYTES])
