"""An evening with friends: clocks that wait for everybody, and one more game."""

import json

import pytest
from playwright.sync_api import expect

from tests.web.browser import PHONE, elsewhere, eventually
from tests.web.places import advance, is_over

pytestmark = pytest.mark.once

HIDE = """hidden => {
  Object.defineProperty(document, "visibilityState", {
    configurable: true, get: () => hidden ? "hidden" : "visible"
  });
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
# Keeps the notices that the browser would show.
NOTICES = """
  window.notices = [];
  window.Notification = class {
    static permission = "granted";
    static requestPermission = async () => "granted";
    constructor(title, options) { window.notices.push(title); }
    close() {}
  };
"""
NEWS = "header [role=timer]"
# The most outlines of changed squares that are seen at once.
OUTLINES = """window.outlines = 0;
  new MutationObserver(() => {
    const seen = document.querySelectorAll("main .board path[stroke-width='5']").length;
    window.outlines = Math.max(window.outlines, seen);
  }).observe(document, {subtree: true, childList: true, attributes: true});"""


def test_clocks_wait_for_everybody_and_a_rematch_is_agreed_on(live, visit):
    room, keys = live.open("marrakech", "Anna", "open", clock={"initial": 300, "increment": 5})
    anna, boris = visit(), visit()
    anna.context.add_init_script(NOTICES)
    anna.hold(room, keys)
    anna.prefer(notices=True)
    page, other = anna.go(f"/r/{room}"), boris.page
    page.get_by_role("button", name="Copy the link").wait_for()
    page.evaluate(HIDE, True)
    boris.sit(page.url, "Boris")

    # While Anna looks elsewhere no time runs, and everybody sees why.
    expect(other.locator(NEWS)).to_contain_text("Clocks wait for Anna")
    assert eventually(page, lambda: page.evaluate("window.notices.at(-1)") == "Your turn")
    expect(page).to_have_title("Your turn · Marrakech · Jemaa")
    page.evaluate(HIDE, False)
    for table in (page, other):
        expect(table.locator(NEWS)).to_contain_text("The clock starts in 0:")
    stall = page.get_by_role("region", name="Anna")
    expect(stall).to_contain_text("5:00")
    expect(stall).to_contain_text("rugs left")  # the clock does not take its place

    held = page.evaluate("room => JSON.parse(localStorage[`jemaa.seats.${room}`])", room)
    held += other.evaluate("room => JSON.parse(localStorage[`jemaa.seats.${room}`])", room)
    with elsewhere(anna, boris):
        advance(live, room, {key["seat"]: key["token"] for key in held}, is_over)

    anna.press("Play again")
    expect(page.get_by_text("Play again? Waiting for Boris.")).to_be_visible()
    expect(other).to_have_title("Play again? · Marrakech · Jemaa")
    boris.press("Rather not")
    expect(page.get_by_text("Boris would rather not just now.")).to_be_visible()
    anna.press("Play again")
    expect(other.get_by_role("alert")).to_have_text("Anna would like to play again.")
    boris.press("Play again")
    for table in (page, other):
        table.wait_for_url(lambda url: room not in url)
        table.get_by_role("grid").wait_for()
    # The next one begins.
    other.get_by_role("button", name="Roll the slippers").wait_for()


def test_bots_that_begin_are_seen_beginning(live, visit):
    """Once they had moved before the table was drawn."""
    anna = visit()
    room, keys = live.open("marrakech", "Anna", "bot:tourist", settings={"first": 1})
    anna.hold(room, keys)
    page = anna.go(f"/r/{room}")
    page.get_by_role("button", name="Roll the slippers").wait_for()
    expect(page.locator(NEWS)).to_have_count(0)
    welcome = json.loads(anna.frames[0])
    assert welcome["scene"]["to_act"] == 1  # the moves came after it, one by one
    room, keys = live.open("marrakech", "Anna", "Boris")
    anna.hold(room, keys)
    expect(anna.go(f"/r/{room}").locator(NEWS)).to_have_text("Anna begins")


def test_where_nothing_moves_every_change_has_an_outline_of_its_own(live, visit):
    anna = visit()
    anna.context.add_init_script(OUTLINES)
    room, keys = live.open("marrakech", "Anna", "Boris", "Wiktor", settings={"first": 1})
    anna.hold(room, {0: keys[0]})
    page = anna.go(f"/r/{room}")
    page.get_by_role("grid").wait_for()
    others = {seat: key for seat, key in keys.items() if seat}
    assert advance(live, room, others, lambda scene: scene["to_act"] == 0)
    page.get_by_role("button", name="Roll the slippers").wait_for()
    assert page.evaluate("window.outlines") >= 2


def test_variants_and_clock_are_seen_with_the_fold_closed(visit):
    anna = visit()
    anna.remember(
        "jemaa.plan",
        '{"mode": "friends", "clock": "quick", "settings": {"marrakech": {"rotate": "after"}}}',
    )
    page = anna.go("/")
    clock = page.get_by_role("radio", name="5 min + 5 s")
    expect(clock).to_be_checked()
    fold = page.locator("details summary")
    expect(fold).to_contain_text("Assam is turned at the end of a turn")
    page.set_viewport_size(PHONE)
    expect(page.get_by_role("button", name="5 min + 5 s")).to_be_visible()
    page.get_by_role("radio", name="Against bots").check(force=True)
    expect(page.get_by_text("5 min + 5 s")).to_have_count(0)


def test_skyline_reaches_from_edge_to_edge(visit):
    page = visit(viewport={"width": 2560, "height": 1440}).go("/")
    roofs = page.locator(".sky .roofs").bounding_box()
    assert (roofs["x"], roofs["width"]) == (0, 2560)
    assert round(roofs["y"] + roofs["height"]) == 1440


def test_whoever_gives_up_loses_and_everybody_reads_so(live, visit):
    room, keys = live.open("marrakech", "Anna", "open")
    anna, boris = visit(), visit()
    anna.hold(room, keys)
    page = anna.go(f"/r/{room}")
    boris.sit(page.url, "Boris")
    page.get_by_role("button", name="Roll the slippers").wait_for()
    boris.press("Menu")
    boris.press("Give up")
    dialog = boris.page.get_by_role("dialog", name="Give up")
    expect(dialog).to_contain_text("The game ends at once")
    dialog.get_by_role("button", name="Give up").click()
    for table in (page, boris.page):
        expect(table.get_by_text("Boris has given up.")).to_be_visible()
        expect(table.get_by_text("gave up", exact=True).first).to_be_visible()
    expect(page.get_by_role("heading", name="win")).to_be_visible()
