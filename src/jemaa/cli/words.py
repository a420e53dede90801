"""The language of the terminal, and words in it."""

from __future__ import annotations

import locale
import os
from collections.abc import Iterable, Mapping

from jemaa.cli.parser import UsageError
from jemaa.locale import LANGUAGES, catalogue, listed, text

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a user says which language programs shall speak; the first that is set counts."""


class Words:
    """Texts in one language."""

    def __init__(self, language: str) -> None:
        """Make words of a language of `LANGUAGES`."""
        self.language = language

    def __call__(self, key: str, **params: str | int | float) -> str:
        """Return a text by its key: of the terminal, or of any area as `area.key`."""
        return text(self.language, key if "." in key else f"terminal.{key}", **params)

    def listed(self, items: Iterable[object], link: str = "and") -> str:
        """Return things as a sentence lists them."""
        return listed(self.language, items, link)

    def commands(self, names: Iterable[str]) -> dict[str, str]:
        """Return what can be typed for each name: the English word, and that of the language."""
        typed = {name: name for name in names}
        return typed | {self(f"word-{name}"): name for name in typed}

    def level(self, name: str) -> str:
        """Return how a player of the computer's is called; a registry string as it is."""
        key = "terminal.random" if name == "random" else f"app.level-{name}"
        return self(key) if key in catalogue(self.language) else name


def find_language(asked: str | None, environ: Mapping[str, str] | None = None) -> str:
    """Return the language that is asked for, else that of the user's locale, else English.

    >>> find_language(None, {"LANG": "uk_UA.UTF-8"}), find_language(None, {"LANG": "de_DE"})
    ('uk', 'en')

    Raises:
        UsageError: it is asked for and not there.
    """
    if asked is not None:
        if asked.lower() not in LANGUAGES:
            known = ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
            raise UsageError(f"there is no language {asked[:80]!r}; choose one of: {known}")
        return asked.lower()
    variables = os.environ if environ is None else environ
    wanted = next((variables[name] for name in VARIABLES if variables.get(name)), "")
    if environ is None and not wanted:
        # Windows and macOS tell it elsewhere.
        wanted = locale.getlocale()[0] or ""
    # LANGUAGE lists several, but only for whoever has a locale at all.
    listed = variables.get("LANGUAGE", "").split(":") if wanted not in ("", "C", "POSIX") else []
    for name in (*listed, wanted):
        if name[:2].lower() in LANGUAGES and not name[2:3].isalpha():
            return name[:2].lower()
    return "en"
