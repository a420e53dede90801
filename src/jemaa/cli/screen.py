"""What the terminal can do: characters, colours, a clean screen."""

from __future__ import annotations

import codecs
import os
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Mapping

from jemaa.core.picture import WIDTH, Picture
from jemaa.core.tokens import piece

NARROWEST = 20
"""Narrower than so, nothing is set; the terminal breaks the lines itself."""
_PLAIN = str.maketrans("─│┌┬┐├┼┤└┴┘▲►▼◄●○·×", "-|+++++++++^>v<*o.x")


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
    """Whether somebody looks at the output right now, on a screen that takes commands."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def columns() -> int:
    """Return how wide text may become: as wide as the screen, but no wider than `WIDTH`."""
    return max(NARROWEST, min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns))


def shows_colours() -> bool:
    """Whether colours are wanted and can be shown.

    `NO_COLOR` says no, `FORCE_COLOR` says yes even into a file; else the terminal decides.
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    old_windows = os.name == "nt" and "WT_SESSION" not in os.environ
    return is_terminal() and not old_windows and _has_colours(os.environ.get("TERM", ""))


def _has_colours(terminal: str) -> bool:
    """Tell by the database of terminals; one that it does not know will have colours."""
    try:
        import curses

        curses.setupterm(terminal, sys.stdout.fileno())
        return curses.tigetnum("colors") != -1
    except (ImportError, OSError, ValueError, TypeError):
        return True
    except curses.error:
        return True


def painted(picture: Picture) -> str:
    """Return a picture for this terminal, coloured where it shows colours.

    The letters of the pieces stay, so colour is never the only sign.
    """
    if not shows_colours():
        return str(picture)
    return picture.painted(lambda text, style: f"\x1b[{piece(style).terminal_colour}m{text}\x1b[0m")


def clear() -> None:
    """Take everything off the screen; where that cannot be done, push it out of sight."""
    print("\x1b[2J\x1b[3J\x1b[H" if is_terminal() else "\n" * 60, end="", flush=True)


def wrapped(words: Iterable[str], indent: str = "  ", hang: str | None = None) -> str:
    """Set words in lines that fit the screen; `hang` indents all lines but the first."""
    return textwrap.fill(
        " ".join(words),
        columns(),
        initial_indent=indent,
        subsequent_indent=indent if hang is None else hang,
        break_long_words=False,
        break_on_hyphens=False,
    )


def table(rows: Mapping[str, str]) -> str:
    """Set names with what they mean beside or below them, in lines that fit the screen."""
    width = max(map(len, rows))
    if width > columns() // 2:
        return "\n".join(f"  {name}\n{wrapped([rows[name]], indent=' ' * 6)}" for name in rows)
    return "\n".join(
        wrapped([f"{name:{width}}  {meaning}"], hang=" " * (width + 4))
        for name, meaning in rows.items()
    )
