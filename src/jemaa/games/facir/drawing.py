"""The bed of nails as a picture, with the rooms beside it.

What is drawn comes from what is known: in a view the cards of the others are absent, so that a
picture cannot show them. Whoever holds a whole position knows every card and sees every card.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from jemaa.core.actions import Action
from jemaa.core.drawing import (
    USUAL_SIZE,
    Mark,
    Point,
    arrow,
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
from jemaa.core.state import SPECTATOR
from jemaa.games.facir.board import CARD_SIZE, NAILS, NONE
from jemaa.games.facir.cards import EDGES, turned
from jemaa.games.facir.moves import OUTCOMES, Put, Shift, move
from jemaa.games.facir.rules import FacirState
from jemaa.games.facir.text import rooms_told, seat_name, situation
from jemaa.games.facir.view import FacirView
from jemaa.games.grid import CELLS, COLUMNS, SIZE, cells_of, square_name
from jemaa.locale import text

EDGE = 38
"""The frame round the bed."""
STALLS = 100 * SIZE + EDGE + 22
"""Where the stalls stand."""
WIDE, HIGH, GAP = 372, 184, 197
"""How wide and high a stall is, and how far it is from the top of one to the next."""


def drawing(
    position: FacirState | FacirView,
    *,
    size: int | None = USUAL_SIZE,
    last: Mark | None = None,
    marks: Iterable[Mark] = (),
    language: str = "en",
) -> str:
    """Return a view, or a whole position with all cards open, as a picture."""
    view = position if isinstance(position, FacirView) else position.view(SPECTATOR)
    assert isinstance(view, FacirView)
    known = position.known if isinstance(position, FacirView) else position
    bed = _Bed(view, known, language)
    told = situation(view, language)
    lines = textwrap.wrap(told, 78)
    box = (-EDGE - 8, -EDGE - 8, EDGE + STALLS + WIDE + 20, 100 * SIZE + 2 * EDGE + 30)
    high = box[3] + 34 * len(lines)
    return document(
        (*box[:3], high),
        size,
        "Façir",
        " ".join([told, *bed.told()]),
        tag("rect", x=box[0], y=box[1], width=box[2], height=high, fill=table("wall")),
        tag("defs", *bed.definitions()),
        _planks(),
        _pointed_at(last) if last is not None else "",
        *bed.nails(),
        *(_marked(mark) for mark in checked_marks(marks)),
        *(bed.stall(seat) for seat in range(view.setup.players)),
        caption(lines, -EDGE, 100 * SIZE + EDGE + 40),
    )


def _middle(cell: int) -> Point:
    return 100 * (cell & 7) + 50, 100 * (cell >> 3) + 50


class _Bed:
    """Draws what differs from position to position."""

    def __init__(self, view: FacirView, known: FacirState, language: str) -> None:
        self.view = view
        self.known = known
        self.language = language
        self.colours: str = view.setup.colours

    def _letter(self, letter: str) -> str:
        return text(self.language, f"pieces.letter-{letter}")

    def definitions(self) -> Iterable[str]:
        """Return what is drawn more than once."""
        for letter in sorted(self.colours):
            yield weave(piece(letter))
            yield define(self._name(letter), _nail(letter, self._letter(letter)))

    def _name(self, letter: str) -> str:
        return f"nail-{letter}-{self.language}"

    def nails(self) -> list[str]:
        """Return the nails on the board."""
        return [
            use(self._name(letter), _middle(cell))
            for letter, nails in zip(self.colours, self.known.nails, strict=True)
            for cell in cells_of(nails)
        ]

    # Rooms.

    def stall(self, seat: int) -> str:
        """Return somebody's room, sign, name, nails in hand and cards won."""
        y = -EDGE + GAP * seat
        letter = self.colours[seat]
        lit = seat == self.known.seat and not self.known.is_over
        left = STALLS + 186
        won = text(self.language, "facir.won-short", count=len(self.known.won[seat]))
        name = seat_name(self.view, seat, self.language)
        return "".join(
            [
                stall((STALLS, y, WIDE, HIGH), letter, lit=lit),
                group(self._room(seat), at=(STALLS + 16, y + 42)),
                group(sign(piece(letter), self._letter(letter), 21), at=(left + 22, y + 74)),
                words(name, left + 58, y + 83, fitting(name, 25, WIDE - 186 - 66), font_weight=700),
                *self._in_hand(seat, left, y + 122),
                words(won, left, y + 166, 21, fill=table("ink-2")),
            ]
        )

    def _in_hand(self, seat: int, x: float, y: float) -> Iterable[str]:
        of = piece(self.colours[seat])
        for i in range(NAILS):
            if i < self.known.nails_left[seat]:
                look: dict[str, Any] = {"fill": of.base, "stroke": of.dark, "stroke_width": 2}
                shape = outline(of.shape, 8)
            else:
                look = {"fill": "none", "stroke": table("line-2"), "stroke_dasharray": "2 3"}
                shape = outline("circle", 7)
            yield group(tag("path", d=shape, **look), at=(x + 10 + 25 * i, y))

    def _room(self, seat: int) -> str:
        """Return a room of 150 by 130 with as much of the card as is known."""
        room = self.known.rooms[seat]
        if room.card >= 0:
            rotation = max(room.rotation, 0)
            face = _front(self.known.setup.deck[room.card], rotation, room.rotation >= 0)
            return _arch() + group(face, at=(15, 7), scale=0.4)
        if room.edge != NONE:
            return _arch() + _back(EDGES[room.edge]) + _screen(70)
        if room.card == NONE:
            return _arch() + _screen(96)
        # A card is there, but nobody has seen anything of it: it lies, or stands, behind a screen.
        hidden = words("?", 75, 60, 44, fill=table("loop"), font_weight=800, text_anchor="middle")
        return _arch() + (_screen(24) if room.rotation != NONE else _screen(76) + hidden)

    # In words.

    def told(self) -> Iterable[str]:
        """Return what is seen, for whoever hears it: rooms, cards, and nails by colour."""
        for line in rooms_told(self.view, self.language):
            yield f"{line}."
        for seat, room in enumerate(self.known.rooms):
            if room.card >= 0:
                card = turned(self.known.setup.deck[room.card], max(room.rotation, 0))
                rows = " ".join(card[i : i + CARD_SIZE] for i in range(0, len(card), CARD_SIZE))
                yield f"{seat_name(self.view, seat, self.language)} {room.card + 1}: {rows}."
        for seat, nails in enumerate(self.known.nails):
            if nails:
                squares = " ".join(square_name(cell) for cell in cells_of(nails))
                yield f"{seat_name(self.view, seat, self.language)}: {squares}."


