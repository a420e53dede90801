"""The market of a position as text: the rugs, and where Assam stands.

Every player who plays by chance asks for the text of every position, so this part of it, the
longest, is compiled. `notation` has the rest, and reads it.
"""

from __future__ import annotations

from jemaa.games.grid import SIZE
from jemaa.games.marrakech.board import HEADINGS
from jemaa.games.marrakech.rules import MarrakechState
from jemaa.games.marrakech.setup import COLOURS

_SIZE = SIZE
_ZERO, _ONE, _COLUMN, _EAST, _SOUTH, _SLASH, _SPACE = b"01aES/ "
_LETTERS = [0] * 4
_LOOKS = [0] * 4
for _index in range(4):
    _LETTERS[_index] = ord(COLOURS[_index])
    _LOOKS[_index] = ord(HEADINGS[_index])


def board_text(state: MarrakechState) -> str:
    """Print what lies on the market, and where Assam stands."""
    line = [0] * 160
    at = 0
    for y in range(_SIZE):
        if y:
            line[at] = _SLASH
            at += 1
        at = _row(state, 8 * y, line, at)
    line[at] = _SPACE
    line[at + 1] = _COLUMN + (state._cell & 7)
    line[at + 2] = _ONE + (state._cell >> 3)
    line[at + 3] = _LOOKS[state._heading]
    return bytes(line[: at + 4]).decode("ascii")


def _row(state: MarrakechState, first: int, line: list[int], at: int) -> int:
    """Write a row from its first cell on, and return where the line goes on."""
    gap = 0
    for cell in range(first, first + _SIZE):
        colour = state._top(cell)
        if not state._boards[colour] >> cell & 1:
            gap += 1
            continue
        if gap:
            line[at] = _ZERO + gap
            at += 1
            gap = 0
        line[at] = _LETTERS[colour]
        at += 1
        if state._east >> cell & 1:
            line[at] = _EAST
            at += 1
        elif state._south >> cell & 1:
            line[at] = _SOUTH
            at += 1
    if gap:
        line[at] = _ZERO + gap
        at += 1
    return at
