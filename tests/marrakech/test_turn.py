"""The turn and the loops: M-20 to M-24."""

import pytest

from jemaa import CHANCE, IllegalMoveError
from tests.marrakech.naive import LOOPS
from tests.marrakech.table import GAME, SQUARES, assam, cells, legal, play, position


@pytest.mark.clause("M-20")
def test_turn_is_move_assam_then_pay_then_lay_one_rug():
    state = position("7/7/7/7/3yEy2/7/7", purses="30,30,30,30")
    assert (state.phase, state.to_act) == ("turn", 0)
    state = play(state, "S")
    assert (state.phase, state.to_act) == ("roll", CHANCE)
    state = play(state, "1")
    assert (state.phase, state.to_act) == ("lay", 0)
    assert state.cash == (28, 32, 30, 30)  # paid before the rug is laid
    state = play(state, "d6e6")
    assert (state.phase, state.to_act) == ("turn", 1)
    assert state.rugs_left == (5, 6, 6, 6)


@pytest.mark.clause("M-20")
@pytest.mark.parametrize(
    ("turn", "action", "reason"),
    [
        ("0:turn", GAME.move("d5d6"), "wrong-step"),
        ("0:turn", GAME.outcome("1"), "no-chance-now"),
        ("0:roll", GAME.move("S"), "chance-first"),
        ("0:roll", GAME.move("d5d6"), "chance-first"),
        ("0:lay", GAME.move("S"), "wrong-step"),
        ("0:lay", GAME.outcome("1"), "no-chance-now"),
    ],
)
def test_steps_cannot_be_taken_out_of_order(turn, action, reason):
    state = position(turn=turn)
    with pytest.raises(IllegalMoveError) as error:
        state.after(action)
    assert (error.value.reason, error.value.clause) == (reason, "M-20")


@pytest.mark.clause("M-21")
@pytest.mark.parametrize(
    ("heading", "left", "right"),
    [("N", "W", "E"), ("E", "N", "S"), ("S", "E", "W"), ("W", "S", "N")],
)
def test_assam_is_kept_or_turned_left_or_right_but_never_back(heading, left, right):
    state = position(assam="d4" + heading)
    assert legal(state) == ["L", "S", "R"]
    ends = [assam(play(state, move)) for move in legal(state)]
    assert ends == ["d4" + left, "d4" + heading, "d4" + right]


@pytest.mark.clause("M-22")
@pytest.mark.parametrize(
    ("start", "ends"),
    [
        ("a4E", ["b4E", "c4E", "d4E", "e4E"]),
        ("g4W", ["f4W", "e4W", "d4W", "c4W"]),
        ("b7N", ["b6N", "b5N", "b4N", "b3N"]),
        ("f1S", ["f2S", "f3S", "f4S", "f5S"]),
    ],
)
def test_assam_goes_straight_on_as_many_squares_as_slippers(start, ends):
    assert [assam(play(position(assam=start), "S", roll)) for roll in "1234"] == ends


@pytest.mark.clause("M-22")
def test_assam_goes_where_he_was_turned_to():
    assert assam(play(position(assam="d4N"), "L", "3")) == "a4W"
    assert assam(play(position(assam="d4N"), "R", "3")) == "g4E"


def test_table_of_exits_has_every_way_off_the_board():
    edges = {"N": "1", "S": "7", "W": "a", "E": "g"}
    off = {square + heading for square in SQUARES for heading in "NESW" if edges[heading] in square}
    assert set(LOOPS) == off
    assert len(off) == 28


@pytest.mark.clause("M-23")
@pytest.mark.parametrize(("start", "end"), LOOPS.items())
def test_loop_leads_to_the_first_square_of_the_new_line(start, end):
    assert assam(play(position(assam=start), "S", "1")) == end


@pytest.mark.clause("M-23")
@pytest.mark.parametrize(
    ("start", "roll", "end"),
    [
        ("c2N", "2", "d1S"),  # one step to the edge, one through the loop
        ("c2N", "4", "d3S"),  # and on along the new line
        ("c1N", "4", "d4S"),
        ("f6E", "3", "f7W"),
        ("b5W", "3", "b6E"),
        ("e6S", "4", "d5N"),
    ],
)
def test_loop_costs_no_step(start, roll, end):
    assert assam(play(position(assam=start), "S", roll)) == end


@pytest.mark.clause("M-23")
@pytest.mark.parametrize(
    ("start", "roll", "end"),
    [
        ("g2N", "1", "g1N"),
        ("g2N", "2", "g1W"),  # the corner loop is one step on the same square
        ("g2N", "3", "f1W"),
        ("f1E", "3", "g2S"),
        ("a6S", "3", "b7E"),
        ("b7W", "4", "a5N"),
    ],
)
def test_corner_loop_uses_one_step_on_the_same_square(start, roll, end):
    assert assam(play(position(assam=start), "S", roll)) == end


@pytest.mark.clause("M-24")
def test_top_rug_is_what_counts():
    # Blue covers the western half of the red rug; yellow then walks there.
    state = position("7/7/7/7/7/3rEr2/7", turn="2:lay", purses="30,30,30,30")
    state = play(state, "d5d6")
    assert state.boards == (cells("e6"), 0, cells("d5", "d6"), 0)
    state = play(state, "S", "2")  # brown to d6
    assert state.cash == (30, 30, 32, 28)
    assert state.area(8 * 5 + 3) == cells("d5", "d6")
    assert state.area(8 * 5 + 4) == cells("e6")
