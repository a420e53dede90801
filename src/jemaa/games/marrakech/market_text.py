"""A position of Marrakech as text: `notation` tells what it looks like, and reads it.

Every player who plays by chance asks for the text of every position, so this is compiled.
"""

from __future__ import annotations

from jemaa.core.state import given
from jemaa.games.grid import SIZE
from jemaa.games.marrakech.board import HEADINGS
from jemaa.games.marrakech.rules import PHASES, MarrakechState
from jemaa.games.marrakech.setup import COLOURS

NAME = "marrakech"
_SIZE, _END, _NONE = SIZE, PHASES.index("over"), -1
_ZERO, _ONE, _COLUMN, _EAST, _SOUTH, _SLASH, _SPACE, _COMMA, _OUT = b"01aES/ ,x"
_LETTERS = [0] * 4
_LOOKS = [0] * 4
for _index in range(4):
    _LETTERS[_index] = ord(COLOURS[_index])
    _LOOKS[_index] = ord(HEADINGS[_index])


def text(state: MarrakechState) -> str:
    """Print a position."""
    given(state)
    line = [0] * 256
    at = _write_board(state, line)
    line[at] = _SPACE
    at = _write_purses(state, line, at + 1)
    line[at] = _SPACE
    at = _write_rugs(state, line, at + 1)
    market = bytes(line[:at]).decode("ascii")
    return f"{NAME} {state.setup} {market} {_turn_text(state)}"


def board_text(state: MarrakechState) -> str:
    """Print what lies on the market, and where Assam stands."""
    given(state)
    line = [0] * 256
    at = _write_board(state, line)
    return bytes(line[:at]).decode("ascii")


# Each of these writes from a place of the line on, and returns where the line goes on.


def _write_board(state: MarrakechState, line: list[int]) -> int:
    at = 0
    for y in range(_SIZE):
        if y:
            line[at] = _SLASH
            at += 1
        at = _write_row(state, 8 * y, line, at)
    line[at] = _SPACE
    line[at + 1] = _COLUMN + (state._cell & 7)
    line[at + 2] = _ONE + (state._cell >> 3)
    line[at + 3] = _LOOKS[state._heading]
    return at + 4


def _write_row(state: MarrakechState, first: int, line: list[int], at: int) -> int:
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


def _write_purses(state: MarrakechState, line: list[int], at: int) -> int:
    for seat in range(state._players):
        if seat:
            line[at] = _COMMA
            at += 1
        if state._fallen[seat]:
            line[at] = _OUT
            at = _write_number(state._fallen[seat], line, at + 1)
        else:
            at = _write_number(state._cash[seat], line, at)
    return at


def _write_rugs(state: MarrakechState, line: list[int], at: int) -> int:
    for seat in range(state._players):
        if seat:
            line[at] = _COMMA
            at += 1
        at = _write_pile(state, state._colour_of[seat], line, at)
        for colour in range(4):
            if state._owner[colour] == seat and colour != state._colour_of[seat]:
                at = _write_pile(state, colour, line, at)
    return at


def _write_pile(state: MarrakechState, colour: int, line: list[int], at: int) -> int:
    line[at] = _LETTERS[colour]
    return _write_number(state._left[colour], line, at + 1)


def _write_number(number: int, line: list[int], at: int) -> int:
    """Write a number below 1000."""
    if number >= 100:
        line[at] = _ZERO + number // 100
        at += 1
    if number >= 10:
        line[at] = _ZERO + number // 10 % 10
        at += 1
    line[at] = _ZERO + number % 10
    return at + 1


def _turn_text(state: MarrakechState) -> str:
    if state._phase == _END:
        return "over"
    drawn = state._players == 2 and state._colour != _NONE
    return f"{state._seat}:{PHASES[state._phase]}{':' + COLOURS[state._colour] if drawn else ''}"
