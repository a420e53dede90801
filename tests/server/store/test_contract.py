"""Every promise of `jemaa.server.store`, kept by all stores."""

import asyncio

import pytest

from jemaa.server.store import (
    DAYS,
    ConflictError,
    KeptReview,
    Listed,
    RepeatedError,
    Row,
    StoreError,
    UnknownRoomError,
)
from tests.server.store.rooms import SUMMARY, rows

BROWSER = pytest.param("browser", marks=pytest.mark.slow)
pytestmark = [
    pytest.mark.anyio,
    pytest.mark.once,
    pytest.mark.parametrize("make_store", ["sqlite", "postgres", BROWSER], indirect=True),
]


async def test_room_is_loaded_as_it_was_created_and_continued(store):
    await store.create("r", 1000, [b"a", b"\x00\xff"], SUMMARY)
    await store.append("r", 2, 2000, [b"", b"d" * 100_000], SUMMARY)
    whole = [Row(1, 1000, b"a"), Row(2, 1000, b"\x00\xff"), Row(3, 2000, b"")]
    assert await store.load("r") == [*whole, Row(4, 2000, b"d" * 100_000)]
    assert await store.load("r", 1) == [*whole[1:], Row(4, 2000, b"d" * 100_000)]
    assert await store.load("r", 4) == []
    assert await store.load("r", 99) == []


async def test_room_of_a_taken_name_is_refused_and_changes_nothing(store):
    await store.create("r", 1000, [b"a"], SUMMARY)
    with pytest.raises(ConflictError, match="there is a room 'r' already"):
        await store.create("r", 2000, [b"b"], SUMMARY._replace(devices=("cy's",)))
    assert await store.load("r") == rows([b"a"])
    assert await store.of_device("cy's") == []


@pytest.mark.parametrize("version", [-1, 0, 2, 10**30])
async def test_append_at_another_version_is_refused_and_changes_nothing(store, version):
    await store.create("r", 1000, [b"a"], SUMMARY)
    with pytest.raises(ConflictError, match="room 'r' is at version 1, not"):
        await store.append("r", version, 2000, [b"b"], SUMMARY._replace(wake=5), "c")
    assert await store.load("r") == rows([b"a"])
    assert await store.waking(10) == []
    await store.append("r", 1, 2000, [b"b"], SUMMARY, "c")


@pytest.mark.parametrize(
    "room", ["nowhere", "", "a\0b", "\ud800", "r'; DROP TABLE rooms", "Й" * 999]
)
async def test_room_that_is_not_there_is_unknown(store, room):
    with pytest.raises(UnknownRoomError, match="there is no room"):
        await store.load(room)
    with pytest.raises(UnknownRoomError, match="there is no room"):
        await store.append(room, 0, 1000, [b"a"], SUMMARY, "c")


@pytest.mark.parametrize("after", [-(10**30), -1, 0])
async def test_load_after_a_number_below_all_gives_everything(store, after):
    await store.create("r", 1000, [b"a"], SUMMARY)
    assert await store.load("r", after) == rows([b"a"])


async def test_load_after_an_absurd_number_gives_nothing(store):
    await store.create("r", 1000, [b"a"], SUMMARY)
    assert await store.load("r", 10**30) == []


async def test_command_counts_once_in_a_room(store):
    await store.create("r", 1000, [b"a"], SUMMARY)
    await store.create("q", 1000, [b"a"], SUMMARY)
    await store.append("r", 1, 2000, [b"b", b"c"], SUMMARY, "once")
    for version in (1, 3, 7):
        with pytest.raises(RepeatedError) as caught:
            await store.append("r", version, 3000, [b"x"], SUMMARY, "once")
        assert caught.value.version == 3
    await store.append("q", 1, 3000, [b"x"], SUMMARY, "once")
    assert len(await store.load("r")) == 3


