import pytest

import jemaa
from jemaa.arena.simulation import Sum, Tally, play, simulate
from jemaa.arena.statistics import WHOLE_WIN
from jemaa.core.playout import derive_seed, playout

MARRAKECH = jemaa.game("marrakech")


def whole(parts, players):
    tally = Tally.empty(players)
    for part in parts:
        tally.merge(part)
    return tally


def test_sum_of_parts_is_the_sum_of_all():
    numbers = [5, -2, 7, 7, 0, 3]
    both = Sum()
    for part in (numbers[:2], [], numbers[2:]):
        one = Sum()
        for number in part:
            one.add(number)
        both.merge(one)
    assert both == Sum(count=6, total=20, squares=136, least=-2, most=7)


def test_tally_is_that_of_the_single_games():
    setup = MARRAKECH.setup(players=3)
    tally = whole(simulate(MARRAKECH, setup, 20, seed=9), 3)
    finals = [playout(MARRAKECH.start(setup), derive_seed(9, n)) for n in range(20)]
    assert tally.games == 20
    assert [s.total for s in tally.scores] == [
        sum(game.final.scores()[seat] for game in finals) for seat in range(3)
    ]
    assert [w.total / WHOLE_WIN for w in tally.wins] == pytest.approx(
        [sum(game.final.returns()[seat] for game in finals) for seat in range(3)]
    )
    assert (tally.steps.least, tally.steps.most) == (
        min(game.steps for game in finals),
        max(game.steps for game in finals),
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_game_gives_one_win_in_all(players):
    tally = play("marrakech", f"players={players}", 4, range(50))
    assert sum(wins.total for wins in tally.wins) == 50 * WHOLE_WIN


def test_shared_win_is_shared_in_whole_numbers():
    final = jemaa.parse(
        "marrakech players=3 7/7/7/7/7/7/7 d4S 30,30,30 r15,y15,b15 0:turn"
    )  # as it stands, all three are equal
    tally = Tally.empty(3)
    tally.add(final, 1)
    assert [wins.total for wins in tally.wins] == [4, 4, 4]


def test_facts_of_the_game_are_counted():
    tally = play("marrakech", "players=2", 1, range(200))
    finals = [playout(MARRAKECH.new(players=2), derive_seed(1, n)).final for n in range(200)]
    fallen = sum(any(final.fallen) for final in finals)
    assert fallen > 0
    assert tally.facts["eliminations"].total == fallen


def test_processes_give_what_one_process_gives(monkeypatch):
    setup = MARRAKECH.setup(players=2)
    monkeypatch.setattr("jemaa.arena.simulation.CHUNK", 40)
    alone = list(simulate(MARRAKECH, setup, 210, seed=3, jobs=1))
    together = list(simulate(MARRAKECH, setup, 210, seed=3, jobs=2))
    assert [part.games for part in alone] == [40, 40, 40, 40, 40, 10]
    assert together == alone
