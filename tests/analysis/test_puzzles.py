"""Puzzles: those that are shipped are whole, and mining finds sound ones."""

from datetime import date, timedelta

import msgspec
import pytest

import jemaa
from jemaa.analysis.mining import check, graded, mine
from jemaa.analysis.puzzles import (
    MOST_ANSWERS,
    PuzzleError,
    find,
    identity,
    of_the_day,
    puzzles,
    read,
    written,
)
from jemaa.locale import LANGUAGES
from jemaa.players.registry import LEVELS

GAMES = ("marrakech", "facir")
ENOUGH = 150


@pytest.mark.parametrize("game", GAMES)
def test_shipped_puzzles_are_many_and_of_every_level(game):
    found = puzzles(game)
    assert len(found) >= ENOUGH
    assert {puzzle.level for puzzle in found} == set(LEVELS)
    assert len({puzzle.id for puzzle in found}) == len(found)
    levels = [LEVELS.index(puzzle.level) for puzzle in found]
    assert levels == sorted(levels)


@pytest.mark.parametrize("game", GAMES)
def test_shipped_puzzles_are_whole(game):
    for puzzle in puzzles(game):
        assert puzzle.id == identity(puzzle.position)
        view = puzzle.view()
        assert view.game.name == puzzle.game == game
        assert view.to_act == puzzle.seat == view.seat
        legal = {move.text for move in view.legal()}
        assert 1 <= len(puzzle.answers) <= MOST_ANSWERS
        assert {*puzzle.answers, *puzzle.losses, puzzle.tempting} <= legal
        assert not set(puzzle.answers) & {*puzzle.losses, puzzle.tempting}
        assert min(puzzle.losses.values()) > 0
        assert puzzle.level in puzzle.finds
        assert puzzle.facts


@pytest.mark.parametrize("game", GAMES)
def test_grades_are_those_of_the_levels_of_today(game):
    """`scripts/puzzles.py grade` brings them up to date."""
    some = puzzles(game)[::12]
    assert [graded(puzzle) for puzzle in some] == list(some)


def test_puzzle_that_the_strongest_level_misses_has_no_grade():
    puzzle = next(one for one in puzzles("marrakech") if len(one.answers) == 1)
    assert graded(msgspec.structs.replace(puzzle, answers=(puzzle.tempting,))) is None


def test_hidden_cards_are_not_in_a_puzzle():
    for puzzle in puzzles("facir"):
        assert puzzle.position.startswith(f"@{puzzle.seat} ")
        assert puzzle.state().view(puzzle.seat) == puzzle.view()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_puzzle_says_why(language):
    for puzzle in (*puzzles("marrakech")[::20], *puzzles("facir")[::20]):
        sentences = puzzle.sentences(language)
        assert 1 <= len(sentences) <= 2
        assert not any("{" in sentence for sentence in sentences)


def test_losses_of_moves():
    puzzle = puzzles("marrakech")[0]
    assert puzzle.loss(puzzle.answers[0]) == 0
    assert puzzle.loss(next(iter(puzzle.losses))) > 0
    assert puzzle.loss("none of these") is None


def test_one_a_day_the_same_for_everybody():
    day = date(2026, 11, 16)
    assert of_the_day(day) == of_the_day(day)
    days = [of_the_day(day + timedelta(days=number)) for number in range(60)]
    assert len({puzzle.id for puzzle in days}) == 60
    assert {puzzle.game for puzzle in days} == set(GAMES)
    assert of_the_day(day, "facir").game == "facir"


def test_file_is_read_as_it_was_written():
    found = puzzles("facir")[:7]
    assert read(written(found[::-1])) == found
    with pytest.raises(PuzzleError, match="no puzzles"):
        read(b"[1]")


def test_what_is_not_there():
    with pytest.raises(PuzzleError, match="there is no puzzle"):
        find("zzzz")
    with pytest.raises(jemaa.UnknownNameError, match="choose one of"):
        puzzles("chess")


def test_mining_finds_sound_puzzles():
    """Of the first game of the shipped ones; other chance does not change the answer."""
    found = next(mine("marrakech", 3, 14, range(1), wanted={"tourist"}))
    for puzzle in found:
        assert puzzle.level in LEVELS
        assert check(puzzle, 99) == ""
    assert next(mine("marrakech", 3, 14, range(1), wanted=())) == []


def test_check_tells_what_is_wrong():
    puzzle = puzzles("facir")[0]
    wrong = msgspec.structs.replace(puzzle, answers=("a1a1",))
    assert "not possible" in check(wrong, 1)
    wrong = msgspec.structs.replace(puzzle, id="00000000")
    assert "its id" in check(wrong, 1)
    answers, tempting = (puzzle.tempting,), puzzle.answers[0]
    losses = {tempting: 0.1}
    wrong = msgspec.structs.replace(puzzle, answers=answers, tempting=tempting, losses=losses)
    assert "as good" in check(wrong, 1)
