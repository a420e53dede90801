"""Playing on: exact at the end, repeatable, to be stopped, and by what everybody knows."""

from itertools import pairwise

import pytest

import jemaa
from jemaa.analysis.procedure import procedure
from jemaa.analysis.rollouts import NOTHING, Mean, Rollouts
from jemaa.core.state import compiled
from jemaa.players.marrakech.evaluation import evaluator
from jemaa.players.search import Control
from tests.analysis.positions import exact, played, turns_before_end

GAMES = 2000 if compiled else 30


def last_rug():
    """Return a position in which only the last rug is to be laid, and it matters where."""
    match = played("marrakech", "greedy", "greedy", "greedy", seed=4)
    state = match.states[-2]
    assert state.phase == "lay"
    # Whoever lays last has as much as the best of the others without that rug.
    return state


def after_last_rug(state):
    return [state.after(move).returns()[state.seat] for move in state.legal()]


def rollouts(players, salt=0.0):
    return Rollouts(evaluator(players), turns=4, salt=salt)


def test_last_turn_is_exact():
    state = last_rug()
    mean = rollouts(3).play(state, state.seat, 5, 1, Control())
    assert mean.games == 5
    assert mean.value == pytest.approx(max(after_last_rug(state)))
    assert mean.error == pytest.approx(0, abs=1e-9)


def test_salt_takes_moves_that_are_worse():
    """With salt any move is taken, and the mean is that over all of them."""
    state = last_rug()
    values = after_last_rug(state)
    mean = rollouts(3, salt=2.0).play(state, state.seat, 100, 1, Control())
    assert mean.value == pytest.approx(sum(values) / len(values), abs=0.2)


def test_same_seed_same_rollouts_and_the_position_stays():
    state = jemaa.game("marrakech").new(players=3).after("L")
    text = str(state)
    first, again, other = (rollouts(3).play(state, 0, 3, seed, Control()) for seed in (1, 1, 2))
    assert first == again != other
    assert str(state) == text


def test_luck_is_taken_off():
    """The last roll decides much, but all rollouts of it have the same value."""
    state = turns_before_end(played("marrakech", "greedy", "greedy", "greedy", seed=4), 1)
    roll = state.after(state.legal()[1])
    mean = rollouts(3).play(roll, roll.seat, 12, 5, Control())
    assert mean.value == pytest.approx(exact(roll)[roll.seat])
    assert mean.error == pytest.approx(0, abs=1e-9)


def test_luck_is_taken_off_by_what_was_thought_before_the_move():
    """What the mover has thought of every roll before turning Assam is what the roll is worth."""
    state = turns_before_end(played("marrakech", "greedy", "greedy", "greedy", seed=4), 1)
    assert state.phase == "turn"
    mean = rollouts(3).play(state, state.seat, 12, 5, Control())
    assert mean.value == pytest.approx(exact(state)[state.seat])
    assert mean.error == pytest.approx(0, abs=1e-9)


def test_colours_that_are_drawn_are_not_weighed_and_the_mean_is_right():
    state = turns_before_end(played("marrakech", "greedy", "greedy", seed=3), 2)
    assert state.phase == "draw"
    mean = rollouts(2).play(state, state.seat, GAMES, 5, Control())
    assert mean.error > 0
    assert mean.value == pytest.approx(rollouts_by_colour(state), abs=4 * mean.error + 1e-9)


def rollouts_by_colour(state):
    """Return the mean over the colours that may be drawn, each played on from."""
    outcomes = state.outcomes()
    means = [
        rollouts(2).play(state.after(one), state.seat, GAMES, 9, Control()) for one, _ in outcomes
    ]
    whole = sum(weight for _, weight in outcomes)
    return (
        sum(mean.value * weight for mean, (_, weight) in zip(means, outcomes, strict=True)) / whole
    )


def test_cancelled_before_the_first_rollout():
    control = Control()
    control.cancel()
    state = jemaa.game("marrakech").new(players=3)
    assert rollouts(3).play(state, 0, 1000, 1, control) == NOTHING


@pytest.mark.parametrize("salt", [0.0, 0.02])
def test_what_is_foreseen_is_the_mean_of_the_rollouts(salt):
    state = turns_before_end(played("marrakech", "greedy", "greedy", "greedy", seed=4), 9)
    player = Rollouts(evaluator(3), turns=1, salt=salt)
    mean = player.play(state, state.seat, GAMES, 5, Control())
    foreseen = player.foresee(state, state.seat, 1, 1000, Control())
    assert mean.error > 0
    assert foreseen == pytest.approx(mean.value, abs=4 * mean.error)
    assert player.foresee(state, state.seat, 1, 1000, Control()) == foreseen


def test_last_turn_is_foreseen_exactly():
    state = turns_before_end(played("marrakech", "greedy", "greedy", "greedy", seed=4), 1)
    foreseen = rollouts(3).foresee(state, state.seat, 1, 1000, Control())
    assert foreseen == pytest.approx(exact(state)[state.seat])


def test_nothing_is_foreseen_where_there_is_too_much_or_it_is_stopped():
    state = jemaa.game("marrakech").new(players=3).after("L")
    found = [rollouts(3).foresee(state, 0, 1, most, Control()) for most in (3, 1000)]
    assert found[0] is None  # there are four rolls
    assert found[1] is not None
    control = Control()
    control.cancel()
    assert rollouts(3).foresee(state, 0, 1, 1000, control) is None


def test_path_follows_the_rules():
    state = jemaa.game("marrakech").new(players=2)
    path = rollouts(2).path(state, 7, 2)
    assert path[0] == state
    for before, after in pairwise(path):
        actions = before.legal() or [outcome for outcome, _ in before.outcomes()]
        assert after in [before.after(action) for action in actions]
    assert [one.seat for one in path][-1] == 0


def test_means_add_up():
    both = Mean(2, 1.0, 0.5).plus(Mean(2, 0.0, 0.0))
    assert both == Mean(4, 1.0, 0.5)
    assert both.value == 0.25
    assert NOTHING.error == 1.0


def test_facir_is_played_on_by_what_the_mover_knows():
    """Nothing of the answer depends on the cards that the others really hold."""
    game = jemaa.game("facir")
    state = game.new(players=2)
    for action in ("1", "7", "^0", "^0", "c3", "d5"):
        state = state.after(action)
    twins = list(_twins(state))
    assert twins
    move = tuple(state.legal()[:2])
    found = {procedure(one).compare(one, move, 4, 1, Control()) for one in (state, *twins[:2])}
    assert len(found) == 1
    foreseen = {procedure(one).foresee(one, move, Control()) for one in (state, *twins[:2])}
    assert len(foreseen) == 1


def _twins(state):
    """Return positions in which the other one holds another card, and seat 0 sees the same."""
    own, other = str(state).split()[3].split(",")
    for card in range(2, 25):
        for rotation in range(4):
            room = f"{card}^{rotation}"
            twin = jemaa.parse(str(state).replace(f"{own},{other}", f"{own},{room}"))
            if room != other and twin.view(0) == state.view(0):
                yield twin
