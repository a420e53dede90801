"""Pictures made of text with styles, and how pieces and table look wherever they are drawn.

Whoever shows a picture decides whether its styles are seen.

>>> board = Picture([["1 ", Ink("R", "r")], ["2 ."]])
>>> print(board.beside(Picture([["Red"]]), gap=3))
1 R   Red
2 .
>>> board.painted(lambda text, style: f"<{style}:{text}>").splitlines()[0]
'1 <r:R>'

The look comes from one file, `tokens.json` beside the package. The page gets it as CSS
(`jemaa.server.export`), pictures and the terminal read it here. Every piece has a colour, a weave,
a shape and a letter; any one of them is enough to tell it.

>>> piece("r").shape, piece("r").base, piece("r").weave_text
('diamond', '#c4332b', '<><><')
>>> table("deep")
'#0f4a40'
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from typing import Any, NamedTuple, TypeAlias

WIDTH = 80
"""How many columns a drawing may take where nobody says how many there are."""


class Ink(NamedTuple):
    """Text in a style: the letter of the colour it stands for."""

    text: str
    style: str


Span: TypeAlias = str | Ink
"""A piece of a line: plain, or in a style."""


class Picture:
    """Lines of text; `str` gives it plain, `painted` with its styles."""

    def __init__(self, lines: Iterable[Sequence[Span]]) -> None:
        """Make a picture of lines, each a sequence of pieces."""
        self.lines = [list(line) for line in lines]

    @property
    def width(self) -> int:
        """How many columns it takes."""
        return max((_length(line) for line in self.lines), default=0)

    def beside(self, other: Picture, gap: int = 2) -> Picture:
        """Return this picture with another one on its right."""
        wide = self.width + gap
        rows = zip_longest(self.lines, other.lines, fillvalue=list[Span]())
        return Picture([*left, " " * (wide - _length(left)), *right] for left, right in rows)

    @classmethod
    def of_text(cls, text: str, width: int) -> Picture:
        """Return a text in lines of that width."""
        return cls([line] for line in textwrap.wrap(text, width, break_long_words=False))

    def above(self, other: Picture) -> Picture:
        """Return this picture with another one below it."""
        return Picture([*self.lines, *other.lines])

    def painted(self, paint: Callable[[str, str], str]) -> str:
        """Return it with every piece that has a style painted."""
        return "\n".join(
            "".join(paint(*span) if isinstance(span, Ink) else span for span in _stripped(line))
            for line in self.lines
        )

    def __str__(self) -> str:
        return self.painted(lambda text, style: text)


def _length(line: Sequence[Span]) -> int:
    return sum(len(span.text if isinstance(span, Ink) else span) for span in line)


def _stripped(line: Sequence[Span]) -> list[Span]:
    """Return a line without the spaces at its end."""
    spans = list(line)
    while spans and isinstance(spans[-1], str):
        last = str(spans.pop()).rstrip()
        if last:
            return [*spans, last]
    return spans


@dataclass(frozen=True, slots=True)
class Piece:
    """How the rugs and nails of one colour look."""

    letter: str
    """Its sign in notation, `r`, `y`, `b` or `n`."""
    shape: str
    """The shape of its sign: diamond, triangle, circle or square."""
    base: str
    dark: str
    thread: str
    text: str
    """The colour of a letter on the base."""
    weave: Mapping[str, Any]
    """One tile of the weave: its size, where it begins, and its shapes."""
    hem: Mapping[str, Any]
    """The stitches along the border of a rug."""
    stitch: str
    """The dashes round the sign on a nail; empty for a whole line."""
    terminal_colour: int
    """The colour in a terminal, as its escape sequence has it.

    Bright yellow and bright blue; brown is what terminals make of plain yellow.
    """
    weave_text: str
    """Five characters that stand for the weave in a terminal."""
    terminal_ink: str
    terminal_cloth: str


@cache
def tokens() -> Mapping[str, Any]:
    """Return the whole file."""
    # Here, because whoever draws nothing shall not wait for these two.
    import json
    from importlib.resources import files

    found: dict[str, Any] = json.loads((files("jemaa") / "tokens.json").read_text("utf-8"))
    return found


@cache
def piece(letter: str) -> Piece:
    """Return how the pieces of a colour look, by its letter."""
    known = tokens()["pieces"][letter]
    terminal = known["terminal"]
    return Piece(
        letter=letter,
        shape=known["shape"],
        base=known["base"],
        dark=known["dark"],
        thread=known["thread"],
        text=known["text"],
        weave=known["weave"],
        hem=known["hem"],
        stitch=known["stitch"],
        terminal_colour=terminal["colour"],
        weave_text=terminal["weave"],
        terminal_ink=terminal["ink"],
        terminal_cloth=terminal["cloth"],
    )


def table(name: str) -> str:
    """Return a colour of the table by day."""
    return str(tokens()["day"][name])


def colour(group: str, name: str) -> str:
    """Return a colour of what is neither a rug nor a nail: `assam`, `card` or `coin`."""
    return str(tokens()[group][name])


def css() -> str:
    """Return the colours as CSS: `--r`, `--r-d` and `--r-t` of each piece, and all others.

    >>> css().splitlines()[2]
    '  --r: #c4332b;'
    """
    names = {"base": "", "dark": "-d", "thread": "-t"}
    found = tokens()
    pieces = {
        f"{letter}{ending}": found["pieces"][letter][name]
        for letter in found["pieces"]
        for name, ending in names.items()
    }
    drawn = {
        f"{group}-{name}": value
        for group in ("assam", "card", "coin")
        for name, value in found[group].items()
    }
    rules = {
        ":root": pieces | {"wool": found["wool"]} | drawn | found["day"],
        ':root[data-theme="dark"]': found["night"],
    }
    lines = ["/* Made from src/jemaa/tokens.json by `python -m jemaa.server.export`. */"]
    for selector, values in rules.items():
        lines += [f"{selector} {{", *(f"  --{name}: {value};" for name, value in values.items())]
        lines.append("}")
    return "\n".join(lines) + "\n"
