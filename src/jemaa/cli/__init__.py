"""The command line: `jemaa --help` tells all of it.

Exit codes: 0 done, 1 nobody reads the output any more, 2 the input is wrong, 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from jemaa.cli.arguments import closest, read_arguments
from jemaa.cli.screen import never_fail_on_characters, printable
from jemaa.core.errors import IllegalMoveError, JemaaError, UnknownNameError

__all__ = ["main"]

THINKING = {
    f"jemaa.cli.{name}"
    for name in ("arena", "bench", "best", "engine", "ladder", "play", "serve", "simulate")
}
"""The commands that computer players or many games are behind."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code.

    Args:
        arguments: what stands after `jemaa`; by default what this process was started with.
    """
    never_fail_on_characters()
    try:
        options = read_arguments(sys.argv[1:] if arguments is None else arguments)
        if options.module in THINKING:
            _say_if_needlessly_slow()
        # A command is loaded when it is used, so that `--help` loads no game.
        code = int(import_module(options.module).run(options))
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
        return str(error) + closest(error.name, error.known)
    if isinstance(error, IllegalMoveError):
        return f"{error.message} (rule {error.clause})"
    return str(error)
