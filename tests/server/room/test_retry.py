"""Playing on from a position, games that were played elsewhere, hints, and taking a turn back."""

import pytest

import jemaa
from jemaa.core.state import SPECTATOR
from jemaa.server import wire
from jemaa.server.room import Room, redact
from jemaa.server.room.commands import Context, GiveHint
from jemaa.server.room.events import Closed, Forfeited, Hinted, Stored, Undone
from jemaa.server.room.opening import open_record, open_retry
from jemaa.server.study import RetryWish
from tests.server.room.desk import Desk, refused, told

pytestmark = pytest.mark.once

FRESH = Context(2_000_000, frozenset(), "room2", "ab" * 32)


def fold(events):
    return Room.fold(Stored(number, 2_000_000, event) for number, event in enumerate(events, 1))


def finished(plan="A tourist trader", game="marrakech", **wish):
    desk = Desk(plan, game, **wish)
    desk.play()
    return desk.room


def decisions(room, seat):
    """The places in the record at which a seat has decided."""
    return [ply for ply, event in enumerate(room.history.events) if event.by == seat]


class TestRetry:
    @pytest.mark.parametrize("game", ["marrakech", "facir"])
    def test_the_same_moves_bring_the_same_dice_and_bots_stay(self, game):
        old = finished(game=game)
        ply = decisions(old, 0)[5]
        new = fold(open_retry(old, RetryWish(ply, 0, device="A"), FRESH, "key"))
        assert new.status == "playing" and new.to_act == 0
        assert new.history.events == old.history.events[:ply]
        assert [chair.level for chair in new.seats] == ["", "tourist", "trader"]
        assert new.seats[0].name == "Amina" and new.seat_of("key") == 0
        info = redact.info(new, 0)
        assert info.origin == "room1" and info.secret == ""
        for event in old.history.events[ply:]:
            if event.by >= 0:
                new.play(event.by, new.game.move(event.text), 0)
            else:
                new.play(-1, new.history.draw(new.source), 0)
        assert new.history.events == old.history.events
        # All its dice follow from the old secret, also when its own record is brought along.
        assert fold(open_record(str(new.record), FRESH)).status == "over"

    def test_other_dice_if_they_are_wanted(self):
        old = finished()
        new = fold(open_retry(old, RetryWish(0, 0, fresh=True), FRESH, "key"))
        assert new.created.secret == FRESH.secret and new.created.dice == ""
        new.status = "over"
        assert "secret" not in new.record.tags

    def test_bots_play_for_the_other_people(self):
        old = finished("A B tourist", stand_in="merchant")
        new = fold(open_retry(old, RetryWish(3, 1, name="Bo"), FRESH, "key"))
        assert [(c.kind, c.level, c.name) for c in new.seats] == [
            ("bot", "merchant", ""),
            ("person", "", "Bo"),
            ("bot", "tourist", ""),
        ]

    def test_not_from_a_running_game_nor_from_nowhere(self):
        desk = Desk("A tourist")
        with refused("not-over"):
            open_retry(desk.room, RetryWish(0, 0), FRESH, "key")
        old = finished()
        for wish, reason in [
            (RetryWish(-1, 0), "no-decision"),
            (RetryWish(10**6, 0), "no-decision"),
            (RetryWish(0, 9), "no-seat"),
            (RetryWish(0, 0, name="\0"), "name"),
        ]:
            with refused(reason):
                open_retry(old, wish, FRESH, "key")


class TestRecord:
    @pytest.mark.parametrize("game", ["marrakech", "facir"])
    def test_a_record_becomes_a_room_that_is_over(self, game):
        old = finished(game=game)
        new = fold(open_record(str(old.record), FRESH))
        assert new.status == "over"
        assert new.history.events == old.history.events
        assert str(new.record) == str(old.record)
        info = redact.info(new, 0)
        assert info.imported and info.secret == info.commitment == ""
        assert [seat.name or seat.level for seat in info.seats] == ["Amina", "tourist", "trader"]
        again = fold(open_retry(new, RetryWish(decisions(new, 0)[2], 0), FRESH, "key"))
        assert again.created.dice == "room1" and again.created.secret == old.created.secret

    @pytest.mark.parametrize("game", ["marrakech", "facir"])
    @pytest.mark.parametrize("end", [Forfeited(0, 0), Forfeited(1, 2), Closed()], ids=str)
    def test_a_game_that_people_have_ended_is_opened_as_it_ended(self, game, end):
        desk = Desk("A tourist trader", game)
        desk.play(20)
        old = desk.room
        old.apply(Stored(old.version + 1, 2_000_000, end))
        assert old.status == "over" and not old.state.is_over
        new = fold(open_record(str(old.record), FRESH))
        for what in ("status", "forfeited", "resigned", "closed"):
            assert getattr(new, what) == getattr(old, what)
        assert new.ranking() == old.ranking()
        assert str(new.record) == str(old.record)
        assert redact.replay(new).room.forfeited == old.forfeited
        # Where nobody has such a seat, nobody has ended it.
        if not old.closed:
            with refused("unfinished"):
                open_record(str(old.record).replace(f"ed: seat {end.seat}", "ed: seat 7"), FRESH)

    def test_what_cannot_be_looked_at_is_refused_with_its_reason(self):
        whole = str(finished().record)
        lines = whole.split("\n")
        roll = next(i for i, line in enumerate(lines) if line.startswith("* "))
        other = "* 1" if lines[roll] != "* 1" else "* 2"
        running = jemaa.Match(
            jemaa.game("marrakech"), jemaa.game("marrakech").setup(players=3), jemaa.SeededChance(1)
        )
        for text, reason in [
            ("", "record"),
            ("/etc/passwd", "record"),
            ("jemaa record 99\n", "record"),
            (whole.replace("game: marrakech", "game: chess"), "game"),
            (whole.replace("game: marrakech", "game: facir"), "record"),
            (str(running.record), "unfinished"),
            ("\n".join(lines[:-3]) + "\n", "unfinished"),
            ("\n".join(lines[:-2]) + "\n", "edited"),
            (whole.replace("game: marrakech", "game: marrakech\nruleset: 0"), "ruleset"),
            ("\n".join([*lines[:roll], other, *lines[roll + 1 :]]), ("record", "edited")),
            (whole.replace("secret: 5e", "secret: 6e"), "edited"),
            ("x" * 60_000, "record"),
        ]:
            with pytest.raises(jemaa.server.reasons.RefusalError) as caught:
                open_record(text, FRESH)
            assert caught.value.reason in reason, (text[:60], caught.value)
            assert len(caught.value.message) < 400

    def test_names_in_a_record_are_cleaned(self):
        text = str(finished().record)
        text = text.replace("seat 0: Amina", "seat 0: A\u202emina").replace(
            "seat 1: tourist", "seat 1: " + "x" * 99
        )
        new = fold(open_record(text, FRESH))
        assert [chair.name for chair in new.seats] == ["", "", ""]


