"""A position of Façir, or what a view knows of one, as text: `notation` tells what it looks like.

Every player who plays by chance asks for the text of every position, so this is compiled.
"""

from __future__ import annotations

from jemaa.core.state import given
from jemaa.games.facir.board import NONE, UNKNOWN
from jemaa.games.facir.cards import EDGES
from jemaa.games.facir.rules import PHASES, FacirState
from jemaa.games.grid import CELLS, SIZE, square_name

NAME = "facir"
ABSENT = "x"
"""The room of a seat that is not in the round."""
_SIZE, _NONE, _UNKNOWN = SIZE, NONE, UNKNOWN
_PLAY, _END = PHASES.index("play"), PHASES.index("over")
_ZERO, _SLASH, _COMMA, _PLUS, _DASH, _HAT, _MARK, _OUT = b"0/,+-^?x"
_EDGES = [0] * 24  # three signs for each edge
for _index, _sign in enumerate("".join(EDGES)):
    _EDGES[_index] = ord(_sign)
_SHIFTS = [""] * 4096  # [source << 6 | target], as in the trail of a state
for _source in CELLS:
    for _target in CELLS:
        _SHIFTS[_source << 6 | _target] = square_name(_source) + square_name(_target)


def text(state: FacirState) -> str:
    """Print a position, or what a view knows of one."""
    given(state)
    line = [0] * 256
    at = _write_rooms(state, line)
    rooms = bytes(line[:at]).decode("ascii")
    at = _write_won(state, line)
    won = bytes(line[:at]).decode("ascii")
    bed = f"{NAME} {state.setup} {board_text(state)}"
    return f"{bed} {rooms} {won} {_turn_text(state)} {_trail_text(state)}"


def board_text(state: FacirState) -> str:
    """Print the nails on the bed."""
    given(state)
    line = [0] * 256
    colours = state.setup.colours.encode()
    at = 0
    for y in range(_SIZE):
        if y:
            line[at] = _SLASH
            at += 1
        at = _write_row(state, colours, 8 * y, line, at)
    return bytes(line[:at]).decode("ascii")


# Each of these writes from a place of the line on, and returns where the line goes on.


def _write_row(state: FacirState, colours: bytes, first: int, line: list[int], at: int) -> int:
    gap = 0
    for cell in range(first, first + _SIZE):
        seat = _seat_on(state, cell)
        if seat == _NONE:
            gap += 1
            continue
        if gap:
            line[at] = _ZERO + gap
            at += 1
            gap = 0
        line[at] = colours[seat]
        at += 1
    if gap:
        line[at] = _ZERO + gap
        at += 1
    return at


def _seat_on(state: FacirState, cell: int) -> int:
    """Return whose nail is in a hole."""
    for seat in range(state._players):
        if state._nails[seat] >> cell & 1:
            return seat
    return _NONE


def _write_rooms(state: FacirState, line: list[int]) -> int:
    at = 0
    for seat in range(state._players):
        if seat:
            line[at] = _COMMA
            at += 1
        if state._playing >> seat & 1:
            at = _write_room(state, seat, line, at)
        else:
            line[at] = _OUT
            at += 1
    return at


def _write_room(state: FacirState, seat: int, line: list[int], at: int) -> int:
    rotation, edge = state._rotation[seat], state._edge[seat]
    at = _write_card(state._card[seat], line, at)
    if state._card[seat] == _NONE or rotation == _NONE:
        return at
    line[at] = _HAT
    at += 1
    if rotation == _UNKNOWN and edge != _NONE:
        for place in range(3):
            line[at + place] = _EDGES[3 * edge + place]
        return at + 3
    line[at] = _MARK if rotation == _UNKNOWN else _ZERO + rotation
    return at + 1


def _write_card(card: int, line: list[int], at: int) -> int:
    """Write the number of a card, from 1 on."""
    if card < 0:
        line[at] = _MARK if card == _UNKNOWN else _DASH
        return at + 1
    if card >= 9:
        line[at] = _ZERO + (card + 1) // 10
        at += 1
    line[at] = _ZERO + (card + 1) % 10
    return at + 1


def _write_won(state: FacirState, line: list[int]) -> int:
    at = 0
    for seat in range(state._players):
        if seat:
            line[at] = _COMMA
            at += 1
        at = _write_cards(state._won[seat], line, at)
    line[at] = _SLASH
    return _write_cards(state._void, line, at + 1)


def _write_cards(cards: int, line: list[int], at: int) -> int:
    if not cards:
        return _write_card(_NONE, line, at)
    card = 0
    while cards:
        if cards & 1:
            at = _write_card(card, line, at)
            line[at] = _PLUS
            at += 1
        cards >>= 1
        card += 1
    return at - 1


def _turn_text(state: FacirState) -> str:
    if state._phase == _END:
        return "over" if state._decider == _NONE else f"over:{state._decider}"
    turns = f":{state._turns}" if state._phase == _PLAY else ""
    return f"{state._round + 1}:{PHASES[state._phase]}:{state._seat}{turns}"


def _trail_text(state: FacirState) -> str:
    shifts = [_SHIFTS[state._trail[index]] for index in range(state._trail_length)]
    return ".".join(shifts) or "-"
