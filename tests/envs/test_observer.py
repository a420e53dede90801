"""What compiled code writes of a position, against a slow observer and what may be known."""

from array import array
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import jemaa
from jemaa.core.errors import SetupError
from jemaa.core.state import compiled
from tests.envs import readable

GAMES = ("marrakech", "facir")
SETTINGS = {
    "marrakech": [{}, {"rotate": "after"}, {"insolvent": "stays"}, {"facing": "W"}],
    "facir": [{}, {"repetitions": 2}, {"repetitions": None, "turn_cap": 9}, {"turn_cap": None}],
}
seeds = st.integers(0, 2**32 - 1)


def observed(state, seat):
    layout = state.game.observer.layout
    planes = np.full(layout.plane_size, 9, np.uint8)
    scalars = np.full(layout.scalar_size, 9, np.float32)
    state.game.observer.observe_into(state, seat, planes, scalars)
    return np.concatenate([planes.astype(np.float32), scalars])


def masked(state):
    mask = np.full(state.game.observer.layout.actions, 9, np.uint8)
    state.game.observer.mask_into(state, mask)
    return mask


def positions(game, seed, every):
    """Go through a random game of a random setup, and stop here and there."""
    rng = Random(seed)
    players = rng.choice([2, 3, 4])
    first = rng.randrange(players)
    state = jemaa.game(game).new(players=players, first=first, **rng.choice(SETTINGS[game]))
    while not state.is_over:
        if rng.random() < 1 / every:
            yield state
        outcomes = [outcome for outcome, _ in state.outcomes()]
        state = state.after(rng.choice(state.legal() or outcomes))
    yield state


@pytest.mark.parametrize("game", GAMES)
@given(seed=seeds)
def test_observations_equal_the_readable_ones_cell_by_cell(game, seed):
    for state in positions(game, seed, 40 if compiled else 120):
        for seat in range(state.setup.players):
            np.testing.assert_array_equal(observed(state, seat), readable.flat(state, seat))
        np.testing.assert_array_equal(masked(state), readable.mask(state))


@pytest.mark.parametrize("game", GAMES)
@given(seed=seeds)
def test_observations_lie_within_the_bounds_of_the_layout(game, seed):
    layout = jemaa.game(game).observer.layout
    highs = np.array([1.0] * layout.plane_size + layout.scalar_highs, np.float32)
    for state in positions(game, seed, 80 if compiled else 200):
        seen = observed(state, 0)
        assert (seen >= 0).all() and (seen <= highs).all()
        assert len(state.legal()) <= layout.most_legal


@given(seed=seeds)
def test_hidden_cards_change_nothing_that_is_observed(seed):
    rng = Random(seed)
    for state in positions("facir", seed, 60 if compiled else 300):
        for seat in range(state.setup.players):
            view = state.view(seat)
            seen = observed(state, seat)
            np.testing.assert_array_equal(observed(view.known, seat), seen)
            other = jemaa.game("facir").resample(view, rng)
            np.testing.assert_array_equal(observed(other, seat), seen)
            if state.to_act == seat:
                np.testing.assert_array_equal(masked(other), masked(state))


@pytest.mark.parametrize("game", GAMES)
def test_packed_masks_are_the_plain_ones_in_bits(game):
    observer = jemaa.game(game).observer
    for state in positions(game, 5, 20):
        bits = np.full(observer.layout.packed_size, 255, np.uint8)
        observer.pack_into(state, bits)
        plain = np.unpackbits(bits, count=observer.layout.actions, bitorder="little")
        np.testing.assert_array_equal(plain, masked(state))


@pytest.mark.parametrize("game", GAMES)
def test_named_slices_cover_the_observation_once(game):
    layout = jemaa.game(game).observer.layout
    covered = [index for part in layout.slices.values() for index in range(part.start, part.stop)]
    assert covered == list(range(layout.flat_size))
    assert len(layout.slices) == len(layout.planes) + len(layout.scalars)


def test_a_colour_in_hand_comes_first():
    state = jemaa.parse("marrakech players=2 7/7/7/7/7/rEr5/bEb5 d4S 30,30 r11y12,b11n12 0:lay:y")
    layout = state.game.observer.layout
    own, theirs = observed(state, 0), observed(state, 1)
    assert own[layout.slices["colour 1"]].sum() == 2  # red is the other one
    assert own[layout.slices["rugs"]].tolist() == pytest.approx([0.8, 11 / 15, 11 / 15, 0.8])
    assert theirs[layout.slices["colour 2"]].sum() == 0  # yellow, in the hand of the other
    assert theirs[layout.slices["whose turn"]].tolist() == [0, 1, 0, 0]


def test_bad_arguments_name_the_field():
    state = jemaa.game("marrakech").new(players=2)
    observer = state.game.observer
    planes = np.zeros(490, np.uint8)
    scalars = np.zeros(23, np.float32)
    with pytest.raises(SetupError, match="seat: there is no seat 2; choose 0 to 1"):
        observer.observe_into(state, 2, planes, scalars)
    with pytest.raises(SetupError, match="planes: a buffer of 490 bytes"):
        observer.observe_into(state, 0, planes[1:], scalars)
    with pytest.raises(SetupError, match="scalars: a buffer of 92 bytes"):
        observer.observe_into(state, 0, planes, scalars[:-1])
    frozen = np.zeros(87, np.uint8)
    frozen.flags.writeable = False
    with pytest.raises(SetupError, match="mask: this buffer is read-only"):
        observer.mask_into(state, frozen)


def test_buffers_need_no_numpy():
    state = jemaa.game("marrakech").new(players=4)
    mask = bytearray(87)
    state.game.observer.mask_into(state, mask)
    assert bytes(mask) == bytes([1, 1, 1]) + bytes(84)


def test_an_observer_refuses_positions_of_other_games():
    """Compiled code has read them as if they were its own, and ended the interpreter."""
    marrakech, facir = jemaa.game("marrakech"), jemaa.game("facir")
    for game, state in ((facir, marrakech.new(players=2)), (marrakech, None)):
        layout = game.observer.layout
        planes, scalars = bytearray(layout.plane_size), array("f", [0.0] * layout.scalar_size)
        with pytest.raises(SetupError, match=r"state: .* is no position of"):
            game.observer.observe_into(state, 0, planes, scalars)
        with pytest.raises(SetupError, match="state: "):
            game.observer.mask_into(state, bytearray(layout.actions))
        with pytest.raises(SetupError, match="state: "):
            game.observer.pack_into(state, bytearray(layout.packed_size))
