"""Laying a rug: M-40 to M-43."""

import pytest

from jemaa import IllegalMoveError
from tests.marrakech.table import GAME, SQUARES, cells, legal, play, position

AROUND_D4 = [
    *("c3d3", "d3e3", "b4c4", "e4f4", "c5d5", "d5e5"),  # along a row
    *("d2d3", "c3c4", "e3e4", "c4c5", "e4e5", "d5d6"),  # down a column
]


def lay(board, assam="d4S", **more):
    return position(board, assam, "0:lay", **more)


@pytest.mark.clause("M-40")
@pytest.mark.parametrize(
    ("square", "places"),
    [
        ("d4", AROUND_D4),
        ("a1", ["b1c1", "a2b2", "b1b2", "a2a3"]),
        ("g7", ["f6g6", "e7f7", "g5g6", "f6f7"]),
        ("d1", ["b1c1", "e1f1", "c2d2", "d2e2", "c1c2", "e1e2", "d2d3"]),
        ("b2", ["a1b1", "b1c1", "c2d2", "a3b3", "b3c3", "a1a2", "c1c2", "a2a3", "c2c3", "b3b4"]),
    ],
)
def test_one_half_lies_beside_assam(square, places):
    assert legal(position(assam=square + "S", turn="0:lay")) == places


@pytest.mark.clause("M-40")
def test_there_are_at_most_twelve_places_and_never_under_assam():
    for square in SQUARES:
        places = legal(position(assam=square + "N", turn="0:lay"))
        assert 4 <= len(places) <= 12
        assert len(set(places)) == len(places)
        assert not any(square in (place[:2], place[2:]) for place in places)


@pytest.mark.clause("M-40")
@pytest.mark.parametrize(
    ("rug", "reason"),
    [
        ("d4d5", "on-assam"),
        ("c4d4", "on-assam"),
        ("c3b3", "not-beside-assam"),  # touches only a corner
        ("d6d7", "not-beside-assam"),
        ("a1a2", "not-beside-assam"),
    ],
)
def test_rug_elsewhere_is_refused(rug, reason):
    with pytest.raises(IllegalMoveError) as error:
        play(position(turn="0:lay"), rug)
    assert (error.value.reason, error.value.clause) == (reason, "M-40")


@pytest.mark.clause("M-40")
def test_two_places_are_left_in_the_worst_corner():
    state = lay("1yEy4/yS6/y6/7/7/7/7", assam="a1N")
    assert legal(state) == ["a2b2", "b1b2"]


@pytest.mark.clause("M-41")
def test_rug_on_two_empty_squares():
    after = play(lay("yEy5/7/7/7/7/7/7"), "d5d6")
    assert after.boards == (cells("d5", "d6"), cells("a1", "b1"), 0, 0)


@pytest.mark.clause("M-41")
def test_rug_on_one_empty_square_and_one_half():
    after = play(lay("7/7/7/4yEy1/7/7/7"), "e3e4")
    assert after.boards == (cells("e3", "e4"), cells("f4"), 0, 0)
    assert after.links == (0, cells("e3"))


@pytest.mark.clause("M-41")
def test_rug_on_halves_of_two_different_rugs():
    after = play(lay("7/7/4bEb1/4yEy1/7/7/7"), "e3e4")
    assert after.boards == (cells("e3", "e4"), cells("f4"), cells("f3"), 0)
    assert after.links == (0, cells("e3"))


@pytest.mark.clause("M-41")
@pytest.mark.parametrize(
    ("board", "cover", "turn", "rug"),
    [
        ("7/7/7/7/3yEy2/7/7", "e4e5", "S", "d5e5"),
        ("7/7/7/7/2yEy3/7/7", "c4c5", "S", "c5d5"),
        ("7/7/7/4yS2/4y2/7/7", "d5e5", "L", "e4e5"),
        ("7/7/4yS2/4y2/7/7/7", "d3e3", "L", "e3e4"),
    ],
    ids=["east", "west", "south", "north"],
)
def test_rest_of_a_rug_and_its_cover_are_different_rugs(board, cover, turn, rug):
    # Red covers the named half of a yellow rug; Assam goes round to where both can be covered.
    state = play(lay(board), cover, turn, "2")
    assert rug in legal(state)
    assert play(state, rug).boards[1] == cells(rug[:2], rug[2:])


@pytest.mark.clause("M-41")
def test_new_rug_cuts_the_rugs_it_touches_and_no_other():
    state = lay("7/4yS2/3bSy2/3byEy1/4b2/4bS2/4b2")
    assert state.links == (cells("e4"), cells("d3", "e2", "e6"))
    after = play(state, "e3e4")
    assert after.links == (0, cells("d3", "e3", "e6"))


@pytest.mark.clause("M-42")
@pytest.mark.parametrize("left", "ryb")
@pytest.mark.parametrize("right", "ryb")
def test_colours_do_not_matter_for_covering(left, right):
    state = lay(f"nEn5/7/7/7/3{left}{right}2/7/7")
    assert "d5e5" in legal(state)
    assert play(state, "d5e5").boards[0] & cells("d5", "e5") == cells("d5", "e5")


@pytest.mark.clause("M-42")
def test_all_twelve_places_are_free_on_halves_of_any_colour():
    assert legal(lay("nEn5/3y3/2ryb2/1nr1bn1/2ybr2/3n3/7")) == AROUND_D4


@pytest.mark.clause("M-43")
@pytest.mark.parametrize("letter", "ryb")
@pytest.mark.parametrize("rug", AROUND_D4)
def test_whole_rug_is_never_covered_at_once(letter, rug):
    state = lay(board_with(letter, rug))
    assert legal(state) == [place for place in AROUND_D4 if place != rug]
    with pytest.raises(IllegalMoveError) as error:
        play(state, rug)
    assert (error.value.reason, error.value.clause) == ("covers-whole-rug", "M-43")


@pytest.mark.clause("M-43")
@pytest.mark.parametrize("rug", AROUND_D4)
def test_rug_with_one_half_covered_may_lose_the_other(rug):
    # The brown rug far off is only there because some rug is always whole.
    board = board_with("y", rug).replace("E", "").replace("S", "")
    assert legal(lay(board.replace("7", "nEn5", 1))) == AROUND_D4


def board_with(letter, rug):
    """Return the board that holds one whole rug and nothing else."""
    mark = "E" if rug[1] == rug[3] else "S"
    halves = {rug[:2]: letter + mark, rug[2:]: letter}
    rows = [[halves.get(column + row, "1") for column in "abcdefg"] for row in "1234567"]
    return "/".join("".join(row) if row != ["1"] * 7 else "7" for row in rows)


@pytest.mark.clause("M-43")
def test_rug_just_laid_is_one_rug():
    state = play(GAME.new(players=4), "S", "1", "d6d7", "S", "1", "c6c7")
    state = play(state, "R", "1")  # blue on c6: yellow's rug
    assert "d6d7" not in legal(state)
