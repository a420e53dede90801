"""Asking for a line, with arrow keys, history and Tab where the platform has them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import ModuleType

from jemaa.cli.screen import wrapped

MOST = 1000
"""So many lines are remembered."""


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
    readline.set_history_length(MOST)
    return readline


def forget() -> None:
    """Forget what was typed so far: the next one at this keyboard may not know it."""
    lines = editor()
    if lines is not None:
        lines.clear_history()


def offer(words: Callable[[], Sequence[str]]) -> None:
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
