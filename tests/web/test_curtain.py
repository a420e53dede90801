"""Façir on one device: while the curtain is down, nobody's card is in the page."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.web.places import look_at, table
from tests.web.players import CURTAIN, ONWARD

pytestmark = pytest.mark.once


def curtain(visitor):
    """Return everything of a page whose curtain is down: its source, its words and its picture."""
    page = visitor.page
    page.get_by_role("button", name=CURTAIN).wait_for()
    source = re.sub(r"/r/\w+", "/r/room", page.content())
    return source, page.aria_snapshot(), page.screenshot()


def own_card(visitor):
    """Return the card that the server has last told this page of."""
    scenes = [json.loads(frame).get("scene") or {} for frame in visitor.frames]
    return [scene["own"]["card"]["printed"] for scene in scenes if scene.get("own")][-1]


def stored(page):
    return page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, history.state])")


def stand_first(visitor):
    """Play until the second one is asked to take over; gives both curtains and the card."""
    visitor.start("Façir", "One device", 2)
    first = curtain(visitor)
    assert not any("printed" in frame for frame in visitor.frames)
    visitor.press(CURTAIN)
    visitor.press("Stand it like this")
    # What is read aloud comes a moment later, and belongs to the page.
    said = visitor.page.locator("[aria-live][aria-atomic]")
    expect(said).to_have_text("Player 1 stands the card.")
    return first, curtain(visitor), own_card(visitor)


def test_curtain_is_the_same_whatever_the_cards_are(visit):
    tables = [
        stand_first(visit(viewport={"width": 800, "height": 600}, drawn=True)) for _ in range(2)
    ]
    while tables[0][2] == tables[1][2]:  # by chance
        tables[1] = stand_first(visit(viewport={"width": 800, "height": 600}, drawn=True))
    (*before, card), (*after, other) = tables
    assert before == after
    for source, words, _ in before:
        assert card not in source + words and other not in source + words


def test_hidden_card_leaves_the_page(visit):
    visitor = visit(drawn=True)
    visitor.start("Façir", "One device", 2)
    untouched = curtain(visitor)
    visitor.press(CURTAIN)
    visitor.page.get_by_role("button", name="Stand it like this").wait_for()
    shown = visitor.page.screenshot()
    card = own_card(visitor)
    visitor.press("Menu")
    visitor.press("Hide my card")
    hidden = curtain(visitor)
    assert hidden[1:] == untouched[1:] and shown != hidden[2]
    assert card not in hidden[0] + stored(visitor.page)


def last_nail(scene):
    """The round is one move from its end, and the game goes on."""
    return scene["phase"] == "play" and scene["turns"] == 12 and not scene["deciding"]


def test_cards_of_a_round_are_shown_before_the_next_curtain(live, visit):
    """Once the next player saw them alone, when the curtain had been opened."""
    place = table(live, "facir", last_nail, held=2, settings={"turn_cap": 13})
    visitor = visit()
    page = look_at(visitor, place._replace(sign="main button"))
    visitor.press(CURTAIN)
    page.get_by_role("gridcell", name="can go here").first.click(force=True)
    page.get_by_role("button", name=re.compile("^(Put|Move|Nail)")).last.click()
    onward = page.get_by_role("button", name=ONWARD)
    expect(onward).to_be_visible()
    title = page.get_by_role("heading", name=re.compile(r"^Round \d is void|wins round \d$"))
    [number] = re.findall(r"\d", title.inner_text())
    expect(page.locator("header .progress")).to_have_text(f"round {number} of 6")
    expect(page.get_by_role("list", name="The cards of this round").locator("li")).to_have_count(2)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    assert page.get_by_role("button", name=CURTAIN).count() == 0
    onward.click()
    visitor.press(CURTAIN)
    expect(page.get_by_role("button", name="Stand it like this")).to_be_visible()
    assert onward.count() == 0  # once is enough


def test_reload_does_not_open_the_curtain(visit):
    visitor = visit()
    visitor.start("Façir", "One device", 2)
    visitor.press(CURTAIN)
    visitor.page.get_by_role("button", name="Stand it like this").wait_for()
    card = own_card(visitor)
    visitor.frames.clear()
    visitor.page.reload()
    assert card not in "".join(curtain(visitor)[:2])
    assert not any("printed" in frame for frame in visitor.frames)
