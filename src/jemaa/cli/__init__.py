"""The command line: `jemaa --help` tells all of it.

Exit codes: 0 done, 1 nobody reads the output any more, 2 the input is wrong, 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path

from jemaa.cli.commands import make_parser
from jemaa.cli.parser import UsageError
from jemaa.cli.terminal import never_fail_on_characters, printable
from jemaa.core.errors import IllegalMoveError, JemaaError, UnknownNameError, quoted, shortened

__all__ = ["main"]

THINKING = {"arena", "bench", "best", "engine", "ladder", "play", "review", "serve", "simulate"}
"""The commands that computer players or many games are behind."""
VALUED = ("--level", "--seconds", "--top", "--language", "--svg", "--size", "--last", "--mark")
"""The options with a value that may stand before a position."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code.

    Args:
        arguments: what stands after `jemaa`; by default what this process was started with.
    """
    never_fail_on_characters()
    try:
        options = _read_arguments(sys.argv[1:] if arguments is None else arguments)
        if options.command in THINKING:
            _say_if_needlessly_slow()
        # A command is loaded when it is used, so that `--help` loads no game.
        name = "run_" + options.command.replace("-", "_")
        code = int(getattr(import_module(options.module), name)(options))
        sys.stdout.flush()
        return code
    except JemaaError as error:
        return _complain(_explain(error))
    except BrokenPipeError:
        # Python would flush stdout once more at its end, and complain there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        return _complain(f"{error.filename or 'the file'}: {error.strerror or error}")
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def _read_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line.

    Raises:
        UsageError: it cannot be understood.
        SystemExit: `--help` has been printed.
    """
    parser, commands = make_parser()
    given = list(arguments) or ["serve", "--open"]
    if not given[0].startswith("-") and given[0] not in commands:
        hint = _closest(given[0], commands) or f"; choose one of: {', '.join(commands)}"
        raise UsageError(f"there is no command {quoted(given[0])}{hint}")
    if given[0] in ("show", "legal", "best"):
        given = _with_position_last(given)
    options, unknown = parser.parse_known_args(given)
    if unknown:
        used = commands.get(given[0], parser)
        word = unknown[0]
        kind = "option" if word.startswith("-") else "argument"
        hint = _closest(word.partition("=")[0], used.options) or f"; '{used.prog} --help' lists all"
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


def _say_if_needlessly_slow() -> None:
    """Print one line where compiled modules are missing that could be made here.

    Who sets JEMAA_PURE=1 wants it so, and is not told.
    """
    from jemaa.core.state import compiled

    if compiled or os.environ.get("JEMAA_PURE") == "1" or not _can_compile():
        return
    tree = Path(__file__).parents[3]
    is_tree = (tree / "scripts/compile").exists()
    remedy = f"'make install' in {tree} compiles it" if is_tree else "install it anew"
    print(
        "jemaa: this runs uncompiled, about a hundred times slower, though a C compiler is here; "
        f"{remedy}",
        file=sys.stderr,
    )


def _can_compile() -> bool:
    import shutil
    import sysconfig

    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    header = Path(sysconfig.get_path("include"), "Python.h")
    return shutil.which(compiler) is not None and header.exists()


def _complain(message: str) -> int:
    print(f"jemaa: {printable(' '.join(message.split()))}", file=sys.stderr)
    return 2


def _explain(error: JemaaError) -> str:
    if isinstance(error, UnknownNameError):
        return str(error) + _closest(error.name, error.known)
    if isinstance(error, IllegalMoveError):
        return f"{error.message} (rule {error.clause})"
    return str(error)


def _closest(word: str, known: Iterable[str]) -> str:
    """Suggest the known word nearest to one that is not known; empty when none is near.

    >>> _closest("reply", ["replay", "show"])
    "; did you mean 'replay'?"
    """
    found = get_close_matches(shortened(word), list(known), n=1)
    return f"; did you mean {quoted(found[0])}?" if found else ""
