"""Sitting down, giving seats to bots, names, phrases and good-byes."""

import pytest

from jemaa.server import wire
from jemaa.server.room.commands import Sit
from jemaa.server.room.events import Filled, Left, Renamed, Said, Sat, Started
from jemaa.server.room.tokens import digest
from tests.server.room.desk import Desk, key, refused

pytestmark = pytest.mark.once


@pytest.fixture
def waiting():
    return Desk("A open open")


def test_the_first_open_seat_is_given_to_who_wants_any(waiting):
    (sat,) = waiting.do(Sit(None, " Leïla ", "new key", "B"))
    assert sat == Sat(1, "Leïla", digest("new key"), digest("B"))
    assert waiting.room.seat_of("new key") == 1


def test_the_last_one_to_sit_begins_the_game(waiting):
    waiting.do(Sit(2, "Leïla", key(2), "B"))
    assert waiting.room.status == "waiting"
    assert [type(event) for event in waiting.do(Sit(1, "Idris", key(1), "C"))] == [Sat, Started]
    assert (waiting.room.status, waiting.room.to_act) == ("playing", 0)


def test_who_has_no_device_is_known_by_his_key(waiting):
    (sat,) = waiting.do(Sit(None, "Leïla", "new key"))
    assert sat.device == digest("new key")
    waiting.do(Sit(None, "Idris", "other key"))  # not taken for the same browser
    assert waiting.room.status == "playing"


@pytest.mark.parametrize(
    ("sit", "reason"),
    [
        (Sit(0, "Idris", "k", "B"), "seat-taken"),
        (Sit(3, "Idris", "k", "B"), "no-seat"),
        (Sit(-1, "Idris", "k", "B"), "no-seat"),
        (Sit(None, "Idris", "k", "A"), "already-seated"),
        (Sit(None, "AMINA", "k", "B"), "name-taken"),
        (Sit(None, "", "k", "B"), "name"),
    ],
    ids=str,
)
def test_sitting_is_refused(waiting, sit, reason):
    with refused(reason):
        waiting.do(sit)


def test_a_full_table_has_no_seat():
    with refused("room-full"):
        Desk("A A").do(Sit(None, "Idris", "k", "B"))


def test_an_open_seat_can_be_given_to_a_bot(waiting):
    assert waiting.say(wire.Fill, 0, 2, "amin") == (Filled(2, "amin"),)
    assert [type(event) for event in waiting.say(wire.Fill, 0, 1, "tourist")] == [Filled, Started]
    assert [seat.kind for seat in waiting.info().seats] == ["person", "bot", "bot"]


@pytest.mark.parametrize(
    ("seat", "level", "reason"),
    [(0, "amin", "seat-taken"), (7, "amin", "no-seat"), (1, "external", "level")],
)
def test_filling_is_refused(waiting, seat, level, reason):
    with refused(reason):
        waiting.say(wire.Fill, 0, seat, level)


def test_no_seat_is_filled_in_a_game_that_has_begun():
    with refused("started"):
        Desk("A A").say(wire.Fill, 0, 1, "amin")


def test_names_can_change_but_not_to_somebody_elses():
    desk = Desk("A B")
    assert desk.say(wire.Rename, 1, "Omar") == (Renamed(1, "Omar"),)
    assert desk.room.summary().names == ("Amina", "Omar")
    assert desk.say(wire.Rename, 1, "omar") == (Renamed(1, "omar"),)
    with refused("name-taken"):
        desk.say(wire.Rename, 1, "amina")
    with refused("name"):
        desk.say(wire.Rename, 1, "\u202e")


def test_the_same_name_again_changes_nothing():
    assert Desk("A B").say(wire.Rename, 0, "Amina ") == ()


def test_phrases_come_from_a_list():
    desk = Desk("A open")
    assert desk.say(wire.Say, 0, "hello") == (Said(0, "hello"),)
    with refused("phrase"):
        desk.say(wire.Say, 0, "buy cheap rugs")


def test_who_says_good_bye_keeps_his_seat_until_he_speaks_again():
    desk = Desk("A B")
    assert desk.say(wire.Leave, 1) == (Left(1),)
    assert desk.info().seats[1].left
    assert desk.say(wire.Leave, 1) == ()
    desk.say(wire.Say, 1, "hello")
    assert not desk.info().seats[1].left


@pytest.mark.parametrize("token", ["", "x", key(0)[:-1], key(0) + " ", key(2)])
@pytest.mark.parametrize(
    "command",
    [
        (wire.Submit, "S"),
        (wire.Chance, "1"),
        (wire.Ask, "undo"),
        (wire.Answer, True),
        (wire.Fill, 0, "amin"),
        (wire.Back,),
        (wire.Claim, "end"),
        (wire.Rename, "Eve"),
        (wire.Say, "hello"),
        (wire.Leave,),
        (wire.Rematch,),
    ],
    ids=lambda command: command[0].__name__,
)
def test_without_a_key_nothing_can_be_done(command, token):
    type_, *fields = command
    desk = Desk("A B tourist")
    with refused("unknown-token"):
        desk.do(type_("id", token, desk.room.version, *fields))


def test_the_hash_of_a_token_is_no_token():
    room = Desk("A B").room
    assert room.seat_of(room.seats[0].token) is None
