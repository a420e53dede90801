import json
import re
from functools import cache
from itertools import chain, repeat

import pytest

import jemaa
import jemaa.cli.analysis as command
from jemaa.analysis import answer


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


@pytest.mark.parametrize("questions", [0, 3])
def test_review_that_is_cut_short_says_so_once_and_who_has_won(run, file, monkeypatch, questions):
    """The result was once that of the event which was looked at last."""
    answers = chain(repeat(answer, questions), [interrupt])
    monkeypatch.setattr(command, "answer", lambda question: next(answers)(question))
    result = run("review", str(file))
    assert result.code == 130
    assert result.err == "\n"
    (said,) = [line for line in result.out.splitlines() if "Cut short" in line]
    winner = jemaa.open_record(record()).state.ranking()[0][0]
    assert said.startswith(f"{('tourist', 'greedy')[winner]} (")
    assert " wins. " in said
    assert "ithout luck" not in said
    for row in result.out.splitlines()[3:5]:
        assert re.search(r"\)  +(100|0)  ", row)


def test_numbers_of_a_review_that_is_cut_short_add_up(run, file, monkeypatch):
    answers = chain(repeat(answer, 3), [interrupt])
    monkeypatch.setattr(command, "answer", lambda question: next(answers)(question))
    found = json.loads(run("review", str(file), "--json").out)
    assert found["complete"] is False
    for seat in found["seats"]:
        parts = seat["start"] + seat["luck"] + seat["choices"] + seat["rest"]
        assert parts == pytest.approx(seat["result"], abs=1e-5)


def interrupt(question):
    raise KeyboardInterrupt


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
