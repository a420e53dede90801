"""Random games: the same seed gives the same game, everywhere."""

import pytest

import jemaa
from jemaa.core.playout import derive_seed, playout, playout_actions, playouts

GAME = jemaa.game("marrakech")
MASK = 2**64 - 1


def mix(number):
    """The finalizer of splitmix64, written anew from its definition."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & MASK
    number = (number ^ number >> 27) * 0x94D049BB133111EB & MASK
    return number ^ number >> 31


@pytest.mark.parametrize("seed", [0, 1, 2**63, MASK])
@pytest.mark.parametrize("index", [0, 1, 1000])
def test_derived_seed(seed, index):
    golden = 0x9E3779B97F4A7C15
    assert derive_seed(seed, index) == mix(mix(seed + golden & MASK) + index * golden & MASK)


def test_derived_seeds_differ():
    assert len({derive_seed(seed, index) for seed in range(30) for index in range(30)}) == 900


def test_generator_is_splitmix64():
    # The first numbers of the reference implementation from seed 0 are well known.
    golden = 0x9E3779B97F4A7C15
    assert [mix(golden * n & MASK) for n in (1, 2, 3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]


def test_playout_leaves_the_state_and_repeats():
    state = GAME.new(players=2)
    text = str(state)
    one, other = playout(state, 42), playout(state, 42)
    assert one == other
    assert one.final.is_over
    assert one.steps == 4 * 48 or any(one.final.fallen)
    assert str(state) == text
    assert playout(state, 43).final != one.final


def test_seed_is_taken_modulo_two_to_the_64():
    state = GAME.new(players=3)
    assert playout(state, -1) == playout(state, MASK)
    assert playout(state, 2**64 + 5) == playout(state, 5)


def test_playout_of_a_finished_game_does_nothing():
    final = playout(GAME.new(), 1).final
    again = playout(final, 1)
    assert (again.final, again.steps) == (final, 0)
    assert playouts(final, 10, 1) == 0


def test_no_games_take_no_steps():
    assert playouts(GAME.new(), 0, 1) == 0


@pytest.mark.parametrize("name", ["marrakech", "facir"])
@pytest.mark.parametrize("players", [2, 4])
def test_playout_plays_the_actions_that_are_told(name, players):
    start = jemaa.game(name).new(players=players)
    state, actions = start, playout_actions(start, 7)
    for action in actions:
        state = state.after(action)
    played = playout(start, 7)
    assert (played.final, played.steps) == (state, len(actions))


@pytest.mark.parametrize(
    "play",
    [
        lambda state: playout(state, 1),
        lambda state: playout_actions(state, 1),
        lambda state: playouts(state, 2, 1),
    ],
    ids=["one", "actions", "many"],
)
def test_no_state_is_no_crash(play):
    with pytest.raises(TypeError, match="give a state"):
        play(None)
