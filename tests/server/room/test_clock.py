"""Thinking time, all by the stored times: nothing here waits."""

import pytest

from jemaa.server import wire
from jemaa.server.room import BOT_PATIENCE, Room
from jemaa.server.room.clock import FIRST_MOVE, GRACE
from jemaa.server.room.commands import Context
from jemaa.server.room.events import Arrived, BotSat, Forfeited, Played
from jemaa.server.room.opening import STAND_IN, open_room
from tests.server.room.desk import SECRET, Desk, key, refused, told, wishes

pytestmark = pytest.mark.once
MINUTE, SECOND = 60_000, 1_000


def desk_with_clock(plan="A B C", initial=60, increment=2, **wish):
    return Desk(plan, clock=wire.ClockWish(initial, increment), **wish)


def times(desk):
    return [seat.time for seat in desk.info().seats]


@pytest.fixture
def desk():
    return desk_with_clock()


def lay(desk):
    desk.move(desk.room.to_act, desk.room.state.legal()[0].text)


def test_without_a_clock_there_are_no_times():
    desk = Desk("A B C")
    assert (times(desk), desk.info().deadline, desk.info().clock) == ([None] * 3, None, None)


def test_time_runs_for_the_seat_to_act(desk):
    desk.now += 10 * SECOND
    assert times(desk) == [50 * SECOND, MINUTE, MINUTE]
    assert desk.info().deadline == desk.now + 50 * SECOND
    assert desk.info().clock == {"initial": MINUTE, "increment": 2 * SECOND}


def test_a_move_brings_the_increment(desk):
    desk.now += 10 * SECOND
    desk.move(0, "S")
    assert times(desk)[0] == 52 * SECOND
    desk.now += 5 * SECOND
    lay(desk)
    assert times(desk) == [49 * SECOND, MINUTE, MINUTE]
    desk.now += SECOND
    assert times(desk) == [49 * SECOND, 59 * SECOND, MINUTE]


def test_no_time_runs_before_the_game():
    desk = desk_with_clock("A open")
    desk.now += 10 * MINUTE
    assert (times(desk), desk.room.deadline) == ([MINUTE, MINUTE], None)


def test_talk_stops_no_clock(desk):
    deadline = desk.room.deadline
    desk.now += SECOND
    desk.say(wire.Say, 0, "one-moment")
    assert desk.room.deadline == deadline


def test_a_restart_changes_nothing(desk):
    desk.now += 10 * SECOND
    desk.move(0, "S")
    desk.now += SECOND
    again = Room.fold(desk.room.log)
    assert told(again, desk.now, 0) == told(desk.room, desk.now, 0)


def test_a_clock_that_is_set_back_gives_nothing(desk):
    desk.now -= MINUTE
    assert times(desk)[0] == MINUTE


