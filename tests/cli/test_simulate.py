import json
import re

import pytest

import jemaa
import jemaa.cli.research as command
from jemaa.arena.simulation import simulate
from jemaa.catalog import GAMES


@pytest.mark.slow
def test_result_is_the_same_whatever_the_jobs(start):
    common = ("simulate", "marrakech", "--players", "2", "--games", "2500", "--seed", "11")
    for form in ((), ("--json",)):
        results = [start(*common, *form, "--jobs", str(jobs)) for jobs in (1, 2, 3)]
        assert [result.code for result in results] == [0, 0, 0]
        assert len({result.out for result in results}) == 1
        assert [result.err for result in results] == ["", "", ""]


def test_every_game_is_kept(run, tmp_path):
    path = tmp_path / "games"
    games = ("simulate", "facir", "--players", "2", "--games", "7", "--jobs", "1")
    assert run(*games, "--records", str(path)).code == 0
    assert len(list(jemaa.read_records(path))) == 7


@pytest.mark.parametrize("name", GAMES)
def test_json_has_the_documented_keys(run, name):
    result = run("simulate", name, "--players", "3", "--games", "30", "--seed", "2", "--json")
    answer = json.loads(result.out)
    assert list(answer) == [
        *("game", "setup", "seed", "asked", "games", "wins", "scores", "steps", "facts")
    ]
    assert (answer["game"], answer["seed"], answer["asked"], answer["games"]) == (name, 2, 30, 30)
    assert len(answer["wins"]) == len(answer["scores"]) == 3
    assert sum(entry["mean"] for entry in answer["wins"]) == pytest.approx(1)
    for entry in [*answer["wins"], *answer["scores"]]:
        assert entry["low"] <= entry["mean"] <= entry["high"]
    for entry in [answer["steps"], *answer["facts"].values()]:
        assert entry["min"] <= entry["mean"] <= entry["max"]
    assert answer["facts"]


def test_settings_reach_the_games(run):
    result = run(
        *("simulate", "marrakech", "--set", "insolvent=stays", "--games", "300", "--json"),
        *("--players", "2"),
    )
    answer = json.loads(result.out)
    assert answer["setup"]["insolvent"] == "stays"
    assert answer["facts"]["eliminations"]["max"] == 0


def test_summary_names_the_seats_and_the_intervals(run):
    result = run("simulate", "marrakech", "--players", "2", "--games", "40")
    lines = result.out.splitlines()
    assert lines[0] == "Marrakech, 40 random games, setup players=2, seed 0"
    assert lines[3].startswith("0 Red and yellow")
    assert "Wilson" in lines[-1]
    assert max(map(len, lines)) <= 80


def test_one_game_tells_no_interval_of_means(run):
    game = ("simulate", "marrakech", "--players", "3", "--games", "1")
    head, *lines = run(*game).out.splitlines()
    assert head == "Marrakech, 1 random game, setup players=3, seed 0"
    for row in lines[2:5]:
        assert re.fullmatch(r"\d \w+ +\d+\.00%  \(.+ to .+\) +\d+\.00", row)
    assert lines[-1].endswith("means of one game have none.")
    answer = json.loads(run(*game, "--json").out)
    for entry in [*answer["scores"], answer["steps"], *answer["facts"].values()]:
        assert entry["low"] is entry["high"] is None
    assert all(entry["low"] < entry["high"] for entry in answer["wins"])


def test_interrupt_reports_what_is_done(run, monkeypatch):
    def interrupted(*arguments, **named):
        parts = simulate(*arguments, **named)
        yield next(parts)
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "simulate", interrupted)
    result = run("simulate", "marrakech", "--games", "1500", "--jobs", "1")
    assert result.code == 130
    assert result.out.startswith("Marrakech, 1,000 random games of 1,500 asked for")


def test_interrupt_before_the_first_result_says_nothing(run, monkeypatch):
    def interrupted(*arguments, **named):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(command, "simulate", interrupted)
    result = run("simulate", "marrakech")
    assert (result.code, result.out) == (130, "")


def test_progress_is_drawn_on_a_terminal_and_wiped(run, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    result = run("simulate", "marrakech", "--games", "2000", "--jobs", "1")
    assert "[####################....................] 1,000 of 2,000" in result.err
    assert result.err.endswith("\r\x1b[K")
