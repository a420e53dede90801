"""A command in a terminal of its own, which a test reads and types into; and what games it kept."""

import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

import jemaa
from jemaa.core.record import Record

posix = pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
HOME = Path(jemaa.__file__).parents[1]
PATIENCE = 120
"""So many seconds nothing may come, on however busy a machine."""


class Terminal:
    def __init__(self, *arguments, **variables):
        self._arguments = arguments
        self._variables = {"PYTHONPATH": str(HOME), "PYTHONUTF8": "1", **variables}

    def __enter__(self):
        self._ours, theirs = os.openpty()
        environment = {**os.environ, **self._variables}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "jemaa", *self._arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
            start_new_session=True,
        )
        os.close(theirs)
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        os.close(self._ours)

    def type(self, keys):
        os.write(self._ours, keys.encode())

    def read_until(self, words):
        """Return all that comes, up to these words."""
        return self._read(lambda shown: words in shown)

    def read_to_end(self):
        """Return all that comes until the command has ended."""
        return self._read(lambda shown: False)

    def _read(self, is_enough):
        found = b""
        while not is_enough(found.decode(errors="replace")):
            ready, _, _ = select.select([self._ours], [], [], PATIENCE)
            assert ready, f"nothing comes any more after {found!r}"
            try:
                piece = os.read(self._ours, 4096)
            except OSError:  # Linux says so when nobody is at the other end
                piece = b""
            if not piece:
                break
            found += piece
        return found.decode(errors="replace").replace("\r\n", "\n")


def kept(data):
    """Return the records in the data folder."""
    files = sorted((data / "jemaa" / "games").glob("*.jemaa"))
    return [Record.parse(path.read_text("utf-8")) for path in files]
