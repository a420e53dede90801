"""What can go wrong with PostgreSQL."""

import asyncio
import signal
import sys

import psycopg
import pytest

from jemaa.server.store import ConflictError, StoreError, store_for
from jemaa.server.store.postgres import MIGRATING, PostgresStore
from tests.server.services import free_port
from tests.server.store.rooms import SUMMARY, rows

pytestmark = [pytest.mark.anyio, pytest.mark.once]


@pytest.fixture
async def store(postgres):
    store = PostgresStore(postgres.url)
    await store.open()
    yield store
    await store.close()


async def test_stopped_database_is_told_and_recovered_from(store, postgres):
    await store.create("r", 1000, [b"a"], SUMMARY)
    postgres.stop()
    for call in (
        lambda: store.append("r", 1, 2000, [b"x"], SUMMARY, "c"),
        lambda: store.load("r"),
        store.check,
    ):
        with pytest.raises(StoreError, match=r"PostgreSQL database 'postgres' on 127\.0\.0\.1"):
            await call()
    postgres.start()
    await store.check()
    await store.append("r", 1, 1000, [b"b"], SUMMARY, "c")
    assert await store.load("r") == rows([b"a", b"b"])


async def test_crash_of_the_database_loses_nothing_that_was_promised(store, postgres):
    for i in range(20):
        await store.create(f"r{i}", 1000, [b"a"], SUMMARY)
    promised = [1] * 20

    async def play(i):
        while True:
            await store.append(f"r{i}", promised[i], 1000, [b"b"], SUMMARY)
            promised[i] += 1

    playing = [asyncio.create_task(play(i)) for i in range(20)]
    while sum(promised) < 200:
        await asyncio.sleep(0.01)
    # SIGQUIT: every process of the server ends at once, without a word to the disk.
    await asyncio.to_thread(postgres.stop, signal.SIGQUIT)
    ends = await asyncio.gather(*playing, return_exceptions=True)
    assert {type(end) for end in ends} <= {StoreError} | set(StoreError.__subclasses__())
    await asyncio.to_thread(postgres.start)
    for i, number in enumerate(promised):
        assert len(await store.load(f"r{i}")) in (number, number + 1)


async def test_restart_between_two_appends_is_not_even_noticed(store, postgres):
    """All connections are dead then; the first use of one finds out, and a new one is made."""
    await asyncio.gather(*(store.create(f"r{i}", 1000, [b"a"], SUMMARY) for i in range(20)))
    postgres.stop()
    postgres.start()
    appends = (store.append(f"r{i}", 1, 1000, [b"b"], SUMMARY, "c") for i in range(20))
    assert await asyncio.gather(*appends) == [None] * 20
    assert await store.load("r7") == rows([b"a", b"b"])


async def test_append_whose_answer_was_lost_is_recognised(store, postgres, monkeypatch):
    """The line breaks after the commit: the second try finds our own events, and all is well."""
    await store.create("r", 1000, [b"a"], SUMMARY)
    run = store._connections._run
    broken = []

    async def run_and_lose_the_answer(question, seconds):
        if broken:
            return await run(question, seconds)

        async def kill_after(connection):
            await question(connection)
            broken.append(True)
            with psycopg.connect(postgres.url, autocommit=True) as other:
                other.execute("SELECT pg_terminate_backend(%s)", (connection.info.backend_pid,))
            await connection.execute("SELECT 1")

        return await run(kill_after, seconds)

    monkeypatch.setattr(store._connections, "_run", run_and_lose_the_answer)
    await store.append("r", 1, 1000, [b"b"], SUMMARY, "c")
    assert broken
    broken.clear()
    await store.append("r", 2, 1000, [b"c"], SUMMARY)
    assert broken
    broken.clear()
    await store.create("q", 1000, [b"a"], SUMMARY)
    assert broken
    broken.clear()
    with pytest.raises(ConflictError):
        await store.append("r", 1, 1000, [b"other"], SUMMARY)
    assert await store.load("r") == rows([b"a", b"b", b"c"])


@pytest.mark.parametrize("bodies", [[b"ours"], []], ids=["events", "summary only"])
async def test_append_that_lost_to_another_while_the_line_was_broken_is_refused(
    store, postgres, monkeypatch, bodies
):
    await store.create("r", 1000, [b"a"], SUMMARY)
    other = PostgresStore(postgres.url, connections=1)
    await other.open()
    run = store._connections._run
    broken = []

    async def run_and_break_before(question, seconds):
        if broken:
            return await run(question, seconds)

        async def kill_before(connection):
            broken.append(True)
            await other.append("r", 1, 1000, [b"theirs"], SUMMARY)
            with psycopg.connect(postgres.url, autocommit=True) as killer:
                killer.execute("SELECT pg_terminate_backend(%s)", (connection.info.backend_pid,))
            return await question(connection)

        return await run(kill_before, seconds)

    monkeypatch.setattr(store._connections, "_run", run_and_break_before)
    with pytest.raises(ConflictError, match="is at version 2, not 1"):
        await store.append("r", 1, 1000, bodies, SUMMARY, "c")
    assert broken
    assert await store.load("r") == rows([b"a", b"theirs"])
    await other.close()


