"""Bots that sit in for people who are away."""

import pytest

from jemaa.server import wire
from jemaa.server.room import BOT_PATIENCE, PLAYS_ON, Room, events
from jemaa.server.room.clock import GRACE
from jemaa.server.room.commands import BotMove, Context
from jemaa.server.room.events import Answered, Asked, BotLeft, BotSat, Played, Stored
from jemaa.server.room.offers import AWAY, GOOD_BYE
from jemaa.server.room.opening import STAND_IN
from tests.server.room.desk import Desk, key, refused

pytestmark = pytest.mark.once


@pytest.fixture
def desk():
    """Three people on three devices; the one to act, seat 0, is away."""
    desk = Desk("A B C")
    desk.online = frozenset({1, 2})
    return desk


def test_the_others_who_are_here_are_asked(desk):
    asked = Asked(1, "bot", (2,), absent=0, level=STAND_IN)
    assert desk.say(wire.Ask, 1, "bot", 0) == (asked,)
    assert desk.info().offer == wire.Offer(1, "bot", (2,), 0, STAND_IN)
    assert desk.say(wire.Answer, 2, True) == (Answered(2, True), BotSat(0, STAND_IN))
    assert desk.info().offer is None


class TestLevel:
    def test_it_is_the_one_that_the_room_was_opened_with(self):
        desk = Desk("A B", stand_in="amin")
        assert desk.info().stand_in == "amin"
        desk.online = frozenset({1})
        assert desk.say(wire.Ask, 1, "bot", 0) == (BotSat(0, "amin"),)

    def test_whoever_asks_cannot_choose_it(self):
        desk = Desk("A B", stand_in="amin")
        desk.online = frozenset({1})
        assert desk.say(wire.Ask, 1, "bot", 0, "tourist") == (BotSat(0, "amin"),)

    def test_nor_whoever_claims(self):
        desk = Desk("A B", stand_in="amin", clock=wire.ClockWish(10))
        desk.now += 10_000
        assert desk.say(wire.Claim, 1, "bot") == (BotSat(0, "amin"),)

    def test_the_rematch_has_the_same(self):
        desk = Desk("A B", stand_in="amin")
        desk.play()
        desk.say(wire.Rematch, 0)
        desk.say(wire.Rematch, 1)
        assert desk.effects.opens[0].stand_in == "amin"

    def test_a_room_cannot_be_opened_with_a_strange_one(self):
        with refused("level") as refusal:
            Desk("A B", stand_in="external('x')")
        assert refusal.value.field == "stand_in"

    def test_a_room_of_an_earlier_version_has_the_usual_one(self):
        log = Desk("A B").room.log
        body = events.encode(log[0].event).replace(b',"stand_in":"trader"', b"")
        assert b"stand_in" not in body
        old = Room.fold([Stored(1, log[0].at, events.decode(body)), *log[1:]])
        assert old.stand_in_level == STAND_IN


class TestGrace:
    def test_a_bot_comes_only_when_somebody_was_away_for_a_while(self, desk):
        desk.away = AWAY - 1
        with refused("too-soon"):
            desk.say(wire.Ask, 1, "bot", 0)
        desk.away = AWAY
        assert desk.say(wire.Ask, 1, "bot", 0)[0].absent == 0

    def test_who_is_not_known_to_be_away_for_long_is_waited_for(self, desk):
        """After a restart nobody knows since when somebody is away."""
        command = wire.Ask("id", key(1), desk.room.version, "bot", 0)
        with refused("too-soon"):
            desk.room.handle(command, Context(desk.now, desk.online))

    def test_who_said_good_bye_can_think_again(self, desk):
        desk.online = frozenset({0, 1, 2})
        with refused("not-absent"):
            desk.say(wire.Ask, 1, "bot", 0)
        desk.say(wire.Leave, 0)
        desk.now += GOOD_BYE - 1
        with refused("too-soon"):
            desk.say(wire.Ask, 1, "bot", 0)
        desk.now += 1
        assert desk.say(wire.Ask, 1, "bot", 0)[0].needs == (2,)