@pytest.mark.parametrize("version", [-1, 0, 1, 3, 10**30])
async def test_a_repeated_command_is_known_as_such_whatever_the_version(store, version):
    await store.create("r", 1000, [b"a"], SUMMARY)
    await store.append("r", 1, 2000, [b"b"], SUMMARY, "once")
    for bodies in ([b"x"], []):
        with pytest.raises(RepeatedError) as caught:
            await store.append("r", version, 3000, bodies, SUMMARY._replace(wake=5), "once")
        assert caught.value.version == 2
    assert len(await store.load("r")) == 2
    assert await store.waking(10) == []


async def test_a_question_about_an_unknown_command_changes_nothing(store):
    """Asked with a version that no room has: it is neither carried out nor remembered."""
    await store.create("r", 1000, [b"a"], SUMMARY)
    for _ in range(2):
        with pytest.raises(ConflictError):
            await store.append("r", -1, 2000, [], SUMMARY._replace(wake=5), "once")
    assert await store.waking(10) == []
    await store.append("r", 1, 2000, [b"b"], SUMMARY, "once")


async def test_append_without_command_may_be_repeated(store):
    await store.create("r", 1000, [b"a"], SUMMARY)
    await store.append("r", 1, 1000, [b"b"], SUMMARY)
    await store.append("r", 2, 1000, [b"b"], SUMMARY)
    assert await store.load("r") == rows([b"a", b"b", b"b"])


async def test_command_is_remembered_after_reopening(make_store):
    first = make_store()
    await first.open()
    await first.create("r", 1000, [b"a"], SUMMARY)
    await first.append("r", 1, 2000, [b"b"], SUMMARY, "once")
    await first.close()
    second = make_store()
    await second.open()
    with pytest.raises(RepeatedError) as caught:
        await second.append("r", 2, 3000, [b"x"], SUMMARY, "once")
    assert caught.value.version == 2
    assert len(await second.load("r")) == 2
    await second.close()


async def test_of_fifty_racing_appends_exactly_one_wins(store):
    await store.create("r", 1000, [b"a"], SUMMARY)
    appends = [
        store.append("r", 1, 2000, [b"%d" % i], SUMMARY._replace(to_act=i), f"c{i}")
        for i in range(50)
    ]
    results = await asyncio.gather(*appends, return_exceptions=True)
    (winner,) = [i for i, result in enumerate(results) if result is None]
    assert [type(result) for result in results].count(ConflictError) == 49
    assert (await store.load("r", 1)) == [Row(2, 2000, b"%d" % winner)]
    (listed,) = await store.of_device("ann's")
    assert (listed.version, listed.summary.to_act) == (2, winner)


async def test_of_fifty_times_the_same_command_one_is_carried_out(store):
    await store.create("r", 1000, [b"a"], SUMMARY)
    appends = [store.append("r", 1, 2000, [b"b"], SUMMARY, "once") for _ in range(50)]
    results = await asyncio.gather(*appends, return_exceptions=True)
    assert results.count(None) == 1
    assert {result.version for result in results if isinstance(result, RepeatedError)} == {2}
    assert len(results) == 1 + sum(isinstance(result, RepeatedError) for result in results)


async def test_of_fifty_racing_rooms_of_one_name_one_is_made(store):
    makers = [store.create("r", 1000, [b"%d" % i], SUMMARY) for i in range(50)]
    results = await asyncio.gather(*makers, return_exceptions=True)
    assert [type(result) for result in results].count(ConflictError) == 49
    assert await store.load("r") == rows([b"%d" % results.index(None)])


