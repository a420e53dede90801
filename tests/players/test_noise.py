"""Weaker play that is still human."""

import jemaa
from jemaa import catalog
from jemaa.players.base import Decision, ranked
from jemaa.players.marrakech.policies import GreedyPolicy
from jemaa.players.noise import Noisy, Slips

VIEWS = [
    state.view(state.to_act)
    for state in jemaa.play("marrakech", ["random"] * 4, seed=1).states
    if state.phase == "turn"
]


class Fixed:
    """Gives the ways of Assam these weights."""

    name = "fixed"

    def __init__(self, *weights):
        self.weights = weights

    def choose(self, view, limit=None):
        candidates = ranked(dict(zip(view.legal(), self.weights, strict=True)), {})
        return Decision(candidates[0].move, candidates, 3)


def chosen(player):
    """Count how often each way is taken."""
    moves = [player.choose(view).move.text for view in VIEWS]
    return [moves.count(way) for way in "LSR"]


def test_the_more_a_slip_costs_the_more_seldom_it_is():
    slips = [
        len(VIEWS) - chosen(Noisy(Fixed(0.0, -cost, -9.0), turn=Slips(0.8, 4.0)))[0]
        for cost in (0.0, 1.0, 2.0, 3.0, 4.0)
    ]
    assert slips == sorted(slips, reverse=True)
    assert slips[0] > len(VIEWS) / 2 > slips[2] > 0
    assert slips[-1] == 0


def test_worst_slip_is_never_made():
    assert chosen(Noisy(Fixed(-5.0, 0.0, -4.0), turn=Slips(1.0, 4.0))) == [0, len(VIEWS), 0]


def test_other_phases_are_played_without_slips():
    assert chosen(Noisy(Fixed(0.0, 0.0, 0.0), lay=Slips(1.0, 4.0))) == [len(VIEWS), 0, 0]


def test_newcomer_takes_free_squares_and_avoids_areas():
    newcomer = catalog.player("marrakech", "newcomer")
    view = jemaa.parse_view(
        "@1 marrakech players=4 7/7/7/rEr5/7/7/7 c4W 30,30,30,30 r11,y12,b12,n12 1:turn"
    )
    assert newcomer.choose(view).move.text != "S"
    lay = view.state.after("R").after("1").view(1)
    rug = newcomer.choose(lay).move
    assert all(lay.state.owner_on(cell) is None for cell in rug.cells)


def test_levels_of_marrakech_slip_less_and_less():
    """Ways that cost three dirhams more than the cheapest, in the same positions."""
    judge, cast = GreedyPolicy(), ["stroller", "merchant", "trader"]
    levels = ["tourist", "stroller", "greedy"]
    slips = dict.fromkeys(levels, 0)
    for seed in range(12):
        for state in jemaa.play("marrakech", cast, seed=seed).states:
            if state.phase != "turn":
                continue
            weights = judge.weights(state)
            for level in levels:
                move = catalog.player("marrakech", level).choose(state.view(state.to_act)).move
                slips[level] += max(weights.values()) - weights[move] >= 3
    assert slips["tourist"] > slips["stroller"] > slips["greedy"] == 0
