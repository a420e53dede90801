"""The guided games, and the rules with their drawings."""

import pytest
from playwright.sync_api import expect

from tests.web.browser import PHONE, eventually, resize
from tests.web.players import tap

pytestmark = pytest.mark.once

ROLL, LAY = "Roll the slippers", "Lay the rug"
SEEN = 350
"""Milliseconds after which a press no longer belongs to the move."""
# The bubble, and what of the board lies under it.
UNDER = """() => {
  const bubble = document.querySelector(".bubble").getBoundingClientRect();
  const meets = (one) => {
    const box = one.getBoundingClientRect();
    return box.left < bubble.right && box.right > bubble.left
      && box.top < bubble.bottom && box.bottom > bubble.top;
  };
  return [...document.querySelectorAll(".turn button, .turn a, .pieces .arrow")].filter(meets)
    .map(one => one.textContent.trim() || one.getAttribute("class"));
}"""


def coach(page):
    return page.get_by_role("region", name="Zohra, who knows the way")


def go_on(page, words):
    """Read what came of it, and go on without waiting."""
    expect(coach(page)).to_contain_text(words)
    page.wait_for_timeout(SEEN)
    page.keyboard.press("Escape")


def test_marrakech_is_taught_by_doing(live, visit):
    anna = visit()
    page = anna.page
    page.goto(f"{live.url}/learn/marrakech")
    expect(page.get_by_text("have the most dirhams and visible squares together")).to_be_visible()
    # Nothing is chosen yet, so nothing can be rolled.
    expect(page.get_by_text("Step 1 of 6")).to_be_visible()
    expect(page.get_by_role("button", name=ROLL)).to_be_disabled()
    anna.press("Down")
    expect(coach(page)).to_contain_text("Now roll the slippers")
    anna.press(ROLL)
    go_on(page, "Two slippers, two squares")
    # Another way may be looked at, and its price is told; but it does not lead on.
    anna.press("Up")
    expect(coach(page)).to_contain_text("6 squares hang together here")
    expect(page.get_by_role("button", name=ROLL)).to_be_disabled()
    anna.press("Show me")
    anna.press(ROLL)
    go_on(page, "two dirhams for Tom")
    anna.press("Left")
    expect(coach(page)).to_contain_text("5 on average")
    anna.press("Right")
    expect(coach(page)).to_contain_text("Follow the lit rope")
    # A page that is loaded anew goes on where it was.
    page.reload()
    expect(page.get_by_text("Step 3 of 6")).to_be_visible()
    anna.press("Right")
    anna.press(ROLL)
    go_on(page, "onto your own rug")
    anna.press("Next place")
    anna.press(LAY)
    go_on(page, "a point at the end")
    anna.press("Show me")
    anna.press(LAY)
    go_on(page, "six dirhams for you")
    anna.press("Show me")
    anna.press(LAY)
    go_on(page, "Two small areas")
    # The lesson with two colours comes after it, for those who want it.
    anna.press("Two players: two colours each")
    expect(coach(page)).to_contain_text("now it is yellow")
    anna.press("Show me")
    anna.press(LAY)
    go_on(page, "Nothing else is different")
    anna.press("Play with Mila and Tom")
    page.wait_for_url("**/r/*")
    expect(page.get_by_role("button", name=ROLL)).to_be_visible()


def test_facir_is_taught_by_doing_on_a_phone(live, visit):
    anna = visit(viewport=PHONE, has_touch=True)
    page = anna.page
    page.goto(f"{live.url}/learn/facir")
    expect(coach(page)).to_contain_text("only the framed edge")
    anna.press("Turn right")
    expect(coach(page)).to_contain_text("Two holes on that edge")
    anna.press("Turn right")
    anna.press("Stand it like this")
    go_on(page, "left and right are swapped")
    tap(page, "g7")
    expect(coach(page)).to_contain_text("does not help your card")
    tap(page, "e4")
    anna.press("Put the nail on e4")
    go_on(page, "Three of four")
    tap(page, "d4")
    tap(page, "e5")
    anna.press("Move the nail from d4 to e5")
    go_on(page, "Seven nails")
    expect(page.get_by_text("Mila", exact=True).first).to_be_visible()
    tap(page, "c2")
    anna.press("Put the nail on c2")
    go_on(page, "A single nail was missing")
    tap(page, "d3")
    anna.press("Nail on d3 and lay the fakir")
    anna.press("Next round")
    expect(coach(page)).to_contain_text("The round is yours")
    expect(page.get_by_role("button", name="Play with Mila and Tom")).to_be_visible()


def test_bubble_covers_nothing_that_is_needed_and_can_be_folded(live, visit):
    anna = visit(viewport=PHONE, locale="uk-UA")
    page = anna.page
    found = {}
    for step in range(1, 7):
        page.goto(f"{live.url}/learn/marrakech?step={step}")
        page.locator(".bubble").wait_for()
        for size in (PHONE, {"width": 360, "height": 640}):
            resize(page, size)
            if not eventually(page, lambda: not page.evaluate(UNDER)):
                found[step, size["width"]] = page.evaluate(UNDER)
    assert found == {}
    resize(page, PHONE)
    page.locator(".bubble button").click()
    expect(page.locator(".bubble p")).to_have_count(0)
    page.locator(".bubble button").click()
    expect(page.locator(".bubble p")).to_be_visible()


@pytest.mark.parametrize(("game", "drawings"), [("marrakech", 6), ("facir", 5)])
def test_rules_have_all_their_drawings(live, visit, game, drawings):
    anna = visit()
    anna.page.goto(f"{live.url}/rules/{game}")
    figures = anna.page.locator("figure")
    expect(figures).to_have_count(drawings)
    for words in figures.locator("figcaption").all_inner_texts():
        assert " " in words  # a sentence, not a key without a text
    expect(anna.page.get_by_text("The rule books leave this open")).to_be_visible()
    assert anna.page.locator("h3 .decided").count() >= 3
    anna.page.get_by_role("navigation", name="Sections").get_by_role("link").last.click()
    expect(anna.page).to_have_url(f"{live.url}/rules/{game}#{game}-{8 if drawings == 6 else 7}")


def test_rules_inside_a_game_are_drawn_too(live, visit):
    anna = visit()
    anna.start("Marrakech", "One device", 3)
    anna.press("Rules")
    expect(anna.page.get_by_role("dialog").locator("figure")).to_have_count(6)
