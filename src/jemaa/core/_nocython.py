"""Stands in for `cython` where it is not installed: the plain Python form needs only this."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

compiled = False
nogil = nullcontext()


def cast(kind: type, value: Any) -> Any:
    """Return the value as it is: only compiled code has anything to cast."""
    return value
