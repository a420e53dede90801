"""The uncompiled twin of `rows.pxd`: the same names on `memoryview` objects instead of pointers."""

from __future__ import annotations

from typing import Any


def bytes_of(buffer: Any) -> Any:
    """Return what a buffer holds."""
    return memoryview(buffer)


seats_of = ids_of = floats_of = bytes_of


def bytes_from(row: Any, at: int) -> Any:
    """Return what begins at that place."""
    return row[at:]


floats_from = ids_from = bytes_from


def clear_bytes(row: Any, size: int) -> None:
    """Write that many zeros."""
    for index in range(size):
        row[index] = 0


clear_floats = clear_bytes


def copy_bytes(out: Any, row: Any, size: int) -> None:
    """Write the first bytes of another row."""
    for index in range(size):
        out[index] = row[index]


def write_board(out: Any, board: int) -> None:
    """Write the 49 squares of a board, one byte each."""
    _write_rows(out, board, 7, 7)


def write_pairs(out: Any, along: int, down: int) -> None:
    """Write the 42 pairs of neighbours along rows, by the left one, then the 42 down columns."""
    _write_rows(out, along, 6, 7)
    _write_rows(out[42:], down, 7, 6)


def _write_rows(out: Any, board: int, width: int, rows: int) -> None:
    for row in range(rows):
        for column in range(width):
            out[width * row + column] = board >> 8 * row + column & 1


def fetch(thing: object) -> None:
    """Let the processor fetch what will be needed soon: nothing that Python could do."""
