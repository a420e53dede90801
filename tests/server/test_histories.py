"""Histories in pieces: whole, in order, for each eye its own, and told again at little cost."""

from itertools import chain

import msgspec
import pytest

from jemaa.core.state import SPECTATOR
from jemaa.server.room import redact
from jemaa.server.room.events import Said, Stored
from jemaa.server.sockets.hub import PIECE, RECENT, Histories
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
        for after in {0, 1, min(PIECE, count - 1), count - RECENT - 1, count - RECENT, count - 1}:
            found = numbers(histories.pieces(room, after, 0))
            told = [*chain(*found)]
            assert told == [*range(told[0], count + 1)]
            assert after // PIECE * PIECE < told[0] <= after + 1  # a little earlier, never later
            assert told[0] == after + 1 or count - after > RECENT
            assert max(map(len, found)) <= PIECE


def test_whatever_readers_know_they_are_told_out_of_the_same_texts():
    """Once each of them had a text of its own: 240 readers took a gigabyte."""
    room, histories = chatty(2 * PIECE), Histories()
    readers = [histories.pieces(room, after, 0) for after in range(room.version + 1)]
    for reader in readers:
        list(reader)
    assert len(histories._kept) == 2
    assert histories._size < 2 * len(b"".join(histories.pieces(room, 0, 0)))


def test_who_has_missed_little_is_told_what_it_has_changed():
    desk = Desk("A B")
    desk.play(30)
    room = desk.room
    for after in (1, 10, room.version - 1):
        (piece,) = Histories().pieces(room, after, 0)
        expected = msgspec.json.encode(list(redact.history(room, after, 0, changes=True)))
        assert msgspec.json.decode(piece) == msgspec.json.decode(expected)


def test_there_is_always_one():
    assert numbers(Histories().pieces(chatty(20), 20, 0)) == [[]]


def test_what_was_told_is_not_made_again(monkeypatch):
    room, histories = chatty(2 * PIECE + 5), Histories()
    first = list(histories.pieces(room, 0, 0))
    made = []

    def history(*known, **more):
        made.append(known)
        yield

    monkeypatch.setattr(redact, "history", history)
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
        kept = [text for story in histories._kept.values() for text in story.made]
        assert histories._size == sum(map(len, kept))
        assert histories._size <= 50_000
    assert 0 < len(histories._kept) < 20


def test_a_story_that_is_told_holds_no_positions():
    room, histories = chatty(PIECE + 5), Histories()
    list(histories.pieces(room, 0, 0))
    list(histories.pieces(room, room.version - 9, 0))
    assert [list(story._told) for story in histories._kept.values()] == [[], []]


def test_stories_are_few_however_short(monkeypatch):
    monkeypatch.setattr("jemaa.server.sockets.hub.MOST_STORIES", 3)
    histories = Histories()
    for count in range(5, 15):
        list(histories.pieces(chatty(count), 0, 0))
    assert len(histories._kept) == 3
    assert histories._size == sum(len(s.made[0]) for s in histories._kept.values())
