"""What a store has promised survives the death of the process, at whatever moment."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from jemaa.server.store import RepeatedError, Row
from tests.server.store.appender import WRITERS
from tests.server.store.rooms import SUMMARY

pytestmark = [pytest.mark.anyio, pytest.mark.once]

ROOT = Path(__file__).parents[3]
ROUNDS = 5


@pytest.fixture
def address(make_store, request, tmp_path):
    server = request.node.callspec.params["make_store"]
    url = request.getfixturevalue("postgres").url if server == "postgres" else ""
    return url, str(tmp_path / "data" / "rooms.sqlite3")


def promised_before_a_kill(address, seconds, tmp_path):
    """Let a process append, kill it, and give the numbers that it printed for each room."""
    printed = tmp_path / "printed"
    with printed.open("wb") as output:
        child = subprocess.Popen(
            [sys.executable, "-m", "tests.server.store.appender", *address],
            cwd=ROOT,
            stdout=output,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        try:
            while not printed.stat().st_size and child.poll() is None:
                time.sleep(0.01)
            time.sleep(seconds)
        finally:
            child.kill()
            child.wait()
    found = {f"r{i}": 0 for i in range(WRITERS)}
    for line in printed.read_text().splitlines():
        room, _, number = line.partition(" ")
        assert int(number) > found[room]
        found[room] = int(number)
    return found


async def test_everything_promised_is_there_after_kill_9(make_store, address, tmp_path):
    first = make_store()
    await first.open()
    for i in range(WRITERS):
        await first.create(f"r{i}", 1, [b"r%d 1" % i], SUMMARY)
    await first.close()
    total = 0
    for _ in range(ROUNDS):
        promised = promised_before_a_kill(address, random.uniform(0.02, 0.3), tmp_path)
        store = make_store()
        await store.open()
        for room, number in promised.items():
            rows = await store.load(room)
            assert rows == [Row(n, n, f"{room} {n}".encode()) for n in range(1, len(rows) + 1)]
            assert len(rows) >= number
            if number > 1:
                with pytest.raises(RepeatedError) as caught:
                    await store.append(room, 0, 1, [b"x"], SUMMARY, f"c{number - 1}")
                assert caught.value.version == number
            total += number > 1
        await store.close()
    assert total > 0
