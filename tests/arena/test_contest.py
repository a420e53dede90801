from collections import Counter
from itertools import permutations

import pytest

from jemaa.arena.contest import deals_for, games_of_a_deal, seatings

SIZES = [(kinds, players) for kinds in (2, 3, 4, 5, 6) for players in (2, 3, 4)]


@pytest.mark.parametrize(("kinds", "players"), SIZES)
def test_every_deal_has_every_kind_in_every_seat_equally_often(kinds, players):
    for deal in range(30):
        tables = seatings(kinds, players, deal)
        assert len(tables) == games_of_a_deal(kinds, players)
        for kind in range(kinds):
            counts = {sum(table[seat] == kind for table in tables) for seat in range(players)}
            assert len(counts) == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_of_two_kinds_the_first_sits_alone_in_each_seat_once(players):
    tables = seatings(2, players, deal=5)
    assert [table.index(0) for table in tables] == list(range(players))
    assert all(table.count(0) == 1 for table in tables)


def test_with_two_seats_every_pair_meets_both_ways():
    assert sorted(seatings(4, 2, deal=0)) == sorted(permutations(range(4), 2))


@pytest.mark.parametrize(("kinds", "players"), [size for size in SIZES if size[0] > 2])
def test_a_table_has_as_many_kinds_as_it_has_room_for(kinds, players):
    for deal in range(30):
        for table in seatings(kinds, players, deal):
            assert len(set(table)) == min(kinds, players)


@pytest.mark.parametrize(("kinds", "players", "cycle"), [(3, 3, 2), (4, 4, 6), (5, 3, 12)])
def test_over_a_cycle_of_deals_all_orders_of_players_occur_equally_often(kinds, players, cycle):
    counts = Counter(table for deal in range(cycle) for table in seatings(kinds, players, deal))
    assert set(counts) == set(permutations(range(kinds), players))
    assert len(set(counts.values())) == 1
    assert seatings(kinds, players, cycle) == seatings(kinds, players, 0)


def test_with_fewer_kinds_than_seats_they_take_turns_to_sit_twice():
    cycle = [table for deal in range(12) for table in seatings(3, 4, deal)]
    twice = Counter(kind for table in cycle for kind in range(3) if table.count(kind) == 2)
    assert twice == {0: 12, 1: 12, 2: 12}


def test_games_are_rounded_up_to_whole_deals():
    assert [deals_for(games, 2, 4) for games in (1, 4, 5, 100)] == [1, 1, 2, 25]
    assert deals_for(100, 5, 2) == 5
