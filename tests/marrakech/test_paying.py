"""Paying and falling out: M-30 to M-33."""

import pytest

from jemaa.games.marrakech.notation import parse_unchecked
from tests.marrakech.table import cells, legal, outcomes, play, position

L_SHAPE = "7/7/7/4y2/2yEy3/3yS3/3y3"
"""Yellow on c5, d5, d6 and d7; the yellow e4 touches d5 only with a corner."""


@pytest.mark.clause("M-30")
def test_tribute_is_the_area_joined_by_sides():
    after = play(position(L_SHAPE), "S", "1")
    assert after.area(8 * 4 + 3) == cells("c5", "d5", "d6", "d7")
    assert after.cash == (26, 34, 30, 30)


@pytest.mark.clause("M-30")
def test_tribute_is_the_same_on_every_square_of_the_area():
    for roll in "123":
        assert play(position(L_SHAPE), "S", roll).cash == (26, 34, 30, 30)


@pytest.mark.clause("M-30")
def test_corner_does_not_join():
    assert play(position(L_SHAPE), "L", "1").cash == (29, 31, 30, 30)  # e4 alone


@pytest.mark.clause("M-30")
@pytest.mark.parametrize(
    "board",
    [
        "7/7/7/7/2yy3/7/rEr5",  # west
        "7/7/7/7/3yy2/7/rEr5",  # east
        "7/7/7/3y3/3y3/7/rEr5",  # north, where Assam came from
        "7/7/7/7/3y3/3y3/rEr5",  # south
    ],
    ids=["west", "east", "north", "south"],
)
def test_each_side_joins(board):
    assert play(position(board), "S", "1").cash == (28, 32, 30, 30)


@pytest.mark.clause("M-30")
@pytest.mark.parametrize(
    "board",
    ["7/7/7/2y1y2/3y3/2y1y2/rEr5", "7/7/7/2bEby2/2bybEb1/2y1y2/rEr5"],
    ids=["four corners", "another colour between"],
)
def test_areas_end_at_corners_and_at_other_colours(board):
    assert play(position(board), "S", "1").cash == (29, 31, 30, 30)


@pytest.mark.clause("M-30")
def test_area_may_wind_over_the_whole_market():
    snake = "yEyyEyyEyyS/6y/ySyEyyEyyEy/y6/yEyyEyyEyy/7/7"
    state = position(snake, turn="3:turn", rounds=11)
    assert play(state, "S", "1").cash == (30, 53, 30, 7)


@pytest.mark.clause("M-30")
def test_right_and_left_edge_do_not_join():
    state = position("7/7/7/7/ySyEy3y/y6/7", assam="a4S")
    assert play(state, "S", "1").cash == (26, 34, 30, 30)
    state = position("7/7/7/7/6y/yEy5/7", assam="g4S")
    assert play(state, "S", "1").cash == (29, 31, 30, 30)


@pytest.mark.clause("M-31")
def test_empty_square_costs_nothing():
    state = position(L_SHAPE, assam="d4W")
    assert play(state, "S", "1").cash == (30, 30, 30, 30)
    assert state.tribute(8 * 3 + 2) == 0


@pytest.mark.clause("M-31")
def test_own_rug_costs_nothing():
    state = position("7/7/7/7/3rEr2/7/7")
    assert play(state, "S", "1").cash == (30, 30, 30, 30)
    assert state.tribute(8 * 4 + 3) == 0


@pytest.mark.clause("M-31")
def test_own_rugs_larger_than_the_own_purse_do_no_harm():
    state = play(position("7/7/7/7/3rEr2/7/7", purses="1,59,30,30"), "S", "1")
    assert (state.cash, state.fallen, state.phase) == ((1, 59, 30, 30), (0, 0, 0, 0), "lay")


TWO = "marrakech players=2 7/7/7/7/2rEry2/7/7 d4S 30,30 r11y11,b11n12 1:turn:b"


@pytest.mark.clause("M-32")
def test_two_colours_of_one_player_are_separate_areas_for_paying():
    assert play(parse_unchecked(TWO), "S", "1").cash == (32, 28)
    east = parse_unchecked(TWO.replace("d4S", "e4S"))
    assert play(east, "S", "1").cash == (31, 29)


