"""A disk that takes nothing any more."""

import resource
import time

import pytest

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
