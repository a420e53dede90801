"""Settings: made, checked, printed, read."""

import json
from dataclasses import FrozenInstanceError, dataclass
from typing import Any

import pytest

from jemaa.core.errors import SetupError
from jemaa.core.setup import Setup, check_seat, one_of, whole_number


@dataclass(frozen=True, slots=True, kw_only=True)
class Stalls(Setup):
    """A setup with a field of each kind."""

    stalls: tuple[str, ...] = ("a", "b")
    limit: int | None = 5
    mood: str = "calm"

    @classmethod
    def read(cls, name: str, value: str) -> Any:
        if name == "stalls":
            return tuple(value.split("+"))
        if name == "limit":
            return None if value == "none" else whole_number(name, value)
        return Setup.read(name, value)


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({}, "-"),
        ({"players": 2}, "players=2"),
        ({"first": 3}, "first=3"),
        ({"mood": "merry", "players": 3}, "players=3,mood=merry"),
        ({"stalls": ("x", "y", "z")}, "stalls=x+y+z"),
        ({"limit": None}, "limit=none"),
        ({"limit": 7, "first": 1}, "first=1,limit=7"),
    ],
    ids=str,
)
def test_setup_prints_what_is_unusual_and_reads_it_back(settings, text):
    setup = Stalls.make(settings)
    assert str(setup) == text
    assert Stalls.parse(text) == setup
    assert setup.changes() == dict(pair.split("=") for pair in text.split(",") if pair != "-")


def test_setup_goes_through_json():
    setup = Stalls(players=2, limit=None)
    assert setup.to_dict() == {
        "players": 2,
        "first": 0,
        "stalls": ("a", "b"),
        "limit": None,
        "mood": "calm",
    }
    assert json.loads(json.dumps(setup.to_dict()))["stalls"] == ["a", "b"]


def test_setup_does_not_change():
    with pytest.raises(FrozenInstanceError):
        Stalls().players = 2


def test_setup_is_a_value():
    assert Stalls(mood="merry") == Stalls(mood="merry")
    assert len({Stalls(), Stalls(), Stalls(players=2)}) == 2


@pytest.mark.parametrize(
    ("text", "field", "message"),
    [
        ("colour=red", "colour", "this game has: players, first, stalls, limit, mood"),
        ("players", "players", "write settings as name=value"),
        ("mood=a,mood=b", "mood", "is given twice"),
        ("players=two", "players", "'two' is no whole number"),
        ("first=--1", "first", "'--1' is no whole number"),
        (f"limit={'9' * 19}", "limit", "is out of range; it has over 18 digits"),
        (f"limit={'9' * 5000}", "limit", "is out of range; it has over 18 digits"),
        ("limit=\u0665", "limit", "is no whole number"),
    ],
)
def test_wrong_text_names_the_setting(text, field, message):
    with pytest.raises(SetupError) as error:
        Stalls.parse(text)
    assert error.value.field == field
    assert str(error.value).startswith(f"{field}: ")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("choices", "listed"),
    [((1,), "1"), ((1, 2), "1 or 2"), ((1, 2, None), "1, 2 or none"), (("a", "b"), "a or b")],
)
def test_choices_are_listed(choices, listed):
    one_of("size", choices[0], choices)
    with pytest.raises(SetupError, match=f"size: 9 is not possible; choose {listed}$"):
        one_of("size", 9, choices)


def test_true_is_not_one():
    with pytest.raises(SetupError, match="True is not possible"):
        one_of("size", True, (1, 2))
    with pytest.raises(SetupError, match=r"1\.0 is not possible"):
        one_of("size", 1.0, (1, 2))


def test_seat_must_be_at_the_table():
    check_seat("first", 2, 3)
    with pytest.raises(SetupError, match="first: 3 is not possible; choose 0, 1 or 2"):
        check_seat("first", 3, 3)
