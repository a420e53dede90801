"""The 7x7 grid that both boards share: squares, their names and their bits.

A square (x, y) has x = column from the left and y = row from the top. Its *cell* is `8*y + x`: one
column and one row of the 64 bits stay empty, so that shifting a whole board by a bit never wraps
from one row into the next.
"""

from __future__ import annotations

from collections.abc import Iterator

from jemaa.core.errors import InvalidNotationError, quoted

SIZE = 7
COLUMNS = "abcdefg"
CELLS = tuple(8 * y + x for y in range(SIZE) for x in range(SIZE))
"""All cells, row by row: the order of every list of squares."""
FULL = sum(1 << cell for cell in CELLS)


def on_board(x: int, y: int) -> bool:
    """Whether (x, y) is a square of the board.

    >>> on_board(6, 6), on_board(7, 0)
    (True, False)
    """
    return 0 <= x < SIZE and 0 <= y < SIZE


def square_name(cell: int) -> str:
    """Return the name of a cell, `a1` at the top left to `g7` at the bottom right.

    >>> square_name(8 * 3 + 2)
    'c4'
    """
    return COLUMNS[cell & 7] + str((cell >> 3) + 1)


def parse_square(name: str) -> int:
    """Return the cell of a square's name.

    >>> parse_square("c4") == 8 * 3 + 2
    True
    """
    if len(name) == 2 and name[0] in COLUMNS and name[1] in "1234567":
        return 8 * (int(name[1]) - 1) + COLUMNS.index(name[0])
    raise InvalidNotationError(
        f"{quoted(name)} is no square: write a letter a-g and a digit 1-7, as in d4", name
    )


def cells_of(board: int) -> Iterator[int]:
    """Walk over the cells whose bit is set, in board order.

    >>> [square_name(cell) for cell in cells_of(0b1001)]
    ['a1', 'd1']
    """
    while board:
        low = board & -board
        yield low.bit_length() - 1
        board ^= low
