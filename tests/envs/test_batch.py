"""A batch of games: the same for a seed whatever the threads, and random like playouts."""

import gc
from os import cpu_count
from threading import Thread, active_count
from time import monotonic, sleep, thread_time

import numpy as np
import pytest

import jemaa
from jemaa.core.batch import Batch as Core
from jemaa.core.errors import SetupError
from jemaa.core.playout import derive_seed, playout
from jemaa.core.state import compiled
from jemaa.envs.batch import LEAVE, NOBODY, Batch
from tests.envs import readable

GAMES = ("marrakech", "facir")
CASES = [(game, players) for game in GAMES for players in (2, 3, 4)]


def outputs(batch):
    arrays = batch.planes, batch.scalars, batch.mask, batch.rewards, batch.actors, batch.done
    return [array.copy() for array in arrays]


def run(steps, **arguments):
    """Return all that a random batch has written."""
    batch = Batch(seed=7, **arguments)
    found = [outputs(batch)]
    for _ in range(steps):
        batch.step(batch.sample())
        assert not batch.illegal.any()
        found.append(outputs(batch))
    batch.close()
    return found


@pytest.mark.parametrize(("game", "players"), CASES)
def test_every_row_is_the_position_of_its_game(game, players):
    batch = Batch(game, 4, players=players, seed=3)
    for step in range(90 if compiled else 12):
        if step % 6 == 0:
            for index in range(4):
                state = batch.state(index)
                assert state.to_act == batch.actors[index]
                expected = readable.flat(state, state.to_act)
                np.testing.assert_array_equal(batch.flat()[index], expected)
                np.testing.assert_array_equal(batch.mask[index], readable.mask(state))
        batch.step(batch.sample())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("threads", [2, 3, 5])
@pytest.mark.parametrize("games", [1, 13, 200])
def test_threads_change_nothing(game, threads, games):
    steps = 150 if compiled else 2 if games > 13 else 10
    for one, other in zip(
        run(steps, game=game, games=games, threads=1),
        run(steps, game=game, games=games, threads=threads),
        strict=True,
    ):
        for left, right in zip(one, other, strict=True):
            np.testing.assert_array_equal(left, right)


@pytest.mark.skipif(not compiled, reason="uncompiled, one thread does everything")
def test_threads_that_have_gone_to_sleep_are_woken():
    one, other = (Batch("marrakech", 300, seed=2, threads=threads) for threads in (1, 3))
    for _ in range(30):
        sleep(0.003)
        actions = other.sample()
        one.step(actions)
        other.step(actions)
        np.testing.assert_array_equal(one.planes, other.planes)
    other.close()


def bound(game, games, threads):
    """Return a core with buffers, and what its calls are to be given."""
    played = jemaa.game(game)
    core = Core(played.new(players=2), played.observer, games, 1, threads=threads)
    floats, flags = np.zeros(2 * games, np.float32), np.ones((3, games), np.uint8)
    core.bind(rewards=floats, actors=flags[0].view(np.int8), done=flags[1], illegal=flags[2])
    core.restart(np.ones(games, np.uint8))
    return core, np.zeros(games, np.int32)


@pytest.mark.skipif(not compiled, reason="uncompiled, one thread does everything")
@pytest.mark.skipif((cpu_count() or 1) < 2, reason="one processor gives nothing to a second thread")
def test_another_thread_does_some_of_a_large_batch():
    core, actions = bound("facir", 32768, 2)
    spent = []

    def follow():
        core.follow(1)
        spent.append(thread_time())

    other = Thread(target=follow)
    other.start()
    begun, deadline = thread_time(), monotonic() + 60
    calls = 0
    # A call is a millisecond of work or more; it looks out for one less than a tenth of that.
    while thread_time() - begun < 0.5 and monotonic() < deadline:
        core.sample(actions)
        core.step(actions)
        calls += 2
    core.dismiss()
    other.join(timeout=60)
    assert spent[0] > 0.0002 * calls


def threads_at_most(count):
    """Whether so many threads or fewer are left, or will be very soon."""
    deadline = monotonic() + 30
    while active_count() > count and monotonic() < deadline:
        sleep(0.01)
    return active_count() <= count


