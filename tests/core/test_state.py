"""What every state promises, whatever the game."""

import pytest

import jemaa
from jemaa.core import _nocython
from jemaa.core.game import Game
from jemaa.core.state import CHANCE, OVER, SPECTATOR, State, compiled

GAME = jemaa.game("marrakech")


def test_special_seats_differ_from_each_other_and_from_seats():
    assert len({CHANCE, OVER, SPECTATOR}) == 3
    assert max(CHANCE, OVER, SPECTATOR) < 0
    assert (jemaa.CHANCE, jemaa.SPECTATOR) == (CHANCE, SPECTATOR)


def test_state_knows_its_game():
    assert GAME.new().game is GAME
    assert GAME.new().view(0).game is GAME


def test_state_and_view_are_equal_only_to_their_like():
    state = GAME.new()
    assert state == GAME.new()
    assert state != GAME.new(players=3)
    assert state != "marrakech"
    view = state.view(0)
    assert view == GAME.new().view(0)
    assert hash(view) == hash(GAME.new().view(0))
    assert view != state.view(1)
    assert view != str(view)
    assert view != state


def test_states_work_as_keys():
    counts = {GAME.new(): "start"}
    assert counts[GAME.parse(str(GAME.new()))] == "start"


def test_seat_is_named():
    assert GAME.seat_name(GAME.new(), 0) == "Red"
    assert GAME.seat_name(GAME.new(players=2).view(1), 1) == "Blue and brown"


def test_stand_in_for_cython_does_nothing():
    with _nocython.nogil:
        value = _nocython.cast(int, "left as it is")
    assert value == "left as it is"
    assert _nocython.compiled is False
    assert compiled in (True, False)


def test_game_that_says_no_more_has_plain_names_and_no_facts():
    state = GAME.new()
    assert Game.seat_name(GAME, state, 2) == "seat 2"
    assert Game.facts(GAME, state) == {}


def test_fast_door_of_no_game_offers_nothing():
    bare = State()
    if compiled:
        # Python code cannot even see it, so it cannot go around the checks.
        assert not any(hasattr(bare, name) for name in ("_legal", "_chances", "_play", "_pick"))
    else:
        assert (bare._legal([]), bare._chances([], []), bare._pick(0)) == (0, 0, 0)
        assert (bare._allows(0), bare._play(0), bare._step(0)) == (False, None, None)
        assert bare._assign(bare) is None


@pytest.mark.parametrize("name", ["game", "setup", "to_act", "is_over"])
def test_public_facts_cannot_be_set(name):
    with pytest.raises(AttributeError):
        setattr(GAME.new().view(0), name, None)


@pytest.mark.parametrize("name", ["marrakech", "facir"])
@pytest.mark.parametrize("question", ["text", "board_text", "progress"])
def test_none_is_no_position_and_no_crash(name, question):
    with pytest.raises(TypeError, match="give a state"):
        getattr(jemaa.game(name), question)(None)
