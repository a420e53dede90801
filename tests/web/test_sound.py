"""What can be heard at the table, and how it is turned down."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.once

# Every source of sound that is started is counted; it sounds all the same.
LISTEN = """
window.heard = 0;
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...when) {
  window.heard += 1;
  return start.apply(this, when);
};
window.shaken = 0;
navigator.vibrate = () => (window.shaken += 1);
"""


@pytest.fixture
def table(live, visit):
    room, keys = live.open("marrakech", "Anna", "Boris")
    visitor = visit(fresh=True)
    visitor.context.add_init_script(LISTEN)
    visitor.hold(room, keys)
    visitor.go(f"/r/{room}").get_by_role("grid").wait_for()
    return visitor


def heard(page):
    return page.evaluate("window.heard")


def test_nothing_is_heard_before_the_first_press_and_a_walk_after_it(table):
    page = table.page
    assert heard(page) == 0
    table.press("Roll the slippers")
    page.get_by_role("heading", name="Anna: lay a rug").wait_for()
    page.wait_for_function("() => window.heard > 0")
    table.press("Next place")
    table.press("Lay the rug")
    page.wait_for_function("() => window.shaken > 0")


def test_sound_can_be_turned_off_and_down(table):
    page = table.page
    page.get_by_role("button", name="Sound").click()
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "false")
    before = heard(page)  # that it is one's turn may have been heard with the very first press
    table.press("Roll the slippers")
    page.get_by_role("heading", name="Anna: lay a rug").wait_for()
    assert heard(page) == before
    table.press("Menu")
    table.press("Settings")
    dialog = page.get_by_role("dialog", name="Settings")
    expect(dialog.get_by_label("Volume")).to_have_count(0)
    dialog.get_by_role("switch", name="Sound").check(force=True)
    loudness = dialog.get_by_label("Volume")
    loudness.fill("20")
    page.wait_for_function("before => window.heard > before", arg=before)
    page.reload()
    saved = page.evaluate("JSON.parse(localStorage.getItem('jemaa.settings'))")
    assert saved["volume"] == 0.2 and saved["sound"] is True
