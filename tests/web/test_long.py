"""A table whose history comes in pieces."""

import pytest
from playwright.sync_api import expect

from jemaa.server.sockets.hub import PIECE
from tests.server.failures.visitors import make_long
from tests.server.live import Live
from tests.web.browser import Visitor

pytestmark = pytest.mark.once

COUNT = 2 * PIECE + 50


@pytest.fixture
def long(browser, tmp_path):
    """A table with a history of three pieces, and a visitor who holds both seats."""
    live = Live(tmp_path)
    room, keys = live.open("marrakech", "Anna", "Boris")
    assert live.stop() == 0
    make_long(tmp_path, room, COUNT)
    live = Live(tmp_path)
    visitor = Visitor(browser, live.url, drawn=False)
    visitor.hold(room, keys)
    yield visitor, f"/r/{room}"
    visitor.leave()
    live.stop()


def test_all_of_a_long_history_is_shown_and_the_game_goes_on(long):
    visitor, place = long
    page = visitor.go(place)
    moves = page.get_by_role("list", name="Moves")
    expect(moves).to_contain_text("Olena")  # the last name, in the last piece
    visitor.press("Roll the slippers")
    expect(page.get_by_role("region", name="This turn")).to_contain_text("Assam stops on")
