"""Where a server keeps its data."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

DATABASE = "rooms.sqlite3"
"""The file of the rooms in the data folder."""


def data_folder(given: str | None = None) -> Path:
    """Return the data folder: the given one, or JEMAA_DATA, or where this platform wants it."""
    chosen = given or os.environ.get("JEMAA_DATA")
    if chosen:
        return Path(chosen).expanduser()
    # Without an author: on Windows the folder would be jemaa\jemaa otherwise.
    return platformdirs.user_data_path("jemaa", appauthor=False)
