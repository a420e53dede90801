"""The uncompiled twin of `crew.pxd`: the caller is alone, with nobody to call or to await."""

from __future__ import annotations


class Crew:
    """So many pieces of work, and how many of them are taken in this call."""

    def __init__(self, pieces: int) -> None:
        """Make it; nothing is left to do before the first call."""
        self.pieces = self.taken = pieces


def hire(threads: int, pieces: int) -> Crew:
    """Return a crew; whatever the number of threads, the caller will do all."""
    return Crew(pieces)


def crew_of(hired: Crew) -> Crew:
    """Return the same: only compiled code has an address for it."""
    return hired


def call(crew: Crew) -> None:
    """Begin to give out the pieces."""
    crew.taken = 0


def take(crew: Crew, who: int) -> int:
    """Return the next piece of this call to work on, or -1."""
    if crew.taken == crew.pieces:
        return -1
    crew.taken += 1
    return crew.taken - 1


def attend(crew: Crew, who: int) -> bool:
    """Whether there is a call for another thread: never."""
    return False


def gather(crew: Crew) -> None:
    """Wait for nobody."""


def finish(crew: Crew, who: int) -> None:
    """Say that a thread has nothing left to do; there is none."""


def dismiss(crew: Crew) -> None:
    """End the other threads; there are none."""
