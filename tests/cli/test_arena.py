import json
import sys

import pytest

import jemaa
import jemaa.cli.research as command
from jemaa.arena.run import play

QUICK = ("arena", "marrakech", "greedy", "random", "--players", "2", "--jobs", "1")


def without_times(text):
    report = json.loads(text)
    del report["times"]
    return report


def test_json_has_the_documented_keys(run):
    result = run(*QUICK, "--games", "5", "--seed", "3", "--json")
    assert (result.code, result.err) == (0, "")
    report = json.loads(result.out)
    assert list(report) == [
        *("game", "setup", "players", "seed", "asked", "games", "deals", "distinct_games"),
        *("fair_share", "kinds", "certainty", "versions", "command", "times"),
    ]
    assert (report["asked"], report["games"], report["deals"]) == (5, 6, 3)
    assert list(report["kinds"][0]) == [
        *("name", "seats", "share", "luck", "adjusted", "score", "rounds", "rating", "moves"),
        "forfeits",
    ]
    assert report["command"] == "jemaa arena marrakech greedy random --players 2 --games 5 --seed 3"


@pytest.mark.slow
def test_result_is_the_same_whatever_the_jobs(start):
    common = ("arena", "marrakech", "greedy", "random", "--players", "3", "--games", "9", "--json")
    results = [start(*common, "--jobs", str(jobs)) for jobs in (1, 2, 3)]
    assert [(result.code, result.err) for result in results] == [(0, "")] * 3
    assert len({json.dumps(without_times(result.out)) for result in results}) == 1


def test_text_tells_all(run):
    result = run(*QUICK, "--games", "6", "--until-certain")
    lines = result.out.splitlines()
    assert lines[0] == "Marrakech, 2 players, setup players=2, seed 0"
    assert lines[1] == "6 games in 3 deals, 6 of them distinct; a fair share is 50.00%"
    for part in ("share of wins", "without luck", "luck", "mean score", " ms a move: greedy"):
        assert part in result.out
    assert "Not certain yet whether greedy wins more or less" in result.out
    assert lines[-1].startswith("Again: jemaa arena marrakech greedy random")


def test_one_deal_tells_no_interval_but_of_wins(run):
    result = run(*QUICK, "--games", "2", "--seed", "3")
    lines = result.out.splitlines()
    assert lines[1].startswith("2 games in 1 deal, 2 of them distinct")
    rows = [line for line in lines if line.startswith("  ")]
    assert [len(row) for row in rows if "share of wins" not in row] == [27] * 6
    assert all(" to " in row for row in rows if "share of wins" in row)
    assert "One deal alone has no scatter" in result.out
    report = json.loads(run(*QUICK, "--games", "2", "--seed", "3", "--json").out)
    for kind in report["kinds"]:
        assert kind["share"]["low"] < kind["share"]["high"]
        for name in ("luck", "adjusted", "score"):
            assert kind[name]["low"] is kind[name]["high"] is None


def test_certainty_stops_early(run):
    result = run(*QUICK, "--games", "400", "--until-certain")
    assert "(stopped early)" in result.out
    assert "Certain at 95 %: greedy wins more than a fair share." in result.out


def test_three_players_get_ratings(run):
    result = run("arena", "marrakech", "greedy", "random", "random(seed=1)", "--games", "3")
    assert (result.code, result.out.count("rating")) == (0, 3)


def interrupted_after(count):
    def interrupted(*arguments, **named):
        parts = play(*arguments, **named)
        for _ in range(count):
            yield next(parts)
        raise KeyboardInterrupt

    return interrupted


def test_interrupt_reports_what_is_done_and_the_same_command_goes_on(run, monkeypatch, tmp_path):
    save = ("--save", str(tmp_path / "deals"), "--games", "8", "--json")
    whole = without_times(run(*QUICK, "--games", "8", "--json").out)
    with monkeypatch.context() as patch:
        patch.setattr(command, "play", interrupted_after(2))
        result = run(*QUICK, *save)
    assert (result.code, json.loads(result.out)["games"]) == (130, 4)
    assert without_times(run(*QUICK, *save).out) == whole


