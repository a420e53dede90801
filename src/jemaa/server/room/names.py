"""What people may call themselves: short, visible, and not like somebody else at the table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from jemaa.server.room.reasons import RefusalError

LONGEST = 24
"""How many characters a name may have; accents that stand on a letter do not count."""
MOST_MARKS = 4
"""How many accents may stand on one letter: more of them grow into the neighbouring lines."""

# Letters and symbols by their category, but with nothing to see.
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def clean_name(text: str, others: Iterable[str] = (), *, field: str = "name") -> str:
    """Return a name as it is kept: composed (NFC), with single spaces, without any at its ends.

    Names that differ only by case or by a compatible form (`Ａmina`) count as equal.

    >>> clean_name("  Amina   Z. ")
    'Amina Z.'

    Args:
        text: what was typed.
        others: the names that are taken.
        field: what a refusal calls the part of the request that the name comes from.

    Raises:
        RefusalError: `name`, or `name-taken` when one of the `others` is called so.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    fault = _fault(name)
    if fault:
        raise RefusalError("name", f"this cannot be a name: {fault}", field=field)
    if any(_key(name) == _key(other) for other in others):
        raise RefusalError("name-taken", "somebody at this table has that name", field=field)
    return name


def _fault(name: str) -> str:
    """Say what is wrong with a name; empty if nothing is."""
    if not name:
        return "it is empty"
    length, marks = 0, 0
    for char in name:
        category = unicodedata.category(char)
        if category[0] == "C" or char in _BLANKS or _is_selector(char):
            return f"the sign U+{ord(char):04X} in it cannot be seen"
        marks = marks + 1 if category[0] == "M" else 0
        length += category[0] != "M"
        if marks > MOST_MARKS:
            return "too many accents stand on one letter"
    if length > LONGEST:
        return f"it has {length} characters, and {LONGEST} fit"
    return "" if length else "it has accents but no letters"


def _is_selector(char: str) -> bool:
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def _key(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
