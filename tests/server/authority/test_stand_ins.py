"""Bots that sit in for people who are away."""

import pytest

from jemaa.server import wire
from jemaa.server.authority.events import Answered, Asked, BotLeft, BotSat, Played
from jemaa.server.authority.offers import STAND_IN
from jemaa.server.authority.room import BotMove
from tests.server.authority.desk import Desk, refused

pytestmark = pytest.mark.once


@pytest.fixture
def desk():
    """Three people on three devices; the one to act, seat 0, is away."""
    desk = Desk("A B C")
    desk.online = frozenset({1, 2})
    return desk


def test_the_others_who_are_here_are_asked(desk):
    asked = Asked(1, "bot", (2,), absent=0, level="amin")
    assert desk.say(wire.Ask, 1, "bot", 0, "amin") == (asked,)
    assert desk.info().offer == wire.Offer(1, "bot", (2,), 0, "amin")
    assert desk.say(wire.Answer, 2, True) == (Answered(2, True), BotSat(0, "amin"))
    assert desk.info().offer is None


def test_one_no_is_enough(desk):
    desk.say(wire.Ask, 1, "bot", 0)
    desk.say(wire.Answer, 2, False)
    assert not desk.info().seats[0].stand_in


def test_where_nobody_else_is_here_it_happens_at_once(desk):
    desk.online = frozenset({1})
    assert desk.say(wire.Ask, 1, "bot", 0) == (BotSat(0, STAND_IN),)


def test_people_on_the_askers_device_are_not_asked():
    desk = Desk("A B A")
    desk.online = frozenset({0, 2})
    assert desk.say(wire.Ask, 0, "bot", 1) == (BotSat(1, STAND_IN),)


def test_it_does_not_matter_what_was_played_meanwhile(desk):
    version = desk.room.version
    desk.move(0, "S")
    assert desk.say(wire.Ask, 1, "bot", 0, version=version)[0].absent == 0


def test_a_stand_in_plays_like_any_bot_until_the_owner_is_back(desk):
    desk.online = frozenset({1})
    desk.say(wire.Ask, 1, "bot", 0)
    assert desk.info().seats[0] == wire.SeatInfo(
        seat=0, kind="person", name="Amina", level=STAND_IN, stand_in=True, left=False, time=None
    )
    assert desk.room.bot_to_move().spec == STAND_IN
    with refused("bot-plays"):
        desk.say(wire.Submit, 0, "S")
    assert desk.bot_move("S")[0] == Played(0, "S")
    assert desk.say(wire.Back, 0) == (BotLeft(0),)
    assert desk.room.bot_to_move() is None
    desk.move(0, desk.room.state.legal()[0].text)
    assert desk.room.to_act == 1


def test_a_bot_that_is_too_late_does_not_play_for_the_owner(desk):
    desk.online = frozenset({1})
    desk.say(wire.Ask, 1, "bot", 0)
    turn, version = desk.room.bot_to_move(), desk.room.version
    desk.say(wire.Back, 0)
    with refused("stale"):
        desk.do(BotMove(turn.seat, version, "S"))


def test_who_said_good_bye_counts_as_away(desk):
    desk.online = frozenset({0, 1, 2})
    with refused("not-absent"):
        desk.say(wire.Ask, 1, "bot", 0)
    desk.say(wire.Leave, 0)
    assert desk.say(wire.Ask, 1, "bot", 0)[0].needs == (2,)


def test_who_said_good_bye_can_come_back_before_anybody_asks(desk):
    desk.say(wire.Leave, 0)
    assert desk.say(wire.Back, 0) == (BotLeft(0),)
    assert not desk.info().seats[0].left


@pytest.mark.parametrize(
    ("plan", "absent", "reason"),
    [("A B C", 1, "not-absent"), ("A B amin", 2, "no-seat"), ("A B C", 3, "no-seat")],
)
def test_asking_is_refused(plan, absent, reason):
    desk = Desk(plan)
    with refused(reason):
        desk.say(wire.Ask, 1, "bot", absent)


def test_no_second_stand_in_and_no_strange_one(desk):
    desk.online = frozenset({1})
    with refused("level"):
        desk.say(wire.Ask, 1, "bot", 0, "external('x')")
    desk.say(wire.Ask, 1, "bot", 0)
    with refused("bot-plays"):
        desk.say(wire.Ask, 1, "bot", 0)


def test_back_from_nowhere_is_refused(desk):
    with refused("no-stand-in"):
        desk.say(wire.Back, 0)


def test_a_bot_for_good_never_leaves():
    desk = Desk("A tourist")
    desk.play()
    assert desk.info().seats[1].level == "tourist"
    assert not desk.info().seats[1].stand_in