def test_interrupt_before_the_first_deal_says_nothing(run, monkeypatch):
    monkeypatch.setattr(command, "play", interrupted_after(0))
    result = run(*QUICK)
    assert (result.code, result.out) == (130, "")


def test_progress_is_drawn_on_a_terminal_and_wiped(run, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    result = run(*QUICK, "--games", "4")
    assert "[####################....................] 2 of 4" in result.err
    assert result.err.endswith("\r\x1b[K")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("marrakech", "greedy"), "an arena needs two players at least"),
        (("marrakech",), "PLAYER"),
        (("marrakech", "greedy", "gredy"), "did you mean 'greedy'?"),
        (("chess", "greedy", "random"), "there is no game 'chess'"),
        (("marrakech", "greedy", "random", "--players", "7"), "players: 7 is not possible"),
        (("marrakech", "greedy", "x2(rols=3)"), "there is no such parameter"),
        (("marrakech", "greedy", "random", "--games", "0"), "0 is out of range; choose 1 to "),
        (("marrakech", "greedy", "random", "--executor", "moon"), "invalid choice: 'moon'"),
        (("marrakech", "greedy", "random", "--save", "/nowhere/x"), "/nowhere/x: No such file"),
        (("marrakech", "greedy", "random", "x1", "--until-certain"), "compares two players"),
        (("marrakech", "greedy", "random", "--code", "/nowhere/x"), "cannot be read"),
        (("marrakech", "greedy", "random", "--records", "/nowhere/x"), "/nowhere/x: No such file"),
    ],
)
def test_input_that_is_wrong(run, arguments, said):
    result = run("arena", *arguments)
    assert (result.code, result.out) == (2, "")
    assert said in result.err
    assert result.err.count("\n") == 1


def test_own_players_compete_in_all_processes_and_every_game_is_kept(start, tmp_path):
    code, records = tmp_path / "own.py", tmp_path / "games"
    code.write_text(
        "class First:\n"
        "    def choose(self, view, limit):\n"
        "        return view.legal()[0]\n"
        "PLAYERS = {'first': First}\n"
    )
    common = ("arena", "marrakech", "first", "random", "--players", "2", "--games", "4", "--json")
    for jobs in ("1", "2"):
        own = ("--code", str(code), "--records", str(records), "--jobs", jobs)
        result = start(*common, *own)
        assert (result.code, result.err) == (0, "")
        assert json.loads(result.out)["kinds"][0]["forfeits"] == {}
        games = list(jemaa.read_records(records))
        assert [game.tags["seat 0"] for game in games] == ["first", "random"] * 2


def test_other_settings_than_in_the_file_are_refused(run, tmp_path):
    save = ("--save", str(tmp_path / "deals"), "--games", "2")
    assert run(*QUICK, *save).code == 0
    result = run(*QUICK, *save, "--seed", "9")
    assert (result.code, result.out) == (2, "")
    assert "was begun with seed 0, not 9" in result.err


def test_a_program_that_dies_loses(run):
    result = run(
        *("arena", "marrakech", "random", 'external("false")', "--players", "2", "--games", "2"),
        *("--jobs", "1", "--json"),
    )
    winner, loser = json.loads(result.out)["kinds"]
    assert (winner["share"]["mean"], loser["share"]["mean"]) == (1, 0)
    assert loser["forfeits"]["died"]["games"] == 2


def test_ray_that_is_not_installed_is_named(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    result = run(*QUICK, "--executor", "ray")
    assert (result.code, result.out) == (2, "")
    assert "pip install 'jemaa[ray]'" in result.err


@pytest.mark.slow
@pytest.mark.once
def test_ray_gives_what_one_process_gives(start):
    common = ("arena", "marrakech", "greedy", "random", "--players", "2", "--games", "12")
    local = start(*common, "--jobs", "1", "--json")
    cluster = start(*common, "--jobs", "2", "--json", "--executor", "ray")
    assert cluster.code == 0, cluster.err
    assert without_times(cluster.out) == without_times(local.out)