async def test_when_one_connection_is_lost_the_idle_ones_are_given_up_too(store, postgres):
    await asyncio.gather(*(store.create(f"r{i}", 1000, [b"a"], SUMMARY) for i in range(8)))
    idle = list(store._connections._free._queue)
    assert len([connection for connection in idle if connection]) > 1
    postgres.stop()
    postgres.start()
    await store.check()
    assert len([connection for connection in store._connections._free._queue if connection]) == 1
    assert all(connection.closed for connection in idle if connection)


async def test_frozen_database_does_not_hang_anybody(postgres):
    store = PostgresStore(postgres.url, connections=1, seconds=2)
    await store.open()
    await store.create("r", 1000, [b"a"], SUMMARY)
    with postgres.frozen():
        calls = [store.append("r", 1, 1000, [b"x"], SUMMARY), store.check(), store.load("r")]
        results = await asyncio.gather(*calls, return_exceptions=True)
        assert all(isinstance(result, StoreError) for result in results)
    for _ in range(100):
        try:
            await store.check()
            break
        except StoreError:
            await asyncio.sleep(0.1)
    assert len(await store.load("r")) in (1, 2)
    await store.close()


async def test_several_processes_may_start_at_once_on_an_empty_database(postgres):
    stores = [PostgresStore(postgres.url, connections=1) for _ in range(6)]
    await asyncio.gather(*(store.open() for store in stores))
    await stores[0].create("r", 1000, [b"a"], SUMMARY)
    appends = [
        store.append("r", 1, 2000, [b"%d" % i], SUMMARY, f"c{i}") for i, store in enumerate(stores)
    ]
    results = await asyncio.gather(*appends, return_exceptions=True)
    assert results.count(None) == 1
    assert [type(result) for result in results].count(ConflictError) == 5
    await asyncio.gather(*(store.close() for store in stores))


async def test_text_that_cannot_be_kept_costs_no_connection(store, postgres):
    """Anybody may send it: it must not make us connect anew."""
    await store.create("r", 1000, [b"a"], SUMMARY)
    before = await store._connections.run(_backend)
    with pytest.raises(StoreError, match="cannot keep this"):
        await store.append("r", 1, 1000, [b"b"], SUMMARY, "zero \0 character")
    assert await store._connections.run(_backend) == before
    assert await store.load("r") == rows([b"a"])


async def _backend(connection):
    return connection.info.backend_pid


async def test_slow_migration_of_another_process_is_waited_for(postgres):
    with psycopg.connect(postgres.url) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
        store = PostgresStore(postgres.url, seconds=1)
        opening = asyncio.create_task(store.open())
        await asyncio.sleep(2.5)
        assert not opening.done()
    await opening
    await store.check()
    await store.close()


async def test_newer_database_is_refused(store, postgres):
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        connection.execute("INSERT INTO jemaa.schema VALUES (99)")
    with pytest.raises(StoreError, match=r"version 99 of the tables.* newer jemaa"):
        await PostgresStore(postgres.url).open()


async def test_database_that_promises_too_early_is_made_to_wait(store, postgres):
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        connection.execute("ALTER ROLE jemaa SET synchronous_commit = off")
    try:
        other = PostgresStore(postgres.url)
        await other.open()
        assert await other._connections.run(_synchronous) == "on"
        await other.close()
    finally:
        with psycopg.connect(postgres.url, autocommit=True) as connection:
            connection.execute("ALTER ROLE jemaa RESET synchronous_commit")


async def _synchronous(connection):
    cursor = await connection.execute("SHOW synchronous_commit")
    return (await cursor.fetchone())[0]


async def test_error_does_not_tell_the_password():
    url = f"postgresql://ann:s3cret@127.0.0.1:{free_port()}/club"
    with pytest.raises(StoreError, match=r"'club' on 127\.0\.0\.1 cannot be reached") as caught:
        await PostgresStore(url).open()
    assert "s3cret" not in str(caught.value)


def test_address_that_cannot_be_read_is_refused():
    with pytest.raises(StoreError, match="address of the database cannot be read"):
        PostgresStore("postgresql://[")


def test_missing_library_names_the_command_that_installs_it(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "jemaa.server.store.postgres", None)
    with pytest.raises(StoreError, match=r"pip install 'jemaa\[postgres\]'"):
        store_for("postgresql://x", tmp_path / "x")
