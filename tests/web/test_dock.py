"""The button that makes the move stays in its place, is in sight, and covers nothing to choose."""

import pytest

from tests.web.browser import FOLLOWED, Visitor, resize, squares
from tests.web.places import FOUR, laying, look_at, nailing, standing, table, turning
from tests.web.players import tap
from tests.web.test_tour import change_language

pytestmark = pytest.mark.once

SIZES = ((390, 664), (360, 640))
LANGUAGES = ("en", "uk", "fr")

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


TABLES = {
    "marrakech-turn": lambda live: table(live, "marrakech", turning, names=FOUR),
    "marrakech-turn-2": lambda live: table(live, "marrakech", turning),
    "marrakech-lay": lambda live: table(live, "marrakech", laying, names=FOUR),
    "marrakech-lay-2": lambda live: table(live, "marrakech", laying),
    "facir-stand": lambda live: table(live, "facir", standing, names=FOUR)._replace(
        sign="main .primary"
    ),
    "facir-play": lambda live: table(live, "facir", nailing),
    "facir-play-4": lambda live: table(live, "facir", nailing, names=FOUR),
}


def faults(page, language, wide, high):
    """Tell what is wrong with the dock of the page as it stands."""
    size = {"width": wide, "height": high}
    resize(page, size)
    page.evaluate(FOLLOWED, size)
    dock = page.evaluate(DOCK)
    where = f"{language} at {wide} by {high}"
    if dock["bottom"] > dock["tabs"] + 0.5:
        yield f"{where}: the button ends at {dock['bottom']}, the tabs begin at {dock['tabs']}"
    if dock["end"] > high + 0.5:
        yield f"{where}: the tabs end at {dock['end']}"
    for choice in dock["hidden"]:
        yield f"{where}: {choice!r} cannot be seen"


@pytest.mark.parametrize("name", TABLES)
def test_button_is_above_the_tabs_and_covers_no_choice(browser, live, name):
    visitor = Visitor(
        browser, live.url, viewport={"width": 390, "height": 664}, has_touch=True, drawn=False
    )
    found = []
    place = TABLES[name](live)
    page = look_at(visitor, place)
    for language in LANGUAGES:
        change_language(visitor, place, language)
        page.locator("main .turn .button.primary").wait_for()
        for wide, high in SIZES:
            found += faults(page, language, wide, high)
    visitor.leave()
    assert not found, "\n".join(found)


DESKS = ((1440, 900), (1366, 768), (390, 844))
BUTTON = "main .commit > *"


def steps_of_marrakech(visitor, place):
    """Walk through a turn; gives where the button is at every step, and while others act."""
    page = look_at(visitor, place)
    place_of = page.locator(BUTTON)
    yield "a way", place_of.bounding_box()
    visitor.press("Roll the slippers")
    page.get_by_role("button", name="Next place").click()
    yield "a rug", place_of.bounding_box()
    visitor.press("Lay the rug")
    page.get_by_text("Boris is away just now.").wait_for()
    yield "waiting", place_of.bounding_box()


def steps_of_facir(visitor, stand, nail):
    page = look_at(visitor, stand)
    place_of = page.locator(BUTTON)
    yield "a card", place_of.bounding_box()
    visitor.press("Stand it like this")
    page.get_by_text("Boris is away just now.").wait_for()
    yield "waiting for cards", place_of.bounding_box()
    page = look_at(visitor, nail)
    page.get_by_role("button", name="Tap a free hole").wait_for()
    yield "a nail", place_of.bounding_box()
    free = next(square for square, text in squares(page).items() if "can go here" in text)
    tap(page, free)
    visitor.press(f"Put the nail on {free}")
    page.get_by_text("Boris is away just now.").wait_for()
    yield "waiting for nails", place_of.bounding_box()


@pytest.mark.parametrize(("wide", "high"), DESKS)
def test_button_stays_in_its_place_through_a_turn(browser, live, wide, high):
    visitor = Visitor(browser, live.url, viewport={"width": wide, "height": high}, drawn=False)
    seen = {
        "marrakech": dict(steps_of_marrakech(visitor, table(live, "marrakech", turning))),
        "facir": dict(
            steps_of_facir(
                visitor,
                table(live, "facir", standing)._replace(sign="main .primary"),
                table(live, "facir", nailing),
            )
        ),
    }
    visitor.leave()
    for game, steps in seen.items():
        assert all(box["y"] + box["height"] <= high for box in steps.values()), (game, steps)
        places = {tuple(round(side) for side in box.values()) for box in steps.values()}
        assert len(places) == 1, (game, steps)
