"""A turn of Façir: what it brings is said, what the others did is marked, nothing discourages."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser import PHONE, resize, squares
from tests.web.places import FOUR, look_at, nailing, table

pytestmark = pytest.mark.once


def test_turn_tells_what_a_nail_brings_and_what_others_did(live, visit):
    anna = visit()
    place = table(live, "facir", nailing, names=("Anna", "Boris", "Wiktor"))
    anna.hold(place.room, place.keys)
    page = anna.go(place.path)
    page.get_by_role("grid").wait_for()
    told = page.get_by_role("group", name="How your card would fit").get_by_role("status")
    expect(told).to_have_text(re.compile(r"^Here \d nails? (is|are) missing\.$"))
    known = squares(page)
    needed = [one for one, text in known.items() if "needs a nail" in text]
    missing = len(needed)
    page.locator(f"#square-{needed[0]}").click(force=True)
    expect(told).to_have_text(re.compile(rf"^Then {missing - 1} nails? (is|are) missing\.$"))
    expect(page.get_by_text("only you see this")).to_be_visible()
    # One's own room is a panel over the turn; in a low window it stands inside of it.
    room = page.get_by_role("region", name="Your room, Anna")
    expect(room).to_contain_text("The others see only the framed edge, from behind.")
    turn = page.get_by_role("region", name="This turn")
    assert room.bounding_box()["y"] < turn.bounding_box()["y"]
    resize(page, {"width": 1366, "height": 768})
    expect(room).to_have_count(0)
    expect(turn).to_contain_text("Your room, Anna")
    # One button that says what it does, and none that cannot be pressed.
    assert page.get_by_role("button", name="Lay the fakir").count() == 0
    # Both others have moved since: numbers on the bed and in their stalls.
    marks = page.locator("svg.pieces .did text")
    expect(marks).to_have_text(["1", "2"])
    for number, name in enumerate(("Boris", "Wiktor"), 1):
        deed = page.get_by_role("region", name=name).locator(".did")
        expect(deed).to_have_text(re.compile(rf"^{number}(put|moved) "))
    expect(page.get_by_role("list", name="Moves").locator(".mark")).to_have_text(["2", "1"])
    resize(page, PHONE)
    expect(page.get_by_text("only you see this")).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Put the nail on")).click()
    expect(marks).to_have_count(0)


def test_sign_of_the_own_card_gives_way_to_numbers_on_the_bed(live, visit):
    """Rings and numbers of nails right below the card once covered it."""
    place = table(live, "facir", nailing, names=FOUR)
    page = look_at(visit(), place)
    deeds = page.locator("main .seats .did")
    expect(deeds).to_have_count(3)
    done = {deed.inner_text()[-2:] for deed in deeds.all()}
    seen = set()
    for row in (4, 3, 2, 1):  # of the top left corner of the card, which begins at c3
        key = "Shift+ArrowDown" if row == 4 else "Shift+ArrowUp"
        page.get_by_role("gridcell").first.press(key)
        is_free = not done & {f"{column}{row + 3}" for column in "cde"}
        expect(page.get_by_text("only you see this")).to_have_count(int(is_free))
        seen.add(is_free)
    assert seen == {True, False}


def test_friends_stand_their_cards_at_the_same_time(live, visit):
    room, keys = live.open("facir", "Anna", "open")
    anna, boris = visit(), visit()
    anna.hold(room, keys)
    anna.go(f"/r/{room}")
    boris.sit(anna.page.url, "Boris")
    expect(boris.page.get_by_text("Fewer holes on the edge tell less.")).to_be_visible()
    boris.press("Turn right")
    boris.press("Stand it like this")
    expect(boris.page.get_by_text("Your card is ready.")).to_be_visible()
    boris.press("Choose again")
    boris.press("Stand it like this")
    anna.press("Stand it like this")
    # His choice was kept and made as soon as it was its turn.
    for visitor in (anna, boris):
        expect(visitor.page.get_by_role("grid")).to_be_visible()
        expect(visitor.page.get_by_role("list", name="Moves")).to_contain_text(
            "Now all edges can be seen."
        )
