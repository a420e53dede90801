"""The market as a picture: rugs with their weaves, Assam, the arrow loops, and the stalls."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from functools import cache
from typing import Any

from jemaa.core.actions import Action
from jemaa.core.drawing import (
    USUAL_SIZE,
    Mark,
    Point,
    caption,
    checked_marks,
    define,
    document,
    fitting,
    framed,
    group,
    letter_in,
    names,
    outline,
    ringed,
    sign,
    stall,
    star,
    tag,
    use,
    weave,
    words,
)
from jemaa.core.picture import colour, piece, table, tokens
from jemaa.games.grid import CELLS, COLUMNS, SIZE, cells_of, on_board, parse_square, square_name
from jemaa.games.marrakech.board import STEP, step
from jemaa.games.marrakech.moves import OUTCOMES, Roll, Rug, Turn, move
from jemaa.games.marrakech.rules import MarrakechState
from jemaa.games.marrakech.scene import found_rugs
from jemaa.games.marrakech.setup import COLOURS
from jemaa.games.marrakech.text import seat_name, situation, stalls_told
from jemaa.games.marrakech.view import MarrakechView
from jemaa.locale import text

OUT = 46
"""How far the arrow loops reach from the board."""
MOUTH = 16
"""Where they begin; the arrowheads fill the gap."""
EDGE = OUT + 14
"""The frame round the board."""
STALLS = 100 * SIZE + EDGE + 22
"""Where the stalls stand."""
WIDE = 366
"""How wide a stall is."""


def drawing(
    position: MarrakechState | MarrakechView,
    *,
    size: int | None = USUAL_SIZE,
    last: Mark | None = None,
    marks: Iterable[Mark] = (),
    language: str = "en",
) -> str:
    """Return a position as a picture; everybody sees the same."""
    state = position.state if isinstance(position, MarrakechView) else position
    market = _Market(state, language)
    told = situation(state, language)
    lines = textwrap.wrap(told, 82)
    box = (-EDGE - 8, -EDGE - 8, EDGE + STALLS + WIDE + 20, 100 * SIZE + 2 * EDGE + 24)
    high = box[3] + 34 * len(lines)
    pointed = [_pointed_at(state, last)] if last is not None else []
    return document(
        (*box[:3], high),
        size,
        "Marrakech",
        " ".join([told, *market.told()]),
        tag("rect", x=box[0], y=box[1], width=box[2], height=high, fill=table("wall")),
        tag("defs", *market.definitions()),
        _ground(),
        *market.rugs(),
        *pointed,
        *(_marked(state, mark) for mark in checked_marks(marks)),
        group(_assam(), at=_middle(state.assam[0]), turn=90 * state.assam[1]),
        *(market.stall(seat) for seat in range(state.setup.players)),
        caption(lines, -EDGE, 100 * SIZE + EDGE + 38),
    )


def _middle(cell: int) -> Point:
    return 100 * (cell & 7) + 50, 100 * (cell >> 3) + 50


class _Market:
    """Draws what differs from position to position."""

    def __init__(self, state: MarrakechState, language: str) -> None:
        self.state = state
        self.language = language

    def _text(self, key: str, **params: str | int) -> str:
        return text(self.language, key, **params)

    def definitions(self) -> Iterable[str]:
        """Return what is drawn more than once."""
        yield tag("clipPath", tag("rect", x=-100, y=-50, width=100, height=100), id="jemaa-half")
        for letter in sorted("".join(self.state.setup.colours), key=COLOURS.index):
            yield weave(piece(letter))
            yield define(f"rug-{letter}", _cloth(letter))
            yield define(self._sign(letter), _medallion(letter, self._letter(letter)))
        if any(self.state.fallen):
            yield tag(
                "pattern",
                tag("rect", width=12, height=12, fill="#8d8688", fill_opacity=0.62),
                tag("rect", width=4, height=12, fill="#fff", fill_opacity=0.6),
                id="jemaa-ash", patternUnits="userSpaceOnUse", width=12, height=12,
                patternTransform="rotate(45)",
            )  # fmt: skip

    def _sign(self, letter: str) -> str:
        return f"sign-{letter}-{self.language}"

    def _letter(self, letter: str) -> str:
        return self._text(f"pieces.letter-{letter}")

    # Rugs.

    def rugs(self) -> list[str]:
        """Return every rug of which something is seen: halves first, whole rugs over them."""
        return [
            self._half(rug["colour"], first)
            if first == second
            else self._rug(rug["colour"], first, second - first)
            for rug in found_rugs(self.state)
            for first, second in [map(parse_square, rug["squares"])]
        ]

    def _rug(self, letter: str, cell: int, beside: int) -> str:
        x, y = _middle(cell)
        place = (x + 50, y) if beside == 1 else (x, y + 50)
        turn = 0 if beside == 1 else 90
        ash = group(self._ash(letter), at=place, turn=turn) if self._is_out(letter) else ""
        signs = [use(self._sign(letter), _middle(half)) for half in (cell, cell + beside)]
        return use(f"rug-{letter}", place, turn) + ash + "".join(signs)

    def _half(self, letter: str, cell: int) -> str:
        """Return the half of a rug whose other half is covered: it is cut off on the right."""
        x, y = _middle(cell)
        rug = use(f"rug-{letter}", (0, 0)) + self._ash(letter)
        cut = group(rug, at=(x + 50, y), clip_path="url(#jemaa-half)")
        return cut + use(self._sign(letter), _middle(cell))

    def _is_out(self, letter: str) -> bool:
        owner = self.state.owner(COLOURS.index(letter))
        return owner is not None and bool(self.state.fallen[owner])

    def _ash(self, letter: str) -> str:
        """Return what covers the rugs of a player who is out: they cost nothing (M-33)."""
        if not self._is_out(letter):
            return ""
        return tag("rect", x=-91.5, y=-44.5, width=183, height=89, fill="url(#jemaa-ash)")

    # Stalls.

    def stall(self, seat: int) -> str:
        """Return the stall of a player: sign, name, score, purse and rugs left."""
        state = self.state
        y = -EDGE + 208 * seat
        lit = seat == state.seat and not state.is_over
        letters = state.setup.colours[seat]
        signs = [
            group(sign(piece(letter), self._letter(letter), 25), at=(STALLS + 44 + 66 * i, y + 76))
            for i, letter in enumerate(letters)
        ]
        right: dict[str, Any] = {"text_anchor": "end", "font_weight": 700}
        end, left = STALLS + WIDE - 18, STALLS + 28 + 58 * len(letters)
        quiet = table("ink-2")
        if state.fallen[seat]:
            below = self._text("marrakech.seat-out")
        else:
            squares, cash = state.visible()[seat], state.cash[seat]
            below = self._text("marrakech.score-of", squares=squares, cash=cash)
        name = "" if len(letters) > 1 else seat_name(state, seat, self.language)
        return "".join(
            [
                stall((STALLS, y, WIDE, 194), letters, lit=lit),
                *signs,
                words(name, left, y + 85, fitting(name, 27, 165), font_weight=700) if name else "",
                words(str(state.scores()[seat]), end, y + 88, 40, **right),
                words(below, end, y + 115, 19, text_anchor="end", fill=quiet),
                self._purse(state.cash[seat], STALLS + 20, y + 142),
                *self._rugs_left(seat, y),
            ]
        )

    def _purse(self, cash: int, x: float, y: float) -> str:
        gold, rim, ink = (colour("coin", name) for name in ("gold", "rim", "ink"))
        coin = (
            tag("circle", r=15, fill=gold, stroke=rim, stroke_width=2.5)
            + tag("circle", r=10.5, fill="none", stroke=rim, stroke_dasharray="2 2")
            + words("D", 0, 6, 16, fill=ink, font_weight=800, text_anchor="middle")
        )
        return group(coin, at=(x + 15, y - 2)) + words(
            str(cash), x + 40, y + 7, 27, font_weight=700
        )

    def _rugs_left(self, seat: int, y: float) -> Iterable[str]:
        """Return the rugs in hand as little rolls with their number, a row for each colour."""
        left = dict(zip(COLOURS, self.state.rugs_left, strict=True))
        letters = self.state.setup.colours[seat]
        for row, letter in enumerate(letters):
            x, top = (STALLS + 20, y + 163) if len(letters) == 1 else (STALLS + 110, y + 133)
            top += 30 * row
            yield words(str(left[letter]), x, top + 17, 21, font_weight=700)
            for i in range(left[letter]):
                yield tag("rect", x=x + 36 + 14 * i, y=top, width=11.5, height=19, rx=3,
                          fill=f"url(#jemaa-weave-{letter})", stroke=piece(letter).dark,
                          stroke_width=1.8)  # fmt: skip

    # In words.

    def told(self) -> Iterable[str]:
        """Return what is seen, for whoever hears it: the stalls, and the squares by colour."""
        for line in stalls_told(self.state, self.language):
            yield f"{line}."
        for letter, board in zip(COLOURS, self.state.boards, strict=True):
            if board:
                squares = " ".join(square_name(cell) for cell in cells_of(board))
                yield f"{self._text(f'pieces.colour-{letter}')}: {squares}."


# The empty board.


@cache
def _ground() -> str:
    wide = 100 * SIZE
    frame: dict[str, Any] = {"x": -EDGE, "y": -EDGE, "width": wide + 2 * EDGE}
    floor = [
        tag("rect", x=100 * (cell & 7) + 1.5, y=100 * (cell >> 3) + 1.5, width=97, height=97, rx=3,
            fill=table("floor-2" if (cell & 7) + (cell >> 3) & 1 else "floor"))
        for cell in CELLS
    ]  # fmt: skip
    crossings = range(1, SIZE)
    return "".join(
        [
            tag("rect", **frame, height=wide + 2 * EDGE, rx=24, fill=table("deep")),
            _loops(),
            tag("rect", x=-3, y=-3, width=wide + 6, height=wide + 6, rx=5, fill=table("joint")),
            *floor,
            *(star((100 * x, 100 * y), 7.5, table("star")) for x in crossings for y in crossings),
            names(COLUMNS, SIZE, 19, 20),
        ]
    )


def _loops() -> str:
    """Return the arrow loops at the edge (M-23), with an arrowhead at both ends of each."""
    ends = [
        (cell, heading)
        for cell in CELLS
        for heading, (dx, dy) in enumerate(STEP)
        if not on_board((cell & 7) + dx, (cell >> 3) + dy)
    ]
    ropes, heads = "", ""
    for cell, heading in ends:
        x, y, comes = step(cell & 7, cell >> 3, heading)
        other = (8 * y + x, (comes + 2) % 4)
        if (cell, heading) < other:
            ropes += _rope((cell, heading), other)
        mouth = _mouth((cell, heading), -1)
        heads += group(tag("path", d="M0 0L-13 -20L13 -20Z"), at=mouth, turn=90 * heading)
    style: dict[str, Any] = {"fill": "none", "stroke": table("loop"), "stroke_width": 6}
    return tag("path", d=ropes, stroke_linejoin="round", **style) + tag(
        "g", heads, fill=table("loop")
    )


def _mouth(end: tuple[int, int], out: float) -> Point:
    x, y = _middle(end[0])
    dx, dy = STEP[end[1]]
    return x + dx * (50 + out), y + dy * (50 + out)


def _rope(first: tuple[int, int], second: tuple[int, int]) -> str:
    start, end = _mouth(first, MOUTH), _mouth(second, MOUTH)
    if first[1] == second[1]:
        # A cubic curve reaches three quarters of the way to its handles.
        reach = (OUT - MOUTH / 4) / 0.75
        return f"M{_at(start)}C{_at(_mouth(first, reach))} {_at(_mouth(second, reach))} {_at(end)}"
    # Round a corner of the board: out, past the corner, and in again.
    one, two = _mouth(first, OUT), _mouth(second, OUT)
    corner = (two[0], one[1]) if STEP[first[1]][0] == 0 else (one[0], two[1])
    path = f"M{_at(start)}"
    for before, point, after in ((start, one, corner), (one, corner, two), (corner, two, end)):
        path += f"L{_at(_towards(point, before))}Q{_at(point)} {_at(_towards(point, after))}"
    return f"{path}L{_at(end)}"


def _towards(point: Point, other: Point) -> Point:
    """Return where a rounded corner begins: beside a point, on the straight way to another."""
    dx, dy = other[0] - point[0], other[1] - point[1]
    share = 24 / (abs(dx) + abs(dy))
    return point[0] + dx * share, point[1] + dy * share


def _at(point: Point) -> str:
    return f"{point[0]:g} {point[1]:g}"


@cache
def _cloth(letter: str) -> str:
    """Return a rug of two squares round (0, 0), without its signs."""
    of = piece(letter)
    fringe = "".join(f"M-97 {y}H-90M90 {y}H97" for y in range(-41, 42, 6))
    hem: dict[str, Any] = {"stroke_width": of.hem["width"], "stroke_dasharray": of.hem["dash"]}
    return "".join(
        [
            tag("path", d=fringe, stroke=of.dark, stroke_width=4.2),
            tag("path", d=fringe, stroke=tokens()["wool"], stroke_width=2.4),
            tag("rect", x=-91.5, y=-44.5, width=183, height=89, rx=2, fill=of.base,
                stroke=of.dark, stroke_width=2.4),
            tag("rect", x=-85, y=-38, width=170, height=76, fill="none", stroke=of.thread, **hem),
            tag("rect", x=-78, y=-31, width=156, height=62, fill=f"url(#jemaa-weave-{letter})",
                stroke=of.dark, stroke_width=1.4),
        ]
    )  # fmt: skip


@cache
def _medallion(letter: str, shown: str) -> str:
    """Return the woollen sign on each half of a rug."""
    of = piece(letter)
    edge: dict[str, Any] = {"stroke": of.dark, "stroke_width": 2.5, "stroke_linejoin": "round"}
    shape = tag("path", d=outline(of.shape, 21), fill=tokens()["wool"], **edge)
    return shape + letter_in(of, shown, 21, of.dark)


# Assam.


@cache
def _assam() -> str:
    """Return Assam from above, looking up; a pointed cap on his round plate says where to."""

    def tint(name: str) -> str:
        return colour("assam", name)

    line: dict[str, Any] = {"stroke": tint("line"), "stroke_linejoin": "round"}
    slippers = "M-13-13C-17-22-16-29-9.5-36C-5.5-29-5-20-6-13Z"
    slippers += "M13-13C17-22 16-29 9.5-36C5.5-29 5-20 6-13Z"
    cloak = "M-31 6C-35-8-24-19-11-17L11-17C24-19 35-8 31 6C29 19 15 25 0 36C-15 25-29 19-31 6Z"
    seams = "M-22-14C-25-3-21 12-12 22M22-14C25-3 21 12 12 22"
    folds = "M-14-4C-6-14 8-13 13.5-5M-15 2C-8-6 7-7 14.5 2M-11 9C-5 1 6 0 12 7"
    return "".join(
        [
            tag("circle", r=42, fill=table("deep"), stroke=tokens()["wool"], stroke_width=3),
            tag("path", d="M-15-38L0-60L15-38Z", fill=tint("point"), stroke=table("deep-2"),
                stroke_width=3, stroke_linejoin="round"),
            tag("path", d=slippers, fill=tint("slipper"), stroke=tint("sole"), stroke_width=1.8),
            tag("path", d=cloak, fill=tint("cloak"), stroke_width=2.2, **line),
            tag("path", d=seams, fill="none", stroke=tint("trim"), stroke_width=2),
            tag("ellipse", cy=-13, rx=9, ry=7, fill=tint("skin"), stroke_width=1.5, **line),
            tag("circle", cy=-1, r=15.5, fill=tint("turban"), stroke_width=2.2, **line),
            tag("path", d=folds, fill="none", stroke=tint("fold"), stroke_width=1.8),
            tag("path", d="M0-15l4 4.5-4 4.5-4-4.5Z", fill=tint("trim"), stroke_width=1.2, **line),
        ]
    )  # fmt: skip


# What is pointed out.


def _pointed_at(state: MarrakechState, last: Mark) -> str:
    """Return a frame round what the last action has changed."""
    action = _action(last)
    if isinstance(action, Rug):
        return _rug_frame(action, dashed=False)
    if isinstance(action, (Turn, Roll)):
        return _square_frame(state.assam[0])
    return ""  # a drawn rug is not on the board


def _marked(state: MarrakechState, mark: Mark) -> str:
    """Return a ring on a square, a dashed frame for a rug, or where Assam would look."""
    if isinstance(mark, str) and len(mark) == 2:
        return ringed(_middle(parse_square(mark)))
    action = _action(mark)
    if isinstance(action, Rug):
        return _rug_frame(action, dashed=True)
    if isinstance(action, Turn):
        heading = (state.assam[1] + action.quarter) % 4
        pointer = tag("path", d="M-24-58L0-88L24-58L0-70Z", fill=table("badge"), stroke="#fff",
                      stroke_width=5, stroke_linejoin="round")  # fmt: skip
        return group(pointer, at=_middle(state.assam[0]), turn=90 * heading)
    return ""


def _action(given: Mark) -> Action:
    """Read a move or an outcome; no text is both."""
    if isinstance(given, Action):
        return given
    return OUTCOMES.by_text(given) if given in OUTCOMES else move(given)


def _rug_frame(rug: Rug, *, dashed: bool) -> str:
    first, second = rug.cells
    wide, high = (200, 100) if second == first + 1 else (100, 200)
    return framed(100 * (first & 7), 100 * (first >> 3), wide, high, dashed=dashed)


def _square_frame(cell: int) -> str:
    return framed(100 * (cell & 7), 100 * (cell >> 3), 100, 100)
