"""The training examples, as far as they go without torch: playing, what is learned from, saving."""

import argparse
import importlib.util
from pathlib import Path

import numpy as np
import pytest

import jemaa
from jemaa.envs import Batch
from jemaa.games.marrakech import board

EXAMPLES = Path(__file__).parents[2] / "examples"


def load(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ppo = load("train_ppo")
LAYOUT = jemaa.game("marrakech").observer.layout


def weights(seed=1):
    found = ppo.new_weights(LAYOUT, 8, seed)
    found[4] *= 100  # so that it has an opinion
    return found


def test_a_worker_tells_what_was_seen_and_done():
    worker = ppo.Worker("marrakech", 6, 3, "greedy", 0.5)
    twin = Batch("marrakech", 6, players=2, seed=3, centred=True)
    for _ in range(4):  # a game has 96 moves, so that some end
        played = worker.play(weights())
        rows = {name: column.reshape(ppo.STEPS, 6, -1) for name, column in played.items()}
        for step in range(ppo.STEPS):
            np.testing.assert_array_equal(rows["planes"][step], twin.planes.reshape(6, -1))
            np.testing.assert_array_equal(rows["mask"][step], twin.mask)
            chances, value = ppo.forward(weights(), twin.flat(), twin.mask.astype(bool))
            np.testing.assert_allclose(rows["value"][step, :, 0], value, rtol=1e-5)
            action = rows["action"][step, :, 0]
            np.testing.assert_allclose(
                rows["chance"][step, :, 0], chances[range(6), action], rtol=1e-4, atol=1e-5
            )
            # In the first half of the games greedy has one seat, and nothing is learned from it.
            learns = rows["learns"][step, :, 0]
            np.testing.assert_array_equal(learns[:3], twin.actors[:3] != [0, 1, 0])
            assert learns[3:].all()
            for index in np.flatnonzero(~learns):
                view = twin.state(index).view(int(twin.actors[index]))
                assert jemaa.player("marrakech", "greedy").choose(view).move.id == action[index]
            mover = twin.actors.copy()
            twin.step(action)
            np.testing.assert_array_equal(rows["reward"][step, :, 0], twin.rewards[range(6), mover])
            same = np.where(twin.actors == mover, 1, -1)
            np.testing.assert_array_equal(rows["side"][step, :, 0], np.where(twin.done, 0, same))
    assert np.abs(rows["reward"]).sum() > 0 or np.abs(played["gain"]).sum() > 0


def test_gains_add_up_surprises_and_end_with_the_game():
    played = {
        "reward": np.array([[0.0], [0.0], [0.5], [0.0]]),
        "value": np.array([[0.1], [0.2], [0.3], [0.4]]),
        "side": np.array([[1.0], [-1.0], [0.0], [1.0]]),
    }
    found = ppo.advantages(played, np.array([0.6]))[:, 0]
    third = 0.5 - 0.3  # the game ends here: what comes after is another one
    second = -0.3 - 0.2 - ppo.LAMBDA * third  # the opponent's luck is one's own misfortune
    first = 0.2 - 0.1 + ppo.LAMBDA * second
    np.testing.assert_allclose(found, [first, second, third, 0.6 - 0.4])


def test_what_is_saved_plays_as_it_was_trained(tmp_path):
    path = tmp_path / "small.npz"
    ppo.save(path, weights(), LAYOUT)
    player = jemaa.player("marrakech", f'policy("{path}")')
    batch = Batch("marrakech", 8, seed=2)
    agreed = []
    for _ in range(30):
        chosen = ppo.forward(weights(), batch.flat(), batch.mask.astype(bool))[0].argmax(axis=1)
        agreed += [ppo.answer(batch, index, player) == chosen[index] for index in range(8)]
        batch.step(batch.sample())
    assert np.mean(agreed) > 0.97  # the file has half of the precision


def test_shares_are_counted_from_both_seats(capsys):
    share, half = ppo.share_against(weights(), "marrakech", "greedy", 12, 1)
    assert 0 <= share < 0.5 and half >= 0
    ppo.Curve("marrakech", 1).show(0.25, 64, weights(), games=4)
    assert capsys.readouterr().out.startswith("  0.2 min          64 moves  v random ")


def options(**changes):
    usual = {"game": "marrakech", "games": 8, "workers": 2, "seed": 5, "opponent": "greedy"}
    return argparse.Namespace(**usual | {"part": 0.25, "executor": "local"} | changes)


@pytest.mark.slow
@pytest.mark.once
def test_ray_plays_what_this_process_plays(monkeypatch):
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    import ray  # here, because it takes seconds

    ray.init(num_cpus=2, include_dashboard=False, logging_level="error", log_to_driver=False)
    try:
        remote = ppo.make_workers(options(executor="ray"))(weights())
    finally:
        ray.shutdown()
    local = ppo.make_workers(options())(weights())
    assert len(remote) == len(local) == 2
    for there, here in zip(remote, local, strict=True):
        for name, column in here.items():
            np.testing.assert_allclose(there[name], column, rtol=1e-5, atol=1e-6, err_msg=name)


def test_the_example_of_sb3_plays_many_tables_and_saves_a_player(tmp_path):
    sb3 = load("train_maskable")
    rng = np.random.default_rng(1)
    sizes = (LAYOUT.flat_size, 4, 4, LAYOUT.actions)
    weights = {}
    for number, name in enumerate(sb3.LAYERS):  # as torch has them: outputs before inputs
        weights[f"{name}.weight"] = rng.normal(size=(sizes[number + 1], sizes[number]))
        weights[f"{name}.bias"] = rng.normal(size=sizes[number + 1])
    sb3.save(tmp_path / "net.npz", weights, LAYOUT)
    player = jemaa.player("marrakech", f'policy("{tmp_path}/net.npz")')

    def choose(seen, masks):
        return masks.argmax(axis=1)

    share, half = sb3.share_against(choose, "random", "jemaa/Marrakech-v0", 20, 3)
    assert 0.05 < share < 0.95 and 0 < half < 0.3
    state = jemaa.game("marrakech").new(players=2).after("r")
    assert player.choose(state.view(0)).move in state.legal()


@pytest.mark.parametrize("number", range(4))
def test_a_mirrored_market_is_a_market(number):
    planes, actions = ppo.mirrors(LAYOUT)[number]

    def mirrored(x, y, heading):
        one = np.zeros(LAYOUT.plane_shape, np.uint8)
        one[6 + heading, y, x] = 1
        ((plane, v, u),) = np.argwhere(one.reshape(-1)[planes].reshape(one.shape))
        return int(u), int(v), int(plane) - 6

    for x, y, heading in np.ndindex(7, 7, 4):  # Assam walks alike, over the loops too
        assert mirrored(*board.step(x, y, heading)) == board.step(*mirrored(x, y, heading))
        left = mirrored(x, y, (heading + 3) % 4)[2]
        turn = np.flatnonzero(actions[:3] == 0)[0] - 1
        assert left == (mirrored(x, y, heading)[2] + turn) % 4
    batch = Batch("marrakech", 6, seed=4)
    for _ in range(60):
        seen = batch.planes.reshape(6, -1)[:, planes].reshape(batch.planes.shape)
        for index in np.flatnonzero(batch.scalars[:, 17]):  # somebody lays a rug
            ((_, y, x),) = np.argwhere(seen[index, 6:])
            for id in range(3, 87):
                (first, second) = board.RUGS[id - 3]
                link = 4 if second == first + 1 else 5
                whole = seen[index, link, first >> 3, first & 7]
                legal = id - 3 in board.around(8 * y + x) and not whole
                assert batch.mask[index, actions[id]] == legal
        batch.step(batch.sample())


def test_lessons_say_what_the_teacher_likes():
    lessons = ppo.Lessons("marrakech", 4, 1, "x1", 40)
    twin = Batch("marrakech", 4, players=2, seed=1)
    teacher = jemaa.player("marrakech", "x1")
    views = [twin.state(index).view(int(twin.actors[index])) for index in range(4)]
    lessons.give(weights(), 11)
    assert lessons.count == 44  # four of the first are forgotten
    lessons = ppo.Lessons("marrakech", 4, 1, "x1", 40)
    lessons.give(weights(), 1)
    for row, view in enumerate(views):
        decision = teacher.choose(view)
        liked = lessons.rows["liked"][row]
        assert liked.argmax() == decision.move.id and liked.sum() == pytest.approx(1, abs=0.01)
        assert set(np.flatnonzero(liked)) <= {move.id for move in view.legal()}
        assert lessons.rows["value"][row] == pytest.approx(decision.values[view.seat] - 0.5)
    picked = lessons.pick(64)
    assert (picked["liked"][picked["mask"] == 0] == 0).all()
