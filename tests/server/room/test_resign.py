"""Giving up: the game ends, unless several others want to play on."""

import pytest

from jemaa.server import wire
from jemaa.server.room.events import Forfeited
from tests.server.room.desk import Desk, refused

pytestmark = pytest.mark.once


@pytest.mark.parametrize("seats", ["A B", "A tourist", "A tourist B trader", "A A"])
def test_who_gives_up_is_last_whoever_is_to_act(seats):
    desk = Desk(seats)
    last = max(desk.room.persons())
    assert desk.info().resigns
    assert desk.say(wire.Resign, last) == (Forfeited(last, last),)
    info = desk.info()
    assert (info.status, info.forfeited, info.resigned, info.resigns) == ("over", last, True, False)
    assert desk.room.ranking()[-1] == (last,)
    tags = desk.room.record.tags
    assert tags["resigned"] == f"seat {last}" and "forfeited" not in tags
    with refused("game-over"):
        desk.say(wire.Resign, 0)


def test_nobody_ends_the_game_for_several_others():
    desk = Desk("A B C")
    assert not desk.info().resigns
    with refused("others-play"):
        desk.say(wire.Resign, 0)
    assert desk.room.status == "playing"


def test_nobody_gives_up_a_game_that_has_not_begun():
    desk = Desk("A open")
    assert not desk.info().resigns
    with refused("waiting"):
        desk.say(wire.Resign, 0)


def test_who_has_looked_at_an_older_table_looks_again():
    desk = Desk("A B")
    version = desk.room.version
    desk.move(0, "S")
    with refused("stale"):
        desk.say(wire.Resign, 1, version=version)
