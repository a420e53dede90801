"""What can go wrong with a SQLite file."""

import asyncio
import resource
import shutil
import sqlite3
import threading
from contextlib import closing
from importlib import resources

import pytest

from jemaa.server.store import StoreError, UnknownRoomError, migrations, sqlite_file, store_for
from jemaa.server.store.sqlite import SqliteStore
from tests.server.store.rooms import SUMMARY, rows

pytestmark = [pytest.mark.anyio, pytest.mark.once]

BIG = b"x" * 50_000


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "rooms.sqlite3"


@pytest.fixture
async def store(path):
    store = SqliteStore(path)
    await store.open()
    yield store
    await store.close()


async def pages(store, most):
    """Let the file grow to so many pages and no further; 0 for where it is."""
    return await store._do(lambda db: db.execute(f"PRAGMA max_page_count = {most}").fetchone()[0])


async def test_full_database_refuses_every_waiting_append_and_recovers(store):
    for i in range(10):
        await store.create(f"r{i}", 1000, [b"a"], SUMMARY)
    most = await pages(store, 1)  # cannot be less than it has: so this is where it is full
    appends = [store.append(f"r{i}", 1, 2000, [BIG], SUMMARY, "c") for i in range(10)]
    results = await asyncio.gather(*appends, return_exceptions=True)
    assert {type(result) for result in results} == {StoreError}
    assert "the disk is full" in str(results[0])
    with pytest.raises(StoreError, match="full"):
        await store.check()
    assert [await store.load(f"r{i}") for i in range(10)] == [rows([b"a"])] * 10
    await pages(store, most + 1000)
    await store.check()
    for i in range(10):
        await store.append(f"r{i}", 1, 2000, [BIG], SUMMARY, "c")
    assert len(await store.load("r9")) == 2


async def test_write_that_the_system_refuses_is_told_and_recovered_from(store, path):
    """A limit on the size of files: the system itself says no in the middle of a commit."""
    await store.create("r", 1000, [b"a"], SUMMARY)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    limit = path.with_name(path.name + "-wal").stat().st_size + 10_000
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
    try:
        for _ in range(3):
            with pytest.raises(StoreError, match="cannot be"):
                await store.append("r", 1, 2000, [BIG], SUMMARY, "c")
        with pytest.raises(StoreError):
            await store.check()
        assert await store.load("r") == rows([b"a"])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    await store.check()
    await store.append("r", 1, 1000, [BIG], SUMMARY, "c")
    assert await store.load("r") == rows([b"a", BIG])


async def test_mistake_in_one_piece_of_work_takes_back_that_one_alone(store):
    """The second event cannot be written, when the room and the first one have been already."""
    await store.create("q", 1000, [b"a"], SUMMARY)
    results = await asyncio.gather(
        store.create("r", 1000, [b"a", "half a \ud800 pair"], SUMMARY),
        store.append("q", 1, 1000, [b"b"], SUMMARY),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [UnicodeEncodeError, type(None)]
    with pytest.raises(UnknownRoomError):
        await store.load("r")
    assert [listed.room for listed in await store.of_device("ann's")] == ["q"]
    assert await store.load("q") == rows([b"a", b"b"])


async def test_appends_that_wait_share_a_transaction(store):
    """Else every one of them would wait for the disk by itself."""
    for i in range(50):
        await store.create(f"r{i}", 1000, [b"a"], SUMMARY)
    begun, held = threading.Event(), threading.Event()
    blocker = asyncio.ensure_future(store._do(lambda db: (begun.set(), held.wait(60))))
    await asyncio.to_thread(begun.wait)
    appends = [
        asyncio.ensure_future(store.append(f"r{i}", 1, 1, [b"b"], SUMMARY)) for i in range(50)
    ]
    await asyncio.sleep(0)
    statements = []
    store._writer._connection.set_trace_callback(statements.append)
    held.set()
    await asyncio.gather(blocker, *appends)
    store._writer._connection.set_trace_callback(None)
    assert sum("UPDATE rooms" in statement for statement in statements) == 50
    assert statements.count("COMMIT") == 2  # the blocker's, and one for all the others


async def test_the_journal_is_brought_into_the_file_while_others_write(store, path, monkeypatch):
    monkeypatch.setattr(sqlite_file, "CHECKPOINT", 20)
    await store.create("r", 1000, [b"a"], SUMMARY)
    before = path.stat().st_size
    for number in range(1, 301):
        await store.append("r", number, 2000, [BIG[:2000]], SUMMARY, f"c{number}")
    journal = path.with_name(path.name + "-wal").stat().st_size
    assert journal < 100 * 3 * 4096, "it has begun anew more than once"
    assert path.stat().st_size > before
    assert len(await store.load("r")) == 301


async def test_reading_does_not_wait_for_the_writer(store):
    await store.create("r", 1000, [b"a"], SUMMARY)
    held = threading.Event()
    writing = asyncio.ensure_future(store._do(lambda db: held.wait(60)))
    append = asyncio.ensure_future(store.append("r", 1, 1000, [b"b"], SUMMARY))
    await asyncio.sleep(0.05)
    assert await store.load("r") == rows([b"a"])
    assert len(await store.of_device("ann's")) == 1
    assert not append.done()
    held.set()
    assert await writing
    await append
    assert await store.load("r") == rows([b"a", b"b"])


async def test_others_who_hold_the_database_keep_nobody_but_the_writer_waiting(store, path):
    """`jemaa rooms` changes the file beside the server; the loop must go on meanwhile."""
    await store.create("r", 1000, [b"a"], SUMMARY)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        append = asyncio.ensure_future(store.append("r", 1, 1000, [b"b"], SUMMARY, "c"))
        async with asyncio.timeout(sqlite_file.BUSY_SECONDS / 2):
            for _ in range(20):
                await asyncio.sleep(0.01)
        assert not append.done()
        other.execute("ROLLBACK")
        await append
    assert await store.load("r") == rows([b"a", b"b"])


async def test_second_server_on_the_same_file_is_refused(store, path):
    with pytest.raises(StoreError, match="is used by another server; stop that one, or give"):
        await SqliteStore(path).open()
    await store.close()
    second = SqliteStore(path)
    await second.open()
    await second.close()


async def test_newer_database_is_refused_and_left_alone(path, store):
    await store.create("r", 1000, [b"a"], SUMMARY)
    await store.close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreError, match=r"version 99 of the tables.* newer jemaa"):
        await SqliteStore(path).open()
    # The lock was let go: the right program can have it.
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {len(migrations('sqlite'))}")
    connection.close()
    right = SqliteStore(path)
    await right.open()
    assert await right.load("r") == rows([b"a"])
    await right.close()


