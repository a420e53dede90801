"""Where chance comes from. The rules never roll: they list outcomes, and a source picks one.

Sources are asked by the kind of chance and its number in the game (`roll` 0, `roll` 1, ...), not
one draw after another from a stream. So taking a move back cannot re-roll, two matches can share
all their dice, and workers share nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from random import Random
from typing import Protocol

from jemaa.core.errors import ChanceError, quoted

__all__ = [
    "ChanceSource",
    "ManualChance",
    "Random",
    "RecordedChance",
    "ScriptedChance",
    "SeededChance",
]


class ChanceSource(Protocol):
    """Picks one of the weighted outcomes."""

    def draw(self, kind: str, ordinal: int, weights: Mapping[str, int]) -> str:
        """Pick an outcome.

        Args:
            kind: what is decided: `roll`, `draw`, `deal`.
            ordinal: how many of that kind the game has had before.
            weights: the texts of the outcomes, in the game's order, each with its weight.

        Returns:
            The text of the outcome.
        """
        ...


class SeededChance:
    """Draws by HMAC-SHA256 of a secret: unpredictable without it, the same for ever with it.

    The algorithm is a promise (see docs/notation.md): the message is `game|kind|ordinal`; the
    digest, read as one big-endian number of 256 bits, times the sum of the weights, shifted right
    by 256 bits, is a place in the row of outcomes, where each takes as many places as its weight.

    >>> SeededChance(b"secret", "g1").draw("roll", 0, {"1": 1, "2": 2, "3": 2, "4": 1})
    '1'
    """

    def __init__(self, secret: bytes | int | str, game: str = "") -> None:
        """Make a source.

        Args:
            secret: bytes for real games; a number or a text is handy as a seed.
            game: a name that makes games with one secret differ.
        """
        self.secret = secret if isinstance(secret, bytes) else str(secret).encode()
        self.game = game

    def __repr__(self) -> str:
        # Never the secret: a repr ends up in logs.
        return f"<SeededChance of the commitment {self.commitment}, game {self.game!r}>"

    @cached_property
    def commitment(self) -> str:
        """The SHA-256 of the secret; show it before the game, and the secret after it."""
        return hashlib.sha256(self.secret).hexdigest()

    def draw(self, kind: str, ordinal: int, weights: Mapping[str, int]) -> str:
        """Pick an outcome."""
        place = self.place(kind, ordinal, sum(weights.values()))
        for outcome, weight in weights.items():
            if place < weight:
                return outcome
            place -= weight
        raise ChanceError(f"{kind} {ordinal}: there is nothing to choose from")

    def place(self, kind: str, ordinal: int, whole: int) -> int:
        """Return the place in a row of outcomes that take so many places as a whole."""
        return self._number(kind, ordinal) * whole >> 256

    def _number(self, kind: str, ordinal: int) -> int:
        """Return the number of 256 bits that decides."""
        inner, outer = _keyed(self.secret)
        inner, outer = inner.copy(), outer.copy()
        inner.update(f"{self.game}|{kind}|{ordinal}".encode())
        outer.update(inner.digest())
        return int.from_bytes(outer.digest(), "big")


@lru_cache(maxsize=1 << 11)
def _keyed(secret: bytes) -> tuple[hashlib._Hash, hashlib._Hash]:
    """Return the inner and the outer hash of HMAC (RFC 2104) once they have taken in the secret.

    Python's own `hmac` gives the same, and takes three times as long to go on from there.
    """
    block = hashlib.sha256().block_size
    key = secret if len(secret) <= block else hashlib.sha256(secret).digest()
    key = key.ljust(block, b"\0")
    inner, outer = (bytes(byte ^ pad for byte in key) for pad in (0x36, 0x5C))
    return hashlib.sha256(inner), hashlib.sha256(outer)


class ScriptedChance:
    """Takes outcomes from a list, in order: for tests and lessons."""

    def __init__(self, outcomes: Iterable[str]) -> None:
        """Make a source that gives these texts one after another."""
        self._rest: Iterator[str] = iter(outcomes)

    def draw(self, kind: str, ordinal: int, weights: Mapping[str, int]) -> str:
        """Pick an outcome."""
        text = next(self._rest, None)
        if text is None:
            raise ChanceError(f"the script has no {kind} number {ordinal}: it has run out")
        return _possible(text, kind, ordinal, weights)


class RecordedChance:
    """Repeats the outcomes of an earlier game by kind and number: another game shares its dice."""

    def __init__(self, outcomes: Mapping[str, Iterable[str]]) -> None:
        """Make a source from the texts of each kind, in order."""
        self._outcomes = {kind: tuple(texts) for kind, texts in outcomes.items()}

    def draw(self, kind: str, ordinal: int, weights: Mapping[str, int]) -> str:
        """Pick an outcome."""
        texts = self._outcomes.get(kind, ())
        if ordinal >= len(texts):
            raise ChanceError(f"the recorded game has no {kind} number {ordinal}")
        return _possible(texts[ordinal], kind, ordinal, weights)


class ManualChance:
    """Asks somebody, for a table with a real die and a real bag."""

    def __init__(self, ask: Callable[[str, tuple[str, ...]], str]) -> None:
        """Make a source.

        Args:
            ask: is given the kind and the possible texts, and gives back one of them.
        """
        self._ask = ask

    def draw(self, kind: str, ordinal: int, weights: Mapping[str, int]) -> str:
        """Pick an outcome."""
        return _possible(self._ask(kind, tuple(weights)), kind, ordinal, weights)


def _possible(text: str, kind: str, ordinal: int, weights: Mapping[str, int]) -> str:
    if text not in weights:
        choices = ", ".join(weights)
        raise ChanceError(
            f"{kind} {ordinal}: {quoted(text)} is not possible; choose one of: {choices}"
        )
    return text
