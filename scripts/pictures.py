#!/usr/bin/env python3
"""Draws the boards in the documents from real positions: docs/pictures/*.svg.

Run it again when a drawing has changed. `--check` writes nothing and fails if one is out of date.
"""

import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

import jemaa  # noqa: E402  (from the sources beside this script)
from jemaa import svg  # noqa: E402
from jemaa.core.picture import (  # noqa: E402
    Picture,
    Span,
    piece,
)

WIDTH, HEIGHT, SIZE = 8.43, 16.3, 14
"""One character in the picture, and the size of the type that fills it."""
MARGIN, BAR = 22, 38
INK = {letter: piece(letter).terminal_ink for letter in "rybn"}
CLOTH = {letter: piece(letter).terminal_cloth for letter in "rybn"}
NAMES = ("Red", "Yellow", "Blue", "Brown")
LINES = "┌┬┐├┼┤└┴┘│─·"
HEAD = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}"
 width="{width:.0f}" height="{height:.0f}" role="img" aria-labelledby="title">
<title id="title">{title}</title>
<style>
text {{ font: {size}px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  white-space: pre; fill: #e6edf3 }}
.line {{ fill: #57606a }} .bar {{ fill: #9aa4af }}
{styles}
</style>
<rect width="100%" height="100%" rx="10" fill="#0d1117"/>
<path d="M0 {bar} V10 a10 10 0 0 1 10 -10 H{right:.0f} a10 10 0 0 1 10 10 V{bar} Z" fill="#1c2330"/>
<g fill="#57606a"><circle cx="24" cy="19" r="6"/><circle cx="44" cy="19" r="6"/>\
<circle cx="64" cy="19" r="6"/></g>
<text class="bar" x="{middle:.0f}" y="24" text-anchor="middle">{command}</text>"""


def runs(line: list[Span]) -> Iterator[tuple[int, str, str]]:
    """Split a line into (column, text, class) of one class each, without its spaces."""

    def kind(char: str) -> str:
        return "space" if char == " " else "line" if char in LINES else ""

    letters = [
        (char, kind(char) if isinstance(span, str) or char == " " else span.style)
        for span in line
        for char in (span if isinstance(span, str) else span.text)
    ]
    column = 0
    for found, group in groupby(letters, key=lambda letter: letter[1]):
        run = "".join(char for char, _ in group)
        if found != "space":
            yield column, run, found
        column += len(run)


def picture(title: str, command: str, drawing: Picture, *, woven: bool) -> str:
    """Return a drawing as an SVG in the shape of a terminal."""
    lines = drawing.lines
    width = drawing.width * WIDTH + 2 * MARGIN
    height = len(lines) * HEIGHT + BAR + 2 * MARGIN
    styles = "\n".join(
        f".{letter} {{ fill: {ink}; font-weight: 600 }}" for letter, ink in INK.items()
    )
    head = HEAD.format(
        width=width, height=height, title=escape(title), command=escape(command), size=SIZE,
        styles=styles, bar=BAR, right=width - 10, middle=width / 2,
    )  # fmt: skip
    cloth, text = [], []
    for y, line in enumerate(lines):
        top = BAR + MARGIN + y * HEIGHT
        for x, run, kind in runs(line):
            left, long = MARGIN + x * WIDTH, len(run) * WIDTH
            if woven and kind in CLOTH and run not in NAMES:
                cloth.append(
                    f'<rect x="{left:.1f}" y="{top:.1f}" width="{long:.1f}" height="{HEIGHT}"'
                    f' shape-rendering="crispEdges" fill="{CLOTH[kind]}"/>'
                )
            style = f' class="{kind}"' if kind else ""
            text.append(
                f'<text{style} x="{left:.1f}" y="{top + 13:.1f}" textLength="{long:.1f}"'
                f">{escape(run)}</text>"
            )
    return "\n".join([head, *cloth, *text, "</svg>", ""])


MARKET = (
    "@2 marrakech - rSbSy4/rbbnEnnrS/1rS3ySr/1rybEby1/1yrErrEr1/1nyEyySr1/1bEb1yy1 g5S"
    " 38,24,32,26 r5,y5,b6,n6 2:lay"
)
BED = "@0 facir players=3 6y/5yy/5rr/r6/6y/y2bb2/1b2r2 16^1,?^.o.,?^.oo -,-,-/- 1:play:0:24 e5e6"


def pictures() -> dict[str, str]:
    """Return every picture by its file name."""
    market_view, bed_view = jemaa.parse_view(MARKET), jemaa.parse_view(BED)
    return {
        "terminal.svg": picture(
            "A game of Marrakech in the terminal: the market with rugs in four colours, each with"
            " its own weave and letter, and beside it the four players' scores",
            "jemaa play marrakech",
            market_view.game.picture(market_view),
            woven=True,
        ),
        "facir.svg": picture(
            "A game of Façir in the terminal: the bed with nails of three colours, and beside it"
            " the edges of the other players' cards and the own card",
            "jemaa play facir",
            bed_view.game.picture(bed_view),
            woven=False,
        ),
        "board-marrakech.svg": svg.board(market_view, size=960, last="2", marks=["f5f6"]) + "\n",
        "board-facir.svg": svg.board(bed_view, size=960, last="e5e6", marks=["c3"]) + "\n",
    }


def main() -> int:
    stale = []
    for name, content in pictures().items():
        path = ROOT / "docs/pictures" / name
        if not path.exists() or path.read_text("utf-8") != content:
            stale.append(name)
            if "--check" not in sys.argv:
                path.write_text(content, "utf-8")
    if stale and "--check" in sys.argv:
        print("out of date, run scripts/pictures.py:", *stale, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
