"""The words of the program in six languages: one folder for each, one JSON file for each area.

A text is a string with `{names}` in it, or one such string for each plural form of the language,
chosen by the number in the parameter that `by` names:

    {"by": "count", "one": "{count} nail", "other": "{count} nails"}

A number with a fraction is written as the language writes it, with one decimal. The page reads the
same files and fills them in the same way.

>>> text("en", "facir.nails-short", count=3)
'3 nails'
>>> text("pl", "facir.nails-short", count=3)
'3 gwoździe'
>>> text("fr", "analysis.fact-pays", better=1.5, chosen=4.0)
'Cela coûte 1,5 dirham en moyenne, pas 4.'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

from jemaa.core.errors import UnknownNameError

__all__ = ["FORMS", "LANGUAGES", "Text", "catalogue", "listed", "plural", "text"]

Text: TypeAlias = str | Mapping[str, str]
"""Words with `{names}`, or such words by plural form, and under `by` what is counted."""

LANGUAGES: Mapping[str, str] = MappingProxyType(
    {
        "en": "English",
        "uk": "Українська",
        "ru": "Русский",
        "pl": "Polski",
        "ro": "Română",
        "fr": "Français",
    }
)
"""What every language calls itself, by its code."""

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
"""The plural forms of every language, by the cardinal rules of Unicode's CLDR and in its order."""

MILLION = 1_000_000
POINTED = frozenset({"en"})
"""The languages that write decimals after a point; the others have a comma."""
_NAME = re.compile(r"\{(\w+)\}")


@cache
def catalogue(language: str) -> Mapping[str, Text]:
    """Return all texts of a language by `area.key`.

    Raises:
        UnknownNameError: there is no such language; offer those of `LANGUAGES`.
    """
    # Here, because whoever asks for no words shall not wait for these two.
    import json
    from importlib.resources import files

    if language not in LANGUAGES:
        raise UnknownNameError("language", language, LANGUAGES)
    texts: dict[str, Text] = {}
    for file in (files(__name__) / language).iterdir():
        area, _, kind = file.name.rpartition(".")
        if kind == "json":
            for key, words in json.loads(file.read_text("utf-8")).items():
                texts[f"{area}.{key}"] = words
    return MappingProxyType(texts)


def text(language: str, key: str, **params: str | int | float) -> str:
    """Return a text with its parameters filled in; a parameter that is not given stays as it is.

    Of a fraction one decimal is shown, after the sign of the language; a whole number has none.

    Raises:
        UnknownNameError: there is no such language.
        LookupError: there is no text of that key.

    >>> text("uk", "marrakech.progress", rug=5, all=48)
    'килим 5 із 48'
    """
    texts = catalogue(language)
    if key not in texts:
        raise LookupError(f"there is no text {key!r} in {LANGUAGES[language]}")
    words = texts[key]
    if not isinstance(words, str):
        # The form follows what is read: 1.04 is written as 1.
        counted = round(float(params.get(words["by"], 0)), 1)
        words = words[plural(language, counted)]
    return _NAME.sub(lambda found: _written(language, params.get(found[1], found[0])), words)


def _written(language: str, value: str | int | float) -> str:
    if not isinstance(value, float):
        return str(value)
    shown = f"{value:z.1f}".removesuffix(".0")
    return shown if language in POINTED else shown.replace(".", ",")


def listed(language: str, items: Iterable[object], link: str = "and") -> str:
    """Return things as a sentence lists them, with `and` or `or` before the last one.

    >>> listed("en", [2, 3, 4], "or")
    '2, 3 or 4'
    >>> listed("pl", ["Anna", "Ewa"])
    'Anna i Ewa'
    """
    *first, last = [str(item) for item in items] or [""]
    if not first:
        return last
    return text(language, f"terminal.{link}", first=", ".join(first), last=last)


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
