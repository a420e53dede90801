"""The host of the server ends a game."""

import pytest

from jemaa.core.state import SPECTATOR
from jemaa.server import wire
from jemaa.server.room import redact
from jemaa.server.room.events import Closed
from tests.server.room.desk import Desk, refused

pytestmark = pytest.mark.once


@pytest.mark.parametrize("game", ["marrakech", "facir"])
def test_a_closed_game_is_over_without_a_winner(game):
    desk = Desk("A B tourist", game, clock=wire.ClockWish(60))
    desk.room = desk.room.after((Closed(),), desk.now)
    room = desk.room
    assert (room.status, room.to_act, room.deadline, room.bot_to_move()) == ("over",) + (None,) * 3
    assert room.summary().wake is None and room.ranking() == ()
    assert desk.info().closed and not desk.info().claims
    assert b'"ranking":[]' in bytes(redact.scene(room, SPECTATOR))
    assert room.record.tags["closed"] == "by the host"
    assert redact.happenings(room, room.version - 1, SPECTATOR)[0].kind == "closed"
    with refused("game-over"):
        desk.say(wire.Claim, 0, "end")


def test_a_closed_game_can_be_played_again():
    desk = Desk("A B")
    desk.room = desk.room.after((Closed(),), desk.now)
    desk.say(wire.Rematch, 0)
    desk.say(wire.Rematch, 1)
    assert desk.room.following
