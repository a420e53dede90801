from random import Random

import pytest

from jemaa.arena.statistics import mean, wilson


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
    assert mean(1, 7, 49) == (7, 7, 7)
