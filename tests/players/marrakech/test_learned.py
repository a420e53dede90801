"""The learned evaluation: its symmetries, its memory, where it holds back, and its file."""

from dataclasses import asdict
from math import log
from random import Random

import pytest

import jemaa
from jemaa.catalog import player
from jemaa.core.errors import SetupError
from jemaa.games.marrakech.notation import parse_unchecked
from jemaa.players.expectimax import Expectimax
from jemaa.players.marrakech.engines import VALUES
from jemaa.players.marrakech.evaluation import MarrakechEvaluator
from jemaa.players.marrakech.learned import LearnedEvaluator
from jemaa.players.marrakech.weights import BYTES, FEATURES, SCALARS, TRAINED, Network, load
from jemaa.players.search import Control

PLAYERS = [2, 3, 4]
GAME = jemaa.game("marrakech")
# The ways to turn or mirror the market that keep the arrow loops, by what becomes of a heading.
TURNS = {
    "NESW": lambda x, y: (x, y),
    "SWNE": lambda x, y: (6 - x, 6 - y),
    "WSEN": lambda x, y: (y, x),
    "ENWS": lambda x, y: (6 - y, 6 - x),
}

PINNED = {
    2: (
        "marrakech players=2 7/2rEr3/2bb3/1b1yEy2/1yS5/1y3r1/7 d4S 33,27 r9y9,b9n10 0:draw",
        (0.7849186168665716, 0.21508138313342837),
    ),
    3: (
        "marrakech players=3 7/2rEr3/2bb3/1b1yEy2/1yS5/1y3r1/7 d4S 33,27,30 r12,y12,b12 0:turn",
        (0.3867836292397337, 0.3125100724326786, 0.3007062983275878),
    ),
    4: (
        "marrakech - 7/2rEr3/2nn3/1b1yEy2/1bS5/1b3r1/7 d4S 31,29,28,32 r9,y9,b9,n9 0:turn",
        (0.2635025676373123, 0.23531701895212057, 0.22888243776297992, 0.2722979756475872),
    ),
}
"""Positions with their shares by the weights of the package."""


def random_network(seed):
    """Make weights that hide nothing: every feature and number counts."""
    rng = Random(seed)
    shapes = {name: len(part) for name, part in asdict(load(4)).items()}
    parts = {name: [rng.gauss(0, 0.2) for _ in range(count)] for name, count in shapes.items()}
    for name in ("first", "start"):
        parts[name] = [rng.randrange(-40, 41) for _ in range(shapes[name])]
    return Network(**parts)


def game_of(players, seed, **settings):
    """Play a random game and give its actions."""
    rng = Random(seed)
    state = GAME.new(players=players, **settings)
    while not state.is_over:
        if state.to_act == jemaa.CHANCE:
            outcomes, weights = zip(*state.outcomes(), strict=True)
            action = rng.choices(outcomes, weights)[0]
        else:
            action = rng.choice(state.legal())
        yield action
        state = state.after(action)


def begins_turn(state):
    if state.setup.players == 2:
        return state.phase == "draw"
    return state.phase == ("roll" if state.setup.rotate == "after" else "turn")


def positions(players, seed, **settings):
    """Return the positions of a random game where a turn begins."""
    state = GAME.new(players=players, **settings)
    for action in game_of(players, seed, **settings):
        if begins_turn(state):
            yield state
        state = state.after(action)


def turned(action, headings):
    """Return the same move in the market that is turned or mirrored."""
    if action.text in "LSR" and headings in ("WSEN", "ENWS"):
        return GAME.move({"L": "R", "S": "S", "R": "L"}[action.text])
    if len(action.text) < 4:
        return action
    cells = [TURNS[headings](cell & 7, cell >> 3) for cell in action.cells]
    return GAME.move("".join("abcdefg"[x] + str(y + 1) for x, y in sorted(cells)))