@pytest.mark.clause("M-32")
def test_two_colours_of_one_player_both_count_in_the_end():
    state = parse_unchecked(TWO)
    assert state.visible() == (3, 0)
    assert state.scores() == (33, 30)


@pytest.mark.clause("M-32")
def test_both_own_colours_are_free_for_two_players():
    for square in "de":
        text = "marrakech players=2 7/7/7/7/2rEry2/7/7 d4S 30,30 r11y11,b11n11 0:turn:r"
        state = play(parse_unchecked(text.replace("d4S", square + "4S")), "S", "1")
        assert state.cash == (30, 30)


@pytest.mark.clause("M-33")
def test_who_cannot_pay_gives_all_he_has_and_is_out_without_laying():
    state = play(position(L_SHAPE, purses="3,57,30,30"), "S", "1")
    assert state.cash == (0, 60, 30, 30)
    assert state.fallen == (1, 0, 0, 0)
    assert (state.seat, state.phase) == (1, "turn")
    assert state.rugs_left == (6, 6, 6, 6)


@pytest.mark.clause("M-33")
def test_paying_down_to_nothing_keeps_him_in():
    state = play(position(L_SHAPE, purses="4,56,30,30"), "S", "1")
    assert state.cash == (0, 60, 30, 30)
    assert state.fallen == (0, 0, 0, 0)
    assert (state.to_act, state.phase) == (0, "lay")


@pytest.mark.clause("M-33")
def test_fallen_player_takes_no_more_turns():
    state = position(L_SHAPE, purses="30,x1,60,30", turn="0:lay", rugs="r6,y7,b6,n6")
    seats = [0]
    for _ in range(5):
        state = state.after(state.legal()[0])
        seats.append(state.seat)
        state = play(state, "R", "1")
    assert seats == [0, 2, 3, 0, 2, 3]


@pytest.mark.clause("M-33")
def test_landing_on_dead_rugs_costs_nothing():
    state = position(L_SHAPE, purses="60,x1,30,30", rugs="r6,y7,b6,n6")
    assert state.tribute(8 * 4 + 3) == 0
    state = play(state, "S", "1")
    assert (state.cash, state.phase) == ((60, 0, 30, 30), "lay")


@pytest.mark.clause("M-33", "M-43")
def test_dead_rugs_stay_and_still_may_not_be_covered_whole():
    state = position(L_SHAPE, assam="d4S", purses="60,x1,30,30", turn="0:lay", rugs="r6,y7,b6,n6")
    assert "c5d5" not in legal(state)
    assert "d5d6" in legal(state)
    assert state.visible() == (0, 5, 0, 0)


@pytest.mark.clause("M-33")
def test_last_one_left_wins_at_once():
    state = position(L_SHAPE, purses="3,117,x2,x1", rugs="r6,y6,b7,n7")
    state = play(state, "S", "1")
    assert state.is_over
    assert (state.to_act, state.legal(), state.outcomes()) == (None, (), ())
    assert state.cash == (0, 120, 0, 0)
    assert state.ranking() == ((1,), (0,), (2,), (3,))
    assert state.returns() == (0.0, 1.0, 0.0, 0.0)
    assert str(state).endswith(" x3,120,x2,x1 r6,y6,b7,n7 over")


@pytest.mark.clause("M-33")
def test_one_of_two_players_falls_and_the_game_ends():
    text = "marrakech players=2 7/7/7/7/2rEr3/7/7 d4S 59,1 r11y12,b12n12 1:roll:n"
    state = play(parse_unchecked(text), "1")
    assert state.is_over
    assert (state.cash, state.fallen) == ((60, 0), (0, 1))
    assert state.returns() == (1.0, 0.0)


@pytest.mark.clause("M-33")
def test_fall_on_the_last_turn_ends_the_game():
    state = position(L_SHAPE, purses="40,50,29,1", turn="3:turn", rounds=11)
    state = play(state, "S", "1")
    assert state.is_over
    assert state.cash == (40, 51, 29, 0)
    assert state.rugs_left == (0, 0, 0, 1)


@pytest.mark.clause("M-33")
def test_order_of_falling_is_kept():
    state = position(L_SHAPE, purses="1,89,30,x1", rugs="r6,y6,b6,n7")
    state = play(state, "S", "1")
    assert state.fallen == (2, 0, 0, 1)
    assert outcomes(state) == {}
    assert state.to_act == 1
