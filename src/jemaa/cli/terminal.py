"""What the terminal can do: characters, colours, questions, signs of life, and its language."""

from __future__ import annotations

import codecs
import locale
import os
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import ModuleType, TracebackType
from typing import TypeVar

from jemaa.cli.parser import UsageError
from jemaa.core.picture import WIDTH, Picture, piece
from jemaa.locale import LANGUAGES, catalogue, listed, text

T = TypeVar("T")

NARROWEST = 20
"""Narrower than so, nothing is set; the terminal breaks the lines itself."""
BAR = 40
"""So many characters show how far a long work has come."""
REMEMBERED = 1000
"""So many typed lines are remembered."""
NO_BREAK = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
"""Spaces of our own sentences that Python does not call printable."""
_PLAIN = str.maketrans("─│┌┬┐├┼┤└┴┘▲►▼◄●○·×", "-|+++++++++^>v<*o.x")
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a user says which language programs shall speak; the first that is set counts."""


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
    return "".join(c if _shows(c) else c.encode("unicode_escape").decode() for c in text)


def _shows(character: str) -> bool:
    return character.isprintable() or character in NO_BREAK


def json_text(value: object) -> str:
    """Return a value as JSON in one line, with control characters as JSON escapes them."""
    import json  # here, because `--help` loads this module too

    text = json.dumps(value, ensure_ascii=False)
    return "".join(c if _shows(c) else json.dumps(c)[1:-1] for c in text)


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
    """Whether a terminal has colours; one that the database does not know will have them."""
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


def ask(prompt: str) -> str:
    """Ask for a line and return it.

    Raises:
        EOFError: there is no more input.
    """
    editor()
    *above, last = wrapped([f"{prompt}>"], indent="").split("\n")
    for line in above:
        print(line)
    return input(f"{last} ")


def editor() -> ModuleType | None:
    """Return the module that edits lines; None where there is no such module or no terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    try:
        import readline
    except ImportError:  # pragma: no cover  (Windows)
        return None
    readline.set_history_length(REMEMBERED)
    return readline


def forget_typed() -> None:
    """Forget what was typed so far: the next one at this keyboard may not know it."""
    lines = editor()
    if lines is not None:
        lines.clear_history()


def offer_words(words: Callable[[], Sequence[str]]) -> None:
    """Let Tab complete what is typed to one of these words, which are asked for then."""
    lines = editor()
    if lines is None:
        return

    def complete(begun: str, number: int) -> str | None:
        found = [word for word in words() if word.lower().startswith(begun.lower())]
        return found[number] if number < len(found) else None

    lines.set_completer(complete)
    lines.set_completer_delims(" ")
    # The editor of macOS is another one, and binds keys in words of its own.
    is_libedit = "libedit" in (lines.__doc__ or "")
    lines.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")


def with_progress(parts: Iterable[T], whole: int, size: Callable[[T], int]) -> Iterator[T]:
    """Pass the parts on and draw a bar meanwhile, if somebody is looking.

    Args:
        parts: pieces of the work, as they are finished.
        whole: how much there is to do.
        size: tells how much a piece is of it.
    """
    if not sys.stderr.isatty():
        yield from parts
        return
    done = 0
    try:
        for part in parts:
            done += size(part)
            full = BAR * min(done, whole) // whole
            bar = "#" * full + "." * (BAR - full)
            print(f"\r[{bar}] {done:,} of {whole:,}", end="", file=sys.stderr, flush=True)
            yield part
    finally:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


class Notice:
    """A line on the screen that grows and then goes; nothing where nobody looks."""

    def __init__(self, text: str) -> None:
        """Make a notice; it is shown while the `with` lasts."""
        self._text = f"{text.rstrip('.')} ..."
        self._shows = sys.stderr.isatty()

    def __enter__(self) -> Notice:
        self._print(f"\r{self._text}")
        return self

    def go_on(self) -> None:
        """Let it grow."""
        self._print(".")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._print("\r\x1b[K")

    def _print(self, text: str) -> None:
        if self._shows:
            print(text, end="", file=sys.stderr, flush=True)


class Words:
    """Texts in one language."""

    def __init__(self, language: str) -> None:
        """Make words of a language of `LANGUAGES`."""
        self.language = language

    def __call__(self, key: str, **params: str | int | float) -> str:
        """Return a text by its key: of the terminal, or of any area as `area.key`."""
        return text(self.language, key if "." in key else f"terminal.{key}", **params)

    def listed(self, items: Iterable[object], link: str = "and") -> str:
        """Return things as a sentence lists them."""
        return listed(self.language, items, link)

    def commands(self, names: Iterable[str]) -> dict[str, str]:
        """Return what can be typed for each name: the English word, and that of the language."""
        typed = {name: name for name in names}
        return typed | {self(f"word-{name}"): name for name in typed}

    def level(self, name: str) -> str:
        """Return how a player of the computer's is called; a registry string as it is."""
        key = "terminal.random" if name == "random" else f"app.level-{name}"
        return self(key) if key in catalogue(self.language) else name


def find_language(asked: str | None, environ: Mapping[str, str] | None = None) -> str:
    """Return the language that is asked for, else that of the user's locale, else English.

    >>> find_language(None, {"LANG": "uk_UA.UTF-8"}), find_language(None, {"LANG": "de_DE"})
    ('uk', 'en')

    Raises:
        UsageError: it is asked for and not there.
    """
    if asked is not None:
        if asked.lower() not in LANGUAGES:
            known = ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
            raise UsageError(f"there is no language {asked[:80]!r}; choose one of: {known}")
        return asked.lower()
    variables = os.environ if environ is None else environ
    wanted = next((variables[name] for name in VARIABLES if variables.get(name)), "")
    if environ is None and not wanted:
        # Windows and macOS tell it elsewhere.
        wanted = locale.getlocale()[0] or ""
    # LANGUAGE lists several, but only for whoever has a locale at all.
    listed = variables.get("LANGUAGE", "").split(":") if wanted not in ("", "C", "POSIX") else []
    for name in (*listed, wanted):
        if name[:2].lower() in LANGUAGES and not name[2:3].isalpha():
            return name[:2].lower()
    return "en"
