"""Taking back: only one's own last move, never past chance or what was shown, by consent."""

import pytest

from jemaa.core.state import SPECTATOR
from jemaa.server import wire
from jemaa.server.room import redact
from jemaa.server.room.events import Answered, Asked, Played, Undone
from jemaa.server.room.offers import MOST_QUESTIONS
from tests.server.room.desk import Desk, refused

pytestmark = pytest.mark.once


def lay_rug(desk):
    """Let the person to act turn Assam, roll and lay a rug."""
    seat = desk.room.to_act
    desk.move(seat, "S")
    desk.move(seat, desk.room.state.legal()[0].text)


def stand(desk, *seats):
    for seat in seats:
        desk.move(seat, "^0")


class TestWhat:
    def test_nothing_at_the_start(self):
        desk = Desk("A A A")
        assert desk.info().undo == ()
        with refused("no-undo"):
            desk.say(wire.Ask, 0, "undo")

    def test_not_a_turn_of_assam_for_the_die_has_followed(self):
        desk = Desk("A A A")
        desk.move(0, "S")
        assert desk.info().undo == ()

    def test_a_rug(self):
        desk = Desk("A A A")
        desk.move(0, "S")
        before = desk.room.state
        desk.move(0, before.legal()[0].text)
        assert desk.info().undo == (0,)
        assert desk.say(wire.Ask, 0, "undo") == (Undone(2),)
        assert desk.room.state == before
        assert desk.info().undo == ()

    def test_not_a_rug_after_which_a_colour_was_drawn(self):
        desk = Desk("A A")
        lay_rug(desk)
        assert desk.info().undo == ()

    def test_not_a_rug_when_the_next_one_has_turned_assam(self):
        desk = Desk("A A A")
        lay_rug(desk)
        desk.move(1, "S")
        assert desk.info().undo == ()

    def test_a_rug_before_assam_is_turned_for_the_next(self):
        desk = Desk("A A A", settings={"rotate": "after"})
        desk.move(0, desk.room.state.legal()[0].text)
        assert desk.info().undo == (0,)
        desk.move(0, "S")
        assert desk.info().undo == ()

    def test_a_typed_in_die_stays_as_well(self):
        desk = Desk("A A A", manual=True)
        desk.move(0, "S")
        assert desk.info().undo == (0,)  # the die has not been rolled yet
        desk.say(wire.Chance, 0, "2")
        assert desk.info().undo == ()

    def test_a_nail_but_not_another_persons(self):
        desk = Desk("A A", "facir")
        stand(desk, 0, 1)
        assert desk.info().undo == ()  # the edges are seen
        desk.move(0, "d4")
        assert desk.info().undo == (0,)
        desk.move(1, "e5")
        assert desk.info().undo == (1,)

    def test_a_card_that_stands_until_all_stand(self):
        desk = Desk("A A A", "facir")
        stand(desk, 0)
        assert desk.info().undo == (0,)
        desk.say(wire.Ask, 0, "undo")
        assert (desk.room.to_act, desk.room.state.phase) == (0, "stand")
        stand(desk, 0, 1)
        assert desk.info().undo == (1,)
        stand(desk, 2)
        assert desk.info().undo == ()

    def test_not_the_end_of_a_round(self):
        desk = Desk("A A", "facir", settings={"turn_cap": 2})
        stand(desk, 0, 1)
        desk.move(0, "d4")
        desk.move(1, "e5")
        assert (desk.room.state.phase, desk.info().undo) == ("stand", ())

    def test_not_the_end_of_the_game(self):
        desk = Desk("A A A")
        desk.play()
        assert desk.info().undo == ()
        with refused("game-over"):
            desk.say(wire.Ask, 0, "undo")


class TestBots:
    def test_what_bots_did_since_goes_back_with_it(self):
        desk = Desk("A tourist tourist", "facir")
        while desk.room.state.phase == "stand":
            desk.play(1)
        before = desk.room.state
        desk.move(0, "d4")
        desk.bot_move()
        desk.bot_move()
        assert desk.info().undo == (0,)
        desk.say(wire.Ask, 0, "undo")
        assert desk.room.state == before

    def test_not_what_chance_did_after_a_bot_where_others_play_too(self):
        desk = Desk("A tourist A")
        lay_rug(desk)
        assert desk.info().undo == (0,)
        desk.bot_move()
        assert desk.info().undo == ()

    def test_nor_a_card_that_a_bot_has_stood_as_the_last(self):
        desk = Desk("A tourist", "facir")
        stand(desk, 0)
        desk.bot_move()
        assert desk.info().undo == ()

    def test_a_stand_in_counts_as_a_bot(self):
        desk = Desk("A B", "facir")
        stand(desk, 0, 1)
        desk.move(0, "d4")
        desk.online = frozenset({0})
        desk.say(wire.Ask, 0, "bot", 1)
        desk.bot_move()
        assert desk.info().undo == (0,)
        desk.say(wire.Back, 1)
        assert desk.info().undo == (0,)

    def test_what_was_only_tried_out_leaves_no_trace(self):
        desk = Desk("A B", "facir")
        stand(desk, 0, 1)
        desk.room.after((Played(0, "d4"),), desk.now)
        desk.online = frozenset({1})
        desk.say(wire.Ask, 1, "bot", 0)
        desk.bot_move()
        desk.say(wire.Back, 0)
        assert desk.info().undo == ()

    def test_who_is_played_for_takes_nothing_back(self):
        desk = Desk("A B", "facir")
        stand(desk, 0, 1)
        desk.move(0, "d4")
        desk.online = frozenset({1})
        desk.say(wire.Ask, 1, "bot", 0)
        assert desk.info().undo == ()
        with refused("bot-plays"):
            desk.say(wire.Ask, 0, "undo")


