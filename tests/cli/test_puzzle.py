import json

import pytest

from jemaa.analysis.puzzles import puzzles
from jemaa.locale import LANGUAGES, text

FIRST = puzzles("marrakech")[0]


def test_puzzle_of_the_day_tells_its_task(run):
    result = run("puzzle", "--solution")
    assert (result.code, result.err) == (0, "")
    assert "Which move is best?" in result.out
    assert "Best is" in result.out


def test_tries_are_judged_until_one_is_right(run):
    wrong = next(iter(FIRST.losses))
    typed = ("nonsense", wrong, "moves", FIRST.answers[0])
    result = run("puzzle", "marrakech", "--number", "1", typed=typed)
    assert result.code == 0
    assert "is no move" in result.out
    assert f"{wrong} is not the best" in result.out
    assert f"That is it: {FIRST.answers[0]}." in result.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_does_not_do_is_refused_as_in_a_game(run, language):
    """It was once told in English whatever the language."""
    lines = ("xx", "a1a2")
    result = run("puzzle", FIRST.id, "--language", language, typed=lines)
    flat = " ".join(result.out.split())
    unread = text(language, "terminal.no-move", typed="'xx'")
    why = text(language, "reasons.wrong-step")
    unfit = text(language, "terminal.refused", why=why, clause="M-20")
    assert " ".join(unread.split()) in flat
    assert " ".join(unfit.split()) in flat


def test_question_mark_lists_the_moves(run):
    listed = [run("puzzle", FIRST.id, typed=[typed]).out for typed in ("?", "moves")]
    assert listed[0] == listed[1]
    assert "Turn Assam" in listed[0]


@pytest.mark.parametrize("typed", [(), ("",), ("solution",)])
def test_leaving_and_giving_up(run, typed):
    result = run("puzzle", FIRST.id, typed=typed)
    assert result.code == 0
    assert FIRST.id in result.out
    assert ("Best is" in result.out) == ("solution" in typed)


def test_json_and_languages(run):
    found = json.loads(run("puzzle", "facir", "--level", "trader", "--json").out)
    assert found["game"] == "facir"
    assert found["level"] == "trader"
    assert found["why"]
    assert "задача 1 із" in run("puzzle", "marrakech", "--number", "1", "--language", "uk").out


def test_spaces_of_french_are_spaces(run):
    out = run("puzzle", FIRST.id, "--language", "fr", "--solution").out
    assert "\\xa0" not in out
    assert "\\u202f" not in out
    assert "\N{NARROW NO-BREAK SPACE}?" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["zzzz"], "there is no puzzle 'zzzz'"),
        (["marrakech", "--number", "99999"], "they are 1 to"),
        (["marrakech", "--level", "king"], "they are tourist"),
        (["--number", "3"], "say of which game"),
    ],
)
def test_what_is_not_there(run, arguments, said):
    result = run("puzzle", *arguments)
    assert result.code == 2
    assert said in result.err
