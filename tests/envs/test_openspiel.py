"""The games in OpenSpiel: its own tests, playthroughs, information states, and an algorithm."""

import pickle
from collections import defaultdict
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts, outcome_sampling_mccfr

import jemaa.envs.openspiel  # makes the games known
from jemaa.core.errors import IllegalMoveError, InvalidNotationError, SetupError
from jemaa.core.state import compiled
from tests.envs import readable

FOLDER = Path(__file__).parents[1] / "golden/openspiel"
PLAYTHROUGHS = {"marrakech": "python_marrakech(players=3)", "facir": "python_facir(turn_cap=2)"}
GAMES = [
    *("python_marrakech", "python_marrakech(players=3,rotate=after)"),
    *("python_marrakech(players=4,insolvent=stays)", "python_facir(turn_cap=4)"),
    *("python_facir(players=3,turn_cap=4)", "python_facir(players=4,turn_cap=6,repetitions=2)"),
]


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_own_random_simulation(name):
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def written(game):
    # Here, because it takes a second, and every test process collects this file.
    from open_spiel.python.algorithms import generate_playthrough

    return generate_playthrough.playthrough(PLAYTHROUGHS[game], None, seed=3)


@pytest.mark.parametrize("game", PLAYTHROUGHS)
def test_playthrough_goes_as_it_went_before(game):
    """`scripts/golden` writes the files anew."""
    expected = (FOLDER / f"{game}.txt").read_text("utf-8")
    assert written(game).splitlines() == expected.splitlines()


def play(game, texts):
    """Play a list of moves and outcomes by their notation."""
    state = game.new_initial_state()
    for text in texts:
        player = state.current_player()
        state.apply_action(
            next(id for id in state.legal_actions() if state.action_to_string(player, id) == text)
        )
    return state


def views(game, texts, seat):
    """Return everything that a seat was shown in a game, position by position."""
    shown, state = [], jemaa.game("facir").new(players=game.num_players())
    for text in texts:
        state = state.after(text)
        shown.append(str(state.view(seat)))
    return tuple(shown)


def test_equal_information_states_are_histories_that_nobody_can_tell_apart():
    game = pyspiel.load_game("python_facir")
    told, shown = defaultdict(set), defaultdict(set)
    for card in range(2, 25, 1 if compiled else 5):
        for rotation in range(4):
            texts = ("1", str(card), "^1", f"^{rotation}", "d4", "e5", "a1", "e5f5")
            told[play(game, texts).information_state_string(0)].add(texts)
            shown[views(game, texts, 0)].add(texts)
    assert sorted(map(sorted, told.values())) == sorted(map(sorted, shown.values()))
    assert 1 < len(told) < sum(map(len, told.values()))


def test_the_other_player_is_told_their_own_card_and_nobody_elses():
    game = pyspiel.load_game("python_facir")
    state = play(game, ["5", "9", "^1", "^2"])
    own, theirs = (state.information_state_string(player) for player in (0, 1))
    assert own.splitlines()[1].startswith("5 ? [@- facir players=2 7/7/7/7/7/7/7 ?,? ")
    assert theirs.splitlines()[1].startswith("? 9 [@- facir players=2 7/7/7/7/7/7/7 ?,? ")


def test_what_was_seen_in_earlier_rounds_is_remembered():
    """Two games that differ in an edge of the first round alone are told apart in the second."""
    game = pyspiel.load_game("python_facir(turn_cap=1)")
    first, second = (
        play(game, ["5", "9", "^1", f"^{rotation}", "d4", "1", "2"]) for rotation in (0, 1)
    )
    assert first.observation_string(0) == second.observation_string(0)
    assert first.information_state_string(0) != second.information_state_string(0)


@pytest.mark.parametrize("name", ["python_marrakech", "python_facir"])
def test_tensors_are_those_of_the_observer(name):
    game = pyspiel.load_game(name)
    rng = np.random.default_rng(1)
    state = game.new_initial_state()
    for _ in range(40):
        state.apply_action(int(rng.choice(state.legal_actions())))
    for seat in range(2):
        expected = readable.flat(state.position, seat)
        assert state.observation_tensor(seat) == expected.tolist()


def test_public_observations_hold_no_card():
    game = pyspiel.load_game("python_facir")
    state = play(game, ["5", "9", "^1", "^2"])
    public = pyspiel.IIGObservationType(
        perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    text = game.make_py_observer(public).string_from(state, 0)
    assert text == str(state.position.view(jemaa.SPECTATOR))


def test_chance_is_explicit():
    game = pyspiel.load_game("python_marrakech")
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
    state.apply_action(state.chance_outcomes()[0][0])
    state.apply_action(1)
    assert [chance for _, chance in state.chance_outcomes()] == [1 / 6, 1 / 3, 1 / 3, 1 / 6]


def test_a_state_can_be_pickled_and_cloned():
    game = pyspiel.load_game("python_facir")
    state = play(game, ["5", "9", "^1", "^2", "d4"])
    for copy in (pickle.loads(pickle.dumps(state)), state.clone()):
        assert str(copy) == str(state)
        assert copy.information_state_string(1) == state.information_state_string(1)
        copy.apply_action(copy.legal_actions()[0])
        assert len(state.history()) == 5


def test_tree_search_of_openspiel_plays():
    game = pyspiel.load_game("python_marrakech")
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = mcts.MCTSBot(game, 1.0, 6 if compiled else 2, evaluator, random_state=rng)
    state = game.new_initial_state()
    state.apply_action(state.chance_outcomes()[0][0])
    assert bot.step(state) in state.legal_actions()


def test_regret_minimisation_of_openspiel_runs_on_information_states():
    np.random.seed(1)
    game = pyspiel.load_game("python_facir(turn_cap=1)")
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(2):
        solver.iteration()
    policy = solver.average_policy()
    state = play(game, ["5", "9"])
    assert sum(policy.action_probabilities(state).values()) == pytest.approx(1)


def test_wrong_parameters_are_refused():
    with pytest.raises((SetupError, pyspiel.SpielError, RuntimeError), match="players"):
        pyspiel.load_game("python_marrakech(players=9)")


if __name__ == "__main__":
    for name in PLAYTHROUGHS:
        (FOLDER / f"{name}.txt").write_text(written(name), "utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_can_be_pickled_with_its_settings(name):
    """It could not: whoever gave a game to another process got an AttributeError."""
    game = pyspiel.load_game(name)
    again = pickle.loads(pickle.dumps(game))
    assert (type(again), str(again)) == (type(game), str(game))
    assert str(again.new_initial_state()) == str(game.new_initial_state())


@pytest.mark.parametrize(
    "kind",
    [
        {"perfect_recall": True},
        {"perfect_recall": False, "private_info": pyspiel.PrivateInfoType.NONE},
    ],
    ids=["history", "public"],
)
def test_an_observer_without_a_tensor_says_so(kind):
    game = pyspiel.load_game("python_facir")
    observer = game.make_py_observer(pyspiel.IIGObservationType(**kind))
    assert observer.tensor is None
    with pytest.raises(SetupError, match=r"^iig_obs_type: .* call string_from"):
        observer.set_from(game.new_initial_state(), 0)


def test_a_refused_action_leaves_the_state_as_it_was():
    state = pyspiel.load_game("python_marrakech").new_initial_state()
    state.apply_action(state.legal_actions()[0])
    before = str(state), state.history(), state.information_state_string(0)
    with pytest.raises(IllegalMoveError):
        state.apply_action(50)
    with pytest.raises(InvalidNotationError):
        state.apply_action(87)
    assert (str(state), state.history(), state.information_state_string(0)) == before
