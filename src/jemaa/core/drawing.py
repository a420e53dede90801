"""Pictures as SVG: the pencil with which every game draws its own board.

A board has squares of 100 by 100 units, the first one at (0, 0). A picture has no style sheet and
no script, so it can stand inside a page without changing it; what it refers to by name is the same
wherever that name occurs. Nothing is told by colour alone: pieces have weaves, shapes and letters.

>>> tag("rect", x=1, stroke_width=2.50, fill=None)
'<rect x="1" stroke-width="2.5"/>'
>>> outline("square", 10)
'M-9 -9H9V9H-9Z'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias
from unicodedata import category
from zlib import crc32

from jemaa.core.actions import Action
from jemaa.core.errors import JemaaError, quoted
from jemaa.core.picture import Ink, Picture, Piece, piece, table, tokens

SIZES = (64, 4096)
"""The least and the greatest width of a picture, in pixels."""
USUAL_SIZE = 640
"""The width where nobody says one, as in a notebook."""
MOST_MARKS = 256
"""How many squares and moves can be marked."""
FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif"
MONO = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"

Point: TypeAlias = tuple[float, float]
Mark: TypeAlias = Action | str
"""A square or a move that is marked, or the text of one."""


class DrawingError(JemaaError, ValueError):
    """A picture that cannot be drawn as it is wished; `field` names the argument."""

    def __init__(self, field: str, message: str) -> None:
        self.field = field
        super().__init__(f"{field}: {message}")


# Elements.


def tag(name: str, *inside: str, **attributes: str | float | None) -> str:
    """Return an element; in an attribute's name `_` stands for a hyphen, `__` for a colon."""
    given = "".join(
        f' {key.replace("__", ":").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None and value != ""
    )
    return f"<{name}{given}>{''.join(inside)}</{name}>" if inside else f"<{name}{given}/>"


def _value(value: str | float | None) -> str:
    return escaped(value) if isinstance(value, str) else f"{value:.6g}"


def escaped(text: str) -> str:
    """Return a text as it may stand in XML, also between quotation marks."""
    for sign, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(sign, name)
    return "".join(char if category(char)[0] != "C" or char == "\n" else "?" for char in text)


def words(text: str, x: float, y: float, size: float, **attributes: str | float | None) -> str:
    """Return a line of text; `y` is the line it stands on."""
    style: dict[str, Any] = {"fill": table("ink"), "font_size": size} | attributes
    return tag("text", escaped(text), x=x, y=y, **style)


def fitting(text: str, size: float, room: float) -> float:
    """Return the size of type at which a bold text fits into some room, at most `size`."""
    return min(size, room / (0.63 * max(1, len(text))))


def group(*inside: str, at: Point = (0, 0), turn: float = 0, scale: float = 1, **more: Any) -> str:
    """Return elements moved, then turned clockwise by degrees, then made larger."""
    moves = [f"translate({at[0]:g} {at[1]:g})"] if at != (0, 0) else []
    moves += [f"rotate({turn:g})"] if turn else []
    moves += [f"scale({scale:g})"] if scale != 1 else []
    return tag("g", *inside, transform=" ".join(moves), **more)


def use(name: str, at: Point, turn: float = 0) -> str:
    """Return what `define` has given a name."""
    turned = f" rotate({turn:g})" if turn else ""
    return tag("use", href=f"#jemaa-{name}", transform=f"translate({at[0]:g} {at[1]:g}){turned}")


def define(name: str, *inside: str) -> str:
    """Return elements under a name, for `use`."""
    return tag("g", *inside, id=f"jemaa-{name}")


def document(
    box: tuple[float, float, float, float],
    size: int | None,
    title: str,
    description: str,
    *inside: str,
) -> str:
    """Return a whole picture.

    Args:
        box: left, top, width and height in units of the picture.
        size: its width in pixels; without one it fills the place it is given.
        title: what it is, for screen readers.
        description: what is to be seen on it, for screen readers.
        inside: what is drawn.

    Raises:
        DrawingError: the size is not one that can be drawn.
    """
    width: int | None = None
    height: int | None = None
    if size is not None:
        width = _checked_size(size)
        height = max(1, round(size * box[3] / box[2]))
    mark = f"jemaa-{crc32(f'{title} {description}'.encode()):08x}"
    return tag(
        "svg",
        tag("title", escaped(title), id=f"{mark}-title"),
        tag("desc", escaped(description), id=f"{mark}-desc"),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(f"{number:g}" for number in box),
        width=width,
        height=height,
        role="img",
        aria_labelledby=f"{mark}-title {mark}-desc",
        font_family=FONT,
    )


