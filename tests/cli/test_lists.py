"""What there is: players, settings, and what a shell can complete."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import jemaa
from jemaa import catalog
from jemaa.cli.commands import SHELLS
from jemaa.players.registry import LEVELS

HOME = Path(jemaa.__file__).parents[1]


@pytest.mark.parametrize("game", catalog.GAMES)
def test_every_player_is_listed_with_parameters_that_work(run, game):
    found = json.loads(run("players", game, "--json").out)[game]
    assert {player["name"] for player in found} == set(catalog.engines(game))
    assert [player["name"] for player in found[:5]] == list(LEVELS)
    assert [player["is_level"] for player in found] == [True] * 5 + [False] * (len(found) - 5)
    for player in found:
        assert player["about"].endswith(".")
        given = [f"{name}={value}" for name, value in player["parameters"].items()]
        given = ['"true"'] * len(player["needs"]) + given
        if player["name"] == "policy":
            continue  # it needs a file: tests/players/test_trained.py
        assert catalog.player(game, f"{player['name']}({','.join(given)})")


def test_players_of_both_games_are_listed_for_people(run):
    out = run("players").out
    assert "Marrakech, five levels" in out
    assert "Façir, five levels" in out
    assert "\n  x2(rolls=3,rugs=6,beyond=3,value=learned,others=x1)\n" in out
    assert '\n  external("command",seconds=5.0,start=10.0)\n' in out
    assert max(map(len, out.splitlines())) <= 80


def test_players_of_no_game_are_refused(run):
    result = run("players", "marakech")
    assert (result.code, result.out) == (2, "")
    assert "did you mean 'marrakech'" in result.err


@pytest.mark.parametrize("game", catalog.GAMES)
def test_every_setting_is_listed_with_its_usual_value(run, game):
    setup = catalog.game(game).setup_type
    found = json.loads(run("settings", game, "--json").out)
    assert [setting["name"] for setting in found] == list(setup.names())
    text = ",".join(f"{one['name'].replace('_', '-')}={one['default']}" for one in found)
    assert str(setup.parse(text)) == "-"
    out = run("settings", game).out
    for setting in found:
        assert f"\n  {setting['name']}={setting['default'][:30]}" in out
        assert setting["about"].endswith(".")
    assert max(map(len, out.splitlines())) <= 80


def test_turn_cap_says_what_none_means(run):
    assert "none, which is 1000 too." in " ".join(run("settings", "facir").out.split())


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_gets_every_command(run, shell):
    result = run("completion", shell)
    assert (result.code, result.err) == (0, "")
    for word in ("players", "settings", "language", "until-certain", "facir"):
        assert word in result.out


def test_shell_that_is_not_known_is_refused(run):
    result = run("completion", "cmd")
    assert result.code == 2
    assert "bash" in result.err


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["jemaa", "pl"], ["play", "players"]),
        (["jemaa", "play", "fa"], ["facir"]),
        (["jemaa", "play", "--re"], ["--resume"]),
        (["jemaa", "play", "--language", "u"], ["uk"]),
    ],
    ids=" ".join,
)
def test_bash_completes(tmp_path, words, found):
    script = tmp_path / "jemaa.bash"
    environment = {**os.environ, "PYTHONPATH": str(HOME)}
    command = [sys.executable, "-m", "jemaa", "completion", "bash"]
    script.write_bytes(subprocess.check_output(command, env=environment, timeout=120))
    given = " ".join(f"'{word}'" for word in words)
    code = (
        f"source {script}; COMP_WORDS=({given}); COMP_CWORD={len(words) - 1};"
        ' _shtab_jemaa; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", code], capture_output=True, text=True, timeout=60)
    assert sorted(done.stdout.split()) == found, done.stderr