def test_threads_end_with_their_batch():
    before = active_count()
    batch = Batch("marrakech", 256, threads=3)
    batch.step(batch.sample())
    assert active_count() == before + (2 if compiled else 0)
    del batch
    gc.collect()
    assert threads_at_most(before)


def test_a_closed_batch_works_on_alone():
    before = active_count()
    games = 200 if compiled else 20
    batch, other = Batch(games=games, threads=2), Batch(games=games)
    for step in range(20):
        if step in (5, 9):  # twice does no harm
            batch.close()
            assert threads_at_most(before)
        actions = batch.sample()
        batch.step(actions)
        other.step(actions)
        np.testing.assert_array_equal(batch.planes, other.planes)


def test_only_the_threads_of_a_batch_can_follow_it():
    core, _ = bound("marrakech", 8, 2)
    for who in (-1, 0, 2):
        with pytest.raises(SetupError, match=f"who: {who} is none of 2 threads"):
            core.follow(who)


def test_what_is_refused_leaves_no_thread_waiting():
    batch, other = Batch("marrakech", 256, threads=2), Batch("marrakech", 256)
    for wrong in (np.zeros(255, np.int32), np.zeros((256, 1), np.int32), np.zeros(256)):
        with pytest.raises(SetupError, match="actions: "):
            batch.step(wrong)
        actions = batch.sample()
        batch.step(actions)
        other.step(actions)
        np.testing.assert_array_equal(batch.planes, other.planes)
    batch.close()


@pytest.mark.skipif(not compiled, reason="uncompiled, no call is interrupted by another")
def test_two_callers_at_once_are_refused():
    """They would write into each other's games."""
    core, actions = bound("facir", 4096, 1)
    ended = []
    refused = []

    def play():
        while not ended:
            try:
                core.sample(actions)
                core.step(actions)
            except SetupError as error:
                refused.append(str(error))

    others = [Thread(target=play) for _ in range(2)]
    for other in others:
        other.start()
    deadline = monotonic() + 60
    while not refused and monotonic() < deadline:
        sleep(0.01)
    ended.append(True)
    for other in others:
        other.join()
    assert "batch: another thread is working with it" in refused


def test_a_game_depends_on_its_number_and_the_seed_alone():
    few, many = run(60, games=3), run(60, games=9)
    for one, other in zip(few, many, strict=True):
        np.testing.assert_array_equal(one[0], other[0][:3])
    other = Batch(games=9, seed=8).sample().tolist()
    assert other != Batch(games=9, seed=7).sample().tolist()


def test_the_form_does_not_matter():
    """Compiled and not, the same numbers: this test runs in both forms."""
    batch = Batch("facir", 5, players=3, seed=11)
    for _ in range(40):
        batch.step(batch.sample())
    assert batch.sample().tolist() == [1706, 320, 500, 480, 49]


def finished_games(game, players, games):
    """Play random games in a batch; return the rewards of each and how many moves it took."""
    batch = Batch(game, games, players=players, seed=5, observe=False, masks="none")
    rewards, moves = [], []
    begun = np.zeros(games, int)
    left = np.full(games, 2)
    while left.any():
        batch.step(np.where(left > 0, batch.sample(), LEAVE))
        begun += 1
        for index in np.flatnonzero(batch.done):
            rewards.append(batch.rewards[index].copy())
            moves.append(begun[index])
            begun[index] = 0
            left[index] -= 1
    return np.array(rewards), np.array(moves)


@pytest.mark.parametrize(("game", "players"), CASES)
def test_random_games_are_like_playouts(game, players):
    count = 1500 if compiled else 4
    rewards, moves = finished_games(game, players, count)
    start = jemaa.game(game).new(players=players)
    finals = [playout(start, derive_seed(1, number)) for number in range(2 * count)]
    shares = np.array([played.final.returns() for played in finals])
    assert np.allclose(rewards.sum(axis=1), 1)
    for seat in range(players):
        error = np.sqrt((rewards[:, seat].var() + shares[:, seat].var()) / (2 * count))
        assert abs(rewards[:, seat].mean() - shares[:, seat].mean()) < 4 * error + 1e-9
    if (
        game == "facir"
    ):  # every deal is a step of chance; how many there are differs from game to game
        return
    chance = {2: 2, 3: 1, 4: 1}[players]  # a roll a turn, and with two players a draw
    turns = np.array([played.steps / (2 + chance) for played in finals])
    error = np.sqrt((moves.var() / 4 + turns.var()) / (2 * count))
    assert abs(moves.mean() / 2 - turns.mean()) < 4 * error + 0.5