class TestConsent:
    @pytest.fixture
    def desk(self):
        desk = Desk("A A B C")
        lay_rug(desk)
        return desk

    def test_people_on_other_devices_are_asked(self, desk):
        assert desk.say(wire.Ask, 0, "undo") == (Asked(0, "undo", (2, 3), to=2),)
        assert desk.info().offer == wire.Offer(0, "undo", (2, 3), None, "")

    def test_when_all_agree_it_is_done(self, desk):
        desk.say(wire.Ask, 0, "undo")
        assert desk.say(wire.Answer, 3, True) == (Answered(3, True),)
        assert desk.info().offer.needs == (2,)
        assert desk.say(wire.Answer, 2, True) == (Answered(2, True), Undone(2))
        assert (desk.room.to_act, desk.room.offer) == (0, None)

    def test_one_no_ends_it(self, desk):
        desk.say(wire.Ask, 0, "undo")
        assert desk.say(wire.Answer, 3, False) == (Answered(3, False),)
        assert desk.room.offer is None
        with refused("no-offer"):
            desk.say(wire.Answer, 2, True)

    def test_who_has_asked_can_take_it_back(self, desk):
        desk.say(wire.Ask, 0, "undo")
        assert desk.say(wire.Answer, 0, False) == (Answered(0, False),)
        assert desk.room.offer is None

    @pytest.mark.parametrize(("seat", "yes"), [(0, True), (1, True), (1, False)])
    def test_who_was_not_asked_cannot_answer(self, desk, seat, yes):
        desk.say(wire.Ask, 0, "undo")
        with refused("not-asked"):
            desk.say(wire.Answer, seat, yes)

    def test_nobody_answers_twice(self, desk):
        desk.say(wire.Ask, 0, "undo")
        desk.say(wire.Answer, 3, True)
        with refused("not-asked"):
            desk.say(wire.Answer, 3, True)

    def test_an_answer_to_an_older_question_is_stale(self, desk):
        desk.say(wire.Ask, 0, "undo")
        version = desk.room.version
        desk.say(wire.Answer, 0, False)
        desk.say(wire.Ask, 0, "undo")
        with refused("stale"):
            desk.say(wire.Answer, 2, True, version=version)

    def test_nobody_asks_again_and_again_in_one_position(self, desk):
        for _ in range(MOST_QUESTIONS):
            desk.say(wire.Ask, 0, "undo")
            desk.say(wire.Answer, 0, False)
        with refused("asked-enough"):
            desk.say(wire.Ask, 0, "undo")
        lay_rug(desk)
        assert desk.say(wire.Ask, 1, "undo")[0].seat == 1  # the others have not asked
        desk.say(wire.Answer, 2, True)
        desk.say(wire.Answer, 3, True)
        desk.move(1, desk.room.state.legal()[0].text)
        lay_rug(desk)
        lay_rug(desk)
        lay_rug(desk)
        assert desk.say(wire.Ask, 0, "undo")[0].seat == 0  # another position

    def test_a_question_lapses_with_the_next_move(self, desk):
        desk.say(wire.Ask, 0, "undo")
        desk.move(1, "S")
        assert desk.room.offer is None

    def test_one_question_at_a_time(self, desk):
        desk.say(wire.Ask, 0, "undo")
        with refused("offer-made"):
            desk.say(wire.Ask, 1, "undo")

    def test_people_who_share_a_device_answer_once(self):
        desk = Desk("A A B", settings={"first": 2})
        lay_rug(desk)
        assert desk.say(wire.Ask, 2, "undo")[0].needs == (0, 1)
        assert desk.say(wire.Answer, 1, True) == (Answered(1, True), Undone(2))

    def test_who_has_left_is_not_waited_for(self):
        desk = Desk("A B C")
        lay_rug(desk)
        desk.say(wire.Leave, 1)
        assert desk.say(wire.Ask, 0, "undo")[0].needs == (2,)

    def test_bots_wait_for_the_answer(self):
        desk = Desk("A tourist B")
        lay_rug(desk)
        assert desk.room.bot_to_move().seat == 1
        desk.say(wire.Ask, 0, "undo")
        assert desk.room.bot_to_move() is None
        assert desk.room.summary().wake is None
        desk.say(wire.Answer, 2, False)
        assert desk.room.bot_to_move().seat == 1

    def test_nothing_else_can_be_asked(self, desk):
        with refused("offer"):
            desk.say(wire.Ask, 0, "money")


def test_what_was_taken_back_is_still_told():
    desk = Desk("A A A")
    lay_rug(desk)
    desk.say(wire.Ask, 0, "undo")
    *_, rug, undone = redact.happenings(desk.room, 0, SPECTATOR)
    assert (rug.kind, rug.story.kind, undone.kind, undone.to) == ("played", "lay", "undone", 2)


def test_the_dice_are_the_same_after_taking_back():
    desks = Desk("A A A"), Desk("A A A")
    for desk in desks:
        lay_rug(desk)
    desks[0].say(wire.Ask, 0, "undo")
    desks[0].move(0, desks[0].room.state.legal()[0].text)
    first, second = (desk.say(wire.Submit, 1, "L") for desk in desks)
    assert first == second
    assert isinstance(first[1], Played)