async def test_refused_neighbours_do_not_disturb_those_who_go_on(store):
    """Waiting appends may share a transaction: one's refusal must not undo another's."""
    for i in range(20):
        await store.create(f"r{i}", 1000, [b"a"], SUMMARY)
    good = [store.append(f"r{i}", 1, 2000, [b"b"], SUMMARY) for i in range(20)]
    bad = [store.append(f"r{i}", 5, 2000, [b"x"], SUMMARY) for i in range(20)]
    pairs = [task for pair in zip(bad, good, strict=True) for task in pair]
    results = await asyncio.gather(*pairs, return_exceptions=True)
    assert results[1::2] == [None] * 20
    assert {type(result) for result in results[::2]} == {ConflictError}
    assert [len(await store.load(f"r{i}")) for i in range(20)] == [2] * 20


async def test_rooms_of_a_browser_come_latest_first_with_their_summaries(store):
    over = SUMMARY._replace(status="over", to_act=None, names=("Zoë", "", "Bo"), wake=7)
    await store.create("old", 1000, [b"a"], SUMMARY)
    await store.create("mine", 2000, [b"a", b"b"], over)
    await store.create("other", 3000, [b"a"], SUMMARY._replace(devices=("bo's", "")))
    assert await store.of_device("ann's") == [
        Listed("mine", 2, 2000, over),
        Listed("old", 1, 1000, SUMMARY),
    ]
    assert [room.room for room in await store.of_device("ann's", limit=1)] == ["mine"]
    await store.append("old", 1, 4000, [b"b"], over)
    assert [room.room for room in await store.of_device("ann's")] == ["old", "mine"]


async def test_nobody_holds_the_seats_of_nobody(store):
    await store.create("r", 1000, [b"a"], SUMMARY)
    assert await store.of_device("") == []


async def test_seats_change_hands(store):
    await store.create("r", 1000, [b"a"], SUMMARY._replace(devices=("x", "x", "")))
    await store.append("r", 1, 1000, [b"b"], SUMMARY._replace(devices=("x", "y", "y")))
    assert [len(await store.of_device(device)) for device in "xyz"] == [1, 1, 0]
    await store.append("r", 2, 1000, [b"c"], SUMMARY._replace(devices=("z", "y", "")))
    assert [len(await store.of_device(device)) for device in "xyz"] == [0, 1, 1]


async def test_devices_that_read_like_names_are_not_mistaken_for_them(store):
    """The new names once hid that the devices had changed."""
    await store.create("r", 1000, [b"a"], SUMMARY._replace(names=("x",), devices=("x",)))
    await store.append("r", 1, 1000, [b"b"], SUMMARY._replace(names=("x",), devices=("y",)))
    assert [len(await store.of_device(device)) for device in "xy"] == [0, 1]


async def test_rooms_wake_when_their_time_has_come_the_earliest_first(store):
    for room, wake in (("late", 300), ("early", 100), ("never", None), ("tie", 100)):
        await store.create(room, 1, [b"a"], SUMMARY._replace(wake=wake))
    assert await store.waking(99) == []
    assert await store.waking(100) == ["early", "tie"]
    assert await store.waking(10**15) == ["early", "tie", "late"]
    assert await store.waking(300, limit=2) == ["early", "tie"]
    await store.append("early", 1, 2, [b"b"], SUMMARY._replace(wake=None))
    assert await store.waking(100) == ["tie"]


async def test_purge_forgets_old_rooms_entirely_and_no_others(store):
    for i in range(120):
        await store.create(f"old{i}", 999, [b"a"], SUMMARY._replace(wake=1))
    await store.append("old7", 1, 999, [b"b"], SUMMARY, "once")
    await store.create("new", 1000, [b"a"], SUMMARY)
    await store.create("back", 1, [b"a"], SUMMARY)
    await store.append("back", 1, 1000, [b"b"], SUMMARY)
    assert await store.purge(1000) == 120
    assert await store.purge(1000) == 0
    assert {room.room for room in await store.of_device("ann's")} == {"new", "back"}
    assert await store.waking(10) == []
    with pytest.raises(UnknownRoomError):
        await store.load("old7")
    await store.create("old7", 2000, [b"z"], SUMMARY)
    await store.append("old7", 1, 2000, [b"y"], SUMMARY, "once")
    assert await store.load("old7") == rows([b"z", b"y"], at=2000)