class TestOneMove:
    @pytest.fixture
    def desk(self):
        """A stand-in for seat 0 has made its first move."""
        desk = Desk("A B")
        desk.online = frozenset({1})
        desk.say(wire.Ask, 1, "bot", 0)
        self.sat = desk.now
        assert desk.info().seats[0].waits is None
        desk.bot_move("S")
        return desk

    def by_bot(self, desk):
        return [event for event in desk.room.history.events if event.by == 0]

    def test_then_it_leaves_the_next_moves_to_the_owner(self, desk):
        turn, version = desk.room.bot_to_move(), desk.room.version
        assert turn.at == self.sat + PLAYS_ON == desk.info().seats[0].waits
        move = BotMove(0, version, turn.view.legal()[0].text)
        desk.now = turn.at - 1
        with refused("stale"):
            desk.do(move)
        desk.say(wire.Back, 0)
        assert len(self.by_bot(desk)) == 1
        assert desk.info().seats[0].waits is None

    def test_it_goes_on_for_who_does_not_come_back(self, desk):
        desk.now = self.sat + PLAYS_ON
        desk.do(BotMove(0, desk.room.version, desk.room.state.legal()[0].text))
        assert len(self.by_bot(desk)) == 2
        assert desk.info().seats[0].waits is None

    def test_the_store_is_told_when_to_look(self, desk):
        assert desk.room.summary().wake == self.sat + PLAYS_ON + BOT_PATIENCE

    def test_after_each_return_it_is_one_move_again(self, desk):
        desk.say(wire.Back, 0)
        desk.say(wire.Ask, 1, "bot", 0)
        assert desk.room.bot_to_move().at == 0
        desk.bot_move()
        desk.play(1)
        while desk.room.to_act == 1:
            desk.play(1)
        assert desk.room.bot_to_move().at == self.sat + PLAYS_ON

    def test_who_said_good_bye_is_not_waited_for(self):
        desk = Desk("A B")
        desk.say(wire.Leave, 0)
        desk.now += GOOD_BYE
        desk.say(wire.Ask, 1, "bot", 0)
        desk.bot_move("S")
        assert desk.room.bot_to_move().at == 0
        assert desk.info().seats[0].waits is None

    def test_whose_time_was_up_is_waited_for_a_little(self):
        desk = Desk("A B", clock=wire.ClockWish(10))
        desk.now += 10_000
        desk.say(wire.Claim, 1, "bot")
        desk.bot_move("S")
        assert desk.room.bot_to_move().at == desk.now + GRACE

    def test_a_bot_for_good_does_not_wait(self):
        desk = Desk("tourist A")
        desk.bot_move("S")
        assert desk.room.bot_to_move().at == 0


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
        seat=0,
        kind="person",
        name="Amina",
        level=STAND_IN,
        stand_in=True,
        left=False,
        arrived=False,
        time=None,
        waits=None,
        hints=0,
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


def test_no_second_stand_in(desk):
    desk.online = frozenset({1})
    desk.say(wire.Ask, 1, "bot", 0)
    with refused("bot-plays"):
        desk.say(wire.Ask, 1, "bot", 0)


class TestUnanswered:
    """A question to somebody who is away keeps nobody waiting."""

    @pytest.fixture
    def desk(self):
        """Seat 0 asks to take back; seat 1 has agreed, and seat 2, to act, is away."""
        desk = Desk("A B C", settings={"first": 1})
        desk.move(1, "S")
        desk.move(1, desk.room.state.legal()[0].text)
        desk.say(wire.Ask, 1, "undo")
        desk.say(wire.Answer, 0, True)
        desk.online = frozenset({0, 1})
        return desk

    def test_a_bot_can_be_asked_for_in_their_place(self, desk):
        assert desk.room.to_act == 2
        assert desk.say(wire.Ask, 0, "bot", 2)[0].absent == 2
        assert desk.info().offer.offer == "bot"
        desk.say(wire.Answer, 1, True)
        assert desk.room.bot_to_move().seat == 2

    def test_but_not_for_who_was_not_asked(self, desk):
        desk.online = frozenset({1, 2})
        with refused("offer-made"):
            desk.say(wire.Ask, 1, "bot", 0)

    def test_nor_is_a_question_about_a_bot_replaced(self, desk):
        desk.say(wire.Ask, 0, "bot", 2)
        with refused("offer-made"):
            desk.say(wire.Ask, 1, "bot", 2)


def test_back_from_nowhere_is_refused(desk):
    with refused("no-stand-in"):
        desk.say(wire.Back, 0)


def test_a_bot_for_good_never_leaves():
    desk = Desk("A tourist")
    desk.play()
    assert desk.info().seats[1].level == "tourist"
    assert not desk.info().seats[1].stand_in
