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
EYES = ppo.Eyes("marrakech")


def weights(seed=1):
    found = ppo.new_weights(EYES, 8, seed)
    found[4] *= 100  # so that it has an opinion
    return found


def test_a_worker_tells_what_was_seen_and_done():
    worker = ppo.Worker("marrakech", 6, 3, "greedy", 0.5)
    twin = Batch("marrakech", 6, players=2, seed=3, centred=True)
    for _ in range(4):  # a game has 96 moves, so that some end
        played = worker.play(weights())
        rows = {name: column.reshape(ppo.STEPS, 6, -1) for name, column in played.items()}
        for step in range(ppo.STEPS):
            places, seen = ppo.see(EYES, twin)
            np.testing.assert_array_equal(rows["planes"][step], seen[0])
            np.testing.assert_array_equal(rows["mask"][step], seen[2])
            assert (seen[2].sum(axis=1) == twin.mask.sum(axis=1)).all()  # no move is out of sight
            chances, value = ppo.forward(weights(), *seen)
            np.testing.assert_allclose(rows["value"][step, :, 0], value, rtol=1e-5)
            drawn = rows["action"][step, :, 0]
            np.testing.assert_allclose(
                rows["chance"][step, :, 0], chances[range(6), drawn], rtol=1e-4, atol=1e-5
            )
            action = EYES.moves[places, drawn]
            # In the first half of the games greedy has one seat, and nothing is learned from it.
            learns = rows["learns"][step, :, 0]
            np.testing.assert_array_equal(learns[:3], twin.actors[:3] != [0, 1, 0])
            assert learns[3:].all()
            for index in np.flatnonzero(~learns):
                action[index] = ppo.answer(twin, index, jemaa.player("marrakech", "greedy"))
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
    ppo.save(path, weights(), EYES)
    player = jemaa.player("marrakech", f'policy("{path}")')
    batch = Batch("marrakech", 8, seed=2)
    agreed = []
    for _ in range(30):
        places, seen = ppo.see(EYES, batch)
        chosen = EYES.moves[places, ppo.forward(weights(), *seen)[0].argmax(axis=1)]
        agreed += [ppo.answer(batch, index, player) == chosen[index] for index in range(8)]
        batch.step(batch.sample())
    assert np.mean(agreed) > 0.97  # the file has half of the precision


def test_shares_are_counted_from_both_seats(capsys):
    share, half = ppo.share_against(weights(), EYES, "greedy", 12, 1)
    assert 0 <= share < 0.5 and half >= 0
    ppo.Curve(EYES, 1).show(0.25, 64, weights(), games=4)
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


@pytest.fixture
def sb3(monkeypatch):
    """It takes from its neighbour how to look at a market."""
    monkeypatch.syspath_prepend(EXAMPLES)
    return load("train_maskable")


def test_tables_of_sb3_pay_for_leads_and_for_the_result_in_the_end(sb3):
    tables = sb3.Tables("jemaa/Marrakech-v0", 4, "random")
    shown = tables.begin(3)
    assert shown.shape == (4, tables.inputs)
    paid, ends = tables.lead.copy(), 0
    for _ in range(100):
        assert tables.masks.any(axis=1).all()
        before = tables.many.action_masks()
        outputs = tables.masks.argmax(axis=1)
        moves = EYES.moves[tables.places, outputs]
        assert before[range(4), moves].all()  # what is legal to the network is legal
        shown, rewards, over = tables.step(outputs)
        paid += rewards
        np.testing.assert_allclose(paid[~over], tables.lead[~over], atol=1e-6)
        assert np.isin(np.round(paid[over], 6), [-0.5, 0, 0.5]).all()
        paid[over] = tables.lead[over]
        ends += over.sum()
    assert ends >= 8
    tables.many.close()


def test_the_example_of_sb3_plays_many_tables_and_saves_a_player(sb3, tmp_path):
    rng = np.random.default_rng(1)
    sizes = (EYES.squares.shape[1] + LAYOUT.scalar_size, 4, 4, EYES.moves.shape[1])
    weights = {}
    for number, name in enumerate(sb3.LAYERS):  # as torch has them: outputs before inputs
        weights[f"{name}.weight"] = rng.normal(size=(sizes[number + 1], sizes[number]))
        weights[f"{name}.bias"] = rng.normal(size=sizes[number + 1])
    sb3.save(tmp_path / "net.npz", weights, EYES)
    player = jemaa.player("marrakech", f'policy("{tmp_path}/net.npz")')

    def choose(seen, masks):
        return masks.argmax(axis=1)

    share, half = sb3.share_against(choose, "random", "jemaa/Marrakech-v0", 20, 3)
    assert 0.05 < share < 0.95 and 0 < half < 0.3
    state = jemaa.game("marrakech").new(players=2).after("r")
    assert player.choose(state.view(0)).move in state.legal()