def _checked_size(size: object) -> int:
    least, most = SIZES
    if type(size) is not int or not least <= size <= most:
        raise DrawingError(
            "size", f"{quoted(size)} is not possible; choose {least} to {most} pixels, or None"
        )
    return size


def checked_mark(field: str, mark: object) -> Mark:
    """Return a mark as it was given, or refuse what is neither one nor a text."""
    if not isinstance(mark, (str, Action)):
        raise DrawingError(field, f"{quoted(mark)} is neither a square nor a move, nor its text")
    return mark


def checked_marks(marks: Iterable[Mark]) -> list[Mark]:
    """Return the marks as a list, or refuse them if they are too many or no marks."""
    several = isinstance(marks, Iterable) and not isinstance(marks, (str, Action))
    found: list[Mark] = []
    for mark in marks if several else [marks]:
        found.append(checked_mark("marks", mark))
        if len(found) > MOST_MARKS:
            raise DrawingError("marks", f"there are more than {MOST_MARKS}; mark fewer")
    return found


# Pieces.


def outline(shape: str, r: float) -> str:
    """Return the path of a shape round (0, 0); all look equally large at the same `r`."""
    if shape == "diamond":
        return f"M0 {-1.22 * r:g}L{1.22 * r:g} 0L0 {1.22 * r:g}L{-1.22 * r:g} 0Z"
    if shape == "triangle":
        return f"M0 {-1.225 * r:g}L{1.2 * r:g} {0.94 * r:g}L{-1.2 * r:g} {0.94 * r:g}Z"
    if shape == "circle":
        return f"M{-r:g} 0A{r:g} {r:g} 0 1 1 {r:g} 0A{r:g} {r:g} 0 1 1 {-r:g} 0Z"
    d = 0.9 * r
    return f"M{-d:g} {-d:g}H{d:g}V{d:g}H{-d:g}Z"


def letter_in(of: Piece, text: str, r: float, fill: str) -> str:
    """Return the letter inside a shape; the triangle has its room lower down."""
    y, size = (0.57 * r, 1.03 * r) if of.shape == "triangle" else (0.42 * r, 1.18 * r)
    return words(text, 0, y, size, fill=fill, font_weight=800, text_anchor="middle")


def sign(of: Piece, text: str, r: float = 24) -> str:
    """Return the sign of a player: their shape, their colour, their letter."""
    edge: dict[str, Any] = {"stroke": of.dark, "stroke_width": r / 8, "stroke_linejoin": "round"}
    return tag("path", d=outline(of.shape, r), fill=of.base, **edge) + letter_in(
        of, text, 0.94 * r, of.text
    )


def weave(of: Piece) -> str:
    """Return the weave of a colour, to be defined once and filled in by `url(#jemaa-weave-r)`."""
    width, height = of.weave["size"]
    x, y = of.weave["at"]
    colours = {"thread": of.thread, "dark": of.dark}
    shapes = [
        tag(
            "path",
            d=shape["d"],
            fill=colours[shape["fill"]] if "fill" in shape else "none",
            stroke=colours.get(shape.get("stroke", "")),
            stroke_width=shape.get("width"),
        )
        for shape in of.weave["shapes"]
    ]
    ground = tag("rect", width=width, height=height, fill=of.base)
    return tag(
        "pattern", ground, *shapes, id=f"jemaa-weave-{of.letter}", patternUnits="userSpaceOnUse",
        x=x, y=y, width=width, height=height,
    )  # fmt: skip


def star(at: Point, r: float, fill: str, **attributes: str | float | None) -> str:
    """Return a star of eight points."""
    side = f"M{-r:g} {-r:g}H{r:g}V{r:g}H{-r:g}Z"
    turned = outline("diamond", r * 1.414 / 1.22)
    return group(tag("path", d=side + turned, fill=fill, **attributes), at=at)


# What is pointed out.


def framed(x: float, y: float, width: float, height: float, *, dashed: bool = False) -> str:
    """Return a frame that is seen on every ground; dashed, it only proposes."""
    inset = 5
    box = {
        "x": x + inset,
        "y": y + inset,
        "width": width - 2 * inset,
        "height": height - 2 * inset,
        "rx": 8,
    }
    return tag("rect", **box, fill="none", stroke="#fff", stroke_width=11) + tag(
        "rect",
        **box,
        fill="none",
        stroke=table("badge"),
        stroke_width=5.5,
        stroke_dasharray="13 9" if dashed else None,
    )


