"""What is told of each event, and to whom."""

import msgspec
import pytest

from jemaa.core.state import SPECTATOR
from jemaa.server import wire
from jemaa.server.room import redact
from jemaa.server.room.offers import GOOD_BYE
from jemaa.server.wire import Happening
from tests.server.room.desk import SECRET, Desk, told

EYES = (SPECTATOR, 0, 1)


def happening(desk, eye=SPECTATOR):
    """Return the last thing that happened, without its number and time."""
    last = redact.happenings(desk.room, desk.room.version - 1, eye)[-1]
    assert (last.number, last.at) == (desk.room.version, desk.now)
    return msgspec.structs.replace(last, number=0, at=0)


def test_every_event_is_told():
    desk = Desk("A B C", clock=wire.ClockWish(10), stand_in="amin")
    desk.say(wire.Say, 0, "hello")
    assert happening(desk) == Happening(0, 0, "said", 0, "hello")
    desk.say(wire.Rename, 0, "Omar")
    assert happening(desk) == Happening(0, 0, "renamed", 0, "Omar")
    desk.say(wire.Leave, 0)
    assert happening(desk) == Happening(0, 0, "left", 0)
    desk.now += GOOD_BYE
    desk.say(wire.Ask, 1, "bot", 0)
    assert happening(desk) == Happening(0, 0, "asked", 1, "amin", offer="bot", to=0)
    desk.say(wire.Answer, 2, False)
    assert happening(desk) == Happening(0, 0, "answered", 2, yes=False)
    desk.say(wire.Back, 0)
    assert happening(desk) == Happening(0, 0, "botleft", 0)
    desk.now += 10_000
    desk.say(wire.Claim, 1, "bot")
    assert happening(desk) == Happening(0, 0, "botsat", 0, "amin")
    desk.say(wire.Back, 0)
    desk.now += 10_000
    desk.say(wire.Claim, 1, "end")
    assert happening(desk) == Happening(0, 0, "forfeited", 0, to=1)
    desk.say(wire.Rematch, 0)
    assert happening(desk) == Happening(0, 0, "asked", 0, offer="rematch")
    desk.say(wire.Rematch, 2)
    desk.say(wire.Rematch, 1)
    assert happening(desk) == Happening(0, 0, "rematched", text=desk.info().following)


def test_seats_that_are_taken_are_told():
    desk = Desk("A open open")
    assert happening(desk) == Happening(0, 0, "created")
    desk.say(wire.Fill, 0, 2, "amin")
    assert happening(desk) == Happening(0, 0, "filled", 2, "amin")
    assert Desk("A B C").kinds() == ["created", "sat", "sat", "started"]
    sat = redact.happenings(Desk("A B").room, 1, SPECTATOR)[0]
    assert (sat.kind, sat.seat, sat.text) == ("sat", 1, "Youssef")


def test_arrivals_are_told():
    desk = Desk("A B", clock=wire.ClockWish(10), gathers=True)
    desk.say(wire.Arrive, 1)
    assert happening(desk) == Happening(0, 0, "arrived", 1)


def test_undo_is_told():
    desk = Desk("A B C", "facir")
    desk.move(0, "^1")
    desk.say(wire.Ask, 0, "undo")
    assert happening(desk) == Happening(0, 0, "asked", 0, offer="undo", to=3)


def test_moves_and_outcomes_are_told_with_their_stories():
    desk = Desk("A A A")
    desk.move(0, "L")
    turn, roll = redact.happenings(desk.room, 2, SPECTATOR)
    assert (turn.kind, turn.seat, turn.text, turn.story.kind) == ("played", 0, "L", "turn")
    assert (roll.seat, roll.story.kind, str(roll.story.slippers)) == (-1, "roll", roll.text)


def test_only_what_came_after_a_version_is_told():
    desk = Desk("A A A")
    desk.play(6)
    everything = redact.happenings(desk.room, 0, 0)
    for version in range(desk.room.version + 1):
        assert redact.happenings(desk.room, version, 0) == everything[version:]
    assert redact.happenings(desk.room, -5, 0) == everything


