"""A bar for long work."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
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
