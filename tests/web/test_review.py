"""The review on the page: bringing a record, finding a better move, playing on, hints."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser import PHONE
from tests.web.test_tour import TOO_WIDE, accessibility

pytestmark = pytest.mark.once

GAME = (
    "* 13; * 1; 0 ^3; 1 ^1; 0 b6; 1 b4; 0 b5; 1 d5!; * 18; * 20; 1 ^1; 0 ^3; 1 a1; 0 c1; 1 b2; 0 "
    "c3; 1 a1c2; 0 e2; 1 a2!; * 19; * 10; 0 ^2; 1 ^0; 0 b6; 1 a7; 0 a5; 1 a7c7; 0 e5; 1 a6!; * 3; "
    "* 23; 1 ^0; 0 ^1; 1 c3; 0 c4; 1 a5; 0 b5; 1 a5b4; 0 b2; 1 d6!; * 9; * 12; 0 ^2; 1 ^0; 0 a7; "
    "1 b2; 0 a7d3; 1 b2c2; 0 d3e2; 1 d2; 0 d4; 1 d1!; * 4; * 24; 1 ^0; 0 ^3; 1 c3; 0 a4; 1 c2; 0 "
    "c1; 1 b3! "
)
"""A game of Façir in which seat 0 has missed a few things."""
HEAD = "jemaa record 1\ngame: facir\nsetup: players=2\nseat 0: tourist\nseat 1: trader"
END = "end: 61 events, 0 12"
LONG = 400_000
"""Milliseconds: whoever reviews stands back behind all other tests."""


def record():
    events = "\n".join(one.strip() for one in GAME.split(";"))
    return f"{HEAD}\n\n{events}\n{END}\n"


def aim(page, move):
    """Point at the holes that a move is about."""
    for square in re.findall("[a-g][1-7]", move):
        page.get_by_role("gridcell", name=re.compile(f"^{square},")).click(force=True)


def try_out(page, move):
    aim(page, move)
    page.get_by_role("button", name=re.compile("^(Put the nail|Move the nail|Nail|Lay)")).click()


def bring(visitor):
    """Choose the file of a game, and wait until its review is whole."""
    visitor.expected = (*visitor.expected, "422")  # the first file is none
    page = visitor.go("/review")
    name = page.locator("input[type=file]")
    name.set_input_files({"name": "x.jemaa", "mimeType": "text/plain", "buffer": b"nonsense"})
    expect(page.get_by_role("alert")).to_contain_text("no record of a game")
    file = {"name": "game.jemaa", "mimeType": "text/plain", "buffer": record().encode()}
    name.set_input_files(file)
    page.wait_for_url("**/replay/*")
    page.get_by_role("link", name="Review the game").click()
    page.wait_for_url("**/review/*")
    expect(page.get_by_role("heading", name="Win chance")).to_be_visible(timeout=LONG)
    expect(page.locator("progress")).to_have_count(0, timeout=LONG)
    return page, page.url.rsplit("/", 1)[1]


def test_from_the_record_to_the_better_move_and_on(live, visit):
    visitor = visit()
    page, room = bring(visitor)
    review = live.http.get(f"/api/rooms/{room}/review").json()
    moment = next(one for one in review["moments"] if one["seat"] == 0)
    expect(page.get_by_role("heading", name="to look at again")).to_be_visible()
    expect(page.get_by_text("Better was")).to_have_count(0)  # nothing gives it away
    page.get_by_role("button", name=f"Turn {moment['turn']}, ").click()
    card = page.locator(f"#moment-{moment['index']}")
    expect(card).to_be_focused()
    assert not accessibility(page)
    card.get_by_role("button", name="Find the better move").click()
    expect(page.locator("main .commit > *")).to_be_in_viewport(ratio=1)
    try_out(page, moment["chosen"])
    expect(page.get_by_role("main").get_by_text("is what was played")).to_be_visible()
    page.keyboard.press("Escape")
    visitor.press("Show it")
    expect(page.get_by_text("Better was").first).to_be_visible()
    assert not accessibility(page)
    visitor.press("Back to the review")
    expect(page.locator(f"#moment-{moment['index']}")).to_contain_text("Better was")
    card.get_by_role("button", name="Try again from here").click()
    page.wait_for_url("**/r/*")
    again = page.url.rsplit("/", 1)[1]
    assert live.http.get(f"/api/rooms/{again}").json()["origin"] == room


def test_a_hint_is_shown_and_counted_and_a_turn_taken_back(live, visit):
    room, keys = live.open("marrakech", "Anna", "bot:tourist")
    visitor = visit(new=True)
    visitor.hold(room, keys)
    page = visitor.go(f"/r/{room}")
    moves = page.get_by_role("list", name="Moves")
    signs = page.get_by_role("complementary", name="What the signs mean")
    expect(signs).to_contain_text("how likely that is")
    signs.get_by_role("button", name="Close").click()
    expect(signs).to_be_hidden()
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.get_by_text(re.compile("^Best is"))).to_be_visible()
    once = page.get_by_text("A hint is the move that a strong bot would make here.")
    expect(once).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.get_by_text(re.compile("^Best is"))).to_be_visible()
    expect(once.or_(signs)).to_have_count(0)
    expect(moves.get_by_text("Anna takes a hint").first).to_be_visible()
    assert live.http.get(f"/api/rooms/{room}").json()["seats"][0]["hints"] == 1
    visitor.press("Roll the slippers")
    rolled = live.http.get(f"/api/rooms/{room}").json()
    assert rolled["undo"] == [0]
    visitor.press("Take back this turn")
    expect(moves.get_by_text("Taken back.")).to_be_visible()
    expect(page.get_by_role("button", name="Roll the slippers")).to_be_visible()


def test_a_phone_by_night_and_the_replay(live, visit):
    visitor = visit(viewport=PHONE, color_scheme="dark")
    page, room = bring(visitor)
    assert page.evaluate(TOO_WIDE) == []
    assert not accessibility(page)
    page.get_by_role("button", name="What do the numbers mean?").click()
    expect(page.get_by_role("dialog")).to_contain_text("Accuracy is how near")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url(f"**/replay/{room}**")
    expect(page.get_by_text("Win chance after this step")).to_be_visible()
    page.get_by_role("link", name="Review the game").click()
    page.wait_for_url(f"**/review/{room}")
