"""The tree: chance gets exactly its share, results are repeatable, good moves are found."""

import threading

import pytest

import jemaa
from jemaa.catalog import judge, player
from jemaa.players.base import Limit
from jemaa.players.mcts import Tree
from jemaa.players.search import Control
from tests.players.table import late, walk


def grown(state, simulations, *, seed=1, judged=False):
    tree = Tree(judge("marrakech", state.setup) if judged else None, 0.4, seed, 100_000)
    assert tree.grow(state, simulations, Control()) == simulations
    return tree


def test_chance_gets_exactly_the_outcomes_it_is_weighted_for():
    # At a root of chance the tree must try the faces 1, 2, 2, 1 times in every six simulations.
    state = jemaa.game("marrakech").new(players=4)
    state = state.after(state.legal()[0])
    tree = Tree(None, 0.4, 1, 100_000)
    tree.grow(state, 6 * 200, Control())
    visits = tree.visits()
    assert [visits[outcome.id] for outcome, _ in state.outcomes()] == [200, 400, 400, 200]


def test_every_simulation_is_counted_once():
    branches = grown(walk("marrakech", {"players": 3}, 4, 30), 500).branches()
    assert sum(branch.visits for branch in branches) == 500


@pytest.mark.parametrize("judged", [False, True], ids=["playouts", "evaluation"])
def test_same_seed_gives_the_same_tree(judged):
    state = walk("marrakech", {"players": 4}, 6, 50)
    first = grown(state, 300, judged=judged).branches()
    assert grown(state, 300, judged=judged).branches() == first


def test_other_seed_plays_other_games():
    state = walk("marrakech", {"players": 4}, 6, 50)
    assert grown(state, 300, seed=1).branches() != grown(state, 300, seed=2).branches()


def test_shares_of_a_branch_add_up_to_one():
    for branch in grown(walk("marrakech", {"players": 2}, 4, 30), 200).branches():
        assert sum(branch.values) == pytest.approx(1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_values_near_the_end_approach_the_exact_ones(players):
    state = late(players)
    options = player("marrakech", "x2(rolls=1024,rugs=1024)").choose(state.view(0))
    exact = {c.move: c.values[0] for c in options.candidates}
    tree = grown(state, 4000 if players == 2 else 2000)
    most = max(tree.branches(), key=lambda branch: branch.visits)
    assert exact[most.move] >= max(exact.values()) - 0.12


def test_tree_without_room_still_answers():
    state = walk("marrakech", {"players": 4}, 6, 50)
    tree = Tree(None, 0.4, 1, 20)
    tree.grow(state, 200, Control())
    assert sum(branch.visits for branch in tree.branches()) == 200


def test_cancelled_tree_has_an_answer():
    state = walk("marrakech", {"players": 4}, 6, 50)
    control = Control()
    control.cancel()
    decision = player("marrakech", "mcts(sims=100000)").choose(state.view(state.to_act), control)
    assert decision.move in state.legal()


def test_two_threads_grow_two_trees():
    state = walk("marrakech", {"players": 4}, 6, 50)
    view = state.view(state.to_act)
    decision = player("marrakech", "mcts(sims=400,threads=2)").choose(view)
    assert decision.nodes == 400
    assert threading.active_count() < 20


def test_limit_of_nodes_holds():
    state = walk("marrakech", {"players": 4}, 6, 50)
    decision = player("marrakech", "mcts").choose(state.view(state.to_act), Limit(nodes=123))
    assert decision.nodes == 123
