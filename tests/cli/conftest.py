import io
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import jemaa
from jemaa.cli import main

HOME = Path(jemaa.__file__).parents[1]


@dataclass
class Result:
    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    """A data folder of the test's own, on every platform."""
    folder = tmp_path / "data"
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(folder))
    monkeypatch.setenv("JEMAA_PURE", "1")  # else the uncompiled form says that it is slow
    return folder


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    """A terminal that is 80 columns wide and speaks English, whatever runs the tests."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("NO_COLOR", "FORCE_COLOR", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def linux_folders(monkeypatch):
    """Let games be kept where Linux keeps them, on every platform."""
    monkeypatch.setattr(sys, "platform", "linux")


@pytest.fixture
def run(capsys, monkeypatch):
    """Run a command in this process, with these lines typed, and give what it said."""

    def call(*arguments, typed=()):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(line + "\n" for line in typed)))
        try:
            code = main(arguments)
        except SystemExit as leaving:
            code = leaving.code or 0
        said = capsys.readouterr()
        return Result(code, said.out, said.err)

    return call


@pytest.fixture
def start():
    """Start a command as a process of its own."""

    def call(*arguments, typed="", **variables):
        environment = {**os.environ, "PYTHONPATH": str(HOME), "PYTHONUTF8": "1", **variables}
        done = subprocess.run(
            [sys.executable, "-m", "jemaa", *arguments],
            input=typed,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
        )
        return Result(done.returncode, done.stdout, done.stderr)

    return call
