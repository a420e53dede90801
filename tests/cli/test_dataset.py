"""`jemaa dataset`, from games to a table."""

import json
import sys

import pandas as pd
import pytest


@pytest.mark.parametrize("source", ["simulate", "arena"])
def test_games_become_a_table(run, tmp_path, source):
    records, out = str(tmp_path / "games"), str(tmp_path / "table")
    who = ("greedy", "random") if source == "arena" else ()
    games = (source, "marrakech", *who, "--players", "2", "--games", "4", "--jobs", "1")
    assert run(*games, "--records", records).code == 0
    result = run("dataset", records, "--out", out)
    frame = pd.read_parquet(out)
    assert frame["game"].nunique() == 4
    assert (result.code, result.out) == (0, f"{out} has {len(frame):,} decisions of 4 games.\n")
    winners = frame.groupby(["game", "seat"])["share"].first().groupby("game").sum()
    assert winners.tolist() == [1, 1, 1, 1]
    again = run("dataset", records, "--out", out)
    assert (again.code, again.err) == (
        2, f"jemaa: out: there is a table in {out!r} already; choose another\n"
    )  # fmt: skip
    npz = run("dataset", records, "--out", out + "2", "--format", "npz", "--json")
    assert json.loads(npz.out) == {"out": out + "2", "games": 4, "rows": len(frame), "skipped": 0}


def test_one_game_is_counted_as_one(run, tmp_path):
    records, out = str(tmp_path / "games"), str(tmp_path / "table")
    run("simulate", "marrakech", "--players", "2", "--games", "1", "--records", records)
    assert run("dataset", records, "--out", out).out.endswith(" decisions of 1 game.\n")


def test_a_missing_library_says_the_command(run, tmp_path, monkeypatch):
    monkeypatch.delitem(sys.modules, "pyarrow.parquet", raising=False)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    path = tmp_path / "games"
    path.write_text("jemaa record 1\ngame: facir\n\nend: 0 events, not over\n")
    result = run("dataset", str(path), "--out", str(tmp_path / "table"))
    assert result.code == 2
    assert result.err == (
        "jemaa: pyarrow is not installed; install it with: pip install 'jemaa[data]'\n"
    )
