"""Log lines: a line is a line, whatever clients have sent, and says where and from whom."""

import json
import logging
import resource

import pytest

from jemaa.server.monitoring import JsonLines, TextLines
from tests.server.live import Live, legal

pytestmark = pytest.mark.once

HOSTILE = "/api/\n12:00:00 all is well\r\x1b[2J\x9b\x7f\u202e\u2028"


def record(error=None, **facts):
    info = (type(error), error, error.__traceback__) if error else None
    found = logging.LogRecord("jemaa.server", logging.ERROR, "", 0, "failed", (), info)
    found.facts = facts
    return found


def test_nothing_in_a_fact_begins_a_line_or_moves_the_cursor():
    line = TextLines().format(record(path=HOSTILE))
    assert line.isprintable()
    assert r"path=/api/\u000a12:00:00 all is well\u000d\u001b[2J\u009b\u007f\u202e\u2028" in line


def test_nothing_in_a_trace_looks_like_a_line_of_ours():
    try:
        raise ValueError(HOSTILE)
    except ValueError as error:
        lines = TextLines().format(record(error)).split("\n")
    assert all(line.isprintable() for line in lines)
    assert len(lines) > 3 and all(line.startswith("    ") for line in lines[1:])


def test_json_lines_say_the_same_and_are_one_line():
    line = JsonLines().format(record(path=HOSTILE))
    assert line.isprintable() and json.loads(line)["path"] == HOSTILE


def test_long_facts_are_cut():
    assert len(TextLines().format(record(path="x" * 60_000))) < 500


def facts(live):
    return [json.loads(line) for line in live.lines]


def fail(live):
    """Let the disk be full, ask for a seat and for a move; gives the room."""
    room, keys = live.open("marrakech", "Anna", "Boris")
    other, _ = live.open("marrakech", "Anna", "open")
    _, most = resource.prlimit(live.process.pid, resource.RLIMIT_FSIZE)
    with live.page(room, keys[0]) as page:
        resource.prlimit(live.process.pid, resource.RLIMIT_FSIZE, (0, most))
        assert page.command("submit", keys[0], move=legal(page.scene)[0])["reason"] == "store"
        answer = live.http.post(f"/api/rooms/{other}/seats", json={"name": "Boris"})
        assert answer.status_code == 503
    resource.prlimit(live.process.pid, resource.RLIMIT_FSIZE, (most, most))
    assert live.stop() == 0
    return room, other


def test_lines_carry_room_and_address(tmp_path):
    live = Live(tmp_path, log="json")
    room, other = fail(live)
    opened = [line for line in facts(live) if line["message"] == "room opened"]
    assert [(line["room"], line["address"]) for line in opened] == [
        (room, "127.0.0.1"),
        (other, "127.0.0.1"),
    ]
    failed = [line for line in facts(live) if line["level"] == "error" and "room" in line]
    assert {line["room"] for line in failed} == {room, other}
    assert {line["address"] for line in failed} == {"127.0.0.1"}


def test_addresses_and_figures_can_be_left_out(tmp_path):
    live = Live(tmp_path, log="json", log_addresses="no", metrics="no")
    assert live.http.get("/metrics").status_code == 404
    room, other = fail(live)
    assert {line["room"] for line in facts(live) if "room" in line} == {room, other}
    assert not [line for line in facts(live) if "address" in line]
