"""Every error a user can meet, in one tree.

```
JemaaError
├── UnknownNameError          no game, player, command or language of that name; also a LookupError
├── SetupError                a setting has a value the game does not allow; also a ValueError
├── InvalidNotationError      a text cannot be read; also a ValueError
│   ├── InvalidPositionError  it reads, but no game can come to it
│   └── InvalidRecordError    a record is damaged or breaks the rules at some line
├── IllegalMoveError          a move that the rules do not allow now; also a ValueError
├── ChanceError               a source of chance cannot answer; also a LookupError
├── PlayerError               a player gave no legal move in time; also a RuntimeError
└── MissingExtraError         a library is not installed; also an ImportError
```

Games and the layers above have their own, which descend from the same root.

A message says what is wrong, where, and what to do. Programs read the attributes, not the message.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

ECHO = 80
"""How many characters of what somebody gave an error shows, at most."""


def shortened(text: str) -> str:
    """Return a text that somebody gave, cut to what an error may show of it.

    >>> shortened("9" * 5000) == "9" * 79 + "…"
    True
    """
    return text if len(text) <= ECHO else text[: ECHO - 1] + "…"


def quoted(value: object) -> str:
    """Return a value that somebody gave as an error shows it: as Python writes it, but short.

    >>> quoted("c4"), quoted(7)
    ("'c4'", '7')
    """
    if isinstance(value, str):
        return repr(shortened(value))
    try:
        return shortened(repr(value))
    except ValueError:  # Python does not print a number of thousands of digits
        return f"this {type(value).__name__}"


class JemaaError(Exception):
    """The root: catch this to catch everything that is the input's fault, not the program's."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors travel from worker processes, and Python would rebuild them from the text alone.
        return _again, (type(self), self.args), self.__dict__


def _again(kind: type[JemaaError], told: tuple[Any, ...]) -> JemaaError:
    """Make an error that another process has raised."""
    return kind.__new__(kind, *told)


class UnknownNameError(JemaaError, LookupError):
    """A name that is not in the catalogue; `name` and `known` say which one and what there is."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind = kind
        self.name = name
        self.known = tuple(known)
        super().__init__(
            f"there is no {kind} {quoted(name)}; choose one of: {', '.join(self.known)}"
        )


class SetupError(JemaaError, ValueError):
    """A setting with a value the game does not allow; `field` names the setting."""

    def __init__(self, field: str, message: str) -> None:
        self.field = field
        super().__init__(f"{shortened(field)}: {message}")


class InvalidNotationError(JemaaError, ValueError):
    """A text that cannot be read; `text` is what was given."""

    def __init__(self, message: str, text: str = "") -> None:
        self.text = text
        super().__init__(message)


class InvalidPositionError(InvalidNotationError):
    """A position that no game can come to; `field` names the part that is wrong."""

    def __init__(self, field: str, message: str, text: str = "") -> None:
        self.field = field
        super().__init__(f"position, {field}: {message}", text)


class InvalidRecordError(InvalidNotationError):
    """A record that is damaged or breaks the rules; `line` counts from 1."""

    def __init__(self, line: int, message: str, text: str = "") -> None:
        self.line = line
        self.message = message
        super().__init__(f"record, line {line}: {message}", text)


class IllegalMoveError(JemaaError, ValueError):
    """A move the rules do not allow now.

    Attributes:
        reason: a stable code such as `covers-whole-rug`, the key of the message in every language.
        clause: the id of the rule that forbids it, such as `M-43`.
        position: the position text, so that a report of the error can be replayed.
    """

    def __init__(self, reason: str, clause: str, message: str, position: str) -> None:
        self.reason = reason
        self.clause = clause
        self.position = position
        super().__init__(f"{message} (rule {clause}; position: {position})")
        self.message = message


class ChanceError(JemaaError, LookupError):
    """A source of chance that has no answer, or an impossible one."""


PLAYER_REASONS = ("died", "too-slow", "bad-answer", "illegal-move")
"""Every code that a `PlayerError` can have."""


class PlayerError(JemaaError, RuntimeError):
    """A player that gave no legal move in time; whoever runs the game decides what that costs.

    Attributes:
        player: the registry string of the player.
        reason: a stable code, one of `PLAYER_REASONS`.
        message: what happened, in one sentence without the player's name.
    """

    def __init__(self, player: str, reason: str, message: str) -> None:
        self.player = player
        self.reason = reason
        self.message = message
        super().__init__(f"{player}: {message}")


class MissingExtraError(JemaaError, ImportError):
    """A library is not installed; `extra` names the extra of this package that brings it."""

    def __init__(self, library: str, extra: str) -> None:
        self.extra = extra
        super().__init__(
            f"{library} is not installed; install it with: pip install 'jemaa[{extra}]'"
        )
        self.name = library


def require(library: str, extra: str = "envs") -> Any:
    """Return a library that only some of the package needs; ask for it where it is used.

    Raises:
        MissingExtraError: it is not installed; the message is the command that installs it.
    """
    package = library.partition(".")[0]
    try:
        return import_module(library)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != package:
            raise
        raise MissingExtraError(package, extra) from error
