"""`jemaa` alone: the page in a browser, or its address where there is none."""

import os
import re
import subprocess
import sys
import threading
import time
import urllib.request
from contextlib import contextmanager

import pytest

from tests.cli.conftest import HOME

SECONDS = 60


@contextmanager
def started(folder, **variables):
    """Run `jemaa`, and give it with an iterator over its lines; they end when time is up."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("JEMAA_")}
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        clean.pop(name, None)
    clean |= {"JEMAA_DATA": str(folder / "data"), "JEMAA_PORT": "0", "JEMAA_WORKERS": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "jemaa"],
        env={**clean, "PYTHONPATH": str(HOME), "JEMAA_PURE": "1", **variables},
        stderr=subprocess.PIPE,
        text=True,
    )
    late = threading.Timer(SECONDS, process.kill)
    late.start()
    try:
        yield process, iter(process.stderr.readline, "")
    finally:
        late.cancel()
        process.terminate()
        process.wait()
        process.stderr.close()


def program(folder, name, *lines):
    """Write a shell script under that name, into a folder for PATH."""
    path = folder / "bin" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    path.chmod(0o755)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a browser is always there")
@pytest.mark.parametrize("installed", [None, "w3m", "www-browser"])
def test_machine_without_a_browser_is_told_the_address_and_served(tmp_path, installed):
    (tmp_path / "bin").mkdir()
    if installed:
        # One for the terminal cannot show the page, and would take the terminal.
        program(tmp_path, installed, f"touch {tmp_path / 'taken'}")
    with started(tmp_path, PATH=str(tmp_path / "bin")) as (process, lines):
        line = next(line for line in lines if "no browser opens here" in line)
        address = re.search(r"open (http://\S+) in one yourself", line).group(1)
        with urllib.request.urlopen(address + "/healthz", timeout=SECONDS) as answer:
            assert answer.status == 200
        assert process.poll() is None
    assert not (tmp_path / "taken").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere BROWSER means nothing")
def test_browser_is_given_the_address(tmp_path):
    seen, half = tmp_path / "seen", tmp_path / "half"
    program(tmp_path, "browser", f'echo "$1" > {half}', f"mv {half} {seen}")
    with started(tmp_path, BROWSER=str(tmp_path / "bin/browser")) as (process, lines):
        address = next(m.group() for line in lines if (m := re.search(r"http://\S+", line)))
        while not seen.exists():  # the timer ends the process if it never comes
            assert process.poll() is None
            time.sleep(0.02)
        assert seen.read_text().strip() == address
