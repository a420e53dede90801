"""Players of one's own: a Python file that is sent along to every process that plays."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from jemaa import catalog
from jemaa.core.errors import SetupError, quoted
from jemaa.players.registry import make_player

TABLE = "PLAYERS"
"""What such a file must have: a dictionary that makes players by their names."""


@dataclass(frozen=True, slots=True)
class Code:
    """The text of a file with players; the text and not the place is what other machines get."""

    path: str
    text: str

    @classmethod
    def read(cls, path: Path | str) -> Code:
        """Read a file.

        Raises:
            SetupError: it cannot be read.
        """
        try:
            return cls(str(path), Path(path).read_text("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise SetupError("code", f"{quoted(str(path))} cannot be read: {error}") from None

    @property
    def mark(self) -> str:
        """A hash of the text, to tell whether it has changed."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]


def make(game: str, spec: str, code: Code | None = None) -> Any:
    """Return the player that a registry string names, one's own before those of the game.

    Raises:
        UnknownNameError: there is no such game or player.
        SetupError: the code cannot be run, or a parameter is wrong.
    """
    if code is None:
        return catalog.player(game, spec)
    return make_player(spec, {**catalog.engines(game), **_players(code)})


@lru_cache
def _players(code: Code) -> Mapping[str, Any]:
    """Run the code, once in a process."""
    module = ModuleType(f"jemaa_code_{code.mark}")
    module.__file__ = code.path
    sys.modules[module.__name__] = module  # dataclasses and the like look there
    try:
        exec(compile(code.text, code.path, "exec"), module.__dict__)
    # Whatever its author has done wrong is told in one line, as for any other input.
    except Exception as error:
        reason = f"{code.path} cannot be run: {type(error).__name__}: {error}"
        raise SetupError("code", reason) from error
    found = getattr(module, TABLE, None)
    if not isinstance(found, Mapping) or not all(map(callable, found.values())):
        raise SetupError("code", f'{code.path} needs a table as {TABLE} = {{"mybot": MyBot}}')
    return found
