"""Who begins: chosen, by lot, or the youngest; and the short code while somebody is waited for."""

import pytest

from jemaa.catalog import open_record
from jemaa.core.chance import SeededChance
from jemaa.games.facir.cards import DEFAULT_DECK, deck_text
from jemaa.server import wire
from jemaa.server.room import redact
from jemaa.server.room.chair import places
from jemaa.server.room.commands import Context
from jemaa.server.room.events import Started
from jemaa.server.room.opening import open_room
from jemaa.server.room.tokens import CODE_SIGNS, clean_code, fresh_code
from tests.server.room.desk import SECRET, Desk, key, refused, wishes

pytestmark = pytest.mark.once


def begun(desk):
    return next(one.event for one in desk.room.log if isinstance(one.event, Started))


def test_chosen_seat_begins_and_nothing_is_said_of_it():
    desk = Desk("A tourist B", settings={"first": 2})
    assert desk.room.to_act == 2
    assert begun(desk).first is None
    assert desk.info().begins == ""


def test_lot_is_drawn_when_the_game_begins_and_everybody_can_check_it():
    firsts = set()
    for number in range(12):
        desk = Desk("A A A A", room=f"room{number}", begins="lot")
        source = SeededChance(bytes.fromhex(SECRET), f"room{number}")
        first = int(source.draw("first", 0, {"0": 1, "1": 1, "2": 1, "3": 1}))
        assert desk.room.to_act == desk.room.setup.first == begun(desk).first == first
        assert desk.info().setup["first"] == first
        (started,) = [one for one in redact.happenings(desk.room, 0, -3) if one.kind == "started"]
        assert started.seat == first
        firsts.add(first)
    assert firsts == {0, 1, 2, 3}


def test_lot_waits_until_everybody_sits():
    desk = Desk("A open B", begins="lot")
    assert desk.room.status == "waiting"
    assert desk.info().begins == "lot"
    desk.say(wire.Fill, 0, 1, "tourist")
    assert desk.room.to_act == begun(desk).first


def test_game_by_lot_is_recorded_and_played_again():
    desk = Desk("A A", "marrakech", room="room5", begins="lot")
    desk.play()
    record = desk.room.record
    assert record.tags["first"] == "lot"
    assert open_record(record).state == desk.room.state
    # The next seat begins the rematch, and nobody draws.
    desk.say(wire.Rematch, 0)
    created, started, *_ = desk.effects.opens
    assert f"first={1 - desk.room.setup.first}" in created.setup or desk.room.setup.first == 1
    assert (created.begins, started.first) == ("", None)


def test_youngest_is_named_when_all_are_there():
    desk = Desk("A open tourist", "facir", begins="youngest")
    with refused("waiting"):
        desk.say(wire.Youngest, 0, 0)
    desk.room = Desk("A B tourist", "facir", begins="youngest").room
    assert (desk.room.status, desk.info().code) == ("waiting", "")
    with refused("no-seat"):
        desk.say(wire.Youngest, 0, 2)
    desk.say(wire.Youngest, 0, 1)
    assert desk.room.status == "playing"
    assert desk.room.setup.first == 1
    with refused("started"):
        desk.say(wire.Youngest, 0, 0)


def test_who_plays_with_bots_alone_is_the_youngest():
    assert Desk("tourist A amin", "facir", begins="youngest").room.setup.first == 1
    desk = Desk("A open", "facir", begins="youngest")
    desk.say(wire.Fill, 0, 1, "amin")
    assert desk.room.setup.first == 0


def test_code_leads_here_while_a_seat_is_open():
    new = wire.NewRoom("marrakech", tuple(wishes("A open")), device="A")
    context = Context(5, frozenset(), "room1", SECRET, code="KXRWPC")
    (created,) = open_room(new, context, [key(0), key(1)])
    assert created.code == "KXRWPC"
    full = wire.NewRoom("marrakech", tuple(wishes("A A")), device="A")
    assert open_room(full, context, [key(0), key(1)])[0].code == ""


def test_codes_are_read_however_they_are_typed():
    code = fresh_code()
    assert len(code) == 6
    assert set(code) <= set(CODE_SIGNS)
    assert clean_code(f" {code[:3].lower()}-{code[3:]} ") == code
    assert clean_code("СНКМРТ") == "CHKMPT"  # typed with a Cyrillic keyboard
    assert [clean_code(text) for text in ("", "CCCCC", "CCCCCO", "CCCCCCC")] == ["", "", "", ""]


def test_deck_comes_from_a_file():
    mine = DEFAULT_DECK[::-1]
    desk = Desk("A A", "facir", files={"deck": deck_text(mine)})
    assert desk.room.setup.deck == mine


def test_summary_tells_the_board_and_how_it_ended():
    desk = Desk("A A A")
    desk.play(4)
    assert desk.room.summary().board == " ".join(str(desk.room.state).split()[2:4])
    desk.play()
    summary = desk.room.summary()
    assert summary.scores == desk.room.state.scores()
    assert summary.places == places(desk.room.ranking(), 3)
    facir = Desk("A A", "facir")
    assert facir.room.summary().board == "7/7/7/7/7/7/7"
