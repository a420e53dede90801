"""Void rounds: repetitions and the turn cap (F-42)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jemaa.core.errors import SetupError
from jemaa.games.facir.setup import MOST_TURNS
from tests.facir.naive import Naive
from tests.facir.table import GAME, play, start

DEALT = ("1", "2", "^0", "^0")
CYCLE = ("a1a2", "g7g6", "a2a1", "g6g7")


@pytest.mark.clause("F-42")
@pytest.mark.parametrize("repetitions", [2, 3, 4, 9])
def test_setting_says_how_often_a_position_may_occur(repetitions):
    state = start(*DEALT, "a1", "g7", repetitions=repetitions)
    for _ in range(repetitions - 2):
        state = play(state, *CYCLE)
    state = play(state, *CYCLE[:-1])
    assert (state.round, state.occurrences) == (0, repetitions - 1)
    assert play(state, CYCLE[-1]).void == (0, 1)


@pytest.mark.clause("F-42")
def test_same_nails_with_another_seat_to_move_are_another_position():
    """With three players and one shift each, the nails come back while another seat is to move."""
    state = start("1", "2", "3", "^0", "^0", "^0", "a1", "g7", "d4", players=3, repetitions=2)
    state = play(state, "a1a2", "g7g6", "d4d5", "a2a1", "g6g7")
    assert (state.to_act, state.round) == (2, 0)
    assert play(state, "d5d4").round == 1


@pytest.mark.clause("F-42")
def test_nails_are_told_apart_by_owner():
    """The holes are the same again, but the two nails have changed places."""
    state = start(*DEALT, "a1", "b1", repetitions=2)
    state = play(state, "a1c1", "b1a1", "c1b1", "a1a2", "b1c1", "a2b1", "c1a1")
    assert state.round == 0
    swapped = start(*DEALT, "a1", "b1", repetitions=2)
    swapped = play(swapped, "a1c1", "b1d1", "c1b1", "d1a1")
    assert swapped.round == 0


@pytest.mark.clause("F-42")
def test_put_begins_a_new_count():
    state = play(start(*DEALT, "a1", "g7"), *CYCLE, *CYCLE[:-1])
    state = play(state, "c3")
    assert (state.trail, state.occurrences) == ((), 1)
    assert play(state, "a1a2", "g6g7").round == 0


@pytest.mark.clause("F-42")
def test_new_round_begins_a_new_count():
    state = play(start(*DEALT, "a1", "g7", repetitions=2), *CYCLE)
    assert state.round == 1
    state = play(state, "3", "4", "^0", "^0", "g7", "a1")
    assert (state.turns, state.trail, state.occurrences) == (2, (), 1)


@pytest.mark.clause("F-42")
@pytest.mark.parametrize(("cap", "turns"), [(1, 1), (7, 7), (1000, 1000), (None, MOST_TURNS)])
def test_turn_cap_ends_the_round(cap, turns):
    state = start(*DEALT, "a1", repetitions=None, turn_cap=cap)
    if turns > 1:
        state = play(state, "g7")
    for turn in range(turns - 2):
        assert (state.round, state.turns) == (0, turn + 2)
        state = play(state, CYCLE[turn % 4])
    assert (state.round, state.turns, state.void) == (1, 0, (0, 1))


@pytest.mark.clause("F-42")
def test_laying_in_the_last_turn_comes_before_the_cap():
    state = start(*DEALT, "a1", "g7", "b1", "g6", "c1", "g5", turn_cap=7)
    assert play(state, "b3!").won == ((0, 1), ())
    assert play(state, "b3").won == ((), ())


@pytest.mark.clause("F-42")
def test_without_repetitions_no_trail_is_kept():
    state = play(start(*DEALT, "a1", "g7", repetitions=None), *CYCLE, *CYCLE, *CYCLE)
    assert (state.round, state.trail) == (0, ())


@pytest.mark.parametrize(
    "settings",
    [
        *({"repetitions": value} for value in (0, 1, 10, True, "3")),
        *({"turn_cap": value} for value in (0, 1001, -1, True, 2.0)),
    ],
)
def test_bad_limits_are_refused(settings):
    with pytest.raises(SetupError) as refused:
        GAME.setup(**settings)
    assert refused.value.field in settings


def lazy(state, rng):
    """Choose a turn that keeps the nails in one corner, so that positions come again often."""
    corner = {"a1", "a2", "b1", "b2", "c1"}
    turns = [
        move
        for move in state.legal()
        if "!" not in move.text and {move.text[:2], move.text[-2:]} <= corner
    ]
    shifts = [move for move in turns if len(move.text) == 4]
    puts = [move for move in turns if len(move.text) == 2]
    first = not any(state.nails[state.seat] >> cell & 1 for cell in range(64))
    return rng.choice(puts if first else shifts or list(state.legal()[:1]))


@pytest.mark.clause("F-42")
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from([2, 3]),
    st.sampled_from([2, 3, 5, None]),
    st.sampled_from([30, 60]),
)
def test_counting_agrees_with_a_dictionary_of_the_history(seed, players, repetitions, cap):
    rng = Random(seed)
    state = GAME.new(players=players, repetitions=repetitions, turn_cap=cap)
    naive = Naive(state.setup)
    while state.round == 0:
        chosen = state.legal()[0] if state.phase == "stand" else None
        if state.phase == "deal":
            chosen = state.outcomes()[0][0]
        if state.phase == "play":
            chosen = lazy(state, rng)
        state = state.after(chosen)
        naive.do(chosen.text)
        assert state.round == naive.number
        if state.round == 0 and state.turns and repetitions:
            seen = naive.seen[frozenset(naive.nails.items()), naive.seat]
            assert state.occurrences == seen
    assert {card + 1 for card in state.void} == naive.void
