"""One agent against named opponents, alone and many at once."""

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import jemaa.envs
from jemaa.core.errors import PlayerError, SetupError, UnknownNameError
from jemaa.core.state import compiled
from tests.envs import readable

gymnasium.register_envs(jemaa.envs)
IDS = tuple(jemaa.envs.GYMNASIUM)


def random_action(mask, rng):
    return int(rng.choice(np.flatnonzero(mask)))


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_gymnasiums_own_check(id, players):
    env = gymnasium.make(id, players=players).unwrapped
    check_env(env, skip_render_check=players > 2 or not compiled)


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_are_played_from_every_seat(id, players):
    env = gymnasium.make(id, players=players, disable_env_checker=True).unwrapped
    rng = np.random.default_rng(3)
    seats = set()
    for game in range(6 if compiled else 2):
        observation, info = env.reset(seed=2 if game == 0 else None)
        over, reward = False, 0.0
        while not over:
            assert reward == 0 and env.table.state.to_act == env.seat == info["seat"]
            np.testing.assert_array_equal(info["action_mask"], readable.mask(env.table.state))
            observation, reward, over, truncated, info = env.step(
                random_action(env.action_masks(), rng)
            )
            assert not truncated
        seats.add(env.seat)
        np.testing.assert_array_equal(observation, readable.flat(env.table.state, env.seat))
        assert reward == pytest.approx(env.table.state.returns()[env.seat])
        assert not info["action_mask"].any()
    assert len(seats) > 1 or not compiled


def test_a_seed_gives_the_same_games():
    def play(seed):
        env = gymnasium.make("jemaa/Facir-v0", players=3).unwrapped
        rng = np.random.default_rng(1)
        seen = [env.reset(seed=seed)[0]]
        for _ in range(30):
            observation, *_, info = env.step(random_action(env.action_masks(), rng))
            seen.append(observation)
            if not info["action_mask"].any():
                env.reset()
        return np.array(seen)

    np.testing.assert_array_equal(play(4), play(4))
    assert (play(4) != play(5)).any()


class Recorder:
    """An opponent of one's own: takes the first move, and notes what it was shown."""

    name = "recorder"

    def __init__(self):
        self.views = []

    def choose(self, view, limit):
        self.views.append(view)
        return view.legal()[0].text


def test_opponents_by_name_and_by_object():
    recorder = Recorder()
    env = gymnasium.make("jemaa/Facir-v0", opponents=[recorder, "greedy"], seat=2).unwrapped
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert env.table.players == 3
    assert {view.seat for view in recorder.views} == {0}  # the list begins clockwise of the agent
    assert all(view.known.rooms[2].card in (-1, -2) for view in recorder.views)


def test_an_opponent_that_cheats_is_named():
    class Cheat:
        def choose(self, view, limit):
            return "a1a2"

    env = gymnasium.make("jemaa/Marrakech-v0", opponents=Cheat(), seat=1).unwrapped
    with pytest.raises(PlayerError, match="Cheat"):
        env.reset(seed=1)


@pytest.mark.parametrize("action", [60, -5, 10**12])
def test_an_illegal_action_has_an_end(action):
    env = gymnasium.make("jemaa/Marrakech-v0", disable_env_checker=True).unwrapped
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated, info["illegal"]) == (-1, True, False, True)
    many = gymnasium.make_vec("jemaa/Marrakech-v0", num_envs=3)
    many.reset(seed=1)
    legal = many.action_masks().argmax(axis=1)
    legal[1] = action
    _, rewards, terminations, _, info = many.step(legal)
    assert rewards.tolist() == [0, -1, 0] and terminations.tolist() == [False, True, False]
    assert info["illegal"].tolist() == [False, True, False]
    assert info["action_mask"].any(axis=1).tolist() == [True, False, True]
    many.close()


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("mode", list(AutoresetMode)[:2])
def test_many_tables(id, mode):
    env = gymnasium.make_vec(id, num_envs=5, players=3, autoreset_mode=mode, threads=2)
    assert env.metadata["autoreset_mode"] == mode
    rng = np.random.default_rng(0)
    observations, info = env.reset(seed=8)
    ended = np.zeros(5, int)
    over = np.zeros(5, bool)
    for _ in range(150 if compiled else 15):
        assert env.observation_space.contains(observations)
        masks = env.action_masks()
        np.testing.assert_array_equal(masks, info["action_mask"])
        asleep = ~masks.any(axis=1)
        np.testing.assert_array_equal(asleep, over if mode == AutoresetMode.NEXT_STEP else False)
        for index in range(5):
            state = env.batch.state(index)
            seat = int(env.seats[index])
            assert state.is_over == asleep[index] and (asleep[index] or state.to_act == seat)
        actions = [random_action(mask, rng) if mask.any() else 0 for mask in masks]
        begun = over if mode == AutoresetMode.NEXT_STEP else np.zeros(5, bool)
        observations, rewards, over, truncated, info = env.step(actions)
        assert not truncated.any() and not over[begun].any() and not rewards[begun].any()
        assert not rewards[~over].any()
        assert np.isin(rewards, [0, 1, 0.5, 1 / 3, np.float32(1 / 3)]).all()
        ended += over
        if over.any() and mode == AutoresetMode.SAME_STEP:
            assert [one is not None for one in info["final_obs"]] == over.tolist()
    assert ended.sum() > 0 or not compiled
    env.close()