@pytest.mark.parametrize("headings", TURNS)
@pytest.mark.parametrize("players", PLAYERS)
def test_turned_market_looks_the_same(players, headings):
    evaluator = LearnedEvaluator(players, random_network(1))
    plain = GAME.new(players=players, facing="S")
    other = GAME.new(players=players, facing=headings["NESW".index("S")])
    for action in game_of(players, 5, facing="S"):
        if begins_turn(plain):
            assert set(evaluator.features(plain)[0]) == set(evaluator.features(other)[0])
            # Mirrored, the readable toll may take another one of two directions that cost the same.
            if headings == "SWNE":
                assert evaluator.evaluate(plain) == evaluator.evaluate(other)
        plain = plain.after(action)
        other = other.after(turned(action, headings))


@pytest.mark.parametrize("players", PLAYERS)
def test_shares_go_with_the_seats(players):
    # The same game, with everybody one seat further.
    evaluator = LearnedEvaluator(players, random_network(2))
    first = GAME.new(players=players)
    colours = first.setup.colours
    moved = GAME.new(players=players, colours=colours[-1:] + colours[:-1], first=1)
    for action in game_of(players, 6):
        if begins_turn(first):
            shares = evaluator.evaluate(first)
            assert evaluator.evaluate(moved) == pytest.approx(shares[-1:] + shares[:-1], abs=1e-12)
        first, moved = first.after(action), moved.after(action)


@pytest.mark.parametrize("players", PLAYERS)
def test_what_it_has_seen_before_does_not_matter(players):
    network = random_network(3)
    used = LearnedEvaluator(players, network)
    states = list(positions(players, 7))
    Random(1).shuffle(states)
    for state in states[:12]:
        if players > 2:  # with two, chance draws a rug first
            Expectimax(used).search(state, 1, Control())  # it sees many other positions
        fresh = LearnedEvaluator(players, network)
        assert used.evaluate(state) == fresh.evaluate(state)


@pytest.mark.parametrize("players", TRAINED)
def test_shares_add_up_to_one_and_differ_from_the_readable_ones(players):
    evaluator, readable = LearnedEvaluator(players), MarrakechEvaluator(players)
    differences = []
    for state in positions(players, 8):
        shares = evaluator.evaluate(state)
        assert sum(shares) == pytest.approx(1)
        assert min(shares) >= 0
        differences.append(abs(shares[0] - readable.evaluate(state)[0]))
    assert max(differences) > 0.01


@pytest.mark.parametrize("players", TRAINED)
def test_shares_are_the_same_to_the_last_bit_everywhere(players):
    # Compiled or not, on any machine: written down once from the compiled form.
    assert (
        LearnedEvaluator(players).evaluate(parse_unchecked(PINNED[players][0]))
        == PINNED[players][1]
    )


def test_who_is_out_has_no_share():
    state = parse_unchecked("marrakech - 7/7/7/7/7/rEr5/7 d4S 50,x1,60,10 r11,y12,b12,n12 2:turn")
    shares = LearnedEvaluator(4, random_network(4)).evaluate(state)
    assert shares[1] == 0
    assert sum(shares) == pytest.approx(1)


@pytest.mark.parametrize("settings", [{"rotate": "after"}, {"insolvent": "stays"}], ids=str)
def test_variants_are_seen_by_the_network(settings):
    # One evaluator for both, as in a search that is used for several games.
    learned = LearnedEvaluator(3, random_network(5))
    usual, other = GAME.new(players=3), GAME.new(players=3, **settings)
    seen = [set(learned.features(state)[0]) for state in (usual, other)]
    assert len(seen[1] - seen[0]) == 1 and min(seen[1] - seen[0]) >= FEATURES - 2
    first = learned.evaluate(usual)
    assert learned.evaluate(other) != first
    assert learned.evaluate(usual) == first


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("rotate", ["before", "after"])
def test_middle_of_a_turn_is_left_to_the_readable_evaluation(players, rotate):
    state = GAME.new(players=players, rotate=rotate)
    learned = LearnedEvaluator(players, random_network(6))
    for action in game_of(players, 10, rotate=rotate):
        if not begins_turn(state):
            assert learned.evaluate(state) == MarrakechEvaluator(players).evaluate(state)
        state = state.after(action)