PLACES = [(x, y, heading) for heading in range(4) for y in range(7) for x in range(7)]


def walk(x, y, heading, steps):
    """Go straight on; None when that leads off the board."""
    dx, dy = board.STEP[heading]
    there = x + steps * dx, y + steps * dy
    return there if 0 <= min(there) <= max(there) < 7 else None


def test_the_network_sees_what_lies_before_assam():
    """Ahead of him is above in what it sees, whatever his place."""
    spots = {spot: number for number, spot in enumerate(ppo.NEAR)}
    for number, (x, y, heading) in enumerate(PLACES):
        for turn, (u, v) in ((0, (0, -1)), (1, (1, 0)), (2, (0, 1)), (3, (-1, 0))):
            for steps in (1, 4):
                there = walk(x, y, (heading + turn) % 4, steps)
                seen = EYES.squares[number, spots[u * steps, v * steps]]
                assert seen == (490 if there is None else 7 * there[1] + there[0])
        moves = [id for id in EYES.moves[number] if id < 87]
        assert sorted(moves) == [0, 1, 2, *(3 + rug for rug in board.around(8 * y + x))]


@pytest.mark.parametrize("which", range(3))
def test_a_mirrored_market_is_a_market(which):
    """What is mirrored is what would be seen if the board itself were mirrored."""
    flips, turns = ((0, 1), (1, 0), (1, 1))[which]
    squares, moves = EYES.mirrors[which]

    def place(x, y):
        u, v = (y, x) if flips else (x, y)
        return (6 - u, 6 - v) if turns else (u, v)

    batch = Batch("marrakech", 40, seed=4)
    for _ in range(60):
        batch.step(batch.sample())
    other, mask = np.zeros_like(batch.planes), np.zeros_like(batch.mask)
    mask[:, :3] = batch.mask[:, [2, 1, 0] if flips else [0, 1, 2]]
    for x, y, heading in PLACES:
        u, v = place(x, y)
        other[:, :4, v, u] = batch.planes[:, :4, y, x]
        to = ((3 - heading if flips else heading) + 2 * turns) % 4
        other[:, 6 + to, v, u] = batch.planes[:, 6 + heading, y, x]
        # Assam walks alike on both boards, over the loops too.
        there = board.step(x, y, heading)
        ahead = ((3 - there[2] if flips else there[2]) + 2 * turns) % 4
        assert board.step(u, v, to) == (*place(*there[:2]), ahead)
    for number, (first, second) in enumerate(board.RUGS):
        pair = [place(cell & 7, cell >> 3) for cell in (first, second)]
        start, end = sorted(8 * v + u for u, v in pair)
        id = 3 + board.RUGS.index((start, end))
        mask[:, id] = batch.mask[:, 3 + number]
        link, to = (4 if b == a + 1 else 5 for a, b in ((first, second), (start, end)))
        other[:, to, start >> 3, start & 7] = batch.planes[:, link, first >> 3, first & 7]
    _, planes, legal = EYES.look(batch.planes.reshape(40, -1), batch.mask)
    _, expected, allowed = EYES.look(other.reshape(40, -1), mask)
    np.testing.assert_array_equal(planes[:, squares], expected)
    np.testing.assert_array_equal(legal[:, moves], allowed)


def test_lessons_say_what_the_teacher_likes():
    lessons = ppo.Lessons("marrakech", 4, 1, "x1", 40)
    twin = Batch("marrakech", 4, players=2, seed=1)
    teacher = jemaa.player("marrakech", "x1")
    views = [twin.state(index).view(int(twin.actors[index])) for index in range(4)]
    lessons.give(weights(), 11)
    assert lessons.count == 44  # four of the first are forgotten
    lessons = ppo.Lessons("marrakech", 4, 1, "x1", 40)
    lessons.give(weights(), 1)
    places = ppo.see(EYES, twin)[0]
    for row, view in enumerate(views):
        decision = teacher.choose(view)
        liked = lessons.rows["liked"][row]
        assert EYES.moves[places[row], liked.argmax()] == decision.move.id
        assert liked.sum() == pytest.approx(1)
        assert lessons.rows["value"][row] == pytest.approx(decision.values[view.seat] - 0.5)
    picked = lessons.pick(64)
    assert (picked["liked"][picked["mask"] == 0] == 0).all()