async def test_summary_alone_may_change(store):
    await store.create("r", 1000, [b"a"], SUMMARY)
    await store.append("r", 1, 2000, [], SUMMARY._replace(wake=3), "c")
    assert await store.waking(3) == ["r"]
    with pytest.raises(RepeatedError) as caught:
        await store.append("r", 1, 2000, [], SUMMARY, "c")
    assert caught.value.version == 1


async def test_summary_alone_leaves_events_and_version_as_they_are(store):
    await store.create("r", 1000, [b"a"], SUMMARY)
    for wake in (3, 4):
        await store.append("r", 1, 1000, [], SUMMARY._replace(wake=wake))
    assert await store.load("r") == rows([b"a"])
    assert await store.of_device("ann's") == [Listed("r", 1, 1000, SUMMARY._replace(wake=4))]
    with pytest.raises(ConflictError):
        await store.append("r", 2, 1000, [], SUMMARY)
    await store.append("r", 1, 1000, [b"b"], SUMMARY)
    assert await store.load("r") == rows([b"a", b"b"])


async def test_check_passes_and_leaves_nothing_behind(store):
    await store.check()
    await store.check()
    assert await store.of_device("ann's") == []


async def test_close_finishes_what_was_begun(make_store):
    first = make_store()
    await first.open()
    for i in range(20):
        await first.create(f"r{i}", 1000, [b"a"], SUMMARY)
    begun = [asyncio.ensure_future(first.append(f"r{i}", 1, 1, [b"b"], SUMMARY)) for i in range(20)]
    await asyncio.sleep(0)
    await first.close()
    results = await asyncio.gather(*begun, return_exceptions=True)
    second = make_store()
    await second.open()
    for i, result in enumerate(results):
        assert result is None or isinstance(result, StoreError)
        assert len(await second.load(f"r{i}")) == (2 if result is None else 1)
    await second.close()


async def test_closed_store_says_so(make_store):
    store = make_store()
    with pytest.raises(StoreError, match="not open"):
        await store.load("r")
    await store.open()
    await store.close()
    await store.close()
    for call in (
        store.load("r"),
        store.create("r", 1, [b"a"], SUMMARY),
        store.append("r", 0, 1, [b"a"], SUMMARY),
        store.check(),
        store.purge(1),
    ):
        with pytest.raises(StoreError, match="not open"):
            await call


async def test_cancelled_append_is_whole_or_not_there(store):
    await store.create("r", 1000, [b"a"], SUMMARY)
    version = 1
    for turn in range(30):
        task = asyncio.ensure_future(store.append("r", version, 1, [b"x", b"y"], SUMMARY))
        await asyncio.sleep(turn / 10_000)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        # The next one comes behind it, whatever has become of it.
        await store.check()
        found = len(await store.load("r"))
        assert found in (version, version + 2)
        version = found
    await store.append("r", version, 1, [b"z"], SUMMARY)


async def test_versions_of_those_that_are_there(store):
    await store.create("r", 1000, [b"a"], SUMMARY)
    await store.create("q", 1000, [b"a", b"b"], SUMMARY)
    assert await store.versions(["q", "nowhere", "r", "it's"]) == {"r": 1, "q": 2}
    assert await store.versions([]) == {}


async def test_rooms_are_listed_the_latest_first_and_by_status(store):
    over = SUMMARY._replace(status="over", to_act=None)
    await store.create("a", 1000, [b"a"], SUMMARY)
    await store.create("b", 3000, [b"a"], over)
    await store.create("c", 2000, [b"a"], SUMMARY)
    assert [each.room for each in await store.listed()] == ["b", "c", "a"]
    assert await store.listed(status="over") == [Listed("b", 1, 3000, over)]
    assert [each.room for each in await store.listed(status="playing", limit=1)] == ["c"]
    assert await store.listed(status="nothing") == []


