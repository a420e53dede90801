"""The keeper of rooms, over a real store: races, repeats, a full disk, a small memory."""

import asyncio
import gc
import sqlite3
import tracemalloc
from types import SimpleNamespace

import pytest

from jemaa.server import wire
from jemaa.server.bus import LocalBus
from jemaa.server.memory import RETURN, Entry, Lock, Memory
from jemaa.server.reasons import RefusalError
from jemaa.server.room import redact
from jemaa.server.room.clock import now
from jemaa.server.room.tokens import digest
from jemaa.server.rooms import Rooms
from jemaa.server.services import PrometheusMetrics
from jemaa.server.sockets.hub import Hub
from jemaa.server.store import StoreError, UnknownRoomError
from jemaa.server.store.sqlite import SqliteStore
from tests.server.room.desk import Desk

pytestmark = [pytest.mark.once, pytest.mark.anyio]

NOBODY = frozenset()
TWO = wire.NewRoom("marrakech", (wire.SeatWish("here", "Anna"), wire.SeatWish("here", "Boris")))


@pytest.fixture
async def store(tmp_path):
    found = SqliteStore(tmp_path / "rooms.db")
    await found.open()
    yield found
    await found.close()


def keeper(store, **more):
    return Rooms(store, LocalBus(), PrometheusMetrics(), **more)


def heard(rooms):
    """The versions that listeners are told of, by room."""
    told = {}
    rooms.listen(lambda room, own: told.setdefault(room.id, []).append(room.version))
    return told


async def answer(rooms, room, command):
    """What a client would be told: the version, or why not."""
    try:
        return await rooms.command(room, command, NOBODY)
    except RefusalError as refusal:
        return refusal.reason


async def test_of_fifty_racing_commands_exactly_one_is_accepted(store):
    rooms = keeper(store)
    opened = await rooms.open(TWO)
    version = (await rooms.get(opened.room)).version
    token = opened.seats[0].token
    commands = [wire.Submit(f"id {n}", token, version, "LSR"[n % 3]) for n in range(50)]
    answers = await asyncio.gather(*(answer(rooms, opened.room, each) for each in commands))
    assert sorted(map(str, answers)) == sorted([str(version + 2), *["stale"] * 49])
    assert len(await store.load(opened.room)) == version + 2


async def moved(rooms, room, move):
    """What becomes of a move without a task of its own; None if it did not go that way."""
    outcome = asyncio.get_running_loop().create_future()
    return await outcome if rooms.submit(room, move, outcome.set_result) else None


async def test_a_move_without_a_task_is_durable_before_it_is_told(store):
    rooms = keeper(store)
    opened = await rooms.open(TWO)
    told = heard(rooms)
    version = (await rooms.get(opened.room)).version
    move = wire.Submit("a", opened.seats[0].token, version, "L")
    outcome = asyncio.get_running_loop().create_future()
    assert rooms.submit(opened.room, move, outcome.set_result)
    assert not rooms.submit(opened.room, move, outcome.set_result), "the room is being changed"
    assert told == {}
    assert rooms.memory.known(opened.room).room.version == version
    assert await outcome == version + 2
    assert told == {opened.room: [version + 2]}
    assert len(await store.load(opened.room)) == version + 2
    assert await moved(rooms, opened.room, move) is None, "the usual way knows that it was done"
    assert await answer(rooms, opened.room, move) == version + 2


async def test_a_move_that_is_refused_or_not_stored_is_left_to_the_usual_way(store, monkeypatch):
    rooms = keeper(store)
    opened = await rooms.open(TWO)
    version = (await rooms.get(opened.room)).version
    wrong = wire.Submit("a", opened.seats[1].token, version, "L")
    assert await moved(rooms, opened.room, wrong) is None
    right = wire.Submit("b", opened.seats[0].token, version, "L")
    with monkeypatch.context() as patch:
        patch.setattr("jemaa.server.store.sqlite._add_events", fail)
        assert isinstance(await moved(rooms, opened.room, right), StoreError)
        assert await moved(rooms, opened.room, right) is None, "first it looks what is stored"
    assert await answer(rooms, opened.room, right) == version + 2


def fail(*arguments):
    raise sqlite3.OperationalError("disk I/O error")


async def test_a_lock_is_handed_on_in_order_and_past_those_who_gave_up():
    lock, order = Lock(), []
    assert lock.take()
    assert not lock.take()

    async def wait(name):
        async with lock:
            order.append(name)

    tasks = [asyncio.create_task(wait(name)) for name in range(4)]
    await asyncio.sleep(0)
    tasks[0].cancel()
    await asyncio.sleep(0)
    lock.release()
    tasks[1].cancel()  # it has the lock already, and does not know yet
    assert not lock.take(), "nobody overtakes those who wait"
    await asyncio.wait(tasks)
    assert order == [2, 3]
    assert lock.take()


