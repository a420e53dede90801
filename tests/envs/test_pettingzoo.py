"""Both games in PettingZoo's own tests, and what is ours: illegal actions and rewards."""

import time
from functools import partial

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from jemaa.core.errors import SetupError
from jemaa.core.state import compiled
from jemaa.envs import facir_v0, marrakech_v0
from tests.envs import readable

MODULES = {"marrakech": marrakech_v0, "facir": facir_v0}
CASES = [(game, players) for game in MODULES for players in (2, 3, 4)]
# Its own games say the same of observations with a mask, and are left out by name.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


@pytest.mark.parametrize(("game", "players"), CASES)
def test_api(game, players, capsys):
    api_test(MODULES[game].env(players=players), num_cycles=120 if compiled else 20)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "players"), CASES)
def test_seed(game, players):
    seed_test(partial(MODULES[game].env, players=players), num_cycles=60 if compiled else 10)


@pytest.mark.once
@pytest.mark.parametrize("game", MODULES)
def test_render(game, monkeypatch, capsys):
    # The test draws after every move; one game of pictures is enough, and small ones.
    monkeypatch.setattr("jemaa.envs.table.PICTURE_SIZE", 96)
    render_test(MODULES[game].env)


@pytest.mark.parametrize("game", MODULES)
def test_performance_benchmark(game, monkeypatch, capsys):
    """It is run, on a clock that lets five seconds pass at once: how fast is told in the docs."""
    clock = iter(range(0, 10**9, 2))
    monkeypatch.setattr(time, "time", lambda: float(next(clock)))
    performance_benchmark(MODULES[game].env())
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "players"), CASES)
def test_every_agent_sees_its_own_side_and_is_paid_at_the_end(game, players):
    env = (
        MODULES[game].raw_env(players=players, turn_cap=6)
        if game == "facir"
        else MODULES[game].raw_env(players=players)
    )
    env.reset(seed=5)
    rng = np.random.default_rng(1)
    paid = {}
    for step, agent in enumerate(env.agent_iter()):
        observation, reward, terminated, truncated, _ = env.last()
        assert not truncated
        if terminated:
            paid[agent] = reward
            env.step(None)
            continue
        assert reward == 0
        if step % 20 == 0:
            for seat, other in enumerate(env.agents):
                seen = env.observe(other)["observation"]
                np.testing.assert_array_equal(seen, readable.flat(env.table.state, seat))
                if other != agent:
                    assert not env.observe(other)["action_mask"].any()
        env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
    assert list(paid.values()).count(0) < players
    assert sum(paid.values()) == pytest.approx(1)
    returns = env.table.state.returns()
    assert paid == pytest.approx({f"player_{seat}": share for seat, share in enumerate(returns)})


@pytest.mark.parametrize("action", [50, 87, -1, 10**30])
def test_an_illegal_action_ends_the_game(action):
    env = marrakech_v0.env(players=3, render_mode="ansi")
    env.reset(seed=1)
    before = env.unwrapped.table.state
    env.step(action)
    after = env.unwrapped.table.state
    assert (after.cash, after.assam) == (before.cash, before.assam) and "Red" in env.render()
    assert env.unwrapped.infos["player_0"] == {"illegal": True}
    rewards = {}
    for agent in env.agent_iter():
        rewards[agent] = env.last()[1]
        env.step(None)
    assert rewards == {"player_0": -1, "player_1": 0, "player_2": 0}


def test_rendering_shows_nothing_that_is_hidden():
    env = facir_v0.env(render_mode="ansi")
    env.reset(seed=3)
    table = env.unwrapped.table
    assert env.render() == table.state.view(0).draw()


def test_wrong_arguments_name_the_field():
    with pytest.raises(SetupError, match="players: 9"):
        marrakech_v0.env(players=9)
    with pytest.raises(SetupError, match="render_mode: 'film'"):
        facir_v0.env(render_mode="film")
    with pytest.raises(SetupError, match="centred: 'no'"):
        facir_v0.env(centred="no")


@pytest.mark.parametrize("seed", ["one", 1.5, -1])
def test_a_wrong_seed_is_named(seed):
    with pytest.raises(SetupError, match=f"seed: '?{seed}'? is"):
        marrakech_v0.env().reset(seed=seed)


def test_a_seed_may_be_a_number_of_numpy():
    env = facir_v0.env()
    env.reset(seed=np.int64(2**62 + 1))
    seen = env.last()[0]["observation"]
    env.reset(seed=2**62 + 1)
    np.testing.assert_array_equal(env.last()[0]["observation"], seen)


@pytest.mark.parametrize("action", [0.5, float("nan"), "0", np.zeros(2, int)])
def test_what_is_no_number_of_an_action_is_named(action):
    env = marrakech_v0.env()
    env.reset(seed=1)
    with pytest.raises(SetupError, match=r"action: .* is no whole number"):
        env.step(action)
