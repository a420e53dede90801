"""What to say where a library is missing that only environments need."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class MissingExtraError(ImportError):
    """A library is not installed; `extra` names the extra of this package that brings it."""

    def __init__(self, library: str, extra: str) -> None:
        self.extra = extra
        super().__init__(
            f"{library} is not installed; install it with: pip install 'jemaa[{extra}]'",
            name=library,
        )


def require(library: str, extra: str = "envs") -> Any:
    """Return a library.

    Raises:
        MissingExtraError: it is not installed; the message is the command that installs it.
    """
    try:
        return import_module(library)
    except ModuleNotFoundError as error:
        if error.name != library.partition(".")[0]:
            raise
        raise MissingExtraError(library, extra) from error
