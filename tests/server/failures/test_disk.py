"""A disk that takes nothing any more, and files that are gone."""

import resource
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest

from jemaa.server.settings import DATABASE
from tests.server.failures.visitors import answers, kept, step, table
from tests.server.live import HEAR_SECONDS

pytestmark = pytest.mark.once

if not hasattr(resource, "prlimit"):  # only Linux can do this to another process
    pytest.skip("needs prlimit", allow_module_level=True)

ROOM = {"game": "marrakech", "seats": [{"kind": "here", "name": "Anna"}, {"kind": "open"}]}


def let_write(live, bytes):
    """Limit how long the server's files may become; the system refuses to write more."""
    _, most = resource.prlimit(live.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(live.process.pid, resource.RLIMIT_FSIZE, (bytes, most))
    return most


def health(live, wanted):
    """Wait until the server knows how it is; it looks from time to time."""
    end = time.monotonic() + HEAR_SECONDS
    while (answer := live.http.get("/healthz")).status_code != wanted:
        assert time.monotonic() < end, answer.text
        time.sleep(0.1)
    return answer.json()


def test_18_full_disk_refuses_and_heals(start, tmp_path):
    live = start()
    with table(live, "marrakech") as (room, keys, pages), live.page(room) as spectator:
        version = step(pages, keys)
        most = let_write(live, 0)
        moves = [place["move"] for place in pages[0].scene["places"] if place["reason"] is None]
        for _ in range(3):
            answer = pages[0].command("submit", keys[0], move=moves[0], id="the move")
            assert (answer["type"], answer["reason"]) == ("refused", "store")
            assert answer["version"] == version and answer["scene"] == pages[1].scene
        opened = live.http.post("/api/rooms", json=ROOM)
        assert (opened.status_code, opened.json()["reason"]) == (503, "store")
        assert health(live, 503)["status"] == "failing"
        # Nobody was told anything; what is known can still be looked at.
        for page in (*pages, spectator):
            assert answers(page) and page.version == version
        with live.page(room) as late:
            assert (late.version, late.scene) == (version, pages[0].scene)

        let_write(live, most)
        answer = pages[0].command("submit", keys[0], move=moves[0], id="the move")
        assert answer["type"] == "accepted" and answer["version"] > version
        for page in (*pages, spectator):
            page.hear_version(answer["version"])
        assert health(live, 200) == {"status": "ok", "message": ""}
        assert live.http.post("/api/rooms", json=ROOM).status_code == 201
    live.kill()
    assert kept(tmp_path / "data", room).version == answer["version"]
    complaints = [line for line in live.lines if "error" in line]
    assert complaints and not [line for line in live.lines if "Traceback" in line]


@pytest.mark.parametrize("way", ["deleted", "replaced"])
def test_lost_data_are_noticed_and_nothing_is_accepted(start, tmp_path, way):
    live = start()
    data = tmp_path / "data"
    with table(live, "marrakech") as (_, keys, pages):
        version = step(pages, keys)
        if way == "deleted":
            shutil.rmtree(data)
        else:
            (data / DATABASE).rename(data / "old")
            shutil.copy(data / "old", data / DATABASE)
        moves = [place["move"] for place in pages[0].scene["places"] if place["reason"] is None]
        answer = pages[0].command("submit", keys[0], move=moves[0])
        assert (answer["type"], answer["reason"]) == ("refused", "store")
        assert answer["version"] == version
        opened = live.http.post("/api/rooms", json=ROOM)
        assert (opened.status_code, opened.json()["reason"]) == (503, "store")
        assert "removed or replaced" in health(live, 503)["message"]
        assert answers(pages[1])
    assert live.stop() == 0
    assert [line for line in live.lines if "removed or replaced while the server runs" in line]


def test_lost_data_are_told_though_nobody_asks(start, tmp_path):
    live = start()
    shutil.rmtree(tmp_path / "data")
    end = time.monotonic() + HEAR_SECONDS
    while not [line for line in live.lines if "removed or replaced" in line]:
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_database_of_another_program_ends_the_server_with_a_sentence(tmp_path):
    with closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
        connection.execute("CREATE TABLE accounts (x)")
    command = [sys.executable, "-m", "jemaa", "serve", "--port", "0", "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith("jemaa: ") and "none of jemaa's" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_missing_library_ends_the_server_with_the_command_that_installs_it(tmp_path):
    """As an installation without the extra does."""
    code = (
        "import sys; sys.modules['psycopg'] = None; from jemaa.cli import main;"
        "sys.exit(main(['serve', '--port', '0', '--database', 'postgresql://db/x']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "pip install 'jemaa[postgres]'" in done.stderr and "Traceback" not in done.stderr


def test_unknown_variables_are_named_at_the_start(start):
    live = start(keep_day=0)
    assert [line for line in live.lines if "did you mean JEMAA_KEEP_DAYS?" in line]
