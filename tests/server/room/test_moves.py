"""Moves of people and bots, real dice, and what is too late."""

import pytest

from jemaa.server import wire
from jemaa.server.room.commands import BotMove
from jemaa.server.room.events import Played
from tests.server.room.desk import Desk, refused

pytestmark = pytest.mark.once


def test_a_move_and_the_chance_after_it_are_one_batch():
    events = Desk("A A A").say(wire.Submit, 0, "L")
    assert [event.by for event in events] == [0, -1]
    assert all(isinstance(event, Played) for event in events)


def test_handling_changes_nothing():
    desk = Desk("A A A")
    room, version = desk.room, desk.room.version
    desk.move(0, "L")
    assert (room.version, room.state.phase, len(room.history.events)) == (version, "turn", 0)
    assert (len(room.log), len([*room.steps(0)])) == (version, version)


@pytest.mark.parametrize("game", ["marrakech", "facir"])
@pytest.mark.parametrize("plan", ["A A", "A B C", "A tourist B tourist"])
def test_a_whole_game(game, plan):
    desk = Desk(plan, game)
    desk.play()
    assert desk.room.status == "over"
    assert desk.room.state.is_over
    assert desk.room.history.record.result
    assert desk.room.ranking() == desk.room.state.ranking()
    assert desk.room.bot_to_move() is None
    with refused("game-over"):
        desk.say(wire.Submit, 0, "S")


def test_the_dice_of_a_room_follow_from_its_secret_and_name():
    def rolls(**names):
        desk = Desk("A A A", **names)
        desk.play()
        return [event.text for event in desk.room.history.events if event.by == -1]

    assert rolls() == rolls()
    assert rolls() != rolls(room="room2")
    assert rolls() != rolls(secret="00" * 32)


@pytest.mark.parametrize(
    ("seat", "move", "reason", "clause"),
    [
        (1, "S", "not-your-turn", "M-20"),
        (1, "nonsense", "not-your-turn", "M-20"),
        (0, "nonsense", "not-a-move", ""),
        (0, "x" * 5000, "not-a-move", ""),
        (0, "", "not-a-move", ""),
        (0, "3", "not-a-move", ""),
        (0, "c3c4", "wrong-step", "M-20"),
    ],
)
def test_a_move_is_refused_with_its_clause(seat, move, reason, clause):
    desk = Desk("A A A")
    with refused(reason) as refusal:
        desk.say(wire.Submit, seat, move)
    assert refusal.value.clause == clause
    assert 0 < len(refusal.value.message) < 200


def test_before_the_game_there_are_no_moves():
    with refused("waiting"):
        Desk("A open").say(wire.Submit, 0, "S")


def test_a_move_is_stale_when_the_position_has_changed():
    desk = Desk("A A A")
    version = desk.room.version
    desk.move(0, "S")
    with refused("stale"):
        desk.say(wire.Submit, 0, "S", version=version)
    with refused("stale"):
        desk.say(wire.Submit, 0, "S", version=desk.room.version + 1)


def test_a_move_is_not_stale_because_of_talk():
    desk = Desk("A B C")
    version = desk.room.version
    desk.say(wire.Say, 1, "hello")
    desk.say(wire.Rename, 2, "Omar")
    desk.say(wire.Leave, 2)
    assert desk.say(wire.Submit, 0, "S", version=version)[0] == Played(0, "S")


def lay_rug(desk):
    seat = desk.room.to_act
    desk.move(seat, "S")
    desk.move(seat, desk.room.state.legal()[0].text)


@pytest.mark.parametrize("withdrawn", [False, True])
def test_a_move_is_not_stale_because_somebody_asks(withdrawn):
    """Once whoever asked and withdrew in a loop kept the next seat from moving, and won on time."""
    desk = Desk("A B C")
    lay_rug(desk)
    version = desk.room.version
    desk.say(wire.Ask, 0, "undo")
    if withdrawn:
        desk.say(wire.Answer, 0, False)
    assert desk.say(wire.Submit, 1, "S", version=version)[0] == Played(1, "S")
    assert desk.room.offer is None