def test_a_card_is_told_to_its_owner_alone():
    desk = Desk("A B", "facir")
    desk.move(0, "^3")
    for eye in EYES:
        first, second, stood = redact.happenings(desk.room, 3, eye)
        assert [first.text is None, second.text is None] == [eye != 0, eye != 1]
        assert [first.story.card is None, second.story.card is None] == [eye != 0, eye != 1]
        assert (stood.text, stood.story.rotation) == (("^3", 3) if eye == 0 else (None, None))


@pytest.mark.parametrize("game", ["marrakech", "facir"])
def test_the_secret_is_told_when_the_game_is_over(game):
    desk = Desk("A A", game)
    for eye in EYES:
        assert SECRET.encode() not in told(desk.room, desk.now, eye)
    desk.play(5)
    for eye in EYES:
        assert SECRET.encode() not in told(desk.room, desk.now, eye)
    desk.play()
    assert desk.info().secret == SECRET


def test_when_the_game_is_over_all_cards_are_told():
    desk = Desk("A B", "facir")
    desk.play()
    for eye in EYES:
        texts = [one.text for one in redact.happenings(desk.room, 4, eye)]
        assert None not in texts
        assert texts[0] is not None


def test_what_was_told_at_the_end_is_not_told_of_the_game_before_it():
    desk = Desk("A B", "facir", clock=wire.ClockWish(10))
    desk.play(5)
    earlier = desk.room
    desk.now += 10_000
    desk.say(wire.Claim, 1 - desk.room.to_act, "end")
    assert redact.happenings(desk.room, 3, SPECTATOR)[0].text is not None
    assert redact.happenings(earlier, 3, SPECTATOR)[0].text is None


def test_when_somebody_has_forfeited_all_cards_are_open():
    desk = Desk("A B", "facir", clock=wire.ClockWish(10))
    desk.play(5)
    assert card_seen(desk, SPECTATOR) == [False, False]
    assert card_seen(desk, 1) == [False, True]
    desk.now += 10_000
    late = desk.room.to_act
    desk.say(wire.Claim, 1 - late, "end")
    assert card_seen(desk, SPECTATOR) == [True, True]
    scene = msgspec.json.decode(redact.scene(desk.room, SPECTATOR))
    assert scene["ranking"] == [[1 - late], [late]]


def card_seen(desk, eye):
    scene = msgspec.json.decode(redact.scene(desk.room, eye))
    return [room["card"] is not None for room in scene["rooms"]]


def test_nothing_that_is_stored_of_keys_is_told():
    desk = Desk("A B tourist")
    desk.play()
    for eye in EYES:
        sent = told(desk.room, desk.now, eye)
        for chair in desk.room.seats[:2]:
            assert chair.token.encode() not in sent
            assert chair.device.encode() not in sent


def test_a_scene_is_made_once_for_a_position():
    desk = Desk("A B", "facir")
    scenes = [redact.scene(desk.room, eye) for eye in EYES]
    assert len({bytes(scene) for scene in scenes}) == 3
    desk.say(wire.Say, 0, "hello")
    assert all(redact.scene(desk.room, eye) is scenes[n] for n, eye in enumerate(EYES))
    desk.move(0, "^0")
    assert redact.scene(desk.room, 0) != scenes[0]


def test_without_secrets_all_see_the_same_scene():
    room = Desk("A B C").room
    assert redact.scene(room, 0) is redact.scene(room, 2) is redact.scene(room, SPECTATOR)


def test_a_waiting_room_can_be_looked_at():
    for game in ("marrakech", "facir"):
        desk = Desk("A open", game)
        assert msgspec.json.decode(redact.scene(desk.room, 0))["game"] == game
        assert desk.info().status == "waiting"


def test_everything_fits_the_wire():
    desk = Desk("A B", "facir", clock=wire.ClockWish(10))
    desk.play(7)
    welcome = wire.Welcome(
        protocol=wire.PROTOCOL,
        version=desk.room.version,
        now=desk.now,
        room=desk.info(),
        held=(0,),
        eye=0,
        complete=True,
        events=redact.happenings(desk.room, 0, 0),
        scene=redact.scene(desk.room, 0),
        online=(0, 1),
        spectators=0,
    )
    sent = msgspec.json.decode(wire.write(welcome))
    assert sent["scene"]["own"]["seat"] == 0
    assert sent["room"] == msgspec.json.decode(msgspec.json.encode(desk.info()))
    assert msgspec.convert(sent["room"], wire.RoomInfo).seats == desk.info().seats