def test_features_are_within_bounds_and_none_comes_twice():
    evaluator = LearnedEvaluator(4)
    for state in positions(4, 11):
        active, numbers, sums = evaluator.features(state)
        assert len(set(active)) == len(active) > 0
        assert 0 <= min(active) <= max(active) < FEATURES
        assert (len(numbers), len(sums)) == (SCALARS, 4)


def where_a_rug_is_laid():
    state = list(positions(3, 12))[20]
    state = next(state.after(option) for option in state.legal())
    return state.after(state.outcomes()[0][0])


def test_others_do_what_x1_would_do_whatever_the_network_says():
    network, state = random_network(7), where_a_rug_is_laid()
    readable = MarrakechEvaluator(3)
    search = Expectimax(LearnedEvaluator(3, network), others=readable)
    option = search.search(state, 2, Control())[-1]
    expected = after_replies(state.after(option.move), 1, readable, LearnedEvaluator(3, network))
    assert option.values == pytest.approx(expected, abs=1e-12)


def test_best_rugs_are_followed_to_the_turn_of_the_third_player():
    network, state = random_network(8), where_a_rug_is_laid()
    readable = MarrakechEvaluator(3)
    beam = {"root": 5, "others": readable}
    two = Expectimax(LearnedEvaluator(3, network), **beam).search(state, 2, Control())
    options = Expectimax(LearnedEvaluator(3, network), beyond=3, **beam).search(state, 2, Control())
    assert {option.move for option in options[:3]} == {option.move for option in two[:3]}
    assert options[3:] == two[3:]
    for option in options[:3]:
        assert option.turns == 3
        after = state.after(option.move)
        expected = after_replies(after, 2, readable, LearnedEvaluator(3, network))
        assert option.values == pytest.approx(expected, abs=1e-12)
    values = [option.values[state.to_act] for option in options[:3]]
    assert values == sorted(values, reverse=True)


def after_replies(state, replies, readable, learned):
    """Value a position after the turns of players who look one turn ahead, by the definition."""
    if replies == 0 or state.is_over:
        return learned.evaluate(state)
    search = Expectimax(readable)
    state = state.after(search.search(state, 1, Control())[0].move)
    whole = [0.0, 0.0, 0.0]
    for outcome, weight in state.outcomes():
        after = state.after(outcome)
        if after.to_act == state.seat:
            after = after.after(search.search(after, 1, Control())[0].move)
        for seat, share in enumerate(after_replies(after, replies - 1, readable, learned)):
            whole[seat] += share * weight / 6
    return whole


def test_network_is_written_and_read_again():
    content = load(3).to_bytes()
    assert len(content) == BYTES
    assert Network.from_bytes(content) == load(3)


@pytest.mark.parametrize("players", PLAYERS)
def test_both_is_the_middle_between_readable_and_learned(players):
    state = parse_unchecked(PINNED[players][0])
    readable, learned, both = (
        [log(share) for share in VALUES[name](players).evaluate(state)]
        for name in ("readable", "learned", "both")
    )
    # Shares are a softmax: between two seats, the middle of the sums is that of the logarithms.
    for first in range(players):
        for last in range(first):
            ends = [one[first] - one[last] for one in (readable, learned)]
            assert both[first] - both[last] == pytest.approx(sum(ends) / 2, abs=1e-6)
            assert ends[0] != pytest.approx(ends[1], abs=1e-3)


def test_unknown_value_is_refused():
    with pytest.raises(SetupError, match="readable, learned, both"):
        player("marrakech", "x2(value=gut)")