def test_rewards_are_shares_or_centred():
    games = 64 if compiled else 4
    plain = Batch(games=games, seed=2)
    centred = Batch(games=games, seed=2, centred=True)
    ended = 0
    for _ in range(110):
        actions = plain.sample()
        plain.step(actions)
        centred.step(actions)
        ended += plain.done.sum()
        np.testing.assert_allclose(plain.rewards.sum(axis=1), plain.done)
        np.testing.assert_allclose(centred.rewards, plain.rewards - 0.5 * plain.done[:, None])
    assert ended >= games


def played_to_the_end(**arguments):
    batch = Batch("marrakech", 1, seed=4, **arguments)
    while not batch.done[0]:
        batch.step(batch.sample())
    return batch


def test_a_game_begins_anew_in_the_same_step():
    batch = played_to_the_end()
    assert batch.actors[0] == 0
    assert batch.state(0).cash == (30, 30)
    batch.step(batch.sample())
    assert not batch.done[0] and not batch.rewards.any()


def test_a_game_begins_anew_in_the_next_step():
    batch = played_to_the_end(autoreset="next")
    assert batch.actors[0] == NOBODY
    assert batch.state(0).is_over
    assert not batch.mask.any()
    assert batch.rewards[0].tolist() == list(batch.state(0).returns())
    batch.step(np.array([LEAVE]))
    assert batch.state(0).is_over and not batch.done[0]
    batch.step(np.array([80]))  # whatever it is
    assert batch.state(0).cash == (30, 30) and not batch.done[0] and not batch.illegal[0]


@pytest.mark.parametrize("action", [3, 86, 87, -2, 2**31 - 1, -(2**31), 2**32, -(2**40)])
def test_an_illegal_action_ends_the_game(action):
    batch = Batch("marrakech", 2, players=3, seed=1)
    batch.step(np.array([action, 0]))
    assert batch.illegal.tolist() == [True, False]
    assert batch.done.tolist() == [True, False]
    assert batch.rewards.tolist() == [[-1, 0, 0], [0, 0, 0]]
    assert batch.actors.tolist() == [0, 0]
    batch.step(batch.sample())
    assert not batch.illegal.any()


