"""Opening a room: what is possible, and what is refused with the name of the field."""

import pytest

from jemaa.core.errors import JemaaError
from jemaa.server import wire
from jemaa.server.reasons import REASONS, RefusalError
from jemaa.server.room import Room
from jemaa.server.room.commands import Context
from jemaa.server.room.events import Clock, Created, Played, Started, Stored
from jemaa.server.room.opening import open_room
from jemaa.server.room.tokens import digest
from tests.server.room.desk import SECRET, Desk, key, wishes

pytestmark = pytest.mark.once
CONTEXT = Context(5, frozenset(), "room1", SECRET)


def first_events(plan="A B", game="marrakech", **wish):
    new = wire.NewRoom(game, tuple(wishes(plan)), device="A", **wish)
    return open_room(new, CONTEXT, [key(seat) for seat in range(len(new.seats))])


def test_without_open_seats_the_game_begins_at_once():
    events = first_events("A A A")
    assert [type(event) for event in events] == [Created, Started]
    assert events[0].seats[1].token == digest(key(1))


def test_what_chance_decides_first_is_in_the_same_batch():
    assert [type(event) for event in first_events("A A")] == [Created, Started, Played]
    deals = first_events("A tourist amin", "facir")[2:]
    assert [event.by for event in deals] == [-1, -1, -1]
    assert len({event.text for event in deals}) == 3


def test_with_an_open_seat_it_waits():
    room = Desk("A open").room
    assert (room.status, room.to_act, room.summary().wake) == ("waiting", None, None)


def test_real_dice_wait_for_somebody_to_type_them_in():
    assert [type(event) for event in first_events("A A", manual=True)] == [Created, Started]


def test_tokens_are_stored_only_as_hashes():
    events = first_events("A A B")
    assert not any(key(seat) in repr(events) for seat in range(3))


def test_seats_here_share_a_device_and_it_is_a_hash():
    plans = first_events("A tourist A")[0].seats
    assert [plan.device for plan in plans] == [digest("A"), "", digest("A")]


def test_seats_here_share_a_device_also_if_the_browser_has_no_name():
    new = wire.NewRoom("marrakech", tuple(wishes("A A")))
    plans = open_room(new, CONTEXT, ["one", "two"])[0].seats
    assert plans[0].device == plans[1].device == digest("one")


def test_each_seat_gets_the_token_of_its_place():
    room = Desk("tourist A").room
    assert [room.seat_of(key(seat)) for seat in (0, 1)] == [None, 1]


def test_clock_is_kept_in_milliseconds():
    assert first_events(clock=wire.ClockWish(60, 2))[0].clock == Clock(60_000, 2_000)


@pytest.mark.parametrize(
    ("wish", "reason", "field"),
    [
        ({"game": "chess"}, "game", "game"),
        ({"plan": "A"}, "seats", "seats"),
        ({"plan": "A B C D E"}, "seats", "seats"),
        ({"plan": "tourist amin"}, "seats", "seats"),
        ({"settings": {"players": 2}}, "setting", "players"),
        ({"settings": {"self": 2}}, "setting", "self"),
        ({"settings": {"edition": "58"}}, "setting", "edition"),
        ({"settings": {"colours": {"r": 1}}}, "setting", "colours"),
        ({"game": "facir", "settings": {"deck": [1, None]}}, "setting", "deck"),
        ({"game": "facir", "manual": True}, "manual", "manual"),
        ({"clock": wire.ClockWish(9)}, "clock", "initial"),
        ({"clock": wire.ClockWish(10**9)}, "clock", "initial"),
        ({"clock": wire.ClockWish(60, -1)}, "clock", "increment"),
        ({"clock": wire.ClockWish(60, 10**6)}, "clock", "increment"),
        ({"plan": 'A external("rm")'}, "level", "level"),
        ({"plan": "A mcts(ms=999999)"}, "level", "level"),
        ({"plan": "A greedy"}, "level", "level"),
        ({"begins": "youngest"}, "begins", "begins"),
        ({"begins": "the loudest"}, "begins", "begins"),
        ({"files": {"deck": "ooo"}}, "file", "files"),
        ({"game": "facir", "files": {"deck": "ooo......"}}, "file", "files"),
        ({"game": "facir", "files": {"self": ""}}, "file", "files"),
    ],
    ids=str,
)
def test_what_is_not_possible_is_refused(wish, reason, field):
    with pytest.raises(RefusalError) as refused:
        first_events(**wish)
    assert (refused.value.reason, refused.value.field) == (reason, field)
    assert reason in REASONS


@pytest.mark.parametrize(
    ("seats", "reason", "field"),
    [
        ((wire.SeatWish("open"), wire.SeatWish("here")), "name", "seats.1.name"),
        (
            (wire.SeatWish("here", "Ann"), wire.SeatWish("here", "ann")),
            *("name-taken", "seats.1.name"),
        ),
        ((wire.SeatWish("here", "Ann"), wire.SeatWish("king")), "seats", "kind"),
    ],
    ids=str,
)
def test_seats_that_are_not_possible_are_refused(seats, reason, field):
    with pytest.raises(RefusalError) as refused:
        open_room(wire.NewRoom("marrakech", seats), CONTEXT, ["1", "2"])
    assert (refused.value.reason, refused.value.field) == (reason, field)


@pytest.mark.parametrize("value", [None, True, -1, 1.5, "", "x", [], [[]], {}, [None], 10**30])
@pytest.mark.parametrize("game", ["marrakech", "facir"])
def test_settings_of_any_type_are_taken_or_refused(game, value):
    for name in first_names(game):
        try:
            events = first_events("A A A", game, settings={name: value})
        except RefusalError as refusal:
            assert refusal.reason == "setting"
        else:
            room = Room.fold(Stored(n, 5, event) for n, event in enumerate(events, 1))
            assert room.created.setup == str(room.setup)


def first_names(game):
    return [name for name in Desk("A A", game).room.settings if name != "players"]


def test_a_refusal_is_one_of_our_errors():
    assert issubclass(RefusalError, JemaaError)
