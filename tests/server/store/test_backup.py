"""A copy of all rooms, made while a server writes, and put back."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from jemaa.cli import main
from jemaa.server.admin import backup, restore
from jemaa.server.settings import data_folder
from jemaa.server.store import StoreError
from jemaa.server.store.sqlite import SqliteStore
from tests.server.store.appender import WRITERS
from tests.server.store.rooms import SUMMARY, rows

pytestmark = [pytest.mark.anyio, pytest.mark.once]

ROOT = Path(__file__).parents[3]


@pytest.fixture
def database(tmp_path):
    return tmp_path / "data" / "rooms.sqlite3"


async def write(database, **rooms):
    """Make rooms with these events."""
    store = SqliteStore(database)
    await store.open()
    for room, bodies in rooms.items():
        await store.create(room, 1000, bodies, SUMMARY)
    await store.close()


async def read(database, *rooms):
    store = SqliteStore(database)
    await store.open()
    found = [await store.load(room) for room in rooms]
    await store.close()
    return found


async def test_copy_is_one_file_and_comes_back_as_it_was(database, tmp_path):
    await write(database, r=[b"a", b"b"], q=[b"c"])
    copy = tmp_path / "copy"
    assert backup(database, copy) == 2
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy", "data"]
    assert copy.stat().st_mode & 0o777 == 0o600
    elsewhere = tmp_path / "new" / "rooms.sqlite3"
    assert restore(copy, elsewhere) == 2
    assert await read(elsewhere, "r", "q") == [rows([b"a", b"b"]), rows([b"c"])]


async def test_copy_made_while_a_server_writes_holds_what_was_promised_before(database, tmp_path):
    await write(database, **{f"r{i}": [b"r%d 1" % i] for i in range(WRITERS)})
    printed = tmp_path / "printed"
    with printed.open("wb") as output:
        server = subprocess.Popen(
            [sys.executable, "-m", "tests.server.store.appender", "", str(database)],
            cwd=ROOT,
            stdout=output,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
    copies = []
    try:
        while not printed.stat().st_size:
            assert server.poll() is None
            time.sleep(0.01)
        for i in range(5):
            promised = printed.read_text().splitlines()
            copies.append((tmp_path / f"copy{i}", promised))
            assert backup(database, copies[-1][0]) == WRITERS
            time.sleep(0.05)
        assert server.poll() is None
    finally:
        server.send_signal(signal.SIGKILL)
        server.wait()
    for copy, promised in copies:
        restore(copy, database, force=True)
        names = [f"r{i}" for i in range(WRITERS)]
        for room, events in zip(names, await read(database, *names), strict=True):
            assert [row.body for row in events] == [
                b"%s %d" % (room.encode(), n) for n in range(1, len(events) + 1)
            ]
            said = [line for line in promised if line.startswith(room + " ")]
            assert len(events) >= len(said)
    assert len(copies[-1][1]) > len(copies[0][1])


async def test_copy_holds_what_a_killed_server_left_in_its_log(database, tmp_path):
    """After kill -9 the last rooms are in the WAL only, and nobody has opened it since."""
    script = (
        "import asyncio, os, sys\n"
        "from jemaa.server.store.sqlite import SqliteStore\n"
        "from tests.server.store.rooms import SUMMARY\n"
        "async def main():\n"
        "    store = SqliteStore(sys.argv[1])\n"
        "    await store.open()\n"
        "    await store.create('r', 1000, [b'a'], SUMMARY)\n"
        "    os.kill(os.getpid(), 9)\n"
        "asyncio.run(main())\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    done = subprocess.run([sys.executable, "-c", script, database], env=environment)
    assert done.returncode == -signal.SIGKILL
    assert backup(database, tmp_path / "copy") == 1


async def test_restore_refuses_to_replace_without_force_and_keeps_what_it_replaces(
    database, tmp_path
):
    await write(database, old=[b"a"])
    backup(database, tmp_path / "copy")
    await write(database, new=[b"b"])
    with pytest.raises(StoreError, match="is there already; --force replaces it"):
        restore(tmp_path / "copy", database)
    assert await read(database, "new") == [rows([b"b"])]
    restore(tmp_path / "copy", database, force=True)
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT room FROM rooms").fetchall() == [("old",)]
    replaced = database.with_name("rooms.sqlite3.replaced")
    assert await read(replaced, "old", "new") == [rows([b"a"]), rows([b"b"])]


async def test_log_of_the_old_database_is_not_played_into_the_new_one(database, tmp_path):
    await write(database, r=[b"a"])
    backup(database, tmp_path / "copy")
    store = SqliteStore(database)
    await store.open()
    await store.create("later", 1000, [b"b"], SUMMARY)
    # As after kill -9: the files as they are now, without a proper end.
    wreck = tmp_path / "wreck"
    wreck.mkdir()
    for name in ("rooms.sqlite3", "rooms.sqlite3-wal"):
        (wreck / name).write_bytes((database.parent / name).read_bytes())
    await store.close()
    restore(tmp_path / "copy", wreck / "rooms.sqlite3", force=True)
    with closing(sqlite3.connect(wreck / "rooms.sqlite3")) as connection:
        assert connection.execute("SELECT room FROM rooms").fetchall() == [("r",)]
    with closing(sqlite3.connect(wreck / "rooms.sqlite3.replaced")) as connection:
        assert connection.execute("SELECT count(*) FROM rooms").fetchone() == (2,)


async def test_restore_refuses_while_a_server_has_the_folder(database, tmp_path):
    await write(database, r=[b"a"])
    backup(database, tmp_path / "copy")
    store = SqliteStore(database)
    await store.open()
    with pytest.raises(StoreError, match="is used by another server"):
        restore(tmp_path / "copy", database, force=True)
    await store.append("r", 1, 1000, [b"b"], SUMMARY)
    await store.close()
    assert await read(database, "r") == [rows([b"a", b"b"])]


def damaged(path):
    """Spoil the middle of a file."""
    content = bytearray(path.read_bytes())
    content[5000:20000] = b"\xa5" * 15000
    path.write_bytes(content)


def foreign(path):
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE rooms (room)")
        connection.commit()


def newer(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (damaged, "damaged|malformed"),
        (foreign, "none of jemaa's"),
        (newer, "version 99"),
        (lambda path: path.write_text("once upon a time " * 100), "not a database"),
        (lambda path: path.write_bytes(b""), "none of jemaa's"),
        (lambda path: path.unlink(), "there is no file"),
    ],
    ids=["damaged", "foreign", "newer", "text", "empty", "missing"],
)
async def test_restore_refuses_what_is_no_sound_backup(database, tmp_path, spoil, message):
    await write(database, r=[b"a" * 30_000])
    copy = tmp_path / "copy"
    backup(database, copy)
    spoil(copy)
    with pytest.raises(StoreError, match=message):
        restore(copy, database, force=True)
    assert await read(database, "r") == [rows([b"a" * 30_000])]
    assert not [file for file in database.parent.iterdir() if file.suffix == ".part"]


async def test_backup_of_a_damaged_database_is_refused(database, tmp_path):
    await write(database, r=[b"a" * 30_000])
    damaged(database)
    with pytest.raises(StoreError, match=r"damaged|malformed"):
        backup(database, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


async def test_backup_refuses_what_it_cannot_do(database, tmp_path):
    with pytest.raises(StoreError, match=r"there is no database .*pg_dump"):
        backup(database, tmp_path / "copy")
    await write(database, r=[b"a"])
    (tmp_path / "copy").write_text("precious")
    with pytest.raises(StoreError, match="is there already; --force replaces it"):
        backup(database, tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "precious"
    with pytest.raises(StoreError, match="the very file"):
        backup(database, database.parent / "." / "rooms.sqlite3", force=True)
    with pytest.raises(StoreError, match="the very file"):
        restore(database, database, force=True)
    with pytest.raises(StoreError, match="cannot be written: No such file"):
        backup(database, tmp_path / "nowhere" / "copy")
    assert backup(database, tmp_path / "copy", force=True) == 1


async def test_commands_say_what_they_did(database, tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("JEMAA_DATABASE", raising=False)
    monkeypatch.setenv("JEMAA_DATA", str(database.parent))
    await write(database, r=[b"a"])
    copy = str(tmp_path / "copy")
    assert main(["backup", copy]) == 0
    assert capsys.readouterr().out == f"{copy} holds 1 room.\n"
    new = tmp_path / "new"
    assert main(["restore", copy, "--data", str(new)]) == 0
    assert capsys.readouterr().out == f"{new / 'rooms.sqlite3'} holds 1 room.\n"
    assert main(["restore", copy]) == 2
    assert "--force replaces it" in capsys.readouterr().err
    assert main(["restore", copy, "--force"]) == 0
    assert f"is kept as {database}.replaced." in capsys.readouterr().out


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_commands_leave_postgresql_to_its_own_tools(command, monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("JEMAA_DATABASE", "postgresql://ann:s3cret@localhost/club")
    assert main([command, str(tmp_path / "copy")]) == 2
    said = capsys.readouterr().err
    assert "pg_dump" in said
    assert "s3cret" not in said


def test_data_folder_is_given_or_set_or_the_platforms(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("JEMAA_DATA", raising=False)
    assert data_folder().name == "jemaa"
    assert tmp_path in data_folder().parents
    monkeypatch.setenv("JEMAA_DATA", "~/here")
    assert data_folder() == tmp_path / "here"
    assert data_folder("there") == Path("there")
