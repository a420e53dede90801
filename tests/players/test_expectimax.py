"""The search over whole turns is exact: it equals a slow one that is written by the definition."""

import threading
import time

import pytest

import jemaa
from jemaa.catalog import judge
from jemaa.players.base import Limit
from jemaa.players.expectimax import Expectimax
from jemaa.players.search import Control
from tests.players.table import late, walk

PLAYERS = [2, 3, 4]


def brute_force(state, turns, evaluator):
    """Value a position by the definition: mean over chance, the best for whoever moves."""
    if state.is_over:
        return state.returns()
    if turns == 0:
        return evaluator.evaluate(state)

    def follow(action):
        after = state.after(action)
        passed = after.seat != state.seat
        return brute_force(after, turns - passed, evaluator)

    if state.to_act == jemaa.CHANCE:
        total = sum(weight for _, weight in state.outcomes())
        values = [(follow(outcome), weight) for outcome, weight in state.outcomes()]
        return tuple(
            sum(value[seat] * weight for value, weight in values) / total
            for seat in range(state.setup.players)
        )
    return max((follow(move) for move in state.legal()), key=lambda value: value[state.to_act])


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("rotate", ["before", "after"])
def test_one_turn_equals_brute_force(players, rotate):
    for seed in range(3):
        state = walk("marrakech", {"players": players, "rotate": rotate}, seed, 60)
        evaluator = judge("marrakech", state.setup)
        options = Expectimax(evaluator).search(state, 1, Control())
        for option in options:
            after = state.after(option.move)
            expected = brute_force(after, int(after.seat == state.seat), evaluator)
            assert option.values == pytest.approx(expected, abs=1e-12)
        best = brute_force(state, 1, evaluator)
        assert options[0].values[state.to_act] == pytest.approx(best[state.to_act], abs=1e-12)


@pytest.mark.once  # uncompiled, playing it out by force takes minutes
@pytest.mark.parametrize("players", PLAYERS)
def test_game_played_out_equals_brute_force(players):
    state = late(players)
    # The mover's rug first: then at most two turns are left, small enough for the slow search.
    state = state.after(state.legal()[1])
    state = state.after(state.game.outcome("2"))
    evaluator = judge("marrakech", state.setup)
    search = Expectimax(evaluator)
    for option in search.search(state, 2, Control())[:2]:
        expected = brute_force(state.after(option.move), 1, evaluator)
        assert option.values == pytest.approx(expected, abs=1e-12)


def test_shares_of_each_move_add_up_to_one():
    state = walk("marrakech", {"players": 3}, 5, 50)
    for option in Expectimax(judge("marrakech", state.setup)).search(state, 1, Control()):
        assert sum(option.values) == pytest.approx(1)
        assert len(option.values) == 3


def test_beam_keeps_the_best_and_marks_what_it_cut():
    state = walk("marrakech", {"players": 4}, 8, 41)
    while state.phase != "lay":
        action = state.legal()[0] if state.legal() else state.outcomes()[1][0]
        state = state.after(action)
    evaluator = judge("marrakech", state.setup)
    one = Expectimax(evaluator).search(state, 1, Control())
    two = Expectimax(evaluator, root=3, inner=2).search(state, 2, Control())
    assert {option.move for option in two if option.turns == 2} == {o.move for o in one[:3]}
    assert [option.turns for option in two] == [2] * 3 + [1] * (len(two) - 3)


def test_others_who_judge_alike_change_nothing_in_the_next_turn():
    state = walk("marrakech", {"players": 4}, 8, 41)
    evaluator = judge("marrakech", state.setup)
    alike = Expectimax(evaluator, 4, 2, others=evaluator).search(state, 2, Control())
    assert alike == Expectimax(evaluator, 4, 2).search(state, 2, Control())


def test_looking_beyond_is_thrown_away_if_it_is_stopped():
    state = walk("marrakech", {"players": 4}, 8, 43)
    assert state.phase == "lay"
    evaluator = judge("marrakech", state.setup)
    two = Expectimax(evaluator, 4, 2)
    options = two.search(state, 2, Control())
    further = Expectimax(evaluator, 4, 2, beyond=2)
    assert further.search(state, 2, Control(Limit(nodes=two.nodes))) == options
    assert [option.turns for option in further.search(state, 2, Control())][:4] == [3, 3, 2, 2]


def test_limit_of_turns_leaves_nothing_beyond():
    state = walk("marrakech", {"players": 4}, 8, 43)
    evaluator = judge("marrakech", state.setup)
    further = Expectimax(evaluator, 4, 2, beyond=2)
    options = further.search(state, 2, Control(Limit(turns=2)))
    assert options == Expectimax(evaluator, 4, 2).search(state, 2, Control())


def test_same_position_gives_the_same_answer_and_searches_do_not_mix():
    first = walk("marrakech", {"players": 4}, 1, 60)
    second = walk("marrakech", {"players": 4}, 2, 60)
    alone = Expectimax(judge("marrakech", first.setup), 6, 3).search(first, 2, Control())
    shared = Expectimax(judge("marrakech", first.setup), 6, 3)
    shared.search(second, 2, Control())
    assert shared.search(first, 2, Control()) == alone


def test_limit_of_nodes_is_repeatable_and_gives_the_shallower_answer():
    state = walk("marrakech", {"players": 4}, 3, 60)
    evaluator = judge("marrakech", state.setup)
    limited = Expectimax(evaluator).search(state, 3, Control(Limit(nodes=500)))
    assert limited == Expectimax(evaluator).search(state, 1, Control())
    assert limited == Expectimax(evaluator).search(state, 3, Control(Limit(nodes=500)))


def test_cancel_from_another_thread_ends_the_search_at_once():
    state = walk("marrakech", {"players": 4}, 3, 40)
    control = Control()
    search = Expectimax(judge("marrakech", state.setup))
    done = threading.Event()

    def run():
        search.search(state, 30, control)
        done.set()

    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(0.1)
    assert not done.is_set(), "thirty turns cannot be searched in a tenth of a second"
    began = time.perf_counter()
    control.cancel()
    thread.join(5)
    assert done.is_set()
    assert time.perf_counter() - began < 0.5  # 50 ms on an idle machine


def test_limit_of_seconds_ends_the_search():
    state = walk("marrakech", {"players": 4}, 3, 40)
    control = Control(Limit(seconds=0.05))
    with control:
        options = Expectimax(judge("marrakech", state.setup)).search(state, 30, control)
    assert control.is_stopped
    assert options[0].move in state.legal()


@pytest.mark.parametrize("name", ["seconds", "nodes", "turns"])
@pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf")])
def test_limit_that_limits_nothing_is_refused(name, value):
    """What is not a number was once taken, and was no limit then."""
    with pytest.raises(jemaa.SetupError, match=name):
        Limit(**{name: value})
