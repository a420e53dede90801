"""What may happen how often: programs are stopped, an evening among friends is not."""

import pytest

from jemaa.server import wire
from jemaa.server.room import Room
from jemaa.server.room.clock import ALLOWANCES, MOST_EVENTS, Allowance, Spent, check_allowance
from jemaa.server.room.events import BotSat, Forfeited, Played, Renamed, Said, Stored
from tests.server.room.desk import Desk, refused

pytestmark = pytest.mark.once

SECOND, MINUTE, HOUR = 1_000, 60_000, 3_600_000


def repeat(desk, act, most=10_000):
    """Do something again and again, without and then with waiting; gives how often it went."""
    counts = []
    for wait in (0, HOUR):
        count = 0
        while count < most and attempt(desk, act, counts, count):
            count += 1
            desk.now += wait
        counts.append(count)
        desk.now += HOUR
    return counts


def attempt(desk, act, counts, count):
    wanted = "room-limit" if counts else "too-often"
    try:
        act(desk, sum(counts) + count)
    except Exception as refusal:
        assert refusal.reason == wanted
        return False
    return True


def rename(desk, n):
    desk.say(wire.Rename, 0, f"Amina {n}")


def say(desk, n):
    desk.say(wire.Say, 0, "hello")


def leave_and_return(desk, n):
    desk.say(wire.Leave, 0)
    desk.say(wire.Back, 0)


def lay_and_take_back(desk, n):
    """The next one has left, so nobody is asked."""
    desk.say(wire.Ask, 0, "undo")
    desk.move(0, desk.room.state.legal()[0].text)


def ask_and_withdraw(desk, n):
    """Ask in ever new positions: in each of them only a few times."""
    if desk.room.offer is not None:
        desk.say(wire.Answer, 0, False)
    desk.room.questions = (0,) * 3
    desk.say(wire.Ask, 0, "undo")


def after_a_rug(plan):
    desk = Desk(plan)
    desk.move(0, "S")
    desk.move(0, desk.room.state.legal()[0].text)
    return desk


@pytest.mark.parametrize(
    ("kind", "act", "plan"),
    [
        ("rename", rename, "A B C"),
        ("say", say, "A B C"),
        ("leave", leave_and_return, "A B C"),
        ("undo", lay_and_take_back, "A A A"),
        ("ask", ask_and_withdraw, "A B C"),
    ],
)
def test_everything_but_moves_is_limited_by_time_and_by_room(kind, act, plan):
    """Once 6,500 renames made a room that nobody could enter any more."""
    desk = after_a_rug(plan)
    burst, later = repeat(desk, act)
    assert burst == ALLOWANCES[kind].burst
    assert burst + later == ALLOWANCES[kind].most
    with refused("room-limit"):
        act(desk, -1)


@pytest.mark.parametrize("act", [rename, say, leave_and_return])
def test_limits_are_each_seats_own(act):
    desk = after_a_rug("A B C")
    repeat(desk, act)
    assert desk.say(wire.Say, 1, "hello") == (Said(1, "hello"),)
    assert desk.say(wire.Rename, 1, "Omar") == (Renamed(1, "Omar"),)
    desk.say(wire.Leave, 2)
    assert desk.say(wire.Submit, 1, "S")[0] == Played(1, "S")


def test_the_refusal_says_how_long_to_wait():
    desk = Desk("A B")
    for n in range(ALLOWANCES["rename"].burst):
        rename(desk, n)
    desk.now += 10 * SECOND
    with refused("too-often") as refusal:
        rename(desk, -1)
    assert "50 seconds" in refusal.value.message
    desk.now += 50 * SECOND
    rename(desk, -1)
    with refused("too-often"):
        rename(desk, -2)


def test_a_restart_changes_nothing():
    desk = Desk("A B")
    for n in range(ALLOWANCES["rename"].burst):
        rename(desk, n)
    desk.room = Room.fold(desk.room.log)
    with refused("too-often"):
        rename(desk, -1)


def test_trying_changes_nothing():
    desk = Desk("A B")
    room = desk.room
    rename(desk, 0)
    assert room.spent(0, "rename") == Spent()
    assert desk.room.spent(0, "rename").times == 1


