"""What can stand on the command line, and what is said when it cannot be understood."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any, NoReturn

import jemaa
from jemaa.cli.commands import COMMANDS
from jemaa.cli.parser import Parser, UsageError
from jemaa.core.errors import quoted, shortened

VALUED = ("--level", "--seconds", "--top", "--language", "--svg", "--size", "--last", "--mark")
"""The options with a value that may stand before a position."""


def closest(word: str, known: Iterable[str]) -> str:
    """Suggest the known word nearest to one that is not known; empty when none is near.

    >>> closest("reply", ["replay", "show"])
    "; did you mean 'replay'?"
    """
    found = get_close_matches(shortened(word), list(known), n=1)
    return f"; did you mean {quoted(found[0])}?" if found else ""


def read_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line.

    Raises:
        UsageError: it cannot be understood.
        SystemExit: `--help` has been printed.
    """
    parser, commands = make_parser()
    given = list(arguments) or ["serve", "--open"]
    if not given[0].startswith("-") and given[0] not in commands:
        hint = closest(given[0], commands) or f"; choose one of: {', '.join(commands)}"
        raise UsageError(f"there is no command {quoted(given[0])}{hint}")
    if given[0] in ("show", "legal", "best"):
        given = _with_position_last(given)
    options, unknown = parser.parse_known_args(given)
    if unknown:
        used = commands.get(given[0], parser)
        word = unknown[0]
        kind = "option" if word.startswith("-") else "argument"
        hint = closest(word.partition("=")[0], used.options) or f"; '{used.prog} --help' lists all"
        raise UsageError(f"{used.prog} has no {kind} {quoted(word)}{hint}")
    if "module" not in options:
        raise UsageError(f"no command is given; choose one of: {', '.join(commands)}")
    return options


def _with_position_last(given: list[str]) -> list[str]:
    """Put the words of a position behind `--`: some begin with a dash and yet are no options."""
    options: list[str] = []
    words: list[str] = []
    rest = iter(given[1:])
    for word in rest:
        is_option = word.startswith("--") or word == "-h"
        (options if is_option else words).append(word)
        if word in VALUED:
            options += [value for value in [next(rest, None)] if value is not None]
    return [given[0], *options, "--", *words]


def make_parser() -> tuple[Parser, dict[str, Parser]]:
    """Return the parser of the command line, and that of each command by its name."""
    parser = Parser(
        prog="jemaa",
        description="Play and study two board games: Marrakech and Façir.",
        epilog="jemaa alone opens the games in your browser. In the terminal: jemaa play",
    )
    parser.add_argument("--version", action=_Version, help="show the version and whether compiled")
    chosen = parser.add_subparsers(metavar="COMMAND", title="commands")
    commands: dict[str, Parser] = {}
    for add in COMMANDS:
        add(chosen, commands)
    return parser, commands


class _Version(argparse.Action):
    """Prints the version; it looks for the compiled form only when asked."""

    def __init__(self, **named: Any) -> None:
        super().__init__(nargs=0, default=argparse.SUPPRESS, **named)

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        from jemaa.core.state import compiled

        print(f"jemaa {jemaa.__version__} ({'compiled' if compiled else 'uncompiled'})")
        parser.exit()
