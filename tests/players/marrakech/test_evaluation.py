"""The evaluation of Marrakech: shares, symmetry, and terms that can be counted by hand."""

import pytest

from jemaa.catalog import judge
from jemaa.games.marrakech.notation import parse_unchecked
from jemaa.players.marrakech.evaluation import TERMS, MarrakechEvaluator
from jemaa.players.marrakech.weights import SCORE, SHARE
from tests.players.table import walk

EMPTY = "marrakech - 7/7/7/7/7/7/7 d4S 30,30,30,30 r12,y12,b12,n12 0:turn"
# Red: a pair and a single half; yellow: an area of three; Assam on d4 looks south.
MARKET = "marrakech - 7/1rEr4/7/3b3/3yEy2/3y3/r6 d4S 40,20,50,10 r10,y10,b11,n11 2:turn"


def terms_of(text):
    state = parse_unchecked(text)
    return judge("marrakech", state.setup).terms(state)


def test_every_term_has_weights_for_every_number_of_players():
    for table in (SHARE, SCORE):
        assert {players: tuple(weights) for players, weights in table.items()} == dict.fromkeys(
            (2, 3, 4), TERMS
        )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_shares_add_up_to_one_and_are_no_less_than_nothing(players):
    evaluator = MarrakechEvaluator(players)
    for seed in range(5):
        shares = evaluator.evaluate(walk("marrakech", {"players": players}, seed, 70))
        assert sum(shares) == pytest.approx(1)
        assert min(shares) >= 0


def test_terms_at_the_start_are_all_the_same():
    red, *others = terms_of(EMPTY)
    assert all(other == red for other in others)
    assert red["cash"] == 30 and red["squares"] == 0 and red["pile"] == 12


def test_terms_count_what_they_say():
    red, yellow, blue, brown = terms_of(MARKET)
    assert [seat["cash"] for seat in (red, yellow, blue, brown)] == [40, 20, 50, 10]
    assert [seat["squares"] for seat in (red, yellow, blue, brown)] == [3, 3, 1, 0]
    assert [seat["whole"] for seat in (red, yellow, blue, brown)] == [2, 2, 0, 0]
    assert brown["poverty"] == 2 and red["poverty"] == 0
    others_of_red = 10 + 11 + 11
    assert red["areas"] == pytest.approx((4 + 1) * others_of_red / 49)
    assert red["rim"] == 1 and yellow["rim"] == 0


def test_toll_is_what_the_best_direction_costs():
    # Blue is to move. Yellow lies to the south, on d5 and d6; to the sides nothing lies.
    toll = [seat["toll"] for seat in terms_of(MARKET)]
    assert toll == [0, 0, 0, 0]
    # When Assam is not turned any more he goes south: three squares, hit by one or two slippers.
    toll = [seat["toll"] for seat in terms_of(MARKET.replace("2:turn", "2:roll"))]
    assert toll == pytest.approx([0, 3 * (1 + 2) / 6, -3 * (1 + 2) / 6, 0])


def test_seats_are_treated_alike():
    """Exchange red and yellow, on the board and in the purses: the shares are exchanged."""
    exchanged = "marrakech - 7/1yEy4/7/3b3/3rEr2/3r3/y6 d4S 20,40,50,10 r10,y10,b11,n11 2:turn"
    evaluator = MarrakechEvaluator(4)
    red, yellow, blue, brown = evaluator.evaluate(parse_unchecked(MARKET))
    assert evaluator.evaluate(parse_unchecked(exchanged)) == pytest.approx(
        (yellow, red, blue, brown)
    )


def test_finished_game_has_its_real_result_and_score():
    state = parse_unchecked("marrakech - 7/7/7/7/7/rEr5/7 d4S 40,20,50,10 r0,y0,b0,n0 over")
    evaluator = MarrakechEvaluator(4)
    assert evaluator.evaluate(state) == (0.0, 0.0, 1.0, 0.0)
    assert evaluator.scores(state) == (42.0, 20.0, 50.0, 10.0)


def test_who_is_out_has_no_share():
    state = parse_unchecked("marrakech - 7/7/7/7/7/rEr5/7 d4S 50,x1,60,10 r11,y12,b12,n12 2:turn")
    shares = MarrakechEvaluator(4).evaluate(state)
    assert shares[1] == 0
    assert sum(shares) == pytest.approx(1)


def test_estimated_scores_are_near_the_truth_near_the_end():
    evaluator = MarrakechEvaluator(4)
    state = walk("marrakech", {"players": 4}, 3, 138)
    for estimate, score in zip(evaluator.scores(state), state.scores(), strict=True):
        assert abs(estimate - score) < 12


@pytest.mark.parametrize("players", [2, 3, 4])
def test_gain_of_an_outcome_is_the_value_after_it_less_the_mean(players):
    evaluator = MarrakechEvaluator(players)
    state = walk("marrakech", {"players": players}, 3, 20)
    while not state.outcomes():
        state = state.after(state.legal()[0])
    outcomes = state.outcomes()
    whole = sum(weight for _, weight in outcomes)
    after = {outcome: evaluator.evaluate(state.after(outcome)) for outcome, _ in outcomes}
    for outcome, _ in outcomes:
        mean = [
            sum(weight * after[one][seat] for one, weight in outcomes) / whole
            for seat in range(players)
        ]
        expected = [value - other for value, other in zip(after[outcome], mean, strict=True)]
        assert evaluator.gain(state, outcome) == pytest.approx(expected, abs=1e-12)