def test_a_room_that_is_too_long_already_can_be_used():
    """What an earlier version has let happen."""
    first = Desk("A B").room.log
    names = [
        Stored(len(first) + n, desk_now(n), Renamed(0, f"Amina {n % 2}")) for n in range(1, 6_501)
    ]
    desk = Desk("A B")
    desk.room = Room.fold([*first, *names])
    desk.now = desk.room.at
    assert desk.room.version == len(first) + 6_500
    with refused("room-limit"):
        rename(desk, 2)
    assert desk.say(wire.Say, 0, "hello") == (Said(0, "hello"),)
    desk.play()
    assert desk.room.status == "over"


def desk_now(n):
    return 1_000_000 + n


def test_an_evening_among_friends_is_not_limited():
    """Four hours: everybody says something every 40 s and takes back every third rug."""
    desk = Desk("A B C D", clock=wire.ClockWish(4 * 3600))
    rugs = 0
    while desk.room.status == "playing":
        seat = desk.room.to_act
        desk.move(seat, "S")
        desk.now += 40 * SECOND
        for one in range(4):
            desk.say(wire.Say, one, "well-played")
        desk.move(seat, desk.room.state.legal()[0].text)
        rugs += 1
        if rugs % 3 == 0 and desk.info().undo:
            desk.say(wire.Ask, seat, "undo")
            for other in {0, 1, 2, 3} - {seat}:
                desk.say(wire.Answer, other, True)
            desk.move(seat, desk.room.state.legal()[-1].text)
        desk.now += 4 * MINUTE
    assert rugs == 48


class TestStandIns:
    def test_whose_time_was_up_too_often_can_only_lose(self):
        desk = Desk("A B", clock=wire.ClockWish(10))
        for _ in range(ALLOWANCES["stand-in"].most):
            desk.now += HOUR
            assert desk.say(wire.Claim, 1, "bot") == (BotSat(0, "trader"),)
            desk.say(wire.Back, 0)
        desk.now += HOUR
        assert desk.info().claims == ("end",)
        with refused("time-left"):
            desk.say(wire.Claim, 1, "bot")
        assert desk.say(wire.Claim, 1, "end") == (Forfeited(0, 1),)

    def test_nobody_is_sent_away_and_comes_back_for_ever(self):
        desk = Desk("A B")
        desk.online = frozenset({1})
        for _ in range(ALLOWANCES["stand-in"].most):
            desk.now += HOUR
            desk.say(wire.Ask, 1, "bot", 0)
            desk.say(wire.Back, 0)
        with refused("room-limit"):
            desk.say(wire.Ask, 1, "bot", 0)


def test_a_game_without_a_limit_of_turns_ends_at_some_length():
    settings = {"turn_cap": None, "repetitions": None}
    desk = Desk("A B", "facir", settings=settings, clock=wire.ClockWish(10))
    said = [Stored(desk.room.version + n, desk.now, Said(0, "hello")) for n in range(1, 30_000)]
    for one in said:
        if not desk.room.is_full:
            desk.room.apply(one)
    assert desk.room.version == MOST_EVENTS
    with refused("room-limit"):
        desk.move(0, "^0")
    with refused("room-limit"):
        desk.say(wire.Leave, 0)
    desk.now += HOUR
    desk.say(wire.Claim, 1, "end")
    desk.say(wire.Rematch, 0)


def test_no_bot_is_asked_in_vain_where_nothing_fits():
    desk = Desk("tourist A")
    while not desk.room.is_full:
        desk.room.apply(Stored(desk.room.version + 1, desk.now, Said(1, "hello")))
    assert desk.room.bot_to_move() is None
    assert desk.room.summary().wake is None


def test_spending():
    allowed = Allowance(burst=2, every=10, most=9)
    spent = Spent()
    for _ in range(2):
        assert spent.wait(allowed, 100) == 0
        spent = spent.more(allowed, 100)
    assert [spent.wait(allowed, now) for now in (100, 109, 110)] == [10, 1, 0]
    for _ in range(100):
        spent = spent.more(allowed, 100)
    assert spent.wait(allowed, 100) == 10
    assert check_allowance(Spent(8, 0), "rename", 0) is None
