"""Nobody is told anything that depends on a card they may not know."""

from hypothesis import assume, given
from hypothesis import strategies as st

import jemaa
from jemaa import SPECTATOR
from jemaa.games.facir.bed import deck_table
from jemaa.server import wire
from jemaa.server.reasons import RefusalError
from jemaa.server.room import Room
from jemaa.server.room.commands import Context
from jemaa.server.room.events import Played, Stored, Undone
from tests.server.room.desk import Desk, key, told

GAME = jemaa.game("facir")
EDGE = deck_table(GAME.setup().deck).edge
HOLES = [f"{column}{row}" for row in "1234567" for column in "abcdefg"]
TWINS = [
    ((card, rotation), (other, turned))
    for card in range(24)
    for rotation in range(4)
    for other in range(24)
    for turned in range(4)
    if card != other and EDGE(card, rotation) == EDGE(other, turned)
]
"""Pairs of standing cards that look the same to the others."""


@st.composite
def twin_rooms(draw):
    """Return two rooms that differ only in the card of one seat, and that seat."""
    players = draw(st.integers(2, 4))
    owner = draw(st.integers(0, players - 1))
    twins = draw(st.sampled_from(TWINS))
    taken = {card for card, _ in twins}
    free = [card for card in range(24) if card not in taken]
    others = draw(st.permutations(free))[:players]
    rotations = draw(st.lists(st.integers(0, 3), min_size=players, max_size=players))
    steps = draw(st.integers(0, players))  # how many cards stand
    holes = draw(st.permutations(HOLES))[: draw(st.integers(0, 10))] if steps == players else []
    rooms = []
    for card, rotation in twins:
        cards = [*others[:owner], card, *others[owner + 1 :]]
        turns = [*rotations[:owner], rotation, *rotations[owner + 1 :]]
        events = [Played(-1, str(number + 1)) for number in cards]
        events += [Played(seat, f"^{turns[seat]}") for seat in range(steps)]
        events += [Played(turn % players, hole) for turn, hole in enumerate(holes)]
        rooms.append(with_events("A B C D"[: 2 * players - 1], events))
    return *rooms, owner


def with_events(plan, events):
    """Return a room with these dealt cards and moves, whatever its secret would have dealt."""
    log = [stored for stored in Desk(plan, "facir").room.log if type(stored.event) is not Played]
    last = log[-1].number
    more = [Stored(last + n, 2_000_000, event) for n, event in enumerate(events, 1)]
    return Room.fold([*log, *more])


@given(twin_rooms())
def test_what_others_are_told_does_not_depend_on_a_hidden_card(rooms):
    one, two, owner = rooms
    assert told(one, 3_000_000, owner) != told(two, 3_000_000, owner)
    for eye in {SPECTATOR, *range(len(one.seats))} - {owner}:
        assert told(one, 3_000_000, eye) == told(two, 3_000_000, eye)


@given(twin_rooms(), st.sampled_from(["d4", "d4!", "!", "^2", "a1b2", "x", "12"]))
def test_what_others_are_refused_does_not_depend_on_it(rooms, move):
    one, two, owner = rooms
    for seat in set(range(len(one.seats))) - {owner}:
        assert answer(one, seat, move) == answer(two, seat, move)


def answer(room, seat, move):
    try:
        command = wire.Submit("id", key(seat), room.version, move)
        return room.handle(command, Context(3_000_000)).events
    except RefusalError as refusal:
        return refusal.reason, refusal.clause, refusal.message, refusal.field


@given(twin_rooms())
def test_a_card_that_was_stood_and_taken_back_stays_hidden(rooms):
    one, two, owner = rooms
    stood = [index for index, event in enumerate(one.history.events) if event.text[0] == "^"]
    assume(stood and one.state.phase == "stand")
    for room in (one, two):
        room.apply(Stored(room.version + 1, 2_500_000, Undone(stood[-1])))
    for eye in {SPECTATOR, *range(len(one.seats))} - {owner}:
        assert told(one, 3_000_000, eye) == told(two, 3_000_000, eye)


def test_what_is_stored_about_a_room_does_not_depend_on_it():
    deals = ("3", "7"), ("3", "9")
    summaries = [
        with_events("A B", [Played(-1, card) for card in cards]).summary() for cards in deals
    ]
    assert summaries[0] == summaries[1]
