"""The end and the result: M-50 to M-53."""

import pytest

from tests.marrakech.table import GAME, legal, play, position

FINAL = "rErrEr3/yEy5/bEb5/nEn5/7/7/7"
"""Red shows four squares, the others two each."""


def final(purses, board=FINAL, rugs="r0,y0,b0,n0"):
    return position(board, turn="over", purses=purses, rugs=rugs)


@pytest.mark.clause("M-50")
def test_game_ends_when_the_last_rug_is_laid():
    state = position("rEr5/7/7/7/7/7/7", turn="3:lay", rounds=11)
    after = play(state, "d5d6")
    assert after.is_over
    assert after.phase == "over"
    assert after.to_act is None
    assert legal(after) == []
    assert after.outcomes() == ()
    assert after.rugs_left == (0, 0, 0, 0)


@pytest.mark.clause("M-50")
def test_game_goes_on_while_somebody_has_a_rug():
    state = position("rEr5/7/7/7/7/7/7", turn="2:lay", rounds=11)
    after = play(state, "d5d6")
    assert (after.is_over, after.to_act, after.phase) == (False, 3, "turn")


@pytest.mark.clause("M-50")
@pytest.mark.parametrize(("players", "rugs"), [(2, 48), (3, 45), (4, 48)])
def test_all_rugs_are_laid_in_a_game_without_a_fall(players, rugs):
    state = GAME.new(players=players, insolvent="stays")
    laid = 0
    while not state.is_over:
        laid += state.phase == "lay"
        state = state.after(state.legal()[0] if state.legal() else state.outcomes()[0][0])
    assert laid == rugs


@pytest.mark.clause("M-51")
def test_score_is_visible_halves_plus_dirhams():
    state = final("20,30,33,37")
    assert state.visible() == (4, 2, 2, 2)
    assert state.scores() == (24, 32, 35, 39)
    assert state.ranking() == ((3,), (2,), (1,), (0,))
    assert state.returns() == (0.0, 0.0, 0.0, 1.0)


@pytest.mark.clause("M-51")
def test_covered_halves_do_not_count():
    state = position("7/7/7/7/3yEy2/7/7", turn="0:lay")
    assert state.scores() == (30, 32, 30, 30)
    assert play(state, "d5d6").scores() == (32, 31, 30, 30)


@pytest.mark.clause("M-52")
def test_equal_scores_are_ranked_by_dirhams():
    state = final("29,31,31,29", board="rErrEr3/yEy5/bEb5/nEnnEn3/7/7/7")
    assert state.scores() == (33, 33, 33, 33)
    assert state.ranking() == ((1, 2), (0, 3))


@pytest.mark.clause("M-52")
def test_equal_scores_and_dirhams_share_the_victory():
    state = final("28,30,31,31")
    assert state.scores() == (32, 32, 33, 33)
    assert state.ranking() == ((2, 3), (1,), (0,))
    assert state.returns() == (0.0, 0.0, 0.5, 0.5)


@pytest.mark.clause("M-52")
def test_three_winners_share_by_three():
    state = final("40,40,40,0", board="rEr5/yEy5/bEb5/7/7/7/7")
    assert state.ranking() == ((0, 1, 2), (3,))
    assert state.returns() == (1 / 3, 1 / 3, 1 / 3, 0.0)


@pytest.mark.clause("M-52")
def test_places_below_the_first_are_shared_too():
    state = final("30,31,29,30", board="rEr5/y6/bEbb4/nEn5/7/7/7")
    assert state.scores() == (32, 32, 32, 32)
    assert state.ranking() == ((1,), (0, 3), (2,))


@pytest.mark.clause("M-53")
def test_fallen_players_rank_below_all_who_are_in_and_later_falls_above_earlier():
    board = "rErrErrErr/rErrErrErr/rErrErrErr/bEb5/n6/7/7"
    state = final("x1,0,x2,120", board=board, rugs="r0,y0,b3,n0")
    assert state.scores() == (21, 0, 2, 121)
    assert state.ranking() == ((3,), (1,), (2,), (0,))


@pytest.mark.clause("M-53")
def test_order_of_falls_ranks_whatever_they_show():
    board = "rErrErrErr/bEb5/7/7/7/7/7"
    state = final("x2,x3,x1,120", board=board, rugs="r3,y3,b3,n3")
    assert state.ranking() == ((3,), (1,), (0,), (2,))
    assert state.returns() == (0.0, 0.0, 0.0, 1.0)


def test_facts_of_a_game_count_the_fallen():
    assert GAME.facts(final("30,30,30,30")) == {"eliminations": 0}
    assert GAME.facts(final("x2,x3,x1,120")) == {"eliminations": 3}


def test_nobody_has_won_before_the_end():
    assert GAME.new(players=4).returns() == (0.0, 0.0, 0.0, 0.0)
    assert GAME.new(players=3).ranking() == ((0, 1, 2),)
