"""The deciding round: who plays it, with which cards, and what it decides (F-41)."""

import pytest

from jemaa.core.playout import playouts
from tests.facir.table import GAME, bed, legal, outcomes, play, refused, start

TIED_3 = "1+2+3+4+5+6+7+8+9,-,10+11+12+13+14+15/-"
"""Before the sixth round of three players; seat 2 can still draw level with seat 0."""


def last_round(first=0):
    """Return the sixth round of three players, in which seat 2 is about to lay card 18."""
    return bed(
        *("g1", "g2", "a1 b1 c1 b2 b3"),
        cards=("16^0", "17^0", "18^0"),
        won=TIED_3,
        round=6,
        seat=2,
        settings=f"first={first}" if first else "",
    )


@pytest.mark.clause("F-41")
def test_only_the_tied_play():
    state = play(last_round(), "!")
    assert (state.scores(), state.is_over) == ((9, 0, 9), False)
    assert state.playing == (0, 2)
    state = play(state, "1", "18", "^0", "^0")
    assert state.view(0).edges[1] is None
    assert [state.to_act, play(state, "a1").to_act, play(state, "a1", "b1").to_act] == [0, 2, 0]


@pytest.mark.clause("F-41")
@pytest.mark.parametrize(("first", "starter"), [(0, 0), (1, 2), (2, 2)])
def test_starter_is_the_next_one_in_order_who_is_tied(first, starter):
    won = "1+2+3,-,4+5+6/7+8+9+10+11+12+13+14+15+16+17+18"
    state = GAME.parse(
        f"facir players=3{f',first={first}' if first else ''} 7/7/7/7/7/7/7 -,x,- {won}"
        f" 7:deal:{starter} -"
    )
    assert state.starter == starter
    assert play(state, "1", "2").to_act == starter


@pytest.mark.clause("F-41")
def test_won_cards_go_back_into_the_bag_and_void_ones_do_not():
    won = "1+2+3,-,4+5+6/7+8+9+10+11+12+13+14+15+16+17+18"
    state = GAME.parse(f"facir players=3 7/7/7/7/7/7/7 -,x,- {won} 7:deal:0 -")
    assert outcomes(state) == {str(card): 1 for card in range(1, 7)}
    assert refused(state, "7") == ("not-in-bag", "F-41")
    assert outcomes(play(state, "5")) == {str(card): 1 for card in (1, 2, 3, 4, 6)}


@pytest.mark.clause("F-41")
def test_who_lays_in_it_wins_the_game():
    state = play(last_round(), "!", "18", "1", "^0", "^0")
    # Seat 0 holds card 18, seat 2 card 1 (ooo....o.); they build what card 1 needs.
    state = play(state, "g7", "a1", "g6", "b1", "g5", "c1", "g4", "b3!")
    assert state.is_over
    assert state.scores() == (9, 0, 9)
    assert state.ranking() == ((2,), (0,), (1,))
    assert state.returns() == (0.0, 0.0, 1.0)
    assert state.decider == 2
    assert str(state).split()[-2] == "over:2"
    assert GAME.facts(state) == {"void_rounds": 0, "deciding_rounds": 1}


@pytest.mark.clause("F-42")
def test_void_deciding_round_is_a_shared_victory():
    state = GAME.parse(
        "facir players=3,turn-cap=4 7/7/7/7/7/7/7 1^0,x,2^0"
        " 1+2+3+4+5+6+7+8+9,-,10+11+12+13+14+15+16+17+18/- 7:play:0:0 -"
    )
    state = play(state, "d4", "a1", "d7", "g1")
    assert state.is_over
    assert state.ranking() == ((0, 2), (1,))
    assert state.returns() == (0.5, 0.0, 0.5)
    assert state.scores() == (9, 0, 9)
    assert GAME.facts(state) == {"void_rounds": 1, "deciding_rounds": 1}


@pytest.mark.clause("F-41")
def test_without_any_card_all_share_the_win():
    state = start(players=3, turn_cap=1)
    for _ in range(6):
        cards = [str(card + 1) for card in state.bag[:3]]
        state = play(state, *cards, "^0", "^0", "^0", "a1")
    assert state.is_over
    assert state.ranking() == ((0, 1, 2),)
    assert state.returns() == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert GAME.facts(state) == {"void_rounds": 6, "deciding_rounds": 0}


@pytest.mark.clause("F-41")
def test_tie_behind_the_winner_is_not_decided():
    state = bed(
        *("g1", "g2", "a1 b1 c1 b2 b3"),
        cards=("16^0", "17^0", "18^0"),
        won="1+2+3+4+5+6+7+8+9,10+11+12,-/13+14+15",
        round=6,
        seat=2,
    )
    state = play(state, "!")
    assert state.is_over
    assert state.ranking() == ((0,), (1, 2))


def test_end_has_one_form():
    state = play(last_round(), "!", "18", "1", "^0", "^0")
    nails = ["g7", "a1", "g6", "b1", "g5", "c1", "g4"]
    by_put, by_move = play(state, *nails, "b3!"), play(state, *nails, "b5", "g3", "b5b3!")
    assert by_put == by_move
    assert hash(by_put) == hash(by_move)
    assert legal(by_put) == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_playouts_end(players):
    assert playouts(GAME.new(players=players), 3, 1) > 0
