"""Rooms in which very much has happened, also under an earlier version that had no limits."""

import json
from contextlib import ExitStack, suppress
from contextlib import closing as to_be_closed

import pytest
from websockets.exceptions import ConnectionClosed

from jemaa.server.sockets import MOST_BYTES
from jemaa.server.sockets.hub import PIECE
from tests.server.failures.visitors import Raw, answers, figure, hello, make_long

pytestmark = pytest.mark.once


@pytest.fixture
def long(start, tmp_path):
    """A server with a room that is longer than any outbox."""
    live = start()
    room, keys = live.open("marrakech", "Anna", "Boris")
    assert live.stop() == 0
    version = make_long(tmp_path / "data", room)
    return start(), room, keys, version


def whole(page, version):
    """Wait until a page has everything."""
    page.hear_until(lambda page: page.events[-1]["number"] >= version)
    return [event["number"] for event in page.events] == [*range(1, version + 1)]


def test_20_a_room_that_is_too_long_for_an_outbox_can_be_entered(long):
    """Once its welcome closed every socket, for ever."""
    live, room, keys, version = long
    with live.page(room, *keys.values()) as page:
        assert (page.version, len(page.events)) == (version, PIECE)
        assert page.scene["to_act"] == 0  # there is something to look at before all is told
        assert whole(page, version)
        assert sum(len(json.dumps(event)) for event in page.events) > MOST_BYTES
        assert page.command("rename", keys[0], name="Olga")["reason"] == "room-limit"
        answer = page.command("submit", keys[0], move="L")
        assert answer["type"] == "accepted"
        page.hear_version(answer["version"])
        assert whole(page, answer["version"])
    assert figure(live, "jemaa_outbox_drops_total") == 0


def test_20_what_happens_meanwhile_comes_after_the_history(long):
    live, room, keys, version = long
    with live.page(room, *keys.values()) as player, to_be_closed(Raw(live)) as slow:
        assert whole(player, version)  # else this takes so long that the other is cut off
        slow.say(hello(room))
        found = slow.read_until(lambda message: message["type"] == "welcome")
        answer = player.command("submit", keys[0], move="L")
        player.hear_version(answer["version"])
        found += slow.read_until(lambda message: message["type"] == "update")
    kinds = [message["type"] for message in found if "events" in message]
    pieces = -(-version // PIECE)
    assert kinds == ["welcome", *["history"] * (pieces - 1), "update"]
    numbers = [event["number"] for message in found for event in message.get("events", ())]
    assert numbers == [*range(1, answer["version"] + 1)]
    assert all(len(message["events"]) <= PIECE for message in found if "events" in message)


def test_20_a_page_goes_on_where_its_line_broke(long):
    live, room, _, version = long
    with live.page(room) as page:
        page.hear("history")
        last = page.events[-1]["number"]
    assert last == 2 * PIECE
    with live.page(room, since=last) as again:
        assert not again.welcome["complete"]
        again.events = page.events + again.events
        assert whole(again, version)


def test_20_many_greetings_end_the_socket_and_cost_the_others_little(start):
    live = start()
    room, keys = live.open("facir", "Anna", "Boris")
    with live.page(room, keys[0]) as page, ExitStack() as stack:
        guests = [stack.enter_context(live.page(room)) for _ in range(20)]
        for guest in guests:
            with suppress(ConnectionClosed):  # it may be closed before everything is said
                for _ in range(50):
                    guest.socket.send(hello(room))
        for guest in guests:
            with pytest.raises(ConnectionClosed) as end:
                while True:
                    guest.events = []
                    guest.hear("welcome")
            # Who goes on sending to a closed socket may be cut off before it hears why.
            assert end.value.rcvd is None or end.value.rcvd.code == 1008
            welcomes = [message for message in guest.heard if message["type"] == "welcome"]
            assert len(welcomes) < 25
        assert answers(page)
        assert page.command("submit", keys[0], move="^0")["type"] == "accepted"


def test_20_a_second_greeting_still_shows_another_key(start):
    live = start()
    room, keys = live.open("facir", "Anna", "Boris")
    with live.page(room) as page:
        page.say(**json.loads(hello(room, tokens=[keys[1]])))
        page.events = []
        assert page.hear("welcome")["held"] == [1]
        assert page.scene["own"] is not None
