"""What holds for every command: help, version, errors, streams."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import jemaa
from jemaa.core.state import compiled

COMMANDS = [
    *("serve", "play", "best", "arena", "ladder", "simulate", "replay", "show", "legal"),
    *("players", "settings", "verify", "backup", "restore", "engine", "bench", "completion"),
]
START = "marrakech - 7/7/7/7/7/7/7 d4S 30,30,30,30 r12,y12,b12,n12 0:turn"


def test_version_tells_the_form(run):
    form = "compiled" if compiled else "uncompiled"
    assert run("--version").out == f"jemaa {jemaa.__version__} ({form})\n"


def test_help_lists_all_commands(run):
    result = run("--help")
    assert result.code == 0
    assert all(re.search(rf"\n    {command}\s", result.out) for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example_and_fits_the_screen(run, command):
    result = run(command, "--help")
    assert result.code == 0
    assert f"  jemaa {command} " in result.out.partition("example")[2]
    assert max(map(len, result.out.splitlines())) <= 80


@pytest.mark.parametrize("command", COMMANDS)
def test_help_points_to_no_file_that_an_installed_package_lacks(run, command):
    """Only what a command itself writes is named."""
    named = re.findall(r"[\w./~-]+\.(?:md|txt|rst)|docs/\S*|deploy/\S*", run(command, "--help").out)
    assert set(named) <= {"ladder.md"}


def test_help_loads_no_game_and_no_heavy_module():
    code = (
        "import sys, jemaa.cli\n"
        "try: jemaa.cli.main(['--help'])\n"
        "except SystemExit: pass\n"
        "print('LOADED', *sys.modules)"
    )
    home = str(Path(jemaa.__file__).parents[1])
    output = subprocess.check_output(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": home}, text=True
    )
    loaded = set(output.partition("LOADED")[2].split())
    heavy = {"asyncio", "concurrent.futures", "multiprocessing", "json", "subprocess"}
    assert "jemaa.cli" in loaded
    assert not [name for name in loaded if name.startswith("jemaa.games")]
    assert not loaded & (heavy | {"jemaa.catalog"})


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["plya"], ["no command 'plya'", "did you mean 'play'"]),
        (["xyzzy"], ["no command 'xyzzy'", "choose one of: serve, play"]),
        (["--colour"], ["has no option '--colour'", "jemaa --help"]),
        (["--"], ["jemaa"]),
        (["play", "--sede=4"], ["no option '--sede=4'", "did you mean '--seed'"]),
        (["play", "marrakech", "please"], ["no argument 'please'"]),
        (["play", "marakech"], ["no game 'marakech'", "did you mean 'marrakech'"]),
        (["play", "marrakech", "--players", "7"], ["players: 7 is not possible", "2, 3 or 4"]),
        (["play", "marrakech", "--players", "two"], ["'two' is no whole number"]),
        (["play", "marrakech", "--players"], ["--players", "jemaa play --help"]),
        (["play", "marrakech", "--set", "rotate"], ["--set name=value", "insolvent"]),
        (["play", "marrakech", "--set", "spin=1"], ["spin", "no such setting"]),
        (["play", "marrakech", "--players", "2", "--set", "players=3"], ["given twice"]),
        (["play", "marrakech", "--seat", "1"], ["--seat needs --against"]),
        (["play", "marrakech", "--against", "rnadom"], ["player", "did you mean 'random'"]),
        (
            ["play", "marrakech", "--against", "random", "--seat", "4"],
            ["no seat 4", "choose 0 to 3"],
        ),
        (["play", "--resume"], ["no unfinished game"]),
        (["play", "--resume", "nowhere"], ["no file 'nowhere'"]),
        (["play", "--resume", "--seed", "1"], ["leave out --seed"]),
        (["replay", "nowhere"], ["no file 'nowhere'"]),
        (["replay", "."], ["."]),
        (["simulate"], ["GAME"]),
        (["simulate", "marrakech", "--games", "0"], ["0 is out of range", "choose 1 to 999,"]),
        (["simulate", "marrakech", "--games", "-5"], ["-5 is out of range", "choose 1 to 999,"]),
        (["simulate", "marrakech", "--seed", "-5"], ["-5 is out of range", "choose 0 to 999,"]),
        (["simulate", "marrakech", "--seed", "9" * 5000], ["9… is out of range", "choose 0 to"]),
        (["play", "marrakech", "--players", "-3"], ["players: -3 is not possible", "2, 3 or 4"]),
        (["play", "facir", "--set", "turn_cap=-5"], ["-5 is not possible; choose 1 to 1000"]),
        (["play", "facir", "--set", "turn_cap=5000000"], ["choose 1 to 1000, or none"]),
        (["play", "facir", "--set", f"turn_cap={'9' * 5000}"], ["9…", "is out of range"]),
        (["play", "facir", "--against", "random", "--seat", "-1"], ["no seat -1", "choose 0 to 3"]),
        (["simulate", "marrakech", "--games", "1.5"], ["'1.5' is no whole number"]),
        (["play", "marrakech", "--manual", "--seed", "1"], ["--manual", "--seed", "leave out one"]),
        (
            ["play", "marrakech", "--against", 'external("./nobot")'],
            ["the program './nobot' cannot be found"],
        ),
        (["show", "chess"], ["no game 'chess'"]),
        (["show", ""], ["empty"]),
        (["show", "@7", *START.split()], ["'7' is no seat"]),
        (["legal", *START.split()[:-1]], ["5 given, 6 needed"]),
        (["bench", "marrakech", "--seconds", "soon"], ["'soon' is no number of seconds"]),
        (["bench", "marrakech", "--seconds", "3600"], ["choose more than 0 and less than 3,600"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_mistake_is_told_in_one_line(run, arguments, parts):
    result = run(*arguments)
    assert result.code == 2
    assert result.out == ""
    assert result.err.startswith("jemaa: ")
    assert result.err.count("\n") == 1
    assert all(part in result.err for part in parts), result.err


def test_mistake_shows_no_traceback_in_a_process_either(start):
    result = start("show", "marrakech", "what")
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)


def test_name_of_a_game_may_be_written_properly(run):
    result = run("simulate", "MARRAKECH", "--games", "1")
    assert result.code == 0
    assert result.out.startswith("Marrakech, 1 random game,")


def test_terminal_without_the_characters_gets_plain_ones(start):
    result = start("show", *START.split(), PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert result.code == 0
    assert "|     |     |     | (v) |" in result.out
    assert "?" not in result.out.partition("Assam on")[0]


def test_reader_that_leaves_early_is_no_error(tmp_path):
    home = str(Path(jemaa.__file__).parents[1])
    done = subprocess.run(
        f'"{sys.executable}" -m jemaa simulate marrakech --games 1 --json | true',
        shell=True,
        env={**os.environ, "PYTHONPATH": home},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stderr == ""


# Whoever runs the tests in the background hands an ignored SIGINT on to all their children.
BACKGROUND = ["sh", "-c", "trap '' INT; exec \"$@\"", "sh"]
INTERRUPTIBLE = (
    "import signal, sys; from jemaa.cli import main\n"
    "signal.signal(signal.SIGINT, signal.default_int_handler); sys.exit(main())"
)


@pytest.mark.skipif(os.name == "nt", reason="no such signal there")
@pytest.mark.parametrize("started", [[], BACKGROUND], ids=["plainly", "in the background"])
def test_interrupt_leaves_no_traceback(started):
    home = str(Path(jemaa.__file__).parents[1])
    process = subprocess.Popen(
        [*started, sys.executable, "-c", INTERRUPTIBLE, "play", "marrakech"],
        env={**os.environ, "PYTHONPATH": home, "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    shown = ""
    deadline = time.monotonic() + 60
    while "help)> " not in shown and time.monotonic() < deadline:
        shown += process.stdout.read(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "jemaa play --resume" in out
    assert err == ""
