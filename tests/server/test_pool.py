"""The processes that think for the bots: they answer, can be stopped, and are replaced."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import jemaa
from jemaa.core.errors import SetupError
from jemaa.server.bot_pool import BotPool, read_places
from jemaa.server.bots import BotError

pytestmark = [pytest.mark.once, pytest.mark.anyio]

VIEW = "@0 " + str(jemaa.game("marrakech").new(players=4))


@pytest.fixture
async def pool():
    found = BotPool(1, 5.0)
    await found.start()
    yield found
    await found.close()


def processes(parent=None):
    """The workers of a process, as the system knows them."""
    wanted = str(parent or os.getpid())
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status = (folder / "stat").read_text().rpartition(")")[2].split()
            line = (folder / "cmdline").read_text()
        except OSError:
            continue
        if status[1] == wanted and status[0] != "Z" and "jemaa.server.bot_worker" in line:
            found.append(int(folder.name))
    return found


async def test_a_worker_answers_with_a_legal_move(pool):
    moves = {move.text for move in jemaa.catalog.parse_view(VIEW).legal()}
    for level in ("tourist", "stroller", "trader"):
        assert await pool.choose("marrakech", level, VIEW) in moves


async def test_a_question_without_an_answer_is_a_fault_and_the_worker_goes_on(pool):
    with pytest.raises(BotError, match="nobody"):
        await pool.choose("marrakech", "nobody", VIEW)
    with pytest.raises(BotError):
        await pool.choose("marrakech", "tourist", "@0 nonsense")
    assert await pool.choose("marrakech", "tourist", VIEW)


async def test_a_cancelled_question_frees_the_worker_long_before_its_time(pool):
    await pool.choose("marrakech", "tourist", VIEW)  # everything is loaded now
    (before,) = processes()
    task = asyncio.create_task(pool.choose("marrakech", "mcts(ms=60000)", VIEW))
    await asyncio.sleep(0.3)
    assert not task.done()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    # The budget is 5 seconds: an answer comes earlier only if the thinking was stopped.
    async with asyncio.timeout(4):
        assert await pool.choose("marrakech", "tourist", VIEW)
    assert processes() == [before]


async def test_time_is_up_at_the_limit_whatever_the_player_wants():
    pool = BotPool(1, 0.3)
    await pool.start()
    async with asyncio.timeout(20):
        assert await pool.choose("marrakech", "mcts(ms=60000)", VIEW)
    await pool.close()


async def test_a_dead_worker_is_replaced_and_the_question_asked_again(pool):
    await pool.choose("marrakech", "tourist", VIEW)
    (before,) = processes()
    task = asyncio.create_task(pool.choose("marrakech", "mcts(ms=4000)", VIEW))
    await asyncio.sleep(0.2)
    os.kill(before, signal.SIGKILL)
    assert await task
    assert len(processes()) == 1 and processes() != [before]


async def test_closing_ends_the_workers(pool):
    assert len(processes()) == 1
    await pool.close()
    assert processes() == []


def test_workers_end_when_the_server_is_killed(tmp_path):
    code = (
        "import asyncio\n"
        "from jemaa.server.bot_pool import BotPool\n"
        "async def main():\n"
        "    pool = BotPool(2, 1.0)\n"
        "    await pool.start()\n"
        "    print('started', flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as parent:
        assert parent.stdout.readline() == b"started\n"
        workers = processes(parent.pid)
        assert len(workers) == 2
        parent.kill()
    deadline = time.monotonic() + 20
    while any(Path(f"/proc/{pid}").exists() for pid in workers):
        assert time.monotonic() < deadline, "a worker has outlived the server"
        time.sleep(0.05)


async def test_the_host_can_put_a_trained_network_in_the_place_of_a_level(tmp_path):
    layout = jemaa.game("marrakech").observer.layout
    weight = np.zeros((layout.flat_size, layout.actions), np.float32)
    bias = np.zeros(layout.actions, np.float32)
    bias[2] = 1  # it likes the third way to turn best
    network = {"game": "marrakech", "layout": layout.version, "weight0": weight, "bias0": bias}
    np.savez(tmp_path / "net.npz", **network)
    places = read_places(f'marrakech.amin=policy("{tmp_path}/net.npz")')
    pool = BotPool(1, 5.0, places)
    await pool.start()
    try:
        wanted = jemaa.game("marrakech").moves.by_id(2).text
        assert await pool.choose("marrakech", "amin", VIEW) == wanted
        assert await pool.choose("marrakech", "tourist", VIEW) != wanted
    finally:
        await pool.close()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("amin=greedy", "JEMAA_BOTS: 'amin=greedy' is not possible: write GAME.LEVEL=PLAYER"),
        ("marrakech.amin", "'marrakech.amin' is not possible"),
        ("marrakech.boss=greedy", "'marrakech.boss=greedy' is not possible"),
        ("facir.amin=x1", "JEMAA_BOTS: there is no player 'x1'"),
        ('facir.amin=policy("nowhere")', r"JEMAA_BOTS: policy\(file\): 'nowhere': No such file"),
    ],
)
def test_places_that_make_no_sense_are_refused_at_the_start(text, message):
    with pytest.raises(SetupError, match=message):
        read_places(text)
