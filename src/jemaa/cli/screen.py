"""What the terminal can do: characters, colours, a clean screen."""

from __future__ import annotations

import codecs
import os
import re
import sys
import textwrap
import unicodedata
from collections.abc import Iterable

WIDTH = 80
_PLAIN = str.maketrans("─│┌┬┐├┼┤└┴┘▲►▼◄●○·×", "-|+++++++++^>v<*o.x")
# Bright yellow and bright blue; brown is what terminals make of plain yellow.
_TINTS = {"R": "31", "Y": "93", "B": "94", "N": "33"}
_PIECE = re.compile(r"(?<![A-Za-z])[<>=/\\+]*([RYBN])[<>=/\\+]*(?![A-Za-z])")


def never_fail_on_characters() -> None:
    """Make the standard streams replace what they cannot write or read."""
    codecs.register_error("jemaa-plain", _plain)
    for stream, errors in (
        (sys.stdin, "replace"),
        (sys.stdout, "jemaa-plain"),
        (sys.stderr, "jemaa-plain"),
    ):
        # Tests and windowed programs put other objects in the place of the streams.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=errors)


def _plain(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end].translate(_PLAIN)
    letters = unicodedata.normalize("NFKD", text)
    shown = "".join(c if c.isascii() else "?" for c in letters if not unicodedata.combining(c))
    return shown, error.end


def printable(text: str) -> str:
    r"""Return a text from a file or a program with its control characters written out.

    Else it could move the cursor, recolour the screen, or hide what stands before it.

    >>> print(printable("Fez\x1b[2J"))
    Fez\x1b[2J
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def json_text(value: object) -> str:
    """Return a value as JSON in one line, with control characters as JSON escapes them."""
    import json  # here, because `--help` loads this module too

    text = json.dumps(value, ensure_ascii=False)
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


def is_terminal() -> bool:
    """Tell whether somebody looks at the output right now, on a screen that takes commands."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def tinted(drawing: str) -> str:
    """Colour the pieces in a drawing by their letters, where the terminal shows colours.

    The letters stay, so colour is never the only sign.
    """
    old_windows = os.name == "nt" and "WT_SESSION" not in os.environ
    if not is_terminal() or os.environ.get("NO_COLOR") or old_windows:
        return drawing
    return _PIECE.sub(lambda found: f"\x1b[{_TINTS[found[1]]}m{found[0]}\x1b[0m", drawing)


def clear() -> None:
    """Take everything off the screen; where that cannot be done, push it out of sight."""
    print("\x1b[2J\x1b[3J\x1b[H" if is_terminal() else "\n" * 60, end="", flush=True)


def wrapped(words: Iterable[str], indent: str = "  ") -> str:
    """Set words in lines that fit the screen."""
    return textwrap.fill(
        " ".join(words),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def listed(items: Iterable[object], last: str = "or") -> str:
    """List things in a sentence.

    >>> listed([2, 3, 4])
    '2, 3 or 4'
    """
    words = [str(item) for item in items]
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
