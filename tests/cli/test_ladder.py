import jemaa.arena.ladder as ladder
from jemaa.arena.ladder import Step

STEPS = [Step("marrakech", 2, "greedy", "random"), Step("marrakech", 3, "greedy", "random")]


def test_ladder_is_measured_written_and_checked(run, monkeypatch, tmp_path):
    monkeypatch.setattr(ladder, "steps", lambda game=None: iter(STEPS))
    common = ("ladder", "--folder", str(tmp_path), "--jobs", "1")
    first = run(*common, "--games", "4")
    assert (first.code, first.err) == (0, "")
    assert first.out.startswith("marrakech 2p: greedy v random ")
    assert len(first.out.splitlines()) == 3
    again = run(*common, "--games", "4")
    assert len(again.out.splitlines()) == 1  # nothing is measured twice
    assert run(*common, "--check").code == 0
    (tmp_path / "ladder.md").unlink()
    stale = run(*common, "--check")
    assert (stale.code, stale.out) == (2, "")
    assert "run: jemaa ladder" in stale.err


def test_quick_ladder_of_one_game(run, monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(ladder, "steps", lambda game=None: asked.append(game) or iter(STEPS[:1]))
    run("ladder", "Marrakech", "--folder", str(tmp_path), "--quick", "--jobs", "1")
    assert asked[0] == "marrakech"
    assert "| 24 (24) |" in (tmp_path / "ladder.md").read_text("utf-8")


def test_folder_that_is_not_there(run, tmp_path):
    result = run("ladder", "--folder", str(tmp_path / "nowhere"))
    assert (result.code, result.out) == (2, "")
    assert "there is no folder" in result.err
