"""The weights that positions of Marrakech are judged by, of the formula and of the network.

Those of the formula stand by number of players and term: (early, late). `scripts/fit_marrakech.py`
fits such tables to games of the engines; these are means of its results and of weights set by hand,
which were tried against each other and against `greedy` in the arena. Those of the network are in
a file, which `scripts/train_marrakech.py` writes.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from itertools import accumulate

SHARE: dict[int, dict[str, tuple[float, float]]] = {
    2: {
        "cash": (0.0613, 0.0646),
        "squares": (0.0792, 0.0551),
        "areas": (-0.0017, 0.0573),
        "whole": (0.0151, -0.0002),
        "toll": (-0.0295, 0.039),
        "poverty": (-0.03, 0.0),
        "pile": (0.15, 0.247),
        "near": (0.0, 0.0),
        "block": (0.0, 0.0),
        "rim": (0.0, 0.0),
    },
    3: {
        "cash": (0.0459, 0.0761),
        "squares": (-0.0477, 0.0702),
        "areas": (0.0582, 0.0454),
        "whole": (0.0145, -0.0011),
        "toll": (0.0279, 0.0534),
        "poverty": (-0.03, 0.0),
        "pile": (0.0602, 0.1643),
        "near": (-0.0147, -0.0024),
        "block": (-0.2102, 0.0262),
        "rim": (0.0218, -0.0011),
    },
    4: {
        "cash": (0.0585, 0.0958),
        "squares": (-0.0538, 0.0819),
        "areas": (0.058, 0.0541),
        "whole": (0.0079, 0.0047),
        "toll": (0.0411, 0.062),
        "poverty": (-0.03, 0.0),
        "pile": (0.0929, 0.1778),
        "near": (-0.0082, -0.0005),
        "block": (-0.2477, 0.0092),
        "rim": (0.0309, 0.0008),
    },
}
"""For the share of the win, before the softmax."""
SCORE: dict[int, dict[str, tuple[float, float]]] = {
    2: {
        "cash": (0.9437, 1.0302),
        "squares": (0.7478, 1.0907),
        "areas": (0.8243, 0.6637),
        "whole": (-0.0835, -0.0639),
        "toll": (0.2184, 0.3485),
        "poverty": (0.0, 0.0),
        "pile": (0.8278, -0.1375),
        "near": (-0.3169, -0.0512),
        "block": (-2.4876, -0.5026),
        "rim": (-0.195, -0.2024),
    },
    3: {
        "cash": (0.4016, 0.9687),
        "squares": (0.5197, 1.0207),
        "areas": (0.5654, 0.2279),
        "whole": (-0.2574, 0.2027),
        "toll": (0.2108, 0.4993),
        "poverty": (0.0, 0.0),
        "pile": (1.9944, 1.3767),
        "near": (-0.08, -0.1372),
        "block": (-2.9637, 1.0526),
        "rim": (0.3264, -0.1319),
    },
    4: {
        "cash": (0.4926, 0.9741),
        "squares": (0.4615, 0.9932),
        "areas": (0.3718, 0.2231),
        "whole": (-0.1158, 0.1589),
        "toll": (0.2531, 0.4857),
        "poverty": (0.0, 0.0),
        "pile": (2.0562, 1.487),
        "near": (-0.0133, -0.0779),
        "block": (-2.4276, 0.7856),
        "rim": (0.2805, -0.0363),
    },
}
"""For the final score."""
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

    def weakened(self, by: float) -> Network:
        """Return a network that adds less to the readable sums: so much of what this one adds."""
        third, end = ([by * weight for weight in layer] for layer in (self.third, self.end))
        return replace(self, third=third, end=end)

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
