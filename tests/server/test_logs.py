"""Log lines: whatever clients have sent, a line is a line."""

import json
import logging

import pytest

from jemaa.server.logs import JsonLines, TextLines

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
