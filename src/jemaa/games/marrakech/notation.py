"""Positions of Marrakech as one line of text, exact both ways.

```
marrakech players=2 7/7/2rEr3/7/7/7/7 c4W 30,30 r11y12,b12n12 1:turn:b
          setup     board           Assam purses rugs        whose turn, phase, drawn colour
```

docs/notation.md describes every field. Reading checks that a game can come to the position as far
as the position tells: whoever writes a puzzle learns at once what does not add up.
"""

from __future__ import annotations

import re

from jemaa.core.errors import InvalidPositionError, JemaaError, SetupError, quoted
from jemaa.core.game import read_seat, split_position, split_view
from jemaa.games.grid import SIZE, parse_square, square_name
from jemaa.games.marrakech.board import HEADINGS
from jemaa.games.marrakech.market_text import NAME
from jemaa.games.marrakech.rules import PHASES, MarrakechState
from jemaa.games.marrakech.setup import COLOURS, RUGS_PER_COLOUR, MarrakechSetup
from jemaa.games.marrakech.validate import check
from jemaa.games.marrakech.view import MarrakechView

FIELDS = ("setup", "board", "assam", "purses", "rugs", "turn")


def parse(line: str) -> MarrakechState:
    """Read a position."""
    state = parse_unchecked(line)
    try:
        check(state)
    except InvalidPositionError as error:
        error.text = line
        raise
    return state


def parse_unchecked(line: str) -> MarrakechState:
    """Read a position without asking whether a game can come to it: for tests of single rules."""
    try:
        return _read(split_position(NAME, line, FIELDS))
    except InvalidPositionError as error:
        error.text = line
        raise


def _read(fields: list[str]) -> MarrakechState:
    setup, board, assam, purses, rugs, turn = fields
    try:
        state = MarrakechState(MarrakechSetup.parse(setup))
    except SetupError as error:
        raise InvalidPositionError("setup", str(error)) from error
    boards, links = _Board(board).read()
    where = _read_assam(assam)
    cash, fallen = _read_purses(purses, state.setup)
    left = _read_rugs(rugs, state.setup)
    state._restore(boards, links, cash, left, fallen, where, _read_turn(turn, state.setup))
    return state


def parse_view(line: str) -> MarrakechView:
    """Read a view."""
    seat, position = split_view(line)
    state = parse(position)
    return MarrakechView(read_seat(seat, state.setup.players), state)


class _Board:
    """Reads the board field: rows with `/` between, letters for halves, digits for gaps."""

    def __init__(self, field: str) -> None:
        self.field = field
        self.tops: dict[int, str] = {}
        self.links: dict[int, str] = {}

    def read(self) -> tuple[list[int], tuple[int, int]]:
        rows = self.field.split("/")
        if len(rows) != SIZE:
            raise self._error(f"{len(rows)} rows given, {SIZE} needed")
        for y, row in enumerate(rows):
            self._row(y, row)
        taken: set[int] = set()
        for cell, mark in self.links.items():
            self._check_link(cell, mark, taken)
        boards = [sum(1 << c for c, top in self.tops.items() if top == k) for k in COLOURS]
        east = sum(1 << c for c, mark in self.links.items() if mark == "E")
        south = sum(1 << c for c, mark in self.links.items() if mark == "S")
        return boards, (east, south)

    def _row(self, y: int, row: str) -> None:
        x = 0
        tokens = re.findall(r"[rybn][ES]?|[1-7]|.", row)
        for token in tokens:
            if token.isascii() and token.isdigit() and token in "1234567":
                x += int(token)
            elif token[0] in COLOURS:
                if x < SIZE:
                    self.tops[8 * y + x] = token[0]
                    if len(token) == 2:
                        self.links[8 * y + x] = token[1]
                x += 1
            else:
                raise self._error(
                    f"row {y + 1} has {quoted(token)}; it may hold r, y, b, n, E, S and 1-7"
                )
        if x != SIZE:
            raise self._error(f"row {y + 1} has {x} squares, {SIZE} needed")

    def _check_link(self, cell: int, mark: str, taken: set[int]) -> None:
        other = cell + (1 if mark == "E" else 8)
        if self.tops.get(other) != self.tops[cell]:
            raise self._error(
                f"the rug that goes on from {square_name(cell)} to the"
                f" {'east' if mark == 'E' else 'south'} has no other half of its colour there"
            )
        for half in (cell, other):
            if half in taken:
                raise self._error(f"{square_name(half)} belongs to two rugs at once")
            taken.add(half)

    def _error(self, message: str) -> InvalidPositionError:
        return InvalidPositionError("board", message)


