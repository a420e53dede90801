"""Signs of life on the screen during long work."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import TypeVar

T = TypeVar("T")

BAR = 40


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
