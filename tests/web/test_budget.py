"""What the table may cost: nothing jumps, and nothing keeps the page from answering."""

import json

import pytest
from playwright.sync_api import expect

from tests.web.places import look_at, nailing, table, turning
from tests.web.players import Fakir, Trader

pytestmark = pytest.mark.once

SHIFT = 0.02
"""How much may move by itself, by the measure of browsers."""
ATTEMPTS = 3
"""What else the machine does may make a task longer, never shorter: the best of so many counts."""
# A list of two thousand lines, made and laid out in one task: no task of a table may take longer.
YARDSTICK = """() => {
  const list = document.body.appendChild(document.createElement("ul"));
  for (let at = 0; at < 2000; at++) {
    list.appendChild(document.createElement("li")).textContent = `Line ${at} of a long list`;
  }
  list.getBoundingClientRect();
  list.remove();
}"""
WATCH = """new PerformanceObserver(list => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
}).observe({type: "layout-shift", buffered: true}); window.shifted = 0;"""
# Tasks of a page with how long they ran; with their thread, since others draw and decode.
CATEGORIES = "disabled-by-default-devtools.timeline,toplevel,blink.user_timing,__metadata"


def traced(page, act):
    """Return the events that the browser notes while something is done."""
    line = page.context.new_cdp_session(page)
    events, done = [], []
    line.on("Tracing.dataCollected", lambda one: events.extend(one["value"]))
    line.on("Tracing.tracingComplete", lambda one: done.append(one))
    line.send("Tracing.start", {"categories": CATEGORIES, "transferMode": "ReportEvents"})
    act()
    line.send("Tracing.end")
    while not done:
        page.wait_for_timeout(20)
    return events


def longest_task(page, act):
    """Return the longest task of the page's main thread meanwhile, in time of the processor."""
    events = traced(page, act)
    main = {
        (one["pid"], one["tid"])
        for one in events
        if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
    }
    tasks = [
        one["tdur"]
        for one in events
        if "RunTask" in one["name"] and (one["pid"], one["tid"]) in main and "tdur" in one
    ]
    assert tasks, json.dumps(sorted({one["name"] for one in events}))
    return max(tasks)


def come_and_act(live, visit, game, until, player):
    """Come to a table and act; return what moved by itself and the longest task, in yardsticks."""
    anna = visit(reduced_motion="no-preference", drawn=True, fresh=True)
    anna.context.add_init_script(WATCH)
    place, page = table(live, game, until), anna.page

    def act():
        look_at(anna, place)
        expect(page.locator("main .turn .button.primary")).to_be_visible()
        player(page)
        page.wait_for_timeout(1500)

    longest = longest_task(page, act)
    shifted = page.evaluate("window.shifted")
    return shifted, longest / longest_task(page, lambda: page.evaluate(YARDSTICK))


@pytest.mark.parametrize(
    ("game", "until", "player"),
    [("marrakech", turning, Trader()), ("facir", nailing, Fakir())],
    ids=["marrakech", "facir"],
)
def test_table_neither_jumps_nor_halts(live, visit, game, until, player):
    tasks = []
    while not tasks or (min(tasks) > 1 and len(tasks) < ATTEMPTS):
        shifted, longest = come_and_act(live, visit, game, until, player)
        assert shifted <= SHIFT
        tasks.append(longest)
    assert min(tasks) <= 1
