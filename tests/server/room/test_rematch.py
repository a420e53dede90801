"""The same people again, and the records of what they have played."""

import pytest

import jemaa
from jemaa.core.chance import SeededChance
from jemaa.server import wire
from jemaa.server.room import Room
from jemaa.server.room.events import Answered, Asked, Rematched, Stored
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
    assert desk.say(wire.Rematch, 0) == (Asked(0, "rematch", (1,)),)
    events = desk.say(wire.Rematch, 1)[1:]
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
    desk.say(wire.Rematch, 0)
    assert not any(map(following(desk).is_bot, (0, 1)))


class TestConsent:
    @pytest.fixture
    def desk(self):
        desk = Desk("A A B C")
        desk.play()
        return desk

    def test_everybody_who_is_here_is_asked(self, desk):
        assert desk.say(wire.Rematch, 2) == (Asked(2, "rematch", (0, 1, 3)),)
        assert desk.info().offer == wire.Offer(2, "rematch", (0, 1, 3), None, "")
        assert desk.say(wire.Rematch, 2) == ()
        assert desk.say(wire.Rematch, 1) == (Answered(1, True),)
        assert (desk.info().offer.needs, desk.info().following) == ((3,), "")
        desk.say(wire.Rematch, 3)
        assert desk.info().following == following(desk).id

    def test_who_is_away_is_not_asked(self, desk):
        desk.online = frozenset({0, 1})
        assert desk.say(wire.Rematch, 1) == (Rematched(f"next{desk.count}"),)

    def test_who_goes_before_an_answer_is_not_waited_for(self, desk):
        desk.say(wire.Rematch, 0)
        desk.say(wire.Rematch, 2)
        desk.online = frozenset({0, 1, 2})
        assert desk.say(wire.Rematch, 0) == (Rematched(f"next{desk.count}"),)

    @pytest.mark.parametrize("seat", [0, 3])
    def test_it_can_be_declined_and_withdrawn(self, desk, seat):
        desk.say(wire.Rematch, 0)
        assert desk.say(wire.Answer, seat, False) == (Answered(seat, False),)
        assert (desk.info().offer, desk.info().following) == (None, "")

    def test_consent_opens_a_room_so_it_is_no_mere_answer(self, desk):
        desk.say(wire.Rematch, 0)
        with refused("no-offer"):
            desk.say(wire.Answer, 2, True)

    def test_nobody_is_pestered(self, desk):
        for _ in range(3):
            desk.say(wire.Rematch, 0)
            desk.say(wire.Answer, 2, False)
        with refused("asked-enough"):
            desk.say(wire.Rematch, 0)


def test_one_rematch_only(desk):
    desk.online = frozenset({0})
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
    desk.online = frozenset({0})
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
