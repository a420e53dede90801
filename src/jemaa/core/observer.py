"""What a learning program sees of a position: planes, scalars and a mask, written into buffers.

An observer writes only what the seat may know. The buffers are anybody's: arrays of numpy, of
`array`, or a `bytearray`; nothing here needs another library. `jemaa.envs` builds on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.errors import SetupError, quoted
from jemaa.core.state import State

if not cython.compiled:
    from jemaa.core._rows import bytes_of, clear_bytes, floats_of

SIDE = 7
"""Planes are squares of this side: both boards have it."""
SQUARES = SIDE * SIDE


class Part(NamedTuple):
    """Some scalars that belong together.

    Attributes:
        name: what they are called in `Layout.slices`.
        size: how many there are.
        high: the most that one of them can be; the least is 0.
        meaning: what they say, for the documents.
    """

    name: str
    size: int
    high: float
    meaning: str


@dataclass(frozen=True)
class Layout:
    """Where everything stands in an observation.

    A flat observation has all planes first, row by row, and then the scalars.
    """

    game: str
    version: int
    """Rises whenever the same position is written otherwise."""
    planes: tuple[tuple[str, str], ...]
    """The name and the meaning of each plane of 7x7 squares; a square is 0 or 1."""
    scalars: tuple[Part, ...]
    actions: int
    """How many moves the game has; their ids are the actions."""
    most_legal: int
    """No position has more legal moves."""

    @property
    def plane_shape(self) -> tuple[int, int, int]:
        """The shape of the planes."""
        return len(self.planes), SIDE, SIDE

    @property
    def plane_size(self) -> int:
        """How many squares all planes have."""
        return len(self.planes) * SQUARES

    @property
    def scalar_size(self) -> int:
        """How many scalars there are."""
        return sum(part.size for part in self.scalars)

    @property
    def flat_size(self) -> int:
        """How many numbers a flat observation has."""
        return self.plane_size + self.scalar_size

    @property
    def packed_size(self) -> int:
        """How many bytes a mask has that uses one bit for each action."""
        return (self.actions + 7) // 8

    @property
    def slices(self) -> dict[str, slice]:
        """Where each plane and each part stands in a flat observation, by name."""
        found = {
            name: slice(SQUARES * index, SQUARES * (index + 1))
            for index, (name, _) in enumerate(self.planes)
        }
        at = self.plane_size
        for part in self.scalars:
            found[part.name] = slice(at, at + part.size)
            at += part.size
        return found

    @property
    def scalar_highs(self) -> list[float]:
        """The most that each scalar can be."""
        return [part.high for part in self.scalars for _ in range(part.size)]


class Observer:
    """Writes what a seat sees; a subclass per game knows how. It keeps nothing between calls."""

    layout: Layout

    def __init__(self, layout: Layout) -> None:
        """Make an observer with this layout."""
        self.layout = layout
        self._planes_size = layout.plane_size
        self._scalars_size = layout.scalar_size
        self._actions = layout.actions
        self._most_legal = layout.most_legal

    def _observe(self, state: State, seat: int, planes: Any, scalars: Any) -> None:
        """Write all planes and scalars."""

    def _mask(self, state: State, mask: Any) -> None:
        """Write a byte for each action: 1 for a legal one. All 0 where nobody has to decide."""
        if not cython.compiled:
            ids = [0] * 1024
        clear_bytes(mask, self._actions)
        if state._actor >= 0:
            count = state._legal(ids)
            for index in range(count):
                mask[ids[index]] = 1

    def _pack(self, state: State, bits: Any) -> None:
        """Write the mask with one bit for each action: action n is bit n % 8 of byte n // 8."""
        if not cython.compiled:
            ids = [0] * 1024
        clear_bytes(bits, (self._actions + 7) // 8)
        if state._actor >= 0:
            count = state._legal(ids)
            for index in range(count):
                bits[ids[index] >> 3] |= 1 << (ids[index] & 7)

    def observe_into(self, state: State, seat: int, planes: Any, scalars: Any) -> None:
        """Write what a seat sees into two buffers.

        Args:
            state: the position, or the `known` position of a view.
            seat: through whose eyes.
            planes: `layout.plane_size` bytes.
            scalars: `layout.scalar_size` floats of 32 bits.

        Raises:
            SetupError: it is no position of this game, there is no such seat, or a buffer has
                another size.
        """
        self._check_game(state)
        if not 0 <= seat < state._players:
            raise SetupError("seat", f"there is no seat {seat}; choose 0 to {state._players - 1}")
        check_room("planes", planes, self._planes_size)
        check_room("scalars", scalars, 4 * self._scalars_size)
        self._observe(state, seat, bytes_of(planes), floats_of(scalars))

    def mask_into(self, state: State, mask: Any) -> None:
        """Write the legal moves of the seat to act as one byte each, `layout.actions` in all."""
        self._check_game(state)
        check_room("mask", mask, self._actions)
        self._mask(state, bytes_of(mask))

    def pack_into(self, state: State, bits: Any) -> None:
        """Write the legal moves as bits, lowest first, `layout.packed_size` bytes in all."""
        self._check_game(state)
        check_room("bits", bits, (self._actions + 7) // 8)
        self._pack(state, bytes_of(bits))

    def _check_game(self, state: State | None) -> None:
        # Compiled, another game's position would be read as if it were one of this game.
        if state is None or state.game.name != self.layout.game:
            raise SetupError("state", f"{quoted(state)} is no position of {self.layout.game}")


def check_room(field: str, buffer: Any, size: int) -> None:
    """Refuse a buffer that has not exactly so many bytes in one row, or cannot be written."""
    view = memoryview(buffer)
    if view.nbytes != size or view.ndim != 1 or not view.c_contiguous:
        raise SetupError(
            field, f"a buffer of {size:,} bytes in one row is needed, this has {view.nbytes:,}"
        )
    if view.readonly:
        raise SetupError(field, "this buffer is read-only; give one that can be written")