async def test_migration_that_fails_leaves_the_old_tables(path, store, monkeypatch):
    await store.create("r", 1000, [b"a"], SUMMARY)
    await store.close()
    good = migrations("sqlite")
    broken = "CREATE TABLE fresh (x); INSERT INTO nowhere VALUES (1);"
    monkeypatch.setattr(sqlite_file, "migrations", lambda kind: [*good, broken])
    with pytest.raises(StoreError, match="nowhere"):
        await SqliteStore(path).open()
    monkeypatch.setattr(sqlite_file, "migrations", lambda kind: [*good, "CREATE TABLE fresh (x);"])
    right = SqliteStore(path)
    await right.open()
    assert await right.load("r") == rows([b"a"])
    await right.close()


async def test_rooms_from_before_levels_and_progress_are_still_listed(path):
    first, *_ = migrations("sqlite")
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"{first}; PRAGMA user_version = 1;")
        connection.execute(
            "INSERT INTO rooms VALUES ('r', 1, 1000, 'facir', 'over', NULL, '[\"Ann\"]', ?, NULL)",
            ('["ann"]',),
        )
        connection.execute("INSERT INTO holders VALUES ('ann', 'r')")
        connection.commit()
    store = SqliteStore(path)
    await store.open()
    (listed,) = await store.of_device("ann")
    await store.close()
    assert (listed.room, listed.summary.names) == ("r", ("Ann",))
    assert (listed.summary.levels, listed.summary.progress) == ((), ())


async def test_file_that_is_no_database_is_refused(path):
    path.parent.mkdir()
    path.write_text("not a database, but long enough to look at its header " * 100)
    with pytest.raises(StoreError, match="file is not a database"):
        await SqliteStore(path).open()


async def test_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"rooms\.sqlite3 cannot be opened: File exists"):
        await SqliteStore(tmp_path / "file" / "rooms.sqlite3").open()


async def test_only_the_owner_may_read_the_file(store, path):
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_migrations_are_numbered_without_a_gap():
    for kind in ("sqlite", "postgres"):
        folder = resources.files("jemaa.server.store") / "migrations" / kind
        names = sorted(file.name for file in folder.iterdir())
        assert names == [f"{number:03}.sql" for number in range(1, len(names) + 1)]
        assert len(migrations(kind)) == len(names)


def test_address_without_a_store_is_refused(path):
    with pytest.raises(StoreError, match="begins with postgresql://"):
        store_for("mysql://x", path)
    assert isinstance(store_for("", path), SqliteStore)


async def lose(path):
    path.parent.rename(path.parent.with_name("away"))


async def replace(path):
    path.rename(path.with_name("old"))
    shutil.copy(path.with_name("old"), path)


async def write_over(path):
    content = path.with_name("other.db")
    with closing(sqlite3.connect(content)) as connection:
        connection.execute("CREATE TABLE t (x)")
    path.write_bytes(content.read_bytes())


async def empty(path):
    path.write_bytes(b"")


async def lose_journal(path):
    path.with_name(path.name + "-wal").unlink()


@pytest.mark.parametrize("harm", [lose, replace, write_over, empty, lose_journal])
async def test_file_that_is_gone_takes_nothing_any_more(path, harm):
    """Once every move was accepted and written into a file without a name."""
    store = SqliteStore(path)
    await store.open()
    await store.create("r", 1000, [b"a"], SUMMARY)
    await harm(path)
    for call in (
        lambda: store.append("r", 1, 2000, [b"x"], SUMMARY, "c"),
        lambda: store.create("q", 1000, [b"a"], SUMMARY),
        lambda: store.load("r"),
        store.check,
    ):
        with pytest.raises(StoreError, match=r"was (removed or replaced|written over) while"):
            await call()
    await store.close()


async def test_folder_that_comes_back_is_used_again(store, path):
    await store.create("r", 1000, [b"a"], SUMMARY)
    await lose(path)
    with pytest.raises(StoreError):
        await store.append("r", 1, 1000, [b"x"], SUMMARY, "c")
    path.parent.with_name("away").rename(path.parent)
    await store.append("r", 1, 1000, [b"b"], SUMMARY, "c")
    assert await store.load("r") == rows([b"a", b"b"])


async def test_file_of_another_program_is_refused_and_left_alone(path):
    """Once our tables were made in it."""
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE accounts (x)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="none of jemaa's"):
        await SqliteStore(path).open()
    assert path.read_bytes() == before


async def test_only_a_server_brings_tables_up_to_date(path, store):
    await store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 1")
    with pytest.raises(StoreError, match=r"start the server of this jemaa once"):
        await SqliteStore(path, beside=True).open()
