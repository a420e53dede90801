"""Simple policies do what they say, and a search takes the mean over whole turns of each."""

import pytest

import jemaa
from jemaa.catalog import player
from jemaa.games.marrakech.scene import landings
from jemaa.players.expectimax import Expectimax, OneTurn
from jemaa.players.marrakech.evaluation import evaluator
from jemaa.players.marrakech.policies import (
    GreedyPolicy,
    HoarderPolicy,
    MiserPolicy,
    SpoilerPolicy,
)
from jemaa.players.search import Control, Policy
from tests.players.table import walk

SIMPLE = [GreedyPolicy, HoarderPolicy, MiserPolicy, SpoilerPolicy]


def positions(players, rotate="before"):
    return [walk("marrakech", {"players": players, "rotate": rotate}, s, 30 + s) for s in range(24)]


def bulk(state, seat):
    cells = {c for c in range(64) if state.owner_on(c) == seat}
    areas = {state.area(cell) for cell in cells}
    return sum(area.bit_count() ** 2 for area in areas)


@pytest.mark.parametrize("rotate", ["before", "after"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_weighs_payments_and_squares(players, rotate):
    for state in positions(players, rotate):
        for move, weight in GreedyPolicy().weights(state).items():
            if state.phase == "turn":
                due = sum(
                    way["weight"] * way["payment"]["due"] / 6
                    for way in landings(state, move.quarter)
                    if way["payment"]
                )
                assert weight == pytest.approx(due if rotate == "after" else -due)
            else:
                after, before = state.after(move).visible(), state.visible()
                gains = [b - a for a, b in zip(before, after, strict=True)]
                assert weight == 2 * gains[state.seat] - sum(gains)


def test_hoarder_prefers_the_larger_area_and_miser_the_smaller_ones_of_others():
    for state in positions(3):
        if state.phase != "lay":
            continue
        hoarder, miser = HoarderPolicy().weights(state), MiserPolicy().weights(state)
        joined = {move: bulk(state.after(move), state.seat) for move in state.legal()}
        assert joined[max(hoarder, key=hoarder.get)] == max(joined.values())
        danger = {
            move: sum(bulk(state.after(move), s) for s in range(3) if s != state.seat)
            for move in state.legal()
        }
        assert danger[max(miser, key=miser.get)] == min(danger.values())


def test_spoiler_covers_the_leader():
    for state in positions(4):
        if state.phase != "lay":
            continue
        others = [seat for seat in range(4) if seat != state.seat]
        leader = max(others, key=lambda seat: state.scores()[seat])
        weights = SpoilerPolicy().weights(state)
        seen = {move: state.after(move).visible()[leader] for move in state.legal()}
        assert seen[max(weights, key=weights.get)] == min(seen.values())


@pytest.mark.parametrize("policy", SIMPLE)
def test_odds_add_up_and_go_to_what_weighs_most(policy):
    for state in positions(4):
        weights, odds = policy().weights(state), policy().spread(state)
        best = max(weights.values())
        assert sum(odds.values()) == pytest.approx(1)
        assert set(odds) == {move for move, weight in weights.items() if best - weight < 1e-9}
        assert len(set(odds.values())) == 1
        assert policy(0.0).spread(state) == {next(m for m in weights if weights[m] == best): 1.0}
        soft = policy(1.0).spread(state)
        assert soft.keys() >= odds.keys()
        assert max(soft.values()) == pytest.approx(soft[next(iter(odds))])


@pytest.mark.parametrize("name", ["greedy", "hoarder", "miser", "spoiler"])
def test_players_of_that_name_play_by_the_policy(name):
    policy = SIMPLE[["greedy", "hoarder", "miser", "spoiler"].index(name)](0.0)
    for state in positions(3)[:8]:
        decision = player("marrakech", name).choose(state.view(state.to_act))
        assert {decision.move: 1.0} == policy.spread(state)


def test_one_turn_takes_what_a_search_of_one_turn_finds_best():
    for state in positions(3)[:8]:
        judge = evaluator(3)
        best = Expectimax(judge).search(state, 1, Control())
        assert OneTurn(judge).spread(state) == {best[0].move: 1.0}
        soft = OneTurn(judge, 0.02).spread(state)
        assert sum(soft.values()) == pytest.approx(1)
        assert max(soft, key=soft.get) is best[0].move


def mean_of_turn(state, seat, policies, weights, judge):
    """Value a position by the definition, while it is another seat's turn: the slow way."""
    if state.is_over:
        return state.returns()
    if state.seat != seat:
        return judge.evaluate(state)
    if state.to_act == jemaa.CHANCE:
        cases = [(state.after(outcome), weight) for outcome, weight in state.outcomes()]
        total = sum(weight for _, weight in cases)
        values = [
            [weight / total * v for v in mean_of_turn(after, seat, policies, weights, judge)]
            for after, weight in cases
        ]
        return [sum(column) for column in zip(*values, strict=True)]
    if len(policies) > 1:  # each policy plays the whole turn
        whole = sum(weights)
        values = [
            [weight / whole * v for v in mean_of_turn(state, seat, [policy], [1], judge)]
            for policy, weight in zip(policies, weights, strict=True)
        ]
    else:
        values = [
            [odds * v for v in mean_of_turn(state.after(move), seat, policies, weights, judge)]
            for move, odds in policies[0].spread(state).items()
        ]
    return [sum(column) for column in zip(*values, strict=True)]


@pytest.mark.once  # uncompiled, the slow way takes long
@pytest.mark.parametrize("rotate", ["before", "after"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_search_takes_the_mean_over_whole_turns_of_the_policies(players, rotate):
    judge = evaluator(players)
    policies = [GreedyPolicy(), HoarderPolicy(0.0), OneTurn(judge), GreedyPolicy(0.5)]
    weights = [0.5, 0.1, 0.25, 0.15]
    search = Expectimax(judge, others=policies)
    for other in range(players):
        search.suppose(other, weights)
    for seed in range(3):
        state = walk("marrakech", {"players": players, "rotate": rotate}, seed, 60)
        while state.phase != ("turn" if rotate == "after" else "lay"):
            state = state.after(state.legal()[0] if state.legal() else state.outcomes()[0][0])
        for option in search.search(state, 2, Control())[:2]:
            after = state.after(option.move)
            expected = mean_of_turn(after, after.seat, policies, weights, judge)
            assert option.values == pytest.approx(tuple(expected), abs=1e-12)


def test_policies_are_asked_though_they_judge_by_the_same_evaluation():
    judge = evaluator(3)
    state = walk("marrakech", {"players": 3}, 4, 46)
    alone = Expectimax(judge, others=judge).search(state, 2, Control())
    mixed = Expectimax(judge, others=[OneTurn(judge), MiserPolicy()]).search(state, 2, Control())
    same = Expectimax(judge, others=[OneTurn(judge)]).search(state, 2, Control())
    assert alone == same
    assert alone != mixed


def test_seldom_moves_of_others_are_left_out():
    judge = evaluator(3)
    state = walk("marrakech", {"players": 3}, 4, 46)
    weights = [1.0, 0.0]
    both = [GreedyPolicy(0.0), MiserPolicy(0.0)]
    searches = [
        Expectimax(judge, others=both),
        Expectimax(judge, others=both, least=0.3),
        Expectimax(judge, others=both[:1]),
    ]
    for seat in range(3):
        searches[0].suppose(seat, weights)
        searches[1].suppose(seat, [0.9, 0.1])
    found = [search.search(state, 2, Control()) for search in searches]
    assert found[0] == found[2]
    assert [o.move for o in found[1]] == [o.move for o in found[2]]


def test_a_policy_without_moves_is_the_bare_base():
    state = walk("marrakech", {"players": 3}, 4, 46)
    assert Policy().spread(state) == {}