# The bed.


@cache
def _planks() -> str:
    wide = 100 * SIZE
    frame: dict[str, Any] = {"x": -EDGE, "y": -EDGE, "width": wide + 2 * EDGE}
    parts = [
        tag("rect", **frame, height=wide + 2 * EDGE, rx=26, fill=table("deep")),
        tag("rect", x=4 - EDGE, y=4 - EDGE, width=wide + 2 * EDGE - 8, height=wide + 2 * EDGE - 8,
            rx=23, fill="none", stroke=table("brass"), stroke_width=1.8),
    ]  # fmt: skip
    for row in range(SIZE):
        y = 100 * row
        grain = f"M8 {y + 24 + 6 * (row % 3)}C160 {y + 14} 260 {y + 38} 420 {y + 22}"
        grain += f"S620 {y + 30} 692 {y + 18}"
        parts += [
            tag("rect", y=y + 1, width=wide, height=98, rx=5, stroke=table("wood-line"),
                stroke_width=2, fill=table("wood-2" if row % 2 else "wood")),
            tag("path", d=grain, fill="none", stroke=table("wood-line"), stroke_opacity=0.4,
                stroke_width=1.6),
        ]  # fmt: skip
    holes = [tag("circle", cx=x, cy=y, r=9, fill=table("hole")) for x, y in map(_middle, CELLS)]
    return "".join([*parts, *holes, names(COLUMNS, SIZE, 50, 25)])


@cache
def _nail(letter: str, shown: str) -> str:
    """Return the head of a nail from above."""
    of = piece(letter)
    line: dict[str, Any] = {"stroke_linejoin": "round"}
    inner = of.dark if letter == "y" else tokens()["wool"]
    head = [
        tag("path", d=outline(of.shape, 27), fill=of.base, stroke=of.dark, stroke_width=3, **line),
        tag("path", d=outline(of.shape, 21.6), fill="none", stroke=inner, stroke_width=1.9,
            stroke_dasharray=of.stitch),
        letter_in(of, shown, 22, of.text),
    ]  # fmt: skip
    side = tag(
        "path", d=outline(of.shape, 27), fill=of.dark, stroke=of.dark, stroke_width=5, **line
    )
    return side + group(*head, at=(0, -5))


# Rooms and cards.


def _arch() -> str:
    return tag("path", d="M4 136V60C0 50 2 38 8 30C22 6 50 2 75 2S128 6 142 30C148 38 150 50 146 60"
               "V136Z", fill=table("badge"), stroke=table("brass"), stroke_width=3)  # fmt: skip


