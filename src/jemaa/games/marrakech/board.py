"""The market: geometry, the arrow loops and the die. Plain tables, made once.

Headings are 0 = N, 1 = E, 2 = S, 3 = W, so a turn to the right is +1 and to the left is -1.
"""

from __future__ import annotations

from jemaa.games.grid import CELLS, SIZE, on_board

HEADINGS = "NESW"
STEP = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""How (x, y) changes by one step north, east, south, west."""

CENTRE = 8 * 3 + 3
DIE = ((1, 1), (2, 2), (3, 2), (4, 1))
"""M-5: slippers and how many of the six faces show them."""
COINS_EACH = (5, 5)
"""M-4: coins of 1 dirham and of 5 dirhams that each player brings into the game."""
PURSE = 30
"""M-11: what everybody starts with."""


def step(x: int, y: int, heading: int) -> tuple[int, int, int]:
    """Take one step straight on; at the edge follow the arrow loop (M-23).

    >>> step(3, 3, 0), step(2, 0, 0), step(6, 0, 0)
    ((3, 2, 0), (3, 0, 2), (6, 0, 3))
    """
    dx, dy = STEP[heading]
    if on_board(x + dx, y + dy):
        return x + dx, y + dy, heading
    last = SIZE - 1
    if (x, y) == (last, 0):  # the loop round the top right corner
        return x, y, 3 if heading == 0 else 2
    if (x, y) == (0, last):  # the loop round the bottom left corner
        return x, y, 1 if heading == 2 else 0
    back = (heading + 2) % 4
    # The loops join lines 1-2, 3-4, 5-6 at the top and on the left, 2-3, 4-5, 6-7 opposite.
    line = x if dx == 0 else y
    beside = line + 1 if (line % 2 == 0) == (heading in (0, 3)) else line - 1
    return (beside, y, back) if dx == 0 else (x, beside, back)


def march(cell: int, heading: int, roll: int) -> tuple[int, int]:
    """Return where Assam ends, and where he then looks, after that many steps."""
    x, y = cell & 7, cell >> 3
    for _ in range(roll):
        x, y, heading = step(x, y, heading)
    return 8 * y + x, heading


def _rugs() -> tuple[tuple[int, int], ...]:
    along = [(cell, cell + 1) for cell in CELLS if (cell & 7) < SIZE - 1]
    down = [(cell, cell + 8) for cell in CELLS if (cell >> 3) < SIZE - 1]
    return tuple(along + down)


RUGS = _rugs()
"""The 84 places for a rug as pairs of cells: those along a row first, then those down a column."""
ALONG = sum(1 for first, second in RUGS if second == first + 1)
"""How many of `RUGS` lie along a row."""


def around(cell: int) -> tuple[int, ...]:
    """Return the places for a rug when Assam stands on a cell (M-40), as numbers into `RUGS`.

    >>> len(around(CENTRE)), len(around(0))
    (12, 4)
    """
    x, y = cell & 7, cell >> 3
    beside = {8 * (y + dy) + x + dx for dx, dy in STEP if on_board(x + dx, y + dy)}
    return tuple(
        number
        for number, (first, second) in enumerate(RUGS)
        if cell not in (first, second) and (first in beside or second in beside)
    )


def coins(dirhams: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Show all purses at the table as coins, (ones, fives) for each (M-4).

    The coins in play stay the same all game long. Everybody holds as many fives as they can; where
    that takes more fives than there are, those with the fewest ones change a five.

    >>> coins((30, 30, 30))
    ((5, 5), (5, 5), (5, 5))
    >>> coins((57, 3))
    ((7, 10), (3, 0))
    """
    ones = [amount % 5 for amount in dirhams]
    fives = [amount // 5 for amount in dirhams]
    for _ in range(sum(fives) - COINS_EACH[1] * len(dirhams)):
        holders = [seat for seat, count in enumerate(fives) if count]
        seat = min(holders, key=lambda holder: (ones[holder], -fives[holder]))
        fives[seat] -= 1
        ones[seat] += 5
    return tuple(zip(ones, fives, strict=True))
