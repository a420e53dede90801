from math import inf
from random import Random

import pytest

from jemaa.arena.report import interval
from jemaa.arena.statistics import mean, mean_of, ratio, share_of, wilson, within_0_and_1


@pytest.mark.parametrize(
    ("share", "count", "low", "high"),
    # Worked examples of the Wilson interval: 0 of 10, 5 of 10, 81 of 263.
    [(0.0, 10, 0.0, 0.2775), (0.5, 10, 0.2366, 0.7634), (81 / 263, 263, 0.2553, 0.3662)],
)
def test_wilson_interval_of_known_cases(share, count, low, high):
    estimate = wilson(share, count)
    assert estimate == pytest.approx((share, low, high), abs=5e-5)


def test_wilson_interval_stays_between_0_and_1():
    assert wilson(0.0, 1).low == 0.0
    assert wilson(1.0, 1).high == 1.0


def test_wilson_interval_covers_the_truth_in_95_of_100_series():
    rng = Random(1)
    covered = 0
    for _ in range(1000):
        found = wilson(sum(rng.random() < 0.25 for _ in range(60)) / 60, 60)
        covered += found.low <= 0.25 <= found.high
    assert 930 <= covered <= 970


def test_mean_interval_of_a_known_case():
    # 1, 2, 3, 4: variance 5/3.
    half = 1.959964 * (5 / 3 / 4) ** 0.5
    assert mean(4, 10, 30) == pytest.approx((2.5, 2.5 - half, 2.5 + half), abs=1e-6)


def test_mean_interval_of_equal_values_has_no_width():
    assert mean(1000, 1000 * 10**9, 1000 * 10**18) == (10**9, 10**9, 10**9)


def test_interval_of_one_value_has_no_ends():
    """It was once as wide as nothing, as if one game told everything."""
    for found in (mean(1, 7, 49), mean_of([7.0]), ratio([7.0], [1.0])):
        assert found == (7, -inf, inf)
        assert not found.has_interval
        assert interval(found) == {"mean": 7, "low": None, "high": None}
    assert within_0_and_1(ratio([1.0], [2.0])) == (0.5, -inf, inf)
    assert interval(mean(2, 14, 98)) == {"mean": 7, "low": 7, "high": 7}


def test_mean_of_values_is_that_of_their_sums():
    assert mean_of([1, 2, 3, 4]) == pytest.approx(mean(4, 10, 30))


def test_mean_does_not_depend_on_the_order_of_the_values():
    rng = Random(4)
    values = [rng.random() * 10 ** rng.randrange(-8, 8) for _ in range(500)]
    assert mean_of(values) == mean_of(sorted(values))


def test_interval_from_deals_covers_the_truth_though_their_games_hang_together():
    # Four games on the same dice: with them luck goes to all. Counted as games, the interval would
    # be far too narrow.
    rng = Random(5)
    covered = too_narrow = 0
    for _ in range(600):
        deals = []
        for _ in range(60):
            lucky = rng.choice((0.1, 0.5))
            deals.append(sum(rng.random() < lucky for _ in range(4)) / 4)
        found = share_of(deals)
        covered += found.low <= 0.3 <= found.high
        games = wilson(found.mean, 240)
        too_narrow += not games.low <= 0.3 <= games.high
    assert 0.925 <= covered / 600 <= 0.97
    assert too_narrow / 600 > 0.08


def test_share_of_equal_deals_has_a_width_all_the_same():
    assert share_of([1.0] * 10) == (1.0, pytest.approx(0.7225, abs=1e-4), 1.0)
    assert share_of([0.5] * 10) == pytest.approx((0.5, 0.2366, 0.7634), abs=1e-4)


def test_share_stays_between_0_and_1():
    found = share_of([1.0, 1.0, 1.0, 0.0])
    assert (found.mean, found.high) == (0.75, 1.0)


def test_ratio_covers_the_truth():
    rng = Random(6)
    covered = 0
    for _ in range(500):
        bottoms = [rng.randint(3, 6) for _ in range(50)]
        tops = [sum(rng.random() < 0.4 for _ in range(count)) for count in bottoms]
        found = ratio(tops, bottoms)
        covered += found.low <= 0.4 <= found.high
    assert 0.92 <= covered / 500 <= 0.97
