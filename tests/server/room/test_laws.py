"""Whatever people do: a room is the fold of its events, and handling changes nothing."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from jemaa.core.state import SPECTATOR
from jemaa.server import wire
from jemaa.server.reasons import REASONS, RefusalError
from jemaa.server.room import PLAYS_ON, Room, events
from jemaa.server.room.commands import PHRASES, BotMove, Context, Sit
from jemaa.server.room.events import Stored
from jemaa.server.room.offers import AWAY
from tests.server.room.desk import SECRET, Desk, key, told

SEATS = st.integers(0, 3)
PLANS = ["A A", "A B", "A B C", "A A B", "A tourist", "A open open", "A B amin C", "A tourist open"]
WORDS = ["L", "S", "R", "c3c4", "1", "r", "^1", "d4", "d4!", "!", "a1a2", "nonsense"]


class Tables(RuleBasedStateMachine):
    """One room with all its people, who do whatever comes to their minds."""

    game = "marrakech"

    @initialize(
        plan=st.sampled_from(PLANS),
        clock=st.sampled_from([None, wire.ClockWish(10, 3)]),
        manual=st.booleans(),
    )
    def open(self, plan, clock, manual):
        manual = manual and self.game == "marrakech"
        self.desk = Desk(plan, self.game, clock=clock, manual=manual)

    def attempt(self, command):
        """Carry out a command if it is possible; a refusal must be one of ours."""
        desk = self.desk
        room, before = desk.room, self.everything(desk.room)
        try:
            desk.do(command)
        except RefusalError as refusal:
            assert refusal.reason in REASONS
            assert desk.room is room
        assert self.everything(room) == before

    def everything(self, room):
        eyes = (SPECTATOR, *range(len(room.seats)))
        return room.summary(), [told(room, self.desk.now, eye) for eye in eyes]

    def send(self, type_, seat, *fields):
        self.attempt(type_("id", key(seat), self.desk.room.version, *fields))

    @rule(
        seconds=st.integers(0, 12) | st.just(PLAYS_ON // 1000),
        online=st.frozensets(SEATS),
        away=st.sampled_from([0, AWAY]),
    )
    def wait(self, seconds, online, away):
        self.desk.now += seconds * 1000
        self.desk.online = online
        self.desk.away = away

    @precondition(lambda self: self.desk.room.status == "playing")
    @rule(number=st.integers(0, 10**6))
    def move_well(self, number):
        """Make a legal move for whoever is to act: a person, a bot or the real die."""
        room = self.desk.room
        state = room.state
        if state.to_act == -1:
            outcomes = state.outcomes()
            self.send(wire.Chance, 0, outcomes[number % len(outcomes)][0].text)
            return
        legal = state.legal()
        move, seat = legal[number % len(legal)].text, state.to_act
        if room.is_bot(seat):
            self.attempt(BotMove(seat, room.version, move))
        else:
            self.send(wire.Submit, seat, move)

    @precondition(lambda self: self.desk.room.status == "playing")
    @rule()
    def play_on(self):
        """Go on for some moves, so that rounds and games come to their ends."""
        if not self.desk.room.created.manual and self.desk.room.offer is None:
            self.desk.play(12)

    @rule(seat=SEATS, text=st.sampled_from(WORDS))
    def move_somehow(self, seat, text):
        self.send(wire.Submit, seat, text)

    @rule(seat=SEATS, text=st.sampled_from(WORDS))
    def roll(self, seat, text):
        self.send(wire.Chance, seat, text)

    @rule(seat=SEATS, ago=st.integers(0, 4), type_=st.sampled_from([wire.Submit, wire.Chance]))
    def move_late(self, seat, ago, type_):
        version = max(0, self.desk.room.version - ago)
        self.attempt(type_("id", key(seat), version, "S"))

    @rule(seat=SEATS, offer=st.sampled_from(["undo", "bot", "x"]), other=st.integers(-1, 4))
    def ask(self, seat, offer, other):
        self.send(wire.Ask, seat, offer, other, "tourist")

    @rule(seat=SEATS, yes=st.booleans())
    def answer(self, seat, yes):
        self.send(wire.Answer, seat, yes)

    @rule(seat=SEATS, what=st.sampled_from(["bot", "end"]))
    def claim(self, seat, what):
        self.send(wire.Claim, seat, what)

    @rule(seat=SEATS, type_=st.sampled_from([wire.Back, wire.Leave, wire.Arrive, wire.Rematch]))
    def simply(self, seat, type_):
        self.send(type_, seat)

    @rule(seat=SEATS, other=SEATS)
    def fill(self, seat, other):
        self.send(wire.Fill, seat, other, "amin")

    @rule(seat=st.none() | SEATS, device=st.sampled_from("ABCDE"))
    def sit(self, seat, device):
        free = [n for n, chair in enumerate(self.desk.room.seats) if chair.kind == "open"]
        place = min(free, default=0) if seat is None else seat
        self.attempt(Sit(seat, f"from {device}", key(place), device))

    @rule(seat=SEATS, phrase=st.sampled_from([*PHRASES, "x"]))
    def say(self, seat, phrase):
        self.send(wire.Say, seat, phrase)

    @rule(seat=SEATS, name=st.sampled_from(["Omar", "", "amina"]))
    def rename(self, seat, name):
        self.send(wire.Rename, seat, name)

    @invariant()
    def the_room_is_the_fold_of_what_is_stored(self):
        room = self.desk.room
        rows = [(stored.number, stored.at, events.encode(stored.event)) for stored in room.log]
        stored = [Stored(number, at, events.decode(body)) for number, at, body in rows]
        assert self.everything(Room.fold(stored)) == self.everything(room)

    @invariant()
    def nobody_is_stuck(self):
        room = self.desk.room
        assert (room.status == "playing") == (room.to_act is not None)
        assert (room.status == "waiting") == any(chair.kind == "open" for chair in room.seats)
        if room.to_act == -1:
            assert room.created.manual
        turn = room.bot_to_move()
        if turn is not None:
            assert turn.view.legal()
            command = BotMove(turn.seat, room.version, turn.view.legal()[0].text)
            assert room.handle(command, Context(max(self.desk.now, turn.at))).events

    @invariant()
    def the_secret_is_kept(self):
        room = self.desk.room
        for eye in (SPECTATOR, *range(len(room.seats))):
            assert (SECRET.encode() in told(room, self.desk.now, eye)) == (room.status == "over")

    @invariant()
    def nobody_is_charged_more_than_he_has(self):
        info = self.desk.info()
        assert all(seat.time is None or seat.time >= 0 for seat in info.seats)
        if info.claims:
            assert info.deadline <= self.desk.now


@pytest.mark.parametrize("name", ["marrakech", "facir"])
def test_whatever_people_do(name):
    machine = type(f"Tables of {name}", (Tables,), {"game": name})
    count = settings().max_examples // 2
    run_state_machine_as_test(
        machine, settings=settings(max_examples=count, stateful_step_count=25)
    )


def test_events_must_come_in_order():
    room = Desk("A A A").room
    with pytest.raises(ValueError, match="event 9 cannot follow event 2"):
        room.apply(Stored(9, 0, events.Said(0, "hello")))
    with pytest.raises(ValueError, match="created only once"):
        room.apply(Stored(3, 0, room.created))
    with pytest.raises(ValueError, match="begins with its creation"):
        Room.fold([Stored(1, 0, events.Started())])
