"""Libraries that only some of the package needs: each is asked for where it is used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from jemaa.core.errors import MissingExtraError


def require(library: str, extra: str = "envs") -> Any:
    """Return a library.

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
