"""The parser of the command line: its errors, how numbers are written, and shared options."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

import jemaa
from jemaa.core.errors import JemaaError, quoted, shortened

MOST = 10**18
"""Numbers on the command line are smaller."""
LONGEST = 3600
"""Times, in seconds, are shorter."""


class UsageError(JemaaError):
    """A command line that cannot be understood."""


class Parser(argparse.ArgumentParser):
    """Raises its errors, and knows its options, so that a near miss can be named."""

    def __init__(self, *positional: Any, **named: Any) -> None:
        self.options: list[str] = []
        named |= {
            "allow_abbrev": False,  # a new option must not change what an old command line means
            "formatter_class": argparse.RawDescriptionHelpFormatter,
        }
        super().__init__(*positional, **named)

    def add_argument(self, *names: Any, **named: Any) -> argparse.Action:
        """Add an argument and remember how it is written."""
        self.options += [name for name in names if name.startswith("--")]
        return super().add_argument(*names, **named)

    def error(self, message: str) -> NoReturn:
        """Raise instead of printing the usage."""
        raise UsageError(f"{message}; '{self.prog} --help' tells more")


def read_digits(text: str) -> int | None:
    """Return the number that a text of digits stands for; None for any other text.

    Python refuses to read thousands of digits, and nobody counts so far: what is above `MOST` is
    as good as `MOST`.

    >>> read_digits("0042"), read_digits("9" * 5000) == MOST, read_digits("-1")
    (42, True, None)
    """
    if not (text.isascii() and text.isdigit()):
        return None
    digits = text.lstrip("0")
    return int(digits or "0") if len(digits) <= len(str(MOST)) else MOST


def integer(text: str) -> int:
    """Read a number, for an option whose range depends on something else."""
    number = read_digits(text.removeprefix("-"))
    if number is None:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is no whole number")
    return -number if text.startswith("-") else number


def whole_number(text: str) -> int:
    """Read a number from 0 up, for an option."""
    return _number_from(0, text)


def positive(text: str) -> int:
    """Read a number from 1 up, for an option."""
    return _number_from(1, text)


def _number_from(least: int, text: str) -> int:
    number = integer(text)
    if not least <= number < MOST:
        raise argparse.ArgumentTypeError(
            f"{shortened(text)} is out of range; choose {least} to {MOST - 1:,}"
        )
    return number


def seconds(text: str) -> float:
    """Read a time, for an option."""
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is no number of seconds") from None
    if not 0 < value < LONGEST:
        raise argparse.ArgumentTypeError(
            f"{shortened(text)} is out of range; choose more than 0 and less than {LONGEST:,}"
        )
    return value


class ShowVersion(argparse.Action):
    """Prints the version; it looks for the compiled form only when asked."""

    def __init__(self, **named: Any) -> None:
        super().__init__(nargs=0, default=argparse.SUPPRESS, **named)

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        """Print it and end."""
        from jemaa.core.state import compiled

        print(f"jemaa {jemaa.__version__} ({'compiled' if compiled else 'uncompiled'})")
        parser.exit()


# What several commands have.


def add_archive(parser: Parser) -> None:
    """Add the file of a copy, and where the games are."""
    parser.add_argument("file", metavar="FILE", help="the copy")
    parser.add_argument("--data", metavar="DIR", help="where games are kept; default as in serve")
    parser.add_argument("--force", action="store_true", help="write over what is there")


def add_setup(parser: Parser, *, optional: bool = False) -> None:
    """Add a game and how it is set up."""
    parser.add_argument(
        "game", metavar="GAME", nargs="?" if optional else None, help="marrakech or facir"
    )
    parser.add_argument("--players", metavar="N", type=integer, help="how many play")
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="a setting of the game; deck=@FILE reads the cards from a file",
    )


def add_position(parser: Parser) -> None:
    """Add a position."""
    parser.add_argument(
        "position", metavar="POSITION", nargs="+", help="a position or view, or - to read it"
    )
    add_json(parser)


def add_language(parser: Parser) -> None:
    """Add a language."""
    parser.add_argument(
        "--language", metavar="CODE", help="en, uk, ru, pl, ro or fr; default: as your system"
    )


def add_json(parser: Parser) -> None:
    """Add the form for programs."""
    parser.add_argument("--json", action="store_true", help="print one JSON document")
