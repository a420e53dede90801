"""Drawings made of text with styles; whoever shows one decides whether styles are seen.

>>> board = Picture([["1 ", Ink("R", "r")], ["2 ."]])
>>> print(board.beside(Picture([["Red"]]), gap=3))
1 R   Red
2 .
>>> board.painted(lambda text, style: f"<{style}:{text}>").splitlines()[0]
'1 <r:R>'
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

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
