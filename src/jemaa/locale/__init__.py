"""The words of the program in six languages: one folder for each, one JSON file for each area.

A text is a string with `{names}` in it, or one such string for each plural form of the language,
chosen by the number in the parameter that `by` names:

    {"by": "count", "one": "{count} nail", "other": "{count} nails"}

The page reads the same files and fills them in the same way.

>>> text("en", "facir.nails-short", count=3)
'3 nails'
>>> text("pl", "facir.nails-short", count=3)
'3 gwoździe'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

from jemaa.locale.plurals import FORMS, plural

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

_NAME = re.compile(r"\{(\w+)\}")


@cache
def catalogue(language: str) -> Mapping[str, Text]:
    """Return all texts of a language by `area.key`.

    Raises:
        LookupError: there is no such language; offer those of `LANGUAGES`.
    """
    # Here, because whoever asks for no words shall not wait for these two.
    import json
    from importlib.resources import files

    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise LookupError(f"there is no language {language!r}; choose one of: {known}")
    texts: dict[str, Text] = {}
    for file in (files(__name__) / language).iterdir():
        area, _, kind = file.name.rpartition(".")
        if kind == "json":
            for key, words in json.loads(file.read_text("utf-8")).items():
                texts[f"{area}.{key}"] = words
    return MappingProxyType(texts)


def text(language: str, key: str, **params: str | int | float) -> str:
    """Return a text with its parameters filled in; a parameter that is not given stays as it is.

    Raises:
        LookupError: there is no such language, or no text of that key.

    >>> text("uk", "marrakech.progress", rug=5, all=48)
    'килим 5 із 48'
    """
    texts = catalogue(language)
    if key not in texts:
        raise LookupError(f"there is no text {key!r} in {LANGUAGES[language]}")
    words = texts[key]
    if not isinstance(words, str):
        words = words[plural(language, float(params.get(words["by"], 0)))]
    return _NAME.sub(lambda found: str(params.get(found[1], found[0])), words)


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
