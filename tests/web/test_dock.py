"""On small phones the button that makes the move is in sight and covers nothing to choose."""

import json

import pytest

from tests.web.browser import FOLLOWED, Visitor, resize
from tests.web.places import laying, look_at, nailing, standing, table, turning

pytestmark = pytest.mark.once

SIZES = ((390, 664), (360, 640))
LANGUAGES = ("en", "uk", "fr")
FOUR = ("Anna", "Boris", "Wiktor", "Ganna")

# The bottom of the button and the top of the tabs; and what can be chosen but not seen.
DOCK = """() => {
  const panel = document.querySelector("main .turn");
  const primary = panel.querySelector(".button.primary");
  const hidden = [...panel.querySelectorAll("button")].filter(one => {
    if (one === primary || !one.checkVisibility()) return false;
    const {left, right, top, bottom} = one.getBoundingClientRect();
    const ends = [top + 3, bottom - 3].map(y => document.elementFromPoint((left + right) / 2, y));
    return ends.some(end => !end || !one.contains(end));
  });
  return {
    bottom: primary.getBoundingClientRect().bottom,
    tabs: document.querySelector("main nav").getBoundingClientRect().top,
    end: document.querySelector("main nav").getBoundingClientRect().bottom,
    hidden: hidden.map(one => one.getAttribute("aria-label") ?? one.textContent.trim()),
  };
}"""


@pytest.fixture(scope="module")
def tables(live):
    return {
        "marrakech-turn": table(live, "marrakech", turning, names=FOUR),
        "marrakech-turn-2": table(live, "marrakech", turning),
        "marrakech-lay": table(live, "marrakech", laying, names=FOUR),
        "marrakech-lay-2": table(live, "marrakech", laying),
        "facir-stand": table(live, "facir", standing, names=FOUR)._replace(sign="main .primary"),
        "facir-play": table(live, "facir", nailing),
        "facir-play-4": table(live, "facir", nailing, names=FOUR),
    }


def faults(page, name, wide, high):
    """Tell what is wrong with the dock of the page as it stands."""
    size = {"width": wide, "height": high}
    resize(page, size)
    page.evaluate(FOLLOWED, size)
    dock = page.evaluate(DOCK)
    where = f"{name} at {wide} by {high}"
    if dock["bottom"] > dock["tabs"] + 0.5:
        yield f"{where}: the button ends at {dock['bottom']}, the tabs begin at {dock['tabs']}"
    if dock["end"] > high + 0.5:
        yield f"{where}: the tabs end at {dock['end']}"
    for choice in dock["hidden"]:
        yield f"{where}: {choice!r} cannot be seen"


@pytest.mark.parametrize("language", LANGUAGES)
def test_button_is_above_the_tabs_and_covers_no_choice(browser, live, tables, language):
    visitor = Visitor(browser, live.url, viewport={"width": 390, "height": 664}, has_touch=True)
    visitor.remember("jemaa.settings", json.dumps({"language": language}))
    found = []
    for name, place in tables.items():
        page = look_at(visitor, place)
        page.locator("main .turn .button.primary").wait_for()
        for wide, high in SIZES:
            found += faults(page, name, wide, high)
    visitor.leave()
    assert not found, "\n".join(found)
