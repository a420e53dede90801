"""How soon the first page is there, and how much a first visit loads."""

import os
import time
from pathlib import Path

import pytest

from tests.server.live import Live
from tests.web.browser import DESK, PHONE, Visitor

pytestmark = pytest.mark.once

SOONEST = 3
"""Seconds from the start of the server until somebody can press a button."""

MOST = 200_000
"""Bytes on the line, before a game starts; letters apart."""
MOST_LETTERS = 120_000
"""Bytes of letters, whatever the language."""
MOST_SHIFT = 0.02
"""How much of what is seen may jump while a page comes up."""


def in_line(*processes):
    """Return for how many seconds processes could have run, but others had the processors.

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


@pytest.mark.parametrize("language", ["en-GB", "uk-UA", "ro-RO"])
def test_first_page_is_small_and_its_letters_are_ours(visit, language):
    visitor = visit(locale=language, drawn=True)
    page, sizes, files = visitor.page, {}, {}
    line = visitor.context.new_cdp_session(page)
    line.send("Network.enable")
    line.on("Network.responseReceived", lambda told: files.update({told["requestId"]: told}))
    line.on(
        "Network.loadingFinished",
        lambda told: sizes.update({told["requestId"]: told["encodedDataLength"]}),
    )
    page.goto(visitor.url + "/")
    page.locator("main button[type=submit]").wait_for()
    page.wait_for_load_state("networkidle")
    letters = {file for file in sizes if files[file]["response"]["url"].endswith(".woff2")}
    assert len(sizes) - len(letters) >= 3
    assert sum(size for file, size in sizes.items() if file not in letters) < MOST
    assert letters
    assert sum(sizes[file] for file in letters) < MOST_LETTERS
    drawn = "words => document.fonts.check('1rem \"Jemaa Roboto\"', words)"
    assert page.evaluate(drawn, page.get_by_role("heading", level=1).inner_text())


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_nothing_jumps_while_a_page_comes_up(live, visit, size):
    device = "the-browser-that-nothing-jumps-in"
    room, keys = live.open("marrakech", "Anna", "bot:tourist", device=device)
    visitor = visit(viewport=size, drawn=True)
    visitor.remember("jemaa.device", device)
    visitor.hold(room, keys)
    visitor.context.add_init_script(
        """window.shift = 0;
        new PerformanceObserver((list) => {
            for (const one of list.getEntries()) if (!one.hadRecentInput) window.shift += one.value;
        }).observe({ type: "layout-shift", buffered: true });"""
    )
    for path in ("/", f"/r/{room}", "/rules/marrakech", "/learn/"):
        page = visitor.go(path)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(400)
        assert page.evaluate("window.shift") <= MOST_SHIFT, path


def test_nothing_comes_from_elsewhere(visit):
    visitor = visit(fresh=True)
    asked = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.start("Marrakech", "Against bots", 4, level="Tourist")
    visitor.page.get_by_role("grid").wait_for()
    assert asked
    assert [url for url in asked if not url.startswith(visitor.url)] == []
