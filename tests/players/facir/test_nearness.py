"""How near a card is, compared with counting hole by hole."""

from random import Random

import pytest

from jemaa.games.facir.cards import DEFAULT_DECK, lying
from jemaa.games.grid import CELLS
from jemaa.players.facir.nearness import SHUT, nearness

NEAR = nearness(DEFAULT_DECK)


def naive_costs(card, own, others):
    """Return the cost of every way to lie that is not shut."""
    costs = []
    for holes, footprint in lying(DEFAULT_DECK[card]):
        if others & footprint & ~holes:
            continue
        missing = (holes & ~(own | others)).bit_count()
        surplus = (own & footprint & ~holes).bit_count()
        costs.append(max(missing, surplus))
    return costs


def random_nails(rng):
    cells = rng.sample(CELLS, rng.randint(0, 14))
    mine = rng.randint(0, min(7, len(cells)))
    return sum(1 << cell for cell in cells[:mine]), sum(1 << cell for cell in cells[mine:])


@pytest.mark.parametrize("seed", range(40))
def test_distance_equals_the_naive_count(seed):
    rng = Random(seed)
    card, (own, others) = rng.randrange(24), random_nails(rng)
    assert NEAR.distance(card, own, others) == min(naive_costs(card, own, others), default=SHUT)


@pytest.mark.parametrize("seed", range(20))
def test_ways_of_least_cost_equal_the_naive_count(seed):
    rng = Random(seed)
    card, (own, others) = rng.randrange(24), random_nails(rng)
    costs = naive_costs(card, own, others)
    ways = NEAR.ways(card, own, others)
    assert ways[min(costs)] == costs.count(min(costs))
    assert not any(ways[: min(costs)])


@pytest.mark.parametrize("card", range(24))
def test_empty_board_needs_a_nail_for_every_hole(card):
    assert NEAR.distance(card, 0, 0) == DEFAULT_DECK[card].count("o")
    assert sum(NEAR.ways(card, 0, 0)) == 100


def test_card_is_shut_when_foreign_nails_stand_everywhere():
    everywhere = sum(1 << cell for cell in CELLS)
    assert NEAR.distance(0, 0, everywhere) == SHUT
    assert NEAR.pull(0, 0, everywhere) == 0


def test_pull_and_shape_rise_with_a_nail_on_a_hole():
    holes, _ = lying(DEFAULT_DECK[0])[0]
    half = holes & (holes - 1)
    assert NEAR.pull(0, holes, 0) > NEAR.pull(0, half, 0) > NEAR.pull(0, 0, 0)
    assert NEAR.shape(0, holes) == NEAR.shape(0, half) + 1 == 4
