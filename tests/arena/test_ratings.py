from math import exp, log
from random import Random

import pytest

from jemaa.arena.contest import seatings
from jemaa.arena.statistics import POINTS, orders, ratings, strengths

pytestmark = pytest.mark.once

TRUE = [4.0, 2.0, 1.0, 0.5]


def drawn(rng, kinds):
    """Return the places of a table as the model of Plackett and Luce has it."""
    rest = list(range(len(kinds)))
    places = [0] * len(kinds)
    for place in range(len(kinds)):
        seat = rng.choices(rest, [TRUE[kinds[seat]] for seat in rest])[0]
        places[seat] = place
        rest.remove(seat)
    return tuple(zip(kinds, places, strict=True))


def simulated(rng, deals, players, kinds=4):
    return [
        [drawn(rng, table) for table in seatings(kinds, players, deal)] for deal in range(deals)
    ]


def true_ratings(kinds):
    centre = sum(map(log, TRUE[:kinds])) / kinds
    return [POINTS * (log(strength) - centre) for strength in TRUE[:kinds]]


@pytest.mark.parametrize(("kinds", "players"), [(4, 2), (4, 3), (4, 4), (3, 4)])
def test_known_strengths_are_recovered(kinds, players):
    found = ratings(kinds, simulated(Random(1), 300, players, kinds))
    for estimate, truth in zip(found, true_ratings(kinds), strict=True):
        assert estimate.mean == pytest.approx(truth, abs=35)
        assert 0 < estimate.high - estimate.low < 120
    assert sum(estimate.mean for estimate in found) == pytest.approx(0, abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_intervals_cover_the_truth_in_95_of_100_series(players):
    rng = Random(2)
    covered = 0
    for _ in range(40):
        found = ratings(4, simulated(rng, 40, players))
        for estimate, truth in zip(found, true_ratings(4), strict=True):
            covered += estimate.low <= truth <= estimate.high
    assert 0.90 <= covered / 160 <= 0.985


def test_two_kinds_are_those_of_bradley_and_terry():
    # 30 wins of 40, and one tied game of each against somebody average: by symmetry g and 1/g with
    # 30.5 = 40 g / (g + 1/g) + g / (g + 1).
    won, lost = ((0, 0), (1, 1)), ((0, 1), (1, 0))
    found = ratings(2, [[won]] * 30 + [[lost]] * 10)
    g = exp(found[0].mean / POINTS)
    assert found[1].mean == pytest.approx(-found[0].mean)
    assert 40 * g / (g + 1 / g) + g / (g + 1) == pytest.approx(30.5, abs=1e-6)


def test_one_deal_alone_has_no_scatter():
    found = ratings(2, [[((0, 0), (1, 1))] * 2])
    assert found[0].mean > 0
    assert not found[0].has_interval


def test_a_tie_is_half_a_win():
    tie, won, lost = ((0, 0), (1, 0)), ((0, 0), (1, 1)), ((0, 1), (1, 0))
    assert orders(tie) == {(0, 1): 0.5, (1, 0): 0.5}
    shared = ratings(2, [[tie, tie], [won, lost]])
    assert [estimate.mean for estimate in shared] == pytest.approx([0, 0], abs=1e-6)


def test_a_tie_of_all_says_nothing():
    assert strengths(3, orders(((0, 0), (1, 0), (2, 0)))) == pytest.approx([1, 1, 1])


def test_who_has_always_won_has_an_end_to_his_rating():
    found = ratings(3, [[((0, 0), (1, 1), (2, 2))]] * 50)
    assert 0 < found[0].mean < 2000
    assert found[0].mean > found[1].mean > found[2].mean


def test_kinds_that_sit_twice_are_counted_twice():
    # Two equal kinds, one of them with two seats, win by seats.
    order = {(0, 0, 1): 1.0, (0, 1, 0): 1.0, (1, 0, 0): 1.0}
    assert strengths(2, order) == pytest.approx([1, 1], abs=1e-6)