@pytest.mark.parametrize("masks", ["bytes", "bits", "ids"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_legal_in_a_game_that_an_illegal_action_has_ended(game, masks):
    batch = Batch(game, 2, seed=1, autoreset="next", masks=masks)
    batch.step(np.array([80, LEAVE]))
    assert batch.done.tolist() == [True, False] and batch.actors.tolist() == [NOBODY, 0]
    shown = next(one for one in (batch.mask, batch.bits, batch.counts) if one is not None)
    assert not shown[0].any() and shown[1].any()
    batch.step(np.zeros(2, int))
    assert batch.actors[0] == 0 and shown[0].any() and not batch.illegal.any()


def test_forms_of_the_mask_say_the_same():
    plain, bits, ids = (Batch("facir", 6, seed=9, masks=form) for form in ("bytes", "bits", "ids"))
    for _ in range(30):
        unpacked = np.unpackbits(bits.bits, axis=1, count=4807, bitorder="little")
        np.testing.assert_array_equal(unpacked, plain.mask)
        for index, count in enumerate(ids.counts):
            listed = sorted(ids.legal[index, :count])
            assert listed == np.flatnonzero(plain.mask[index]).tolist()
        actions = plain.sample()
        for batch in (plain, bits, ids):
            batch.step(actions)
    assert plain.bits is None and bits.mask is None


def test_the_caller_may_own_the_buffers():
    planes = np.full((4, 10, 7, 7), 9, np.uint8)
    rewards = np.zeros((4, 2), np.float32)
    batch = Batch(games=4, buffers={"planes": planes, "rewards": rewards})
    assert batch.planes is planes and planes.max() == 1
    np.testing.assert_array_equal(planes, Batch(games=4).planes)


def test_a_buffer_in_use_cannot_shrink():
    game = jemaa.game("marrakech")
    core = Core(game.new(players=2), game.observer, 4, 1)
    done = bytearray(4)
    given = {"rewards": np.zeros(8, np.float32), "actors": np.zeros(4, np.int8)}
    core.bind(done=done, illegal=bytearray(4), **given)
    core.restart(bytearray(b"\x01" * 4))
    with pytest.raises(BufferError):
        done.clear()


def test_other_seats_can_look():
    batch = Batch("facir", 3, players=3, seed=6)
    before = batch.scalars.copy()
    batch.observe(np.array([2, -1, 1]))
    for index, seat in ((0, 2), (2, 1)):
        expected = readable.flat(batch.state(index), seat)
        np.testing.assert_array_equal(batch.flat()[index], expected)
    np.testing.assert_array_equal(batch.scalars[1], before[1])


def test_a_position_can_be_put_in():
    batch = Batch(games=2, players=4)
    state = jemaa.parse("marrakech - 7/7/7/rEr5/7/7/7 c4W 30,30,30,30 r11,y12,b12,n12 1:turn")
    batch.put(1, state)
    assert batch.state(1) == state and batch.actors.tolist() == [0, 1]
    with pytest.raises(SetupError, match="state: its setup is"):
        batch.put(0, jemaa.game("marrakech").new(players=3))
    for other in (None, jemaa.game("facir").new(players=4)):  # the first has ended the interpreter
        with pytest.raises(SetupError, match=r"state: .* is no position of this game"):
            batch.put(0, other)


def test_numbers_may_be_those_of_numpy():
    """A seed of 64 bits from numpy's own generator has overflowed once."""
    seed = np.int64(2**62 + 5)
    given = Batch(games=np.int64(3), seed=seed, threads=np.int32(2))
    plain = Batch(games=3, seed=int(seed))
    for batch in (given, plain):
        batch.step(batch.sample())
    np.testing.assert_array_equal(given.sample(), plain.sample())
    given.reset(np.uint64(9))
    assert given.state(np.int8(1)) == given.state(1)
    given.close()


def test_a_core_refuses_what_its_observer_does_not_know():
    marrakech, facir = jemaa.game("marrakech"), jemaa.game("facir")
    for start, observer in ((None, facir.observer), (marrakech.new(players=2), facir.observer)):
        with pytest.raises(SetupError, match="start: "):
            Core(start, observer, 1, 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0}, "games: 0 is not possible; choose 1 to 1,000,000"),
        ({"games": "many"}, "games: 'many' is no whole number"),
        ({"threads": 0}, "threads: 0 is not possible"),
        ({"seed": -1}, "seed: -1 is not possible"),
        ({"masks": "yes"}, "masks: 'yes'"),
        ({"autoreset": "later"}, "autoreset: 'later'"),
        ({"players": 7}, "players: 7"),
        ({"spin": "after"}, "spin"),
        ({"buffers": {"plane": np.zeros(1)}}, "buffers: 'plane' is none of: rewards"),
        ({"buffers": {"planes": np.zeros((4, 10, 7, 7))}}, "planes: an array of uint8"),
        ({"buffers": {"mask": np.zeros((87, 4), np.uint8).T}}, "mask: the array must lie"),
        ({"buffers": {"done": [0]}}, "done: an array of bool"),
        ({"buffers": [np.zeros(1)]}, "buffers: .* names no arrays"),
        ({"buffers": dict.fromkeys(("done", "illegal"), np.zeros(4, bool))}, "illegal: .*of done"),
        ({"centred": "no"}, "centred: 'no' is not possible; choose True or False"),
        ({"observe": None}, "observe: None"),
        ({"seed": True}, "seed: True is no whole number"),
    ],
)
def test_wrong_arguments_name_the_field(arguments, message):
    with pytest.raises(SetupError, match=message):
        Batch(**({"games": 4} | arguments))


@pytest.mark.parametrize("actions", [np.zeros(3), np.zeros(4), [None] * 4, np.zeros((4, 1), int)])
def test_wrong_actions_are_refused(actions):
    with pytest.raises(SetupError, match="actions: "):
        Batch(games=4).step(actions)
