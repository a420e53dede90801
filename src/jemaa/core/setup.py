"""What a game is set up with: a frozen value per game that can be printed, stored and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from typing import Any, TypeVar

from jemaa.core.errors import SetupError, quoted

S = TypeVar("S", bound="Setup")

TEXT_SIZE = 64 * 1024
"""The most characters of a position or a view, or of a file that a setting is read from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """The base of every game's setup.

    A subclass adds fields with defaults, checks them in `__post_init__`, and says in `read` how a
    field is read from text.
    """

    players: int = 4
    """How many people sit at the table."""
    first: int = 0
    """The seat that begins."""

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of the settings."""
        return tuple(field.name for field in fields(cls))

    @classmethod
    def make(cls: type[S], settings: Mapping[str, Any]) -> S:
        """Make a setup from settings by name; an unknown name is an error that lists them all."""
        for name in settings:
            if name not in cls.names():
                known = ", ".join(cls.names())
                raise SetupError(str(name), f"there is no such setting; this game has: {known}")
        return cls(**settings)

    @classmethod
    def parse(cls: type[S], text: str) -> S:
        """Read the text form: `name=value` pairs with commas between, or `-` for all defaults."""
        settings: dict[str, Any] = {}
        if text != "-":
            for pair in text.split(","):
                name, equals, value = pair.partition("=")
                name = name.replace("-", "_")
                if not equals:
                    raise SetupError(pair, "write settings as name=value with commas between")
                if name in settings:
                    raise SetupError(name, "is given twice")
                settings[name] = cls.read(name, value)
        return cls.make(settings)

    @classmethod
    def read(cls, name: str, value: str) -> Any:
        """Read one setting from its text."""
        if name in ("players", "first"):
            return whole_number(name, value)
        return value

    @classmethod
    def write(cls, name: str, value: Any) -> str:
        """Print one setting as `read` reads it."""
        if value is None:
            return "none"
        return "+".join(value) if isinstance(value, tuple) else str(value)

    def to_dict(self) -> dict[str, Any]:
        """Return all settings by name, ready for JSON."""
        return asdict(self)

    def changes(self) -> dict[str, str]:
        """Return the settings that differ from the default, as text."""
        usual = type(self)(players=self.players)
        result = {} if self.players == type(self)().players else {"players": str(self.players)}
        for name in self.names():
            value = getattr(self, name)
            if value != getattr(usual, name):
                result[name] = self.write(name, value)
        return result

    def __str__(self) -> str:
        return _text(self)


@lru_cache(maxsize=256)  # it stands in every position and every view, and hardly ever changes
def _text(setup: Setup) -> str:
    # A position text may have underscores for its spaces, so they cannot stand in a name.
    pairs = [f"{name.replace('_', '-')}={value}" for name, value in setup.changes().items()]
    return ",".join(pairs) or "-"


DIGITS = 18
"""No number in a setting is longer."""


def whole_number(name: str, value: str) -> int:
    """Read a number from a setting's text; whether the setting may have it, the setting says."""
    digits = value.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise SetupError(name, f"{quoted(value)} is no whole number")
    if len(digits) > DIGITS:
        raise SetupError(name, f"{quoted(value)} is out of range; it has over {DIGITS} digits")
    return int(value)


def one_of(name: str, value: object, choices: tuple[Any, ...]) -> None:
    """Check that a setting has one of the values it may have."""
    # `True == 1` in Python, so the type is compared too.
    if not any(type(value) is type(choice) and value == choice for choice in choices):
        raise SetupError(name, f"{quoted(value)} is not possible; choose {_list(choices)}")


def check_seat(name: str, value: object, players: int) -> None:
    """Check that a setting names a seat at the table."""
    one_of(name, value, tuple(range(players)))


def _list(choices: tuple[Any, ...]) -> str:
    shown = [str(choice) if choice is not None else "none" for choice in choices]
    return " or ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