async def test_two_keepers_on_one_store_never_disagree(store):
    # As two processes would, but without a bus: the store alone keeps them apart.
    one, two = keeper(store), keeper(store)
    opened = await one.open(TWO)
    tokens = [seat.token for seat in opened.seats]
    commands = [
        (keeper_, wire.Say(f"{n} {index}", tokens[index], 1, "hello"))
        for n in range(10)
        for index, keeper_ in enumerate((one, two))
    ]
    answers = await asyncio.gather(*(answer(each, opened.room, say) for each, say in commands))
    rows = await store.load(opened.room)
    assert sorted(answers) == [row.number for row in rows[-20:]]


async def test_keepers_that_race_for_a_rematch_open_one_room(store):
    keepers = [keeper(store) for _ in range(5)]
    opened = await keepers[0].open(wire.NewRoom("marrakech", TWO.seats, device="a browser"))
    tokens = [seat.token for seat in opened.seats]
    await play_to_the_end(keepers[0], opened.room, tokens)
    rematches = [wire.Rematch(str(n), tokens[n % 2], 1) for n in range(5)]
    answers = await asyncio.gather(
        *(answer(each, opened.room, say) for each, say in zip(keepers, rematches, strict=True))
    )
    assert sorted(map(str, answers))[1:] == ["rematch-made"] * 4
    following = (await keepers[0].get(opened.room)).following
    assert {each.room for each in await store.of_device(digest("a browser"))} == {
        opened.room,
        following,
    }
    assert [len({(await each.get(following)).created for each in keepers})] == [1]


async def play_to_the_end(rooms, room, tokens):
    found = await rooms.get(room)
    while found.status != "over":
        move = found.state.legal()[0].text
        submit = wire.Submit(str(found.version), tokens[found.state.to_act], found.version, move)
        await rooms.command(room, submit, NOBODY)
        found = await rooms.get(room)


async def test_a_repeated_command_is_answered_as_the_first_time_by_any_keeper(store):
    rooms = keeper(store)
    opened = await rooms.open(TWO)
    version = (await rooms.get(opened.room)).version
    submit = wire.Submit("only once", opened.seats[0].token, version, "L")
    first = await rooms.command(opened.room, submit, NOBODY)
    assert await rooms.command(opened.room, submit, NOBODY) == first
    assert await keeper(store).command(opened.room, submit, NOBODY) == first
    assert len(await store.load(opened.room)) == first


async def test_a_full_disk_refuses_changes_nothing_tells_nobody_and_heals(store):
    rooms = keeper(store)
    told = heard(rooms)
    opened = await rooms.open(TWO)
    tokens = [seat.token for seat in opened.seats]
    await limit_pages(store, 1)  # SQLite takes the size it has as the least
    with pytest.raises(StoreError, match="full"):
        await play_to_the_end(rooms, opened.room, tokens)
    before = await rooms.get(opened.room)
    versions = list(told[opened.room])
    with pytest.raises(StoreError):
        await rooms.open(TWO)
    with pytest.raises(StoreError):
        await play_to_the_end(rooms, opened.room, tokens)
    assert (await rooms.get(opened.room)).version == before.version == versions[-1]
    assert told == {opened.room: versions}
    await limit_pages(store, 1 << 20)
    say = wire.Say("again", tokens[0], 1, "hello")
    assert await rooms.command(opened.room, say, NOBODY) == before.version + 1
    assert told[opened.room][-1] == before.version + 1


async def test_time_is_claimed_only_where_the_seat_could_have_moved(store):
    rooms = keeper(store)
    clock = wire.ClockWish(initial=10)
    opened = await rooms.open(wire.NewRoom("marrakech", TWO.seats, clock=clock))
    room = await rooms.get(opened.room)
    assert room.claimable == room.deadline
    # The next server finds the room, and everybody has a moment to find the server.
    begun = now()
    again = await keeper(store).get(opened.room)
    assert again.deadline == room.deadline and again.claims_from >= begun + RETURN
    # What cannot be stored is no move.
    await store.close()
    with pytest.raises(StoreError):
        submit = wire.Submit("1", opened.seats[0].token, room.version, "L")
        await rooms.command(opened.room, submit, NOBODY)
    assert rooms.memory.known(opened.room).room.claims_from >= begun + RETURN