def _read_assam(field: str) -> tuple[int, int]:
    try:
        if len(field) == 3 and field[2] in HEADINGS:
            return parse_square(field[:2]), HEADINGS.index(field[2])
    except JemaaError:
        pass
    raise InvalidPositionError(
        "assam", f"{quoted(field)} is not one square and one heading N, E, S or W, as in d4S"
    )


def _read_purses(field: str, setup: MarrakechSetup) -> tuple[list[int], list[int]]:
    words = field.split(",")
    _one_per_seat("purses", words, setup)
    cash, fallen = [0, 0, 0, 0], [0, 0, 0, 0]
    for seat, word in enumerate(words):
        found = re.fullmatch(r"(x?)(\d{1,3})", word, re.ASCII)
        if found is None:
            raise InvalidPositionError(
                "purses",
                f"seat {seat} has {quoted(word)}; write dirhams from 0 up, or x1 for the first who"
                " fell",
            )
        (fallen if found[1] else cash)[seat] = int(found[2])
        if found[1] and not 1 <= int(found[2]) <= 3:
            raise InvalidPositionError(
                "purses", f"seat {seat} has {quoted(word)}; write x1, x2 or x3"
            )
    return cash, fallen


def _read_rugs(field: str, setup: MarrakechSetup) -> list[int]:
    words = field.split(",")
    _one_per_seat("rugs", words, setup)
    left = [0, 0, 0, 0]
    most = RUGS_PER_COLOUR[setup.players]
    for seat, (word, letters) in enumerate(zip(words, setup.colours, strict=True)):
        found = re.fullmatch("".join(rf"{letter}(\d{{1,2}})" for letter in letters), word, re.ASCII)
        if found is None:
            wanted = "".join(f"{letter}{most}" for letter in letters)
            raise InvalidPositionError(
                "rugs", f"seat {seat} has {quoted(word)}; write it like {wanted}"
            )
        for letter, number in zip(letters, found.groups(), strict=True):
            if int(number) > most:
                raise InvalidPositionError(
                    "rugs", f"{letter} has {number} rugs left, but a colour has only {most}"
                )
            left[COLOURS.index(letter)] = int(number)
    return left


def _one_per_seat(name: str, words: list[str], setup: MarrakechSetup) -> None:
    if len(words) != setup.players:
        raise InvalidPositionError(
            name, f"{len(words)} given for {setup.players} players; separate seats by commas"
        )


def _read_turn(field: str, setup: MarrakechSetup) -> tuple[int, int, int]:
    if field == "over":
        return 0, PHASES.index("over"), -1
    found = re.fullmatch(r"([0-3]):(draw|turn|roll|lay)(?::([rybn]))?", field, re.ASCII)
    if found is None or int(found[1]) >= setup.players:
        raise InvalidPositionError(
            "turn",
            f"{quoted(field)} is not a seat and a phase as in 0:turn, 1:roll, 2:lay, or over",
        )
    seat, phase, letter = int(found[1]), found[2], found[3]
    if setup.players != 2:
        if phase == "draw" or letter:
            raise InvalidPositionError("turn", "only two players draw their rugs")
        letter = setup.colours[seat]
    elif (phase == "draw") == bool(letter):
        raise InvalidPositionError(
            "turn", "the drawn colour stands after every phase but draw, as in 0:roll:r"
        )
    if letter and letter not in setup.colours[seat]:
        raise InvalidPositionError("turn", f"seat {seat} does not own the colour {letter}")
    return seat, PHASES.index(phase), COLOURS.index(letter) if letter else -1