def test_a_move_is_stale_when_another_one_was_taken_back():
    desk = Desk("A B C")
    lay_rug(desk)
    version = desk.room.version
    desk.say(wire.Ask, 0, "undo")
    desk.say(wire.Answer, 1, True)
    desk.say(wire.Answer, 2, True)
    with refused("stale"):
        desk.say(wire.Submit, 1, "S", version=version)


def test_a_typed_in_die_and_a_bots_move_are_not_stale_because_somebody_asks():
    desk = Desk("A B tourist", manual=True)
    desk.move(0, "S")
    version = desk.room.version
    desk.say(wire.Ask, 0, "undo")
    assert desk.say(wire.Chance, 1, "3", version=version) == (Played(-1, "3"),)
    bots = Desk("A tourist B")
    lay_rug(bots)
    version = bots.room.version
    bots.say(wire.Ask, 0, "undo")
    bots.say(wire.Answer, 0, False)
    assert bots.bot_move("S", version=version)[0] == Played(1, "S")


def test_a_bot_moves_through_the_same_door():
    desk = Desk("tourist A")
    turn = desk.room.bot_to_move()
    assert (turn.seat, turn.spec, turn.view) == (0, "tourist", desk.room.state.view(0))
    assert desk.bot_move("L")[0] == Played(0, "L")


def test_a_bot_move_for_a_person_or_too_late_is_stale():
    desk = Desk("tourist A A")
    version = desk.room.version
    with refused("stale"):
        desk.do(BotMove(1, version, "L"))
    desk.bot_move("L")
    with refused("stale"):
        desk.do(BotMove(0, version, "L"))


def test_a_bot_with_an_impossible_move_is_refused():
    desk = Desk("tourist A A")
    with refused("wrong-step"):
        desk.bot_move("c3c4")


def test_no_bot_is_asked_when_a_person_is_to_act():
    assert Desk("A tourist").room.bot_to_move() is None


class TestRealDice:
    @pytest.fixture
    def desk(self):
        return Desk("A B tourist", manual=True)

    def test_anybody_types_in_what_the_die_has_shown(self, desk):
        assert desk.say(wire.Submit, 0, "S") == (Played(0, "S"),)
        assert desk.room.to_act == -1
        assert desk.say(wire.Chance, 1, "3") == (Played(-1, "3"),)
        assert desk.room.state.phase == "lay"

    def test_a_move_must_wait_for_the_die(self, desk):
        desk.move(0, "S")
        with refused("chance-first"):
            desk.say(wire.Submit, 0, "S")

    @pytest.mark.parametrize(
        ("outcome", "reason"), [("5", "not-a-move"), ("S", "not-a-move"), ("r", "wrong-step")]
    )
    def test_an_impossible_die_is_refused(self, desk, outcome, reason):
        desk.move(0, "S")
        with refused(reason):
            desk.say(wire.Chance, 0, outcome)

    def test_a_die_that_nobody_rolls_is_refused(self, desk):
        with refused("no-chance-now"):
            desk.say(wire.Chance, 0, "3")

    def test_a_die_is_typed_in_once(self, desk):
        desk.move(0, "S")
        version = desk.room.version
        desk.say(wire.Chance, 0, "3")
        with refused("stale"):
            desk.say(wire.Chance, 1, "2", version=version)

    def test_nobody_types_in_dice_elsewhere(self):
        with refused("own-dice"):
            Desk("A A A").say(wire.Chance, 0, "3")

    def test_a_bot_waits_for_the_die_too(self, desk):
        desk.move(0, "S")
        assert desk.room.bot_to_move() is None

    def test_a_pile_is_drawn_from_by_hand(self):
        desk = Desk("A B", manual=True)
        assert desk.room.to_act == -1
        assert desk.say(wire.Chance, 1, "r") == (Played(-1, "r"),)
        with refused("no-chance-now"):
            desk.say(wire.Chance, 1, "r")
