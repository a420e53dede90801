"""How a game is set up: M-10 to M-14."""

import pytest

from jemaa import CHANCE, SPECTATOR
from jemaa.games.marrakech.notation import parse_unchecked
from tests.marrakech.table import GAME, assam, legal, outcomes, play


@pytest.mark.clause("M-10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_assam_starts_in_the_centre_and_looks_south(players):
    assert assam(GAME.new(players=players)) == "d4S"


@pytest.mark.clause("M-10")
@pytest.mark.parametrize("heading", "NESW")
def test_first_heading_can_be_set(heading):
    assert assam(GAME.new(facing=heading)) == "d4" + heading


@pytest.mark.clause("M-11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_has_30_dirhams(players):
    assert GAME.new(players=players).cash == (30,) * players


@pytest.mark.clause("M-12")
def test_three_players_have_15_rugs_of_one_colour_each():
    state = GAME.new(players=3)
    assert state.rugs_left == (15, 15, 15, 0)
    assert [state.rugs_of(seat) for seat in range(3)] == [15, 15, 15]
    assert [state.owner(colour) for colour in range(4)] == [0, 1, 2, None]


@pytest.mark.clause("M-12")
def test_four_players_have_12_rugs_of_one_colour_each():
    state = GAME.new(players=4)
    assert state.rugs_left == (12, 12, 12, 12)
    assert [state.rugs_of(seat) for seat in range(4)] == [12, 12, 12, 12]
    assert [state.owner(colour) for colour in range(4)] == [0, 1, 2, 3]


@pytest.mark.clause("M-12")
@pytest.mark.parametrize("players", [3, 4])
def test_three_or_four_players_draw_nothing_and_lay_their_own_colour(players):
    state = GAME.new(players=players)
    for seat in range(players):
        assert (state.phase, state.seat, state.colour) == ("turn", seat, seat)
        state = play(state, "S", "1")
        state = state.after(state.legal()[0])
        assert state.visible()[seat] == 2


@pytest.mark.clause("M-13")
def test_two_players_have_12_rugs_of_two_colours_each():
    state = GAME.new(players=2)
    assert state.rugs_left == (12, 12, 12, 12)
    assert [state.rugs_of(seat) for seat in (0, 1)] == [24, 24]
    assert [state.owner(colour) for colour in range(4)] == [0, 0, 1, 1]


@pytest.mark.clause("M-13")
def test_two_players_draw_the_rug_before_the_direction_is_chosen_and_all_see_it():
    state = GAME.new(players=2)
    assert (state.to_act, state.phase, state.colour) == (CHANCE, "draw", None)
    state = play(state, "y")
    assert (state.to_act, state.phase, state.colour) == (0, "turn", 1)
    assert legal(state) == ["L", "S", "R"]
    for seat in (0, 1, SPECTATOR):
        assert str(state.view(seat)).endswith(" 0:turn:y")


@pytest.mark.clause("M-13")
def test_draw_is_weighted_by_the_rugs_left_of_the_own_pile():
    state = GAME.new(players=2)
    assert outcomes(state) == {"r": 12, "y": 12}
    state = play(state, "y", "S", "1", "d6d7")
    assert outcomes(state) == {"b": 12, "n": 12}
    state = play(state, "n", "S", "1", "c6c7")
    assert outcomes(state) == {"r": 12, "y": 11}
    state = play(state, "y", "L", "1", "d5d6")
    assert outcomes(state) == {"b": 12, "n": 11}


@pytest.mark.clause("M-13")
def test_colour_that_has_run_out_is_not_drawn():
    state = parse_unchecked("marrakech players=2 2rEr3/7/7/7/7/7/7 d4S 30,30 r7y0,b3n4 0:draw")
    assert outcomes(state) == {"r": 7}
    assert play(state, "r").colour == 0


@pytest.mark.clause("M-14")
@pytest.mark.parametrize(
    ("players", "first"), [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (4, 0), (4, 1), (4, 2), (4, 3)]
)
def test_any_seat_can_begin_and_then_it_goes_clockwise(players, first):
    state = GAME.new(players=players, first=first)
    laid_by = []
    while len(laid_by) < 2 * players:
        if state.phase == "lay":
            laid_by.append(state.to_act)
        state = state.after(anything(state))
    assert laid_by == [(first + turn) % players for turn in range(2 * players)]


def anything(state):
    return state.legal()[0] if state.legal() else state.outcomes()[0][0]
