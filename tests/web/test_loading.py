"""How much a first visit loads."""

import pytest

pytestmark = pytest.mark.once

MOST = 200_000
"""Bytes on the line, before a game starts."""


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
