"""Small things that once were wrong at the table, each seen as people see it."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser import DESK, LOST_LINE, PHONE, eventually, resize, squares
from tests.web.places import (
    advance,
    is_over,
    last_nail,
    look_at,
    nailing,
    standing,
    starting,
    table,
    turning,
)
from tests.web.test_tour import change_language

pytestmark = pytest.mark.once

LONG = "Wilhelmina Konstantinova"
FAMILY = "Anna 👨‍👩‍👧‍👦❤️"
# Elements that name somebody and are cut off.
CUT = """() => [...document.querySelectorAll("b, h2, li span, th span")]
  .filter((one) => one.checkVisibility() && one.clientWidth
    && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3))
  .filter((one) => getComputedStyle(one).overflow === "hidden")
  .map((one) => one.textContent)"""


@pytest.fixture
def facir(live, visit):
    """Return a function that opens a table of Façir in a position for a visitor."""

    def sit(until, visitor=None, **more):
        place = table(live, "facir", until, **more)
        visitor = visitor or visit()
        visitor.hold(place.room, place.keys)
        visitor.go(place.path)
        return visitor

    return sit


def test_bar_of_a_small_phone_cuts_neither_game_nor_progress(live, visit):
    place = table(live, "marrakech", turning, names=("Anna", "Boris", "Wiktor", "Ganna"))
    visitor = visit(viewport={"width": 375, "height": 667})
    page = look_at(visitor, place)
    for language in ("uk", "fr", "pl"):
        change_language(visitor, place, language)
        for one in (page.locator("header h1"), page.locator("header .progress")):
            expect(one).not_to_be_empty()
            assert one.evaluate("one => one.scrollWidth <= one.clientWidth"), one.inner_text()


def test_card_is_turned_and_stood_by_keys_alone(facir):
    page = facir(standing).page
    page.get_by_role("grid").wait_for()  # it takes the keys, and is drawn last
    turned = page.get_by_text(re.compile("^Turned "))
    expect(turned).to_have_text("Turned 0°")
    page.keyboard.press("ArrowRight")
    expect(turned).to_have_text("Turned 90°")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(turned).to_have_text("Turned 270°")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Stand it like this")).to_have_count(0)


def test_arrows_find_the_bed_from_anywhere(facir):
    page = facir(nailing).page
    page.get_by_role("grid").wait_for()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#square-d3")).to_be_focused()


@pytest.mark.parametrize("size", [PHONE, {"width": 1366, "height": 625}], ids=["phone", "low"])
def test_boards_name_their_columns_and_rows(facir, live, visit, size):
    visitor = visit(viewport=size)
    for game in ("facir", "marrakech"):
        place = table(live, game, nailing if game == "facir" else lambda _: True)
        visitor.hold(place.room, place.keys)
        page = visitor.go(place.path)
        for name in "abcdefg1234567":
            text = page.locator("svg.ground").get_by_text(name, exact=True)
            expect(text).to_be_visible()
            # The board gets its size when all around it has.
            assert eventually(page, lambda text=text: text.bounding_box()["height"] >= 10)


@pytest.mark.parametrize("until", [starting, turning])
def test_explanation_does_not_cover_what_it_explains(live, visit, until):
    place = table(live, "marrakech", until)
    page = look_at(visit(viewport=PHONE, new=True), place)
    said = page.get_by_role("complementary", name="What the signs mean").bounding_box()
    stops = [one for one, text in squares(page).items() if "Assam may stop here" in text]
    assert stops
    for square in stops:
        box = page.locator(f"#square-{square}").bounding_box()
        below, above = box["y"] + 4 > said["y"] + said["height"], box["y"] + box["height"]
        assert below or above - 4 < said["y"], square


def test_round_that_ends_shows_nails_and_cards_as_they_are(facir, live, visit):
    """And only the button leaves it: a click on the bed once skipped all cards."""
    visitor = facir(last_nail, settings={"turn_cap": 13})
    page = visitor.page
    page.get_by_role("gridcell", name="can go here").first.click(force=True)
    page.get_by_role("button", name=re.compile("^(Put|Move|Nail)")).last.click()
    onward = page.get_by_role("button", name=re.compile("^(Next round|To the result)$"))
    onward.wait_for()
    page.get_by_role("grid").click(position={"x": 300, "y": 300})
    page.get_by_role("gridcell").first.press("Enter")
    expect(onward).to_be_visible()
    nails = sum(" nail of Anna" in text for text in squares(page).values())
    left = page.get_by_role("region", name="Anna").get_by_role("img", name="in hand")
    expect(left).to_have_accessible_name(re.compile(f"^{7 - nails} nails? in hand$"))
    onward.click()
    expect(onward).to_have_count(0)


def test_who_ran_out_of_time_did_not_give_up(live, visit):
    visitor = visit()
    room, keys = live.open("facir", "Anna", "Boris", clock={"initial": 10})
    advance(live, room, keys, lambda scene: scene["phase"] == "play" and scene["to_act"] == 1)
    visitor.hold(room, {0: keys[0]})
    page = visitor.go(f"/r/{room}")
    page.get_by_role("button", name="End the game").click(timeout=60_000)
    expect(page.get_by_text("ran out of time")).to_be_visible()
    assert page.locator(".ghost").count() == 0


def test_moves_have_one_number_in_list_replay_and_statistics(live, visit):
    place = table(live, "marrakech", is_over)
    page = visit().go(f"/replay/{place.room}?ply=400")
    newest = page.get_by_role("list", name="Moves").locator("[aria-current=step] .turn")
    last = int(newest.inner_text())
    expect(page.get_by_text(f"Move {last} of {last}")).to_be_visible()
    page.get_by_role("button", name="Statistics").click()
    link = page.get_by_role("dialog").get_by_role("button", name=re.compile(r"^Move \d+$"))
    number = link.inner_text().split()[1]
    link.click()
    expect(newest).to_have_text(number)


def test_joined_emoji_are_names_and_a_fault_moves_nothing(visit):
    visitor = visit(expected=("400", "409", "422"))
    page = visitor.go("/")
    page.get_by_role("radio", name="One device").check(force=True)
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    first, second = page.get_by_role("textbox").all()
    start = page.get_by_role("button", name="Start")
    first.fill(FAMILY)
    second.fill(FAMILY)
    tops = [one.bounding_box()["y"] for one in (first, second)]
    start.click()
    expect(page.get_by_text("Somebody at this table has that name.")).to_be_visible()
    assert [one.bounding_box()["y"] for one in (first, second)] == tops
    second.fill("Boris")
    start.click()
    page.wait_for_url("**/r/*")
    expect(page.get_by_role("region", name=FAMILY)).to_be_visible()


def test_names_are_not_cut(live, visit):
    visitor = visit()
    place = table(
        live, "marrakech", lambda _: True, names=(LONG, "Boris", "bot:stroller", "bot:merchant")
    )
    visitor.hold(place.room, place.keys)
    page = visitor.go(place.path)
    page.get_by_role("grid").wait_for()
    for size in (DESK, {"width": 375, "height": 812}):
        resize(page, size)
        assert page.evaluate(CUT) == []


def test_long_dialog_keeps_its_button_in_sight(live, visit):
    room, _ = live.open("marrakech", "Anna", "Boris")
    page = visit(viewport=PHONE).go(f"/r/{room}")
    page.get_by_role("button", name="Rules").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("heading").nth(3).wait_for()
    dialog.evaluate("one => one.scrollTo(0, one.scrollHeight)")
    close = dialog.get_by_role("button", name="Close").bounding_box()
    assert 0 <= close["y"] < PHONE["height"] / 2


def test_broken_line_is_told_beside_the_table(live, visit):
    visitor = visit(expected=LOST_LINE)
    room, keys = live.open("marrakech", "Anna", "Boris")
    visitor.hold(room, keys)
    page = visitor.go(f"/r/{room}")
    page.get_by_role("button", name="Roll the slippers").wait_for()
    visitor.context.set_offline(True)
    told = page.get_by_role("alert").filter(has_text="No connection.")
    expect(told).to_be_visible()
    bottom = told.bounding_box()["y"] + told.bounding_box()["height"]
    assert eventually(page, lambda: page.locator("svg.ground").bounding_box()["y"] >= bottom)


def test_phone_on_its_side_shows_a_large_card(facir, visit):
    for size in ({"width": 844, "height": 390}, {"width": 932, "height": 430}):
        page = facir(standing, visit(viewport=size)).page
        card = page.locator(".board > .room svg").first
        card.wait_for()
        assert card.bounding_box()["width"] >= 240
