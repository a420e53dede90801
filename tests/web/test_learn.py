"""A first game with somebody who explains, and the rules with their drawings."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.once

ROLL, LAY, PLACE = "Roll the slippers", "Lay the rug", "Next place"


def begin(visitor, live, game):
    page = visitor.page
    page.goto(f"{live.url}/learn/{game}")
    visitor.press("Start")
    page.wait_for_url("**/r/*?learn=1")
    return page.get_by_role("region", name="Learn by playing")


def test_steps_of_marrakech_follow_the_game(live, visit):
    anna = visit()
    coach = begin(anna, live, "marrakech")
    expect(coach).to_contain_text("Step 1 of 11")
    # Nothing waits for the one who explains: the roll comes before all was read.
    anna.press("Next", exact=True)
    expect(coach).to_contain_text("Your stall")
    anna.press(ROLL)
    pay = coach.get_by_role("heading", name="Pay", exact=True)
    loop = coach.get_by_role("heading", name="Along the arrow")
    expect(pay.or_(loop)).to_be_visible()
    if loop.is_visible():  # a roll of 4 leads over the edge: that is explained first
        anna.press("Next", exact=True)
    expect(pay).to_be_visible()
    anna.press("Next", exact=True)
    expect(coach.get_by_role("heading", name="Choose a place")).to_be_visible()
    anna.press("Back")
    expect(coach.get_by_role("heading", name="Pay", exact=True)).to_be_visible()
    anna.press(PLACE)
    anna.press(LAY)
    expect(anna.page.get_by_role("button", name=ROLL)).to_be_visible()
    for _ in range(5):  # perhaps Assam took a loop, or somebody paid: that is explained first
        if coach.get_by_role("heading", name="Two colours").is_visible():
            break
        anna.press("Next", exact=True)
    expect(coach.get_by_role("heading", name="Two colours")).to_be_visible()
    # A page that is loaded anew goes on where it was.
    anna.page.reload()
    expect(coach.get_by_role("heading", name="Two colours")).to_be_visible()


def test_explanation_can_be_closed_and_comes_back(live, visit):
    anna = visit()
    coach = begin(anna, live, "facir")
    expect(coach.get_by_role("heading", name="Your card")).to_be_visible()
    expect(anna.page.locator("main")).to_have_attribute("data-point", "card")
    coach.get_by_role("button", name="Close").click()
    expect(coach).to_be_hidden()
    expect(anna.page.locator("main")).not_to_have_attribute("data-point", "card")
    anna.press("Show the steps")
    expect(coach.get_by_role("heading", name="Your card")).to_be_visible()
    anna.page.get_by_role("button", name="Stand it like this").click()
    expect(coach.get_by_role("heading", name="The bed of nails")).to_be_visible()


@pytest.mark.parametrize(("game", "drawings"), [("marrakech", 6), ("facir", 5)])
def test_rules_have_all_their_drawings(live, visit, game, drawings):
    anna = visit()
    anna.page.goto(f"{live.url}/rules/{game}")
    figures = anna.page.locator("figure")
    expect(figures).to_have_count(drawings)
    for words in figures.locator("figcaption").all_inner_texts():
        assert " " in words  # a sentence, not a key without a text
    anna.page.get_by_role("navigation", name="Sections").get_by_role("link").last.click()
    expect(anna.page).to_have_url(f"{live.url}/rules/{game}#{game}-{8 if drawings == 6 else 7}")


def test_rules_inside_a_game_are_drawn_too(live, visit):
    anna = visit()
    anna.start("Marrakech", "One device", 3)
    anna.press("Rules")
    expect(anna.page.get_by_role("dialog").locator("figure")).to_have_count(6)


def test_way_back_from_home_keeps_the_one_who_explains(live, visit):
    anna = visit()
    coach = begin(anna, live, "facir")
    expect(coach).to_be_visible()
    anna.page.goto(live.url)
    anna.page.get_by_role("link", name="Façir").last.click()
    anna.page.wait_for_url("**/r/*?learn=1")
    expect(coach.get_by_role("heading", name="Your card")).to_be_visible()
