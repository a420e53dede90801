"""The parser of the command line: it raises its errors, and knows how numbers are written."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

from jemaa.core.errors import JemaaError


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


def whole_number(text: str) -> int:
    """Read a number, for an option."""
    if text.isascii() and text.isdigit() and len(text) < 19:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no whole number")


def positive(text: str) -> int:
    """Read a number from 1 up, for an option."""
    number = whole_number(text)
    if not number:
        raise argparse.ArgumentTypeError("it must be 1 at least")
    return number


def seconds(text: str) -> float:
    """Read a time, for an option."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds")
    return value