class TestHints:
    @staticmethod
    def hint(desk, seat, move="x"):
        return desk.do(GiveHint(Hinted(seat, move), desk.room.version))

    def test_are_counted_and_told_once_in_a_position(self):
        desk = Desk("A tourist")
        first = Hinted(0, "S")
        assert desk.info().hints and self.hint(desk, 0, "S") == (first,)
        assert desk.room.hint == first
        assert self.hint(desk, 0, "L") == ()
        desk.move(0, "S")
        assert desk.room.hint is None
        self.hint(desk, 0, desk.room.state.legal()[0].text)
        assert [seat.hints for seat in desk.info().seats] == [2, 0]
        assert desk.kinds().count("hinted") == 2

    def test_are_refused_among_friends_and_out_of_turn(self):
        with refused("no-hints"):
            self.hint(Desk("A B tourist"), 0)
        with refused("waiting"):
            self.hint(Desk("A open"), 0)
        with refused("not-your-turn"):
            self.hint(Desk("A A"), 1)
        desk = Desk("A tourist")
        with refused("bot-plays"):
            self.hint(desk, 1)
        desk.play()
        with refused("game-over"):
            self.hint(desk, 0)

    def test_tell_nobody_else_at_the_device_what_a_card_suggests(self):
        desk = Desk("A A", "facir")
        self.hint(desk, 0, "^2 unmistakable")
        assert b"unmistakable" in told(desk.room, desk.now, 0)
        for eye in (1, SPECTATOR):
            assert b"unmistakable" not in told(desk.room, desk.now, eye)
            assert b"hinted" in told(desk.room, desk.now, eye)


class TestTakingBackATurn:
    def test_with_the_same_dice_ahead(self):
        desk = Desk("A tourist trader")
        desk.move(0, "S")
        rolled = desk.room.history.events
        assert desk.info().undo == (0,)
        assert desk.say(wire.Ask, 0, "undo") == (Undone(0),)
        assert desk.room.to_act == 0 and desk.room.state.phase == "turn"
        desk.move(0, "S")
        assert desk.room.history.events == rolled
        desk.move(0, desk.room.state.legal()[0].text)
        while desk.room.to_act != 0:
            desk.bot_move()
        assert desk.say(wire.Ask, 0, "undo") == (Undone(0),)
        desk.move(0, "L")
        assert desk.room.history.events[1] == rolled[1]

    def test_goes_back_turn_by_turn(self):
        desk = Desk("A tourist trader")
        desk.play(12)
        places = []
        while desk.room.undo_target(0) is not None:
            desk.now += 10_000
            places.append(desk.room.undo_target(0))
            desk.say(wire.Ask, 0, "undo")
            assert desk.room.to_act == 0
        assert places[-1] == 0 and places == sorted(places, reverse=True)
        assert len(set(places)) == len(places) > 1

    def test_never_behind_what_was_shown(self):
        desk = Desk("A tourist", "facir")
        desk.move(0, "^0")
        desk.bot_move("^0")
        assert desk.info().undo == ()

    def test_only_against_bots_and_not_with_real_dice(self):
        desk = Desk("A A tourist")
        desk.move(0, "S")
        assert desk.info().undo == ()
        desk = Desk("A tourist", manual=True, settings={"edition": 60})
        desk.say(wire.Chance, 0, desk.room.state.outcomes()[0][0].text)
        desk.move(0, "S")
        desk.say(wire.Chance, 0, "2")
        assert desk.info().undo == ()
