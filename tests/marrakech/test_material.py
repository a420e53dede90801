"""What is in the box: M-1 to M-5."""

from random import Random

import pytest

from jemaa.core.errors import InvalidPositionError, SetupError
from jemaa.games.marrakech.board import coins
from tests.marrakech.table import GAME, SQUARES, assam, cells, outcomes, play, position, walk


@pytest.mark.clause("M-1")
def test_assam_can_stand_on_each_of_49_squares_and_look_four_ways():
    poses = [square + heading for square in SQUARES for heading in "NESW"]
    assert len(set(poses)) == 7 * 7 * 4
    assert [assam(position(assam=pose)) for pose in poses] == poses


@pytest.mark.clause("M-1")
@pytest.mark.parametrize("pose", ["h4S", "d8S", "d0S", "d4X", "d4", "S", "d4SS"])
def test_assam_cannot_stand_elsewhere(pose):
    with pytest.raises(InvalidPositionError) as error:
        position(assam=pose)
    assert error.value.field == "assam"


@pytest.mark.clause("M-1")
@pytest.mark.parametrize(
    ("heading", "square"), [("N", "d3"), ("E", "e4"), ("S", "d5"), ("W", "c4")]
)
def test_headings_are_points_of_the_compass_with_north_up(heading, square):
    after = play(position(assam="d4" + heading), "S", "1")
    assert assam(after) == square + heading


@pytest.mark.clause("M-2")
def test_there_are_four_colours():
    assert GAME.new(players=4).setup.colours == ("r", "y", "b", "n")
    with pytest.raises(SetupError, match="the colours are r, y, b, n"):
        GAME.new(colours=("r", "y", "b", "w"))


@pytest.mark.clause("M-2")
@pytest.mark.parametrize("rug", ["c5c6", "e5f5"])
def test_a_rug_covers_two_squares_side_by_side(rug):
    after = play(position(), "S", "1", rug)
    assert after.boards == (cells(rug[:2], rug[2:]), 0, 0, 0)


@pytest.mark.clause("M-2")
def test_there_are_84_places_for_a_rug():
    rugs = {move.text for move in GAME.moves if len(move.text) == 4}
    along = {a + b for a in SQUARES for b in SQUARES if ord(b[0]) - ord(a[0]) == 1 and a[1] == b[1]}
    down = {a + b for a in SQUARES for b in SQUARES if a[0] == b[0] and int(b[1]) - int(a[1]) == 1}
    assert rugs == along | down
    assert len(rugs) == 84


@pytest.mark.clause("M-3")
def test_three_players_cannot_use_the_short_colour_of_the_57_rug_edition():
    with pytest.raises(SetupError, match="57-rug edition has only 12 brown rugs") as error:
        GAME.new(players=3, edition=57, colours=("r", "n", "b"))
    assert error.value.field == "colours"


@pytest.mark.clause("M-3")
@pytest.mark.parametrize(
    "settings",
    [
        {"players": 3, "edition": 57},
        {"players": 3, "edition": 57, "colours": ("b", "y", "r")},
        {"players": 3, "edition": 60, "colours": ("r", "n", "b")},
        {"players": 4, "edition": 57},
        {"players": 2, "edition": 57, "colours": ("nb", "ry")},
    ],
    ids=str,
)
def test_other_colours_have_rugs_enough(settings):
    state = GAME.new(**settings)
    used = "".join(state.setup.colours)
    expected = 15 if settings["players"] == 3 else 12
    assert state.rugs_left == tuple(expected if letter in used else 0 for letter in "rybn")


@pytest.mark.clause("M-4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_money_is_neither_made_nor_lost_and_all_coins_stay_in_play(players):
    for state, _ in walk(GAME.new(players=players), Random(players)):
        assert sum(state.cash) == 30 * players
        purses = coins(state.cash)
        assert [ones + 5 * fives for ones, fives in purses] == list(state.cash)
        assert sum(ones for ones, _ in purses) == 5 * players
        assert sum(fives for _, fives in purses) == 5 * players
        assert min(min(purse) for purse in purses) >= 0


@pytest.mark.clause("M-4")
def test_purse_at_the_start_is_five_coins_of_each_kind():
    assert coins((30, 30, 30, 30)) == ((5, 5),) * 4


@pytest.mark.clause("M-4")
def test_one_dirham_passes_from_purse_to_purse():
    after = play(position("7/7/7/7/3yEy2/7/7"), "S", "1")
    assert after.cash == (28, 32, 30, 30)


@pytest.mark.clause("M-4")
@pytest.mark.parametrize("purses", ["30,30,30,31", "30,30,30,29", "0,0,0,0"])
def test_purses_that_do_not_add_up_are_refused(purses):
    with pytest.raises(InvalidPositionError, match=r"120.*M-4") as error:
        GAME.parse(str(GAME.new()).replace("30,30,30,30", purses))
    assert error.value.field == "purses"


@pytest.mark.clause("M-5")
def test_die_has_six_faces_one_two_two_three_three_four():
    assert outcomes(play(GAME.new(players=4), "S")) == {"1": 1, "2": 2, "3": 2, "4": 1}