def ringed(at: Point, r: float = 40) -> str:
    """Return a dashed ring that is seen on every ground."""
    ring: dict[str, Any] = {"cx": at[0], "cy": at[1], "r": r, "fill": "none"}
    return tag("circle", **ring, stroke="#fff", stroke_width=10) + tag(
        "circle", **ring, stroke=table("badge"), stroke_width=5, stroke_dasharray="11 8"
    )


def arrow(start: Point, end: Point, *, dashed: bool = False) -> str:
    """Return an arrow from the middle of a square to near the middle of another."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = (dx * dx + dy * dy) ** 0.5
    x, y = dx / long, dy / long
    first = (start[0] + 18 * x, start[1] + 18 * y)
    tip = (end[0] - 34 * x, end[1] - 34 * y)
    neck = (tip[0] - 24 * x, tip[1] - 24 * y)
    line = f"M{first[0]:g} {first[1]:g}L{neck[0]:g} {neck[1]:g}"
    left, right = (neck[0] + 15 * y, neck[1] - 15 * x), (neck[0] - 15 * y, neck[1] + 15 * x)
    head = f"M{tip[0]:g} {tip[1]:g}L{left[0]:g} {left[1]:g}L{right[0]:g} {right[1]:g}Z"
    ink = table("badge")
    return (
        tag("path", d=line, fill="none", stroke="#fff", stroke_width=15)
        + tag("path", d=head, fill="#fff", stroke="#fff", stroke_width=9, stroke_linejoin="round")
        + tag("path", d=line, fill="none", stroke=ink, stroke_width=7,
              stroke_dasharray="13 9" if dashed else None)
        + tag("path", d=head, fill=ink)
    )  # fmt: skip


# Round the board.


def names(columns: str, rows: int, x: float, y: float) -> str:
    """Return the names of the columns below the board and of the rows on its left."""
    style: dict[str, Any] = {"fill": table("loop"), "font_weight": 700, "text_anchor": "middle"}
    below = [
        words(name, 100 * i + x, 100 * rows + y, 17, **style) for i, name in enumerate(columns)
    ]
    left = [words(str(i + 1), -y + 2, 100 * i + x + 5, 17, **style) for i in range(rows)]
    return "".join(below + left)


def stall(box: tuple[float, float, float, float], letters: str, *, lit: bool) -> str:
    """Return the empty stall of a player under an awning of their cloth.

    A stall that is lit, because its player is to act, has a broad frame.
    """
    x, y, width, height = box
    part = width / len(letters)
    awning = [
        tag("rect", x=x + i * part, y=y, width=part, height=24, fill=f"url(#jemaa-weave-{letter})")
        for i, letter in enumerate(letters)
    ]
    scallops = "".join(f"q{width / 24:g} 13 {width / 12:g} 0" for _ in range(12))
    edge = table("ink") if lit else table("line-2")
    return (
        tag("rect", x=x, y=y, width=width, height=height, rx=12, fill=table("panel"), stroke=edge,
            stroke_width=7 if lit else 2)
        + "".join(awning)
        + tag("path", d=f"M{x:g} {y + 24:g}{scallops}", fill=piece(letters[0]).base,
              stroke=piece(letters[0]).dark, stroke_width=2)
        + tag("path", d=f"M{x:g} {y:g}h{width:g}", stroke=piece(letters[0]).dark, stroke_width=4)
    )  # fmt: skip


def caption(lines: Sequence[str], x: float, y: float) -> str:
    """Return lines of text below a board."""
    return "".join(words(line, x, y + 34 * i, 25) for i, line in enumerate(lines))


# A board in characters, for a game that has no drawing of its own.


def of_text(picture: Picture, size: int | None, title: str) -> str:
    """Return a drawing made of characters as a picture."""
    wide, high, margin = 9, 18, 18
    inside = [tag("rect", width="100%", height="100%", fill=table("panel"))]
    for row, line in enumerate(picture.lines):
        column = 0
        for span in line:
            text = span.text if isinstance(span, Ink) else span
            known = isinstance(span, Ink) and span.style in tokens()["pieces"]
            fill = piece(span.style).dark if isinstance(span, Ink) and known else table("ink")
            if text.strip():
                inside.append(
                    tag("text", escaped(text), x=margin + wide * column,
                        y=margin + high * (row + 0.8), font_size=15, font_family=MONO, fill=fill,
                        textLength=wide * len(text), xml__space="preserve")
                )  # fmt: skip
            column += len(text)
    box = (0, 0, wide * picture.width + 2 * margin, high * len(picture.lines) + 2 * margin)
    return document(box, size, title, str(picture), *inside)