class TestGathering:
    @pytest.fixture
    def desk(self):
        return desk_with_clock("A B A", gathers=True)

    def test_no_time_runs_before_everybody_is_there(self, desk):
        desk.now += MINUTE - 1
        assert times(desk) == [MINUTE] * 3
        assert desk.say(wire.Arrive, 2) == (Arrived(0), Arrived(2))  # they share a device
        desk.now += MINUTE
        assert [seat.arrived for seat in desk.info().seats] == [True, False, True]

    def test_after_everybody_has_come_the_first_move_is_free_for_a_while(self, desk):
        desk.say(wire.Arrive, 0)
        desk.say(wire.Arrive, 1)
        assert desk.info().deadline == desk.now + FIRST_MOVE + MINUTE
        desk.now += FIRST_MOVE
        assert times(desk)[0] == MINUTE
        desk.now += SECOND
        assert times(desk)[0] == MINUTE - SECOND

    def test_who_has_moved_once_has_no_more_free_time(self, desk):
        desk.say(wire.Arrive, 0)
        desk.say(wire.Arrive, 1)
        desk.move(0, "S")
        desk.now += 3 * SECOND
        assert times(desk)[0] == MINUTE - SECOND  # 2 seconds are the increment
        lay(desk)
        desk.now += FIRST_MOVE
        assert times(desk)[1] == MINUTE

    def test_who_never_comes_is_waited_for_only_as_long_as_the_clock_gives(self, desk):
        begun = desk.now
        desk.say(wire.Arrive, 0)
        assert desk.info().deadline == begun + 2 * MINUTE
        desk.move(0, "S")
        lay(desk)
        assert times(desk)[1] == MINUTE and desk.info().deadline == begun + 2 * MINUTE
        desk.now = begun + 2 * MINUTE
        assert desk.info().claims == ("bot", "end")

    def test_a_move_is_an_arrival(self, desk):
        desk.say(wire.Arrive, 1)
        desk.move(0, "S")
        assert desk.room.seats[0].arrived and not desk.room.seats[2].arrived
        desk.say(wire.Arrive, 0)
        assert desk.say(wire.Arrive, 0) == ()

    def test_other_events_give_no_more_free_time(self, desk):
        desk.say(wire.Arrive, 0)
        desk.say(wire.Arrive, 1)
        desk.now += FIRST_MOVE // 2
        deadline = desk.info().deadline
        desk.online = frozenset({0, 2})
        desk.say(wire.Ask, 0, "bot", 1)
        assert desk.info().deadline == deadline

    def test_people_at_one_device_are_together(self):
        desk = desk_with_clock("A A tourist", gathers=True)
        assert desk.info().deadline == desk.now + FIRST_MOVE + MINUTE

    def test_new_rooms_with_a_clock_gather_people(self):
        new = wire.NewRoom("marrakech", tuple(wishes("A B")), clock=wire.ClockWish(60))
        keys = [key(0), key(1)]
        created, *_ = open_room(new, Context(0, frozenset(), "room", SECRET), keys)
        assert created.gathers


class TestClaims:
    def test_not_before_the_deadline(self, desk):
        desk.now += MINUTE - 1
        assert desk.info().claims == ()
        with refused("time-left"):
            desk.say(wire.Claim, 1, "end")

    def test_after_it_the_others_may(self, desk):
        desk.now += MINUTE
        assert (desk.info().claims, times(desk)[0]) == (("bot", "end"), 0)
        with refused("time-left"):
            desk.say(wire.Claim, 0, "end")
        with refused("claim"):
            desk.say(wire.Claim, 1, "victory")

    def test_a_move_before_a_claim_is_not_too_late(self, desk):
        desk.now += 2 * MINUTE
        assert desk.say(wire.Submit, 0, "S")[0] == Played(0, "S")
        assert times(desk)[0] == 2 * SECOND
        with refused("time-left"):
            desk.say(wire.Claim, 1, "end")

    def test_a_claim_after_a_move_that_was_not_seen_is_stale(self, desk):
        desk.now += 2 * MINUTE
        version = desk.room.version
        desk.move(0, "S")
        with refused("stale"):
            desk.say(wire.Claim, 1, "end", version=version)

    def test_a_question_makes_no_claim_stale(self, desk):
        desk.move(0, "S")
        lay(desk)
        desk.now += 2 * MINUTE
        version = desk.room.version
        desk.say(wire.Ask, 0, "undo")
        desk.say(wire.Answer, 0, False)
        assert desk.say(wire.Claim, 2, "end", version=version) == (Forfeited(1, 2),)

    def test_not_before_the_seat_could_have_moved(self, desk):
        desk.now += 2 * MINUTE
        desk.room.claims_from = desk.now + 1
        assert desk.info().claims == ()
        with refused("time-left"):
            desk.say(wire.Claim, 1, "end")
        desk.now += 1
        assert desk.info().claims == ("bot", "end")
        assert desk.say(wire.Claim, 1, "end") == (Forfeited(0, 1),)

    def test_the_end(self, desk):
        desk.now += MINUTE
        assert desk.say(wire.Claim, 2, "end") == (Forfeited(0, 2),)
        assert (desk.room.status, desk.info().forfeited, desk.room.to_act) == ("over", 0, None)
        assert desk.room.ranking()[-1] == (0,)
        assert sorted(sum(desk.room.ranking(), ())) == [0, 1, 2]
        assert (desk.room.deadline, desk.info().claims) == (None, ())
        with refused("game-over"):
            desk.say(wire.Submit, 0, "S")

    def test_the_record_of_a_forfeited_game(self, desk):
        desk.move(0, "S")
        desk.now += 2 * MINUTE
        desk.say(wire.Claim, 2, "end")
        record = desk.room.record
        assert (record.tags["forfeited"], record.result) == ("seat 0", "")

    def test_a_bot(self, desk):
        desk.now += MINUTE
        assert desk.say(wire.Claim, 1, "bot") == (BotSat(0, STAND_IN),)
        assert (desk.room.deadline, desk.info().claims) == (None, ())
        assert desk.room.bot_to_move().seat == 0

    def test_a_claim_ends_a_question(self, desk):
        desk.online = frozenset({1, 2})
        desk.say(wire.Ask, 1, "bot", 0)
        desk.now += MINUTE
        desk.say(wire.Claim, 1, "bot")
        assert desk.room.offer is None

    def test_who_comes_back_has_some_time(self, desk):
        desk.now += MINUTE
        desk.say(wire.Claim, 1, "bot")
        desk.now += MINUTE
        desk.say(wire.Back, 0)
        assert (times(desk)[0], desk.room.deadline) == (GRACE, desk.now + GRACE)

    def test_saying_good_bye_and_coming_back_brings_no_time(self, desk):
        desk.now += 50 * SECOND
        desk.move(0, "S")
        desk.say(wire.Leave, 0)
        desk.say(wire.Back, 0)
        assert times(desk)[0] == 12 * SECOND

    def test_a_stand_in_for_somebody_else_moves_no_deadline(self, desk):
        deadline = desk.room.deadline
        desk.now += 10 * SECOND
        desk.online = frozenset({0})
        desk.say(wire.Ask, 0, "bot", 2)
        assert desk.room.deadline == deadline

    def test_only_while_that_seat_is_to_act(self, desk):
        desk.move(0, "S")
        lay(desk)
        desk.now += MINUTE
        assert desk.say(wire.Claim, 0, "end") == (Forfeited(1, 0),)

    def test_nobody_claims_where_there_is_no_clock(self):
        desk = Desk("A B")
        desk.now += 1000 * MINUTE
        with refused("time-left"):
            desk.say(wire.Claim, 1, "end")

    def test_nor_before_the_game(self):
        with refused("waiting"):
            desk_with_clock("A open").say(wire.Claim, 0, "end")


