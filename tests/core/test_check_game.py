"""The conformance kit passes good games and names the law that a bad one breaks."""

import pytest

import jemaa
from jemaa.core.errors import IllegalMoveError, SetupError
from jemaa.core.state import compiled
from jemaa.core.testing import LawBrokenError, check_game

GAME = jemaa.game("marrakech")
SETUPS = [
    {"players": 2, "rotate": "after"},
    {"players": 3, "insolvent": "stays", "first": 2},
    {"players": 4, "colours": ("n", "b", "y", "r"), "facing": "W"},
]


@pytest.mark.parametrize("settings", SETUPS if compiled else SETUPS[:1], ids=str)
def test_marrakech_keeps_all_laws(settings):
    check_game(GAME, setups=[settings], games=1)


def test_facir_keeps_all_laws():
    check_game(
        jemaa.game("facir"), setups=[{"players": 2, "turn_cap": 12 if compiled else 6}], games=1
    )


def returning(value):
    return lambda *args, **settings: value


def refuse_everything(self, state, action):
    return IllegalMoveError("", "", "no reason", str(state))


@pytest.mark.parametrize(
    ("name", "broken", "law"),
    [
        ("tell", returning(""), "every action can be told"),
        ("most_steps", 5, "no game is longer than most_steps"),
        ("refusal", refuse_everything, "is refused why"),
        ("draw", returning(""), "a view can be drawn"),
        ("move", returning(GAME.move("S")), "is read back as itself"),
        ("move_by_id", returning(GAME.move("S")), "is found by its id"),
        ("setup", returning(GAME.setup(players=2)), "is refused"),
        ("resample", returning(GAME.new(players=2)), "a resampled state gives the same view"),
    ],
)
def test_broken_law_is_named(monkeypatch, name, broken, law):
    monkeypatch.setattr(type(GAME), name, broken)
    with pytest.raises(LawBrokenError, match=law):
        check_game(GAME, games=1)


def test_more_seats_than_there_is_room_for_are_refused_by_name():
    class Crowd(type(GAME)):
        name = "crowd"
        seats = (2, 5)

    with pytest.raises(SetupError, match="crowd seats 5; no game can seat over 4"):
        Crowd()
    assert GAME.new().game is GAME
