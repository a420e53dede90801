from random import Random

import pytest

from jemaa.arena.statistics import ENOUGH, Certainty

pytestmark = pytest.mark.once

SERIES, DEALS = 400, 300


def stops(draw, fair):
    """Return the share of series that are stopped as certain."""
    rng = Random(7)
    found = 0
    for _ in range(SERIES):
        certainty = Certainty(fair)
        found += any(certainty.hear(draw(rng)) for _ in range(DEALS))
    return found / SERIES


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_equal_players_are_called_different_in_less_than_5_of_100_series(players):
    assert stops(lambda rng: float(rng.random() < 1 / players), 1 / players) <= 0.05


@pytest.mark.slow
def test_the_error_is_kept_for_deals_of_several_games_too():
    def deal(rng):
        return sum(rng.random() < 0.5 for _ in range(2)) / 2

    assert stops(deal, 0.5) <= 0.05


def test_a_clear_difference_is_found_soon():
    assert stops(lambda rng: float(rng.random() < 0.65), 0.5) > 0.95


def test_looking_at_an_ordinary_interval_all_the_time_would_err_more():
    # The reason for all this: what one would do without it.
    rng = Random(7)
    wrong = 0
    for _ in range(SERIES):
        total = 0
        for count in range(1, DEALS + 1):
            total += rng.random() < 0.5
            if count >= 20 and abs(total / count - 0.5) > 1.96 * (0.25 / count) ** 0.5:
                wrong += 1
                break
    assert wrong / SERIES > 0.15


def test_interval_covers_the_truth_at_every_moment():
    rng = Random(3)
    missed = 0
    for _ in range(60):
        certainty = Certainty(0.5)
        outside = False
        for count in range(1, 101):
            certainty.hear(float(rng.random() < 0.4))
            if count % 20 == 0:
                found = certainty.estimate()
                assert found.low <= found.mean <= found.high
                outside |= not found.low <= 0.4 <= found.high
        missed += outside
    assert missed <= 4


def test_certain_means_that_the_interval_leaves_out_the_fair_share():
    certainty = Certainty(0.5)
    while not certainty.hear(1.0):
        assert certainty.capital < ENOUGH
        assert certainty.estimate().low <= 0.5
    assert certainty.estimate().low > 0.5
    assert certainty.estimate().high == 1.0
    assert certainty.hear(0.0)  # what was certain once stays so


def test_capital_stays_a_number_for_ever():
    certainty = Certainty(0.25)
    for _ in range(3000):
        certainty.hear(1.0)
    assert 1e200 < certainty.capital < float("inf")