async def test_a_deleted_room_leaves_nothing_behind(store):
    await store.create("r", 1000, [b"a"], SUMMARY)
    await store.append("r", 1, 2000, [b"b"], SUMMARY, "once")
    await store.create("q", 1000, [b"a"], SUMMARY)
    await store.delete("r")
    with pytest.raises(UnknownRoomError):
        await store.load("r")
    for room in ("r", "nowhere", "\0"):
        with pytest.raises(UnknownRoomError):
            await store.delete(room)
    assert [each.room for each in await store.of_device("ann's")] == ["q"]
    await store.create("r", 1000, [b"a"], SUMMARY)
    await store.append("r", 1, 2000, [b"b"], SUMMARY, "once")


async def test_old_rooms_are_counted_before_they_are_purged(store):
    for at in (500, 999, 1000, 2000):
        await store.create(f"r{at}", at, [b"a"], SUMMARY)
    assert await store.count(1000) == (2, 4)
    assert await store.purge(1000) == 2
    assert await store.count(1000) == (0, 2)


async def test_days_of_the_clock_are_remembered(store, make_store):
    assert await store.seen(100, 3) == [100]
    assert await store.seen(100, 3) == [100]
    assert await store.seen(102, 3) == [102, 100]
    assert await store.seen(9000, 3) == [9000, 102, 100]
    assert await store.seen(8999, 2) == [8999, 102]  # set back: what is yet to come is left out
    assert await store.seen(9001, 2) == [9001, 9000]
    await store.close()
    again = make_store()
    await again.open()
    assert await again.seen(9001, 9) == [9001, 9000, 8999, 102, 100]
    for day in range(9002, 9002 + DAYS):
        await again.seen(day, 1)
    assert 0 <= len(await again.seen(9001 + DAYS, 9999)) - DAYS <= 1  # not more and more
    await again.close()


async def test_somebody_beside_a_server_changes_rooms_but_no_tables(store, make_store, beside):
    await store.create("r", 1000, [b"a"], SUMMARY)
    other = beside()
    await other.open()
    await other.append("r", 1, 2000, [b"b"], SUMMARY)
    assert await other.load("r") == await store.load("r")
    await other.close()
    with pytest.raises(ConflictError):
        await store.append("r", 1, 3000, [b"c"], SUMMARY)
    await store.append("r", 2, 3000, [b"c"], SUMMARY)
    await store.check()


async def test_nobody_can_be_beside_what_is_not_there(beside):
    with pytest.raises(StoreError, match=r"there is no database|no server has used it yet"):
        await beside().open()


async def test_a_review_is_kept_replaced_and_forgotten_with_its_room(make_store, store):
    await store.create("r", 1000, [b"a"], SUMMARY)
    await store.create("q", 3000, [b"a"], SUMMARY)
    assert await store.review("r") is None
    await store.keep_review("r", KeptReview("one", b"\x00\xff first"))
    await store.keep_review("r", KeptReview("two", b"second" * 5000))
    await store.keep_review("q", KeptReview("one", b"other"))
    assert await store.review("r") == KeptReview("two", b"second" * 5000)
    assert await store.load("r") == rows([b"a"])
    await store.close()
    await store.open()
    assert await store.review("r") == KeptReview("two", b"second" * 5000)
    assert await store.purge(2000) == 1
    await store.delete("q")
    for room in ("r", "q"):
        await store.create(room, 4000, [b"new"], SUMMARY)
        assert await store.review(room) is None


@pytest.mark.parametrize("room", ["nowhere", "", "a\0b"])
async def test_a_room_that_is_not_there_has_no_review(store, room):
    with pytest.raises(UnknownRoomError, match="there is no room"):
        await store.keep_review(room, KeptReview("one", b"x"))
    if "\0" not in room:
        assert await store.review(room) is None
