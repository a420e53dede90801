"""The look of the pieces and of the table, from one file: `tokens.json` beside the package.

The page gets it as CSS (`jemaa.server.export`), pictures and the terminal read it here. Every piece
has a colour, a weave, a shape and a letter; any one of them is enough to tell it.

>>> piece("r").shape, piece("r").base, piece("r").weave_text
('diamond', '#c4332b', '<><><')
>>> table("deep")
'#0f4a40'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any


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