async def limit_pages(store, count):
    await store._writer.do(lambda db: db.execute(f"PRAGMA max_page_count = {count}").fetchone())


class Silent:
    """A line that takes everything and says nothing."""

    waiting = 0

    def push(self, data):
        pass

    abort = push


async def test_a_room_that_nobody_looks_at_forgets_what_can_be_worked_out_again(store):
    rooms = keeper(store)
    hub = Hub(rooms, LocalBus(), PrometheusMetrics())
    rooms.listen(lambda room, own: hub.changed(room))
    opened = await rooms.open(TWO)
    connection = hub.connect(Silent(), None)
    hub.join(connection, await rooms.get(opened.room), (0, 1), None)
    version = (await rooms.get(opened.room)).version
    await moved(rooms, opened.room, wire.Submit("a", opened.seats[0].token, version, "L"))
    room = await rooms.get(opened.room)
    before = redact.scene(room, 0), redact.happenings(room, version, 0)
    assert room.scenes
    assert room.recent
    hub.leave(connection, opened.room)
    assert (room.scenes, room.info, room.recent) == ({}, {}, [])
    assert (redact.scene(room, 0), redact.happenings(room, version, 0)) == before


async def test_memory_is_bounded_and_forgotten_rooms_come_back(store):
    rooms = keeper(store, most=5)
    opened = [await rooms.open(TWO) for _ in range(20)]
    assert len(rooms.memory.all()) == 5
    for each in opened:
        assert (await rooms.get(each.room)).id == each.room
    assert len(rooms.memory.all()) == 5
    rooms.memory.is_watched = lambda room: room == opened[0].room
    await rooms.get(opened[0].room)
    for each in opened[1:]:
        await rooms.get(each.room)
    assert rooms.memory.known(opened[0].room) is not None


def crowd(most, count):
    """A memory for few rooms, and many that are watched; how often it asks whether they are."""
    memory = Memory(None, PrometheusMetrics(), most)
    asked = []
    memory.is_watched = lambda room: asked.append(room) or True
    for number in range(count):
        memory.keep(SimpleNamespace(id=str(number)))
    return memory, asked


def test_opening_a_room_does_not_look_at_all_that_are_watched():
    """Once it did, so it took the longer the more people were there."""
    memory, asked = crowd(10, 2000)
    asked.clear()
    memory.keep(SimpleNamespace(id="new"))
    assert len(asked) < 10
    assert memory.known("new") is not None
    assert len(memory.all()) == 2001


def test_rooms_that_everybody_has_left_are_forgotten_though_they_were_too_many():
    """Once each new one took the place of one of them, and all others stayed."""
    memory, _ = crowd(10, 200)
    memory.is_watched = lambda room: False
    for number in range(40):
        memory.keep(SimpleNamespace(id=f"new {number}"))
    assert len(memory.all()) == 10


@pytest.mark.parametrize(("game", "plan"), [("marrakech", "A B"), ("facir", "A B C D")])
def test_a_finished_room_takes_little_memory(game, plan):
    """What is given back when rooms are forgotten: caches that all rooms share do not count."""

    def finished():
        desk = Desk(plan, game)
        desk.play()
        redact.Updates(desk.room, 1, 0).text(0)
        entry = Entry(desk.room)
        entry.rest()
        return entry

    finished()
    tracemalloc.start()
    try:
        held = [finished() for _ in range(3)]
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        count = len(held)
        held.clear()
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert 1 << 10 < (before - after) / count < 40 << 10


async def test_a_room_that_was_forgotten_for_its_age_is_unknown(store):
    rooms = keeper(store)
    opened = await rooms.open(TWO)
    assert await store.purge(1 << 60) == 1
    with pytest.raises(UnknownRoomError):
        say = wire.Say("1", opened.seats[0].token, 1, "hello")
        await rooms.command(opened.room, say, NOBODY)
    with pytest.raises(UnknownRoomError):
        await rooms.get(opened.room)


async def test_a_room_that_sleeps_is_not_woken_before_something_happens(store):
    rooms = keeper(store)
    clock = wire.ClockWish(initial=10)
    opened = await rooms.open(wire.NewRoom("marrakech", TWO.seats, clock=clock))
    later = 1 << 45
    assert await store.waking(later) == [opened.room]
    await rooms.let_sleep(opened.room)
    assert await store.waking(later) == []
    version = (await rooms.get(opened.room)).version
    submit = wire.Submit("1", opened.seats[0].token, version, "L")
    await rooms.command(opened.room, submit, NOBODY)
    assert await store.waking(later) == [opened.room]
