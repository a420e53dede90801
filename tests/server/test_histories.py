"""Histories in pieces: whole, in order, for each eye its own, and told again at little cost."""

from itertools import chain

import msgspec
import pytest

from jemaa.core.state import SPECTATOR
from jemaa.server.room import redact
from jemaa.server.room.events import Said, Stored
from jemaa.server.sockets.hub import PIECE, Histories
from tests.server.room.desk import Desk

pytestmark = pytest.mark.once


def chatty(count, game="marrakech"):
    """A room with a little game and much talk."""
    desk = Desk("A B", game)
    desk.play(3)
    while desk.room.version < count:
        desk.room.apply(Stored(desk.room.version + 1, desk.now, Said(0, "hello")))
    return desk.room


def numbers(pieces):
    return [[event["number"] for event in msgspec.json.decode(piece)] for piece in pieces]


@pytest.mark.parametrize("count", [PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 2 * PIECE + 1])
def test_pieces_are_the_whole_history_in_order(count):
    room, histories = chatty(count), Histories()
    for _ in range(2):  # made, and kept
        for after in (0, 1, PIECE, count - 1):
            found = numbers(histories.pieces(room, after, 0))
            assert [*chain(*found)] == [*range(after + 1, count + 1)]
            assert max(map(len, found)) <= PIECE


def test_there_is_always_one():
    assert numbers(Histories().pieces(chatty(20), 20, 0)) == [[]]


def test_what_was_told_is_not_made_again(monkeypatch):
    room, histories = chatty(2 * PIECE + 5), Histories()
    first = list(histories.pieces(room, 0, 0))
    made = []
    monkeypatch.setattr(redact, "history", lambda *known: made.append(known))
    assert [bytes(one) for one in histories.pieces(room, 0, 0)] == [bytes(one) for one in first]
    assert list(histories.pieces(room, 0, SPECTATOR)) and not made  # all are told the same


def test_a_history_that_nobody_read_to_its_end_is_made_again():
    room, histories = chatty(2 * PIECE), Histories()
    next(histories.pieces(room, 0, 0))
    assert len(numbers(histories.pieces(room, 0, 0))) == 2


def test_each_eye_is_told_its_own_history():
    room, histories = chatty(30, "facir"), Histories()
    texts = {}
    for _ in range(2):
        for eye in (SPECTATOR, 0, 1):
            (piece,) = histories.pieces(room, 0, eye)
            assert bytes(piece) == msgspec.json.encode(list(redact.history(room, 0, eye)))
            texts[eye] = bytes(piece)
    assert len(set(texts.values())) == 3


def test_little_is_kept():
    histories = Histories(most=50_000)
    rooms = [chatty(PIECE + n) for n in range(20)]
    for room in rooms:
        list(histories.pieces(room, 0, 0))
        assert histories._size == sum(len(one) for kept in histories._kept.values() for one in kept)
        assert histories._size <= 50_000
    assert 0 < len(histories._kept) < 20
