"""The uncompiled twin of `bits.pxd`: counting in sets of squares."""

from __future__ import annotations

count = int.bit_count


def lowest(bits: int) -> int:
    """Return the number of the lowest bit that is set; one must be."""
    return (bits & -bits).bit_length() - 1


def nth(bits: int, n: int) -> int:
    """Return the number of the n-th bit that is set, counted from 0; there must be one."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)
