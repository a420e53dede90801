import json
from functools import cache

import pytest

import jemaa


@cache
def record():
    return str(jemaa.play("facir", ["tourist", "greedy"], seed=3).record)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "game.jemaa"
    path.write_text(record(), "utf-8")
    return path


def test_review_tells_luck_choices_and_moments(run, file, tmp_path):
    picture = tmp_path / "graph.svg"
    result = run("review", str(file), "--seat", "0", "--svg", str(picture))
    assert (result.code, result.err) == (0, "")
    assert "accuracy" in result.out
    assert "Better was" in result.out
    assert "1. Turn" in result.out
    assert picture.read_text("utf-8").startswith("<svg")


def test_quick_review_calls_no_loss_sure(run, file):
    result = run("review", str(file), "--quick", "--json")
    found = json.loads(result.out)
    assert found["quick"] is True
    assert found["complete"] is True
    assert found["moments"] == []
    assert len(found["seats"]) == 2
    assert len(found["steps"]) == len(jemaa.open_record(record()).events)


def test_review_in_another_language_and_graph_to_the_output(run, file):
    assert "точність" in run("review", str(file), "--quick", "--language", "uk").out
    assert run("review", str(file), "--quick", "--svg", "-").out.startswith("<svg")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text[: len(text) // 2], "not over"),
        (lambda text: text.replace("game: facir", "game: chess"), "choose one of"),
        (lambda text: "hello\n", "a record begins with"),
    ],
)
def test_what_cannot_be_reviewed_is_refused_in_one_line(run, file, change, said):
    file.write_text(change(record()), "utf-8")
    result = run("review", str(file))
    assert result.code == 2
    assert said in result.err
    assert result.err.count("\n") == 1


def test_seat_that_is_not_there(run, file):
    result = run("review", str(file), "--seat", "5")
    assert result.code == 2
    assert "they are 0 to 1" in result.err