@cache
def _screen(y: float) -> str:
    """Return the screen in front of a room, from that height down."""
    stars = [
        star((18 + 19 * i, row), 5, "none", stroke=table("brass"), stroke_width=1.6)
        for row in range(int(y) + 14, 130, 19)
        for i in range(7)
    ]
    plate = tag("rect", x=2, y=y, width=146, height=136 - y, fill=table("deep"),
                stroke=table("brass"), stroke_width=2.5)  # fmt: skip
    return plate + "".join(stars)


def _hole(at: Point, r: float) -> str:
    return tag("circle", cx=at[0], cy=at[1], r=r, fill=table("badge"),
               stroke=colour("card", "paper"), stroke_width=r / 5)  # fmt: skip


@cache
def _back(edge: str) -> str:
    """Return the upper edge of a card from behind, as the others see it (F-22)."""
    paper, rim, back = (colour("card", name) for name in ("paper", "rim", "back"))
    parts = [
        tag("rect", x=18, y=26, width=114, height=100, rx=6, fill=back, stroke=rim, stroke_width=3),
        tag("rect", x=23, y=31, width=104, height=90, rx=4, fill="none", stroke=paper,
            stroke_width=1.5, stroke_dasharray="3 2.5"),
    ]  # fmt: skip
    for i, mark in enumerate(edge):
        place = (39 + 36 * i, 50)
        parts.append(_hole(place, 13) if mark == "o" else star(place, 6.5, colour("card", "line")))
    return "".join(parts)


@lru_cache(maxsize=256)
def _front(card: str, rotation: int, stands: bool) -> str:
    """Return a card, 300 by 300, as its owner sees it; what the others see of it is framed."""
    paper, line, back = (colour("card", name) for name in ("paper", "line", "back"))
    parts = [
        tag("rect", x=3, y=3, width=294, height=294, rx=18, fill=paper, stroke=line,
            stroke_width=6),
        tag("rect", x=14, y=14, width=272, height=272, rx=12, fill="none", stroke=back,
            stroke_width=3),
        tag("g", _fakir(), transform=f"rotate({90 * rotation} 150 150)" if rotation else None),
    ]  # fmt: skip
    for i, mark in enumerate(turned(card, rotation)):
        place = (50 + 100 * (i % CARD_SIZE), 50 + 100 * (i // CARD_SIZE))
        parts.append(
            tag("circle", cx=place[0], cy=place[1], r=37, fill=table("hole"), stroke=table("badge"),
                stroke_width=6)
            if mark == "o"
            else star(place, 10, colour("card", "star"))
        )  # fmt: skip
    if stands:
        parts.append(framed(0, 0, 300, 100, dashed=True))
    return "".join(parts)


def _fakir() -> str:
    """Return the drawn fakir; his head is the printed top of the card."""
    line, skin, paper = (colour("card", name) for name in ("line", "skin", "paper"))
    body = "M122 96C116 130 124 160 122 186L178 186C176 160 184 130 178 96C168 104 132 104 122 96Z"
    legs = (
        "M118 184C96 190 70 208 66 228C64 240 78 246 92 240C116 230 136 236 150 246"
        "C164 236 184 230 208 240C222 246 236 240 234 228C230 208 204 190 182 184"
        "C160 194 140 194 118 184Z"
    )
    turban = "M122 58C118 34 134 20 150 20C166 20 182 34 178 58C164 50 136 50 122 58Z"
    return tag(
        "g",
        tag("path", d=body, fill=skin),
        tag("path", d=legs, fill=paper),
        tag("ellipse", cx=150, cy=66, rx=25, ry=24, fill=skin),
        tag("path", d=turban, fill=paper),
        stroke=line, stroke_width=3, stroke_linejoin="round", opacity=0.8,
    )  # fmt: skip


# What is pointed out.


def _action(given: Mark) -> Action:
    """Read a move or an outcome; no text is both."""
    if isinstance(given, Action):
        return given
    return OUTCOMES.by_text(given) if given in OUTCOMES else move(given)


def _pointed_at(last: Mark) -> str:
    """Return what the last turn has done to a nail; a dealt card and how it stands are secret."""
    action = _action(last)
    if isinstance(action, Put):
        return _square_frame(action.cell)
    if isinstance(action, Shift):
        source, target = action.cells
        return _square_frame(target) + arrow(_middle(source), _middle(target))
    return ""


def _square_frame(cell: int) -> str:
    return framed(100 * (cell & 7), 100 * (cell >> 3), 100, 100)


def _marked(mark: Mark) -> str:
    """Return a ring round a hole, or a dashed arrow for a nail that is moved."""
    action = _action(mark)
    if isinstance(action, Put):
        return ringed(_middle(action.cell))
    if isinstance(action, Shift):
        source, target = action.cells
        return arrow(_middle(source), _middle(target), dashed=True)
    return ""
