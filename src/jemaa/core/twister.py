"""Python's own generator, the Mersenne Twister, for a few numbers only.

A player who plays by chance seeds a generator for every decision, and asks it once or for a hundred
numbers. That took as long as all else that it did, and half of it is needless: the words before a
seed are always the same, and of all 624 only those are mixed in the end that are asked for.
"""

from __future__ import annotations

from hashlib import sha512
from random import Random
from typing import Any

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

if not cython.compiled:
    _SIZE, _MIDDLE = 624, 397
    _KEY_SIZE = 18  # the words of a key: a seed of eight bytes, and 64 of its hash

_MASK, _HIGH, _LOW = 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF
_BEGIN, _SPREAD, _TAKE, _SETTLE, _TWIST = 19650218, 1812433253, 1664525, 1566083941, 0x9908B0DF
_TEMPER_7, _TEMPER_15 = 0x9D2C5680, 0xEFC60000
_BLANK = [0] * 624  # the words before a key is mixed in


def _fill_blank() -> None:
    _BLANK[0] = _BEGIN
    for index in range(1, _SIZE):
        before = _BLANK[index - 1]
        _BLANK[index] = (_SPREAD * (before ^ before >> 30) + index) & _MASK


_fill_blank()


class Twister:
    """Gives the same numbers as `Random` with the same seed, which has eight bytes.

    >>> Twister(b"assam123").randrange(49) == Random(b"assam123").randrange(49)
    True
    """

    def __init__(self, seed: bytes) -> None:
        """Make a generator."""
        self._next = 0
        if not cython.compiled:
            self._words = [0] * 624
        self._seed(seed + sha512(seed).digest())

    def randrange(self, count: int) -> int:
        """Return a number from 0 up to `count`, which is below 2**31."""
        if not count:
            raise ValueError("there is nothing to choose from")
        return self._below(count)

    def shuffle(self, items: list[Any]) -> None:
        """Bring a list into a random order."""
        for index in range(len(items) - 1, 0, -1):
            other = self._below(index + 1)
            items[index], items[other] = items[other], items[index]

    def _below(self, count: int) -> int:
        shift = 32
        while count >> 32 - shift:
            shift -= 1
        while True:
            found = self._word() >> shift
            if found < count:
                return found

    def _seed(self, number: bytes) -> None:
        """Take a key in, which is given as one large number."""
        key = [0] * 18
        for place in range(4 * _KEY_SIZE):
            index = _KEY_SIZE - 1 - (place >> 2)  # the number begins with its highest word
            key[index] = key[index] << 8 | number[place]
        length = _KEY_SIZE
        while length > 1 and not key[length - 1]:
            length -= 1
        self._take(key, length)
        self._settle()

    def _take(self, key: list[int], length: int) -> None:
        place, before = 0, _BLANK[0]
        for index in range(1, _SIZE):
            before = (_BLANK[index] ^ (before ^ before >> 30) * _TAKE) + key[place] + place & _MASK
            self._words[index] = before
            place = place + 1 if place + 1 < length else 0
        first = self._words[1] ^ (before ^ before >> 30) * _TAKE
        self._words[1] = first + key[place] + place & _MASK

    def _settle(self) -> None:
        before = self._words[1]
        for index in range(2, _SIZE):
            before = (self._words[index] ^ (before ^ before >> 30) * _SETTLE) - index & _MASK
            self._words[index] = before
        self._words[1] = (self._words[1] ^ (before ^ before >> 30) * _SETTLE) - 1 & _MASK
        self._words[0] = _HIGH

    def _word(self) -> int:
        """Return the next 32 bits; what is mixed for them replaces a word that has been used."""
        index = self._next
        self._next = index + 1 if index < _SIZE - 1 else 0
        pair = self._words[index] & _HIGH | self._words[self._next] & _LOW
        middle = index + _MIDDLE if index < _SIZE - _MIDDLE else index + _MIDDLE - _SIZE
        word = self._words[middle] ^ pair >> 1 ^ _TWIST * (pair & 1)
        self._words[index] = word
        word ^= word >> 11
        word ^= word << 7 & _TEMPER_7
        word ^= word << 15 & _TEMPER_15
        return word ^ word >> 18


def generator(seed: bytes) -> Twister | Random:
    """Return the faster of the two, which give the same: uncompiled that is Python's own."""
    return Twister(seed) if cython.compiled else Random(seed)