def test_named_opponents_at_many_tables():
    env = gymnasium.make_vec("jemaa/Marrakech-v0", num_envs=2, opponents=["greedy", "random"])
    env.reset(seed=1)
    for _ in range(4):
        env.step(env.action_masks().argmax(axis=1))
    assert env.batch.players == 3
    env.close()


@pytest.mark.once
def test_pictures_and_text():
    env = gymnasium.make("jemaa/Marrakech-v0", render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.dtype == np.uint8 and picture.shape[1:] == (480, 3) and picture.std() > 10
    text = gymnasium.make("jemaa/Facir-v0", render_mode="ansi", seat=0)
    text.reset(seed=1)
    assert text.render() == text.unwrapped.table.state.view(0).draw()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"opponents": "nobody"}, UnknownNameError, "there is no player 'nobody'"),
        ({"opponents": ["random"], "players": 4}, SetupError, "opponents: 1 are given for 4"),
        ({"opponents": [7]}, SetupError, "opponents: 7 is neither a name"),
        ({"opponents": []}, SetupError, "opponents: 0 are given; give 1, 2 or 3"),
        ({"opponents": ["random"] * 4}, SetupError, "opponents: 4 are given; give 1, 2 or 3"),
        ({"centred": "no"}, SetupError, "centred: 'no'"),
        ({"setup": 3}, SetupError, "setup: give settings by their names"),
        ({"seat": 2}, SetupError, "seat: 2 is no seat; choose 0 to 1, or None"),
        ({"players": 1}, SetupError, "players: 1 is not possible"),
        ({"render_mode": "film"}, SetupError, "render_mode: 'film'"),
        ({"rotate": "never"}, SetupError, "rotate: 'never'"),
    ],
)
def test_wrong_arguments_name_the_field(arguments, error, message):
    from jemaa.envs.single import ManyEnv, SingleEnv

    with pytest.raises(error, match=message):
        SingleEnv("marrakech", **arguments)
    if "render_mode" not in arguments:
        with pytest.raises(error, match=message):
            ManyEnv("marrakech", 2, **arguments)


def test_wrong_arguments_of_many_tables():
    from jemaa.envs.single import ManyEnv

    with pytest.raises(SetupError, match="autoreset_mode: 'Disabled'"):
        ManyEnv("facir", 2, autoreset_mode=AutoresetMode.DISABLED)
    with pytest.raises(SetupError, match="render_mode: many tables are not shown"):
        ManyEnv("facir", 2, render_mode="ansi")
    with pytest.raises(SetupError, match="num_envs: 0 is not possible"):
        ManyEnv("facir", 0)


@pytest.mark.parametrize(
    "actions", [[0, 0], 0, None, [0.5, 0, 0], [float("nan")] * 3, [[0], [0], [0]], ["0"] * 3]
)
def test_wrong_actions_of_many_tables_are_named(actions):
    env = gymnasium.make_vec("jemaa/Marrakech-v0", num_envs=3)
    env.reset(seed=1)
    with pytest.raises(SetupError, match="actions: "):
        env.step(actions)
    env.close()


@pytest.mark.parametrize("action", [0.5, None, np.zeros(1, int)])
def test_what_is_no_number_of_an_action_is_named(action):
    env = gymnasium.make("jemaa/Marrakech-v0", disable_env_checker=True).unwrapped
    env.reset(seed=1)
    with pytest.raises(SetupError, match=r"action: .* is no whole number"):
        env.step(action)


def test_a_game_that_is_over_does_not_go_on():
    """The next step began a game once, in the seat of the last one."""
    env = gymnasium.make("jemaa/Marrakech-v0", disable_env_checker=True).unwrapped
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    env.step(60)
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
        env.step(0)
    env.reset()
    assert not env.step(0)[2]