class TestNobodysTime:
    def test_bots_have_no_clock(self):
        desk = desk_with_clock("tourist A B")
        desk.now += 10 * MINUTE
        assert (times(desk), desk.room.deadline) == ([None, MINUTE, MINUTE], None)

    def test_nor_stand_ins(self, desk):
        desk.online = frozenset({1})
        desk.now += 10 * SECOND
        desk.say(wire.Ask, 1, "bot", 0)
        desk.now += MINUTE
        desk.bot_move("S")
        assert times(desk)[0] == 50 * SECOND

    def test_nor_a_real_die(self):
        desk = desk_with_clock(manual=True)
        desk.move(0, "S")
        desk.now += 10 * MINUTE
        assert (desk.room.deadline, times(desk)[0]) == (None, 62 * SECOND)
        desk.say(wire.Chance, 1, "1")
        assert desk.room.deadline == desk.now + 62 * SECOND

    def test_nor_a_game_that_is_over(self, desk):
        desk.play()
        left = times(desk)
        desk.now += MINUTE
        assert times(desk) == left


def test_taking_back_brings_no_time(desk):
    desk.move(0, "S")
    lay(desk)
    assert times(desk)[0] == MINUTE + 4 * SECOND
    desk.now += 5 * SECOND
    desk.say(wire.Ask, 0, "undo")
    desk.say(wire.Answer, 1, True)
    desk.say(wire.Answer, 2, True)
    assert times(desk) == [MINUTE + 2 * SECOND, MINUTE - 5 * SECOND, MINUTE]
    assert desk.room.deadline == desk.now + MINUTE + 2 * SECOND


def test_the_store_is_told_when_to_look(desk):
    assert desk.room.summary().wake == desk.room.deadline
    bots = desk_with_clock("tourist A")
    assert bots.room.summary().wake == bots.now + BOT_PATIENCE
    assert Desk("A B").room.summary().wake is None
