"""How soon the first page is there, and how much a first visit loads."""

import os
import time
from pathlib import Path

import pytest

from tests.server.live import Live
from tests.web.browser import Visitor

pytestmark = pytest.mark.once

SOONEST = 3
"""Seconds from the start of the server until somebody can press a button."""

MOST = 200_000
"""Bytes on the line, before a game starts."""


def in_line(*processes):
    """Give for how many seconds processes could have run, but others had the processors.

    Only Linux counts that. Elsewhere a busy machine counts as a slow server.
    """
    lines = [Path(f"/proc/{process}/schedstat") for process in processes]
    return sum(int(line.read_text().split()[1]) for line in lines if line.exists()) / 1e9


def test_first_page_is_there_soon_after_the_start(browser, tmp_path):
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    others = [os.getpid(), *(process["id"] for process in told["processInfo"])]
    begin, before = time.monotonic(), in_line(*others)
    live = Live(tmp_path)
    try:
        visitor = Visitor(browser, live.url)
        visitor.go("/").get_by_role("button", name="Start").wait_for()
        took = time.monotonic() - begin
        took -= in_line(live.process.pid, *others) - before
        visitor.leave()
    finally:
        live.stop()
    assert took < SOONEST


def test_first_page_is_small(visit):
    visitor = visit()
    page, sizes = visitor.page, []
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(visitor.url + "/")
    page.get_by_role("button", name="Start").wait_for()
    page.wait_for_load_state("networkidle")
    assert len(sizes) >= 3
    assert sum(sizes) < MOST


def test_nothing_comes_from_elsewhere(visit):
    visitor = visit()
    asked = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.start("Marrakech", "Against bots", 4, level="Tourist")
    visitor.page.get_by_role("grid").wait_for()
    assert asked
    assert [url for url in asked if not url.startswith(visitor.url)] == []
