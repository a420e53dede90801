"""The bots are people of the market: names, faces, and a level for each seat."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser import PHONE

pytestmark = pytest.mark.once

DRAWN = "images => images.length && images.every(one => one.complete && one.naturalWidth > 0)"


def faces(place):
    return place.get_by_role("img", name="bot", exact=True)


@pytest.mark.parametrize("size", [{}, {"viewport": PHONE}], ids=["desk", "phone"])
def test_stalls_show_who_plays(live, visit, size):
    room, keys = live.open("marrakech", "Anna", "bot:trader", "bot:trader", "bot:trader")
    visitor = visit(**size)
    visitor.hold(room, keys)
    page = visitor.go(f"/r/{room}")
    for name in ("Idris", "Salma", "Idris N"):
        stall = page.get_by_role("region", name=name, exact=True)
        expect(stall).to_contain_text("Trader")
        expect(faces(stall)).to_be_visible()
    expect(faces(page.get_by_role("region", name="Anna", exact=True))).to_have_count(0)
    page.wait_for_function(f"() => ({DRAWN})([...document.querySelectorAll('img')])")


def test_names_are_written_in_the_letters_of_the_reader(live, visit):
    room, keys = live.open("facir", "Anna", "bot:merchant")
    visitor = visit(locale="uk-UA")
    visitor.hold(room, keys)
    page = visitor.go(f"/r/{room}")
    expect(page.get_by_role("region", name="Юсуф")).to_contain_text("картк")


def test_each_seat_has_a_level_of_its_own(live, visit):
    visitor = visit()
    page = visitor.go("/")
    visitor.press("Who are they?")
    visitor.press("All bots play like this: Trader")
    levels = page.get_by_role("spinbutton")
    expect(levels).to_have_count(3)
    levels.nth(0).press("End")
    expect(levels.nth(0)).to_have_attribute(
        "aria-valuetext", "Brahim, Amin, head of the market, 5 of 5"
    )
    levels.nth(1).press("ArrowDown")
    expect(levels.nth(1)).to_have_attribute(
        "aria-valuetext", "Samir, Stroller, knows the way, 2 of 5"
    )
    visitor.press("Who are they?")
    expect(page.get_by_role("dialog").locator("[aria-pressed=true]")).to_have_count(0)
    page.keyboard.press("Escape")
    last = page.get_by_role("button", name="Brahim is among the strongest already")
    expect(last).to_have_attribute("aria-disabled", "true")
    page.get_by_label("Your name").fill("Anna")
    visitor.press("Start")
    page.wait_for_url("**/r/*")
    room = page.url.rsplit("/", 1)[1]
    info = live.http.get(f"/api/rooms/{room}").json()
    assert [seat["level"] for seat in info["seats"]] == ["", "amin", "stroller", "trader"]
    page = visitor.go("/")
    expect(page.get_by_role("spinbutton").first).to_have_attribute("aria-valuenow", "5")


def test_phone_offers_the_levels_of_a_seat_in_its_own_list(visit):
    page = visit(viewport=PHONE).go("/")
    page.get_by_label("Zohra: Strength").select_option("amin")
    expect(page.get_by_label("Brahim: Strength")).to_have_value("amin")


def test_ten_people_are_introduced(visit):
    visitor = visit()
    page = visitor.go("/")
    visitor.press("Who are they?")
    dialog = page.get_by_role("dialog", name="Ten people of the market")
    expect(dialog.locator("img")).to_have_count(10)
    expect(dialog).to_contain_text(re.compile("Idris.*Counts his coins twice, yours too"))
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
