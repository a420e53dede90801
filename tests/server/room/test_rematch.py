"""The same people again, and the records of what they have played."""

import pytest

import jemaa
from jemaa.core.chance import SeededChance
from jemaa.server import wire
from jemaa.server.room.events import Rematched, Stored
from jemaa.server.room.room import Room
from tests.server.room.desk import SECRET, Desk, key, refused

pytestmark = pytest.mark.once


@pytest.fixture
def desk():
    desk = Desk("A B tourist", clock=wire.ClockWish(60, 1), settings={"first": 2})
    desk.play()
    return desk


def following(desk):
    return Room.fold(Stored(n, desk.now, event) for n, event in enumerate(desk.effects.opens, 1))


def test_the_same_people_and_the_next_one_begins(desk):
    events = desk.say(wire.Rematch, 1)
    assert events == (Rematched(f"next{desk.count}"),)
    again = following(desk)
    assert again.id == desk.info().following == events[0].room
    assert (again.status, again.setup.first, again.created.previous) == ("playing", 0, "room1")
    assert again.summary().names == desk.room.summary().names
    assert again.summary().devices == desk.room.summary().devices
    assert [again.seat_of(key(seat)) for seat in range(3)] == [0, 1, None]
    assert again.created.clock == desk.room.created.clock
    assert again.created.secret != SECRET


def test_who_was_played_for_is_a_person_again():
    desk = Desk("A B")
    desk.online = frozenset({0})
    desk.say(wire.Ask, 0, "bot", 1)
    desk.play()
    desk.say(wire.Rematch, 1)
    assert not any(map(following(desk).is_bot, (0, 1)))


def test_one_rematch_only(desk):
    desk.say(wire.Rematch, 0)
    with refused("rematch-made"):
        desk.say(wire.Rematch, 1)


def test_no_rematch_before_the_end():
    for plan in ("A open", "A B"):
        with refused("not-over"):
            Desk(plan).say(wire.Rematch, 0)


def test_a_forfeited_game_can_be_played_again():
    desk = Desk("A B", clock=wire.ClockWish(10))
    desk.now += 10_000
    desk.say(wire.Claim, 1, "end")
    desk.say(wire.Rematch, 0)
    assert following(desk).status == "playing"


def test_the_record_tells_all_and_reads_back(desk):
    record = desk.room.record
    assert record.tags == {
        "date": "1970-01-01",
        "room": "room1",
        "seat 0": "Amina",
        "seat 1": "Youssef",
        "seat 2": "tourist",
        "commitment": SeededChance(bytes.fromhex(SECRET)).commitment,
        "secret": SECRET,
    }
    assert jemaa.open_record(str(record)).state == desk.room.state


def test_there_is_no_record_before_the_end():
    with refused("not-over"):
        _ = Desk("A B").room.record
