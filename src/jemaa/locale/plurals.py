"""Which form of a word goes with a number, by the cardinal rules of Unicode's CLDR."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

FORMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "en": ("one", "other"),
        "uk": ("one", "few", "many", "other"),
        "ru": ("one", "few", "many", "other"),
        "pl": ("one", "few", "many", "other"),
        "ro": ("one", "few", "other"),
        "fr": ("one", "many", "other"),
    }
)
"""The plural forms of every language, in CLDR's order."""

MILLION = 1_000_000


def plural(language: str, number: float) -> str:
    """Return the name of the form that goes with a number of zero or more.

    >>> [plural("uk", number) for number in (1, 2, 5, 21)]
    ['one', 'few', 'many', 'one']
    """
    whole = int(number)
    return _RULES[language](whole, whole == number)


def _english(n: int, exact: bool) -> str:
    return "one" if exact and n == 1 else "other"


def _east_slavic(n: int, exact: bool) -> str:
    if not exact:
        return "other"
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    return _few_or_many(n)


def _polish(n: int, exact: bool) -> str:
    if not exact:
        return "other"
    return "one" if n == 1 else _few_or_many(n)


def _few_or_many(n: int) -> str:
    return "few" if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14 else "many"


def _romanian(n: int, exact: bool) -> str:
    """Return the form; `other` is the one with "de": 20 de dirhami."""
    if exact and n == 1:
        return "one"
    return "few" if not exact or n == 0 or 1 <= n % 100 <= 19 else "other"


def _french(n: int, exact: bool) -> str:
    """Return the form; `many` is the one with "de": 1000000 de dirhams."""
    if n <= 1:
        return "one"  # 1,5 dirham as well
    return "many" if exact and n % MILLION == 0 else "other"


_RULES: Mapping[str, Callable[[int, bool], str]] = {
    "en": _english,
    "uk": _east_slavic,
    "ru": _east_slavic,
    "pl": _polish,
    "ro": _romanian,
    "fr": _french,
}
