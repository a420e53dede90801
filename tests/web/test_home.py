"""The home page: who begins, whose colours, which cards, and the ways to a table or a record."""

import re

import pytest
from playwright.sync_api import expect

from jemaa.games.facir.cards import DEFAULT_DECK, deck_text
from tests.server.live import Live
from tests.web.browser import PHONE, Visitor, eventually
from tests.web.places import advance, is_over
from tests.web.sights import LOT_STAYS

pytestmark = pytest.mark.once


def info(live, page):
    page.wait_for_url("**/r/*")
    return live.http.get(f"/api/rooms/{page.url.rsplit('/', 1)[1]}").json()


def test_table_is_set_up_as_it_is_chosen(live, visit):
    visitor = visit()
    page = visitor.go("/")
    page.get_by_role("radio", name="One device").check(force=True)
    page.get_by_role("radio", name="4", exact=True).check(force=True)
    page.get_by_text("Variants").click()
    expect(page.get_by_role("group", name="Rugs in the box")).to_have_count(0)
    page.get_by_role("radio", name="3", exact=True).check(force=True)
    box = page.get_by_role("group", name="Rugs in the box")
    expect(page.get_by_text("brown cannot be chosen by three")).to_be_visible()
    # The first seat takes the next colours in turn; brown only while the box has enough of it.
    sign = page.get_by_role("group", name="Colours").get_by_role("button").first
    for colour in ("Yellow", "Blue", "Brown", "Red"):
        sign.press("Enter")
        expect(sign).to_have_accessible_name(f"Colour of Player 1: {colour}. Change it")
    box.get_by_label("57").check(force=True)
    for colour in ("Yellow", "Blue", "Red", "Yellow"):
        sign.press("Enter")
        expect(sign).to_have_accessible_name(f"Colour of Player 1: {colour}. Change it")
    page.get_by_role("radio", name="Chosen").check(force=True)
    page.get_by_role("radio", name="Player 3 begins").check(force=True)
    page.get_by_role("radio", name="5 min + 5 s").check(force=True)
    visitor.press("Start")
    found = info(live, page)
    assert found["setup"]["colours"] == ["y", "b", "r"]
    assert (found["setup"]["first"], found["setup"]["edition"]) == (2, 57)
    assert found["clock"] == {"initial": 300_000, "increment": 5_000}
    # What was chosen is chosen the next time, and a phone says it in one line.
    phone = visitor.page
    phone.set_viewport_size(PHONE)
    visitor.go("/")
    line = phone.get_by_role("button", name="Player 3 begins · 5 min + 5 s")
    line.click()
    phone.get_by_role("dialog").get_by_label("By lot").check(force=True)
    visitor.press("All right")
    expect(phone.get_by_role("button", name="Begins by lot · 5 min + 5 s")).to_be_visible()


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_lot_is_a_small_event_at_the_table(live, visit, motion):
    visitor = visit(reduced_motion=motion, drawn=True)
    page = visitor.go("/")
    expect(page.get_by_role("radio", name="By lot")).to_be_checked()
    visitor.press("Start")
    lot = page.get_by_role("button", name=re.compile("By lot: .* begins"))
    lot.wait_for()
    names, lit = lot.locator("b").all_inner_texts(), lot.locator(".lit b").inner_text()
    assert lit == names[info(live, page)["setup"]["first"]]
    expect(lot).to_have_count(0)
    expect(page.get_by_role("grid")).to_be_visible()


@pytest.fixture
def calm(page_is_built, tmp_path):
    """A server whose bots wait until the page has come, as they do for people."""
    server = Live(tmp_path, bot_delay=1500)
    yield server
    server.stop()


def test_bots_that_begin_by_lot_are_seen_after_it(calm, browser):
    """Once they moved behind it."""
    live, visitor = calm, Visitor(browser, calm.url, drawn=False)
    visitor.context.add_init_script(LOT_STAYS)
    page, first = visitor.page, 0
    while not first:  # three of four are bots
        visitor.go("/")
        visitor.frames.clear()
        visitor.press("Start")
        lot = page.get_by_role("button", name=re.compile("By lot: .* begins"))
        lot.wait_for()
        first = info(live, page)["setup"]["first"]
    page.get_by_role("grid").wait_for()
    moves = page.get_by_role("list", name="Moves")
    assert eventually(page, lambda: any('"kind":"roll"' in one for one in visitor.frames))
    expect(moves).to_contain_text("The game begins.")
    expect(moves).not_to_contain_text("rolled")
    lot.click()
    expect(moves).to_contain_text("rolled")
    page.get_by_role("button", name="Roll the slippers").wait_for()
    visitor.leave()


def test_youngest_begins_when_the_people_have_said_who_that_is(live, visit):
    visitor = visit()
    page = visitor.go("/")
    page.get_by_role("radio", name="Façir").check(force=True)
    expect(page.get_by_role("radio", name="Youngest")).to_have_count(0)
    page.get_by_role("radio", name="One device").check(force=True)
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    page.get_by_role("radio", name="Youngest").check(force=True)
    visitor.press("Start")
    expect(page.get_by_role("heading", name="Who is the youngest?")).to_be_visible()
    visitor.press("Player 2")
    expect(page.get_by_role("heading", name="Player 2")).to_be_visible()
    assert info(live, page)["setup"]["first"] == 1


def test_deck_of_ones_own_is_checked_as_in_the_terminal(live, visit):
    visitor = visit(expected=("422",))
    page = visitor.go("/")
    page.get_by_role("radio", name="Façir").check(force=True)
    page.get_by_text("Variants").click()
    text = deck_text(DEFAULT_DECK)
    broken = {"name": "mine.txt", "mimeType": "text/plain", "buffer": b"ooo ... ...\n"}
    page.get_by_label("Bring a deck of your own").set_input_files(broken)
    visitor.press("Start")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("card 1: 'ooo......' has 3 holes, but a card has 4 to 5")
    whole = text.splitlines()[::-1]
    deck = {**broken, "name": "whole.txt", "buffer": "\n".join(whole).encode()}
    page.get_by_label("mine.txt").set_input_files(deck)
    expect(page.get_by_text("whole.txt").first).to_be_visible()
    visitor.press("Start")
    assert info(live, page)["setup"]["deck"] == list(DEFAULT_DECK[::-1])


def test_short_code_leads_to_a_table_that_waits(live, visit):
    room, keys = live.open("marrakech", "Anna", "open")
    host = visit()
    host.hold(room, keys)
    code = host.go(f"/r/{room}").locator(".code b").inner_text()
    assert re.fullmatch("[A-Z]{3} [A-Z]{3}", code)
    guest = visit(expected=("404",))
    page = guest.go("/")
    guest.press("Join with a code")
    field = page.get_by_label("Code or link of the table")
    field.fill("CCC CCC")
    guest.press("To the table")
    expect(page.get_by_text("leads to no table that waits")).to_be_visible()
    field.fill(code.lower().replace(" ", "-"))
    guest.press("To the table")
    page.wait_for_url(f"**/r/{room}")
    page.get_by_label("Your name").fill("Boris")
    guest.press("Sit down")
    page.get_by_role("grid").wait_for()
    assert live.http.get(f"/api/codes/{code}").status_code == 404


def test_record_of_ones_own_is_shown_move_by_move(live, visit):
    room, keys = live.open("marrakech", "Anna", "Boris")
    advance(live, room, keys, is_over)
    record = live.http.get(f"/api/rooms/{room}/record").text
    visitor = visit(expected=("422",))
    page = visitor.go("/record")
    field = page.locator("input[type=file]")
    lines = record.splitlines()
    lines[-5] = "0 nonsense"
    file = {"name": "game.jemaa", "mimeType": "text/plain"}
    field.set_input_files({**file, "buffer": "\n".join(lines).encode()})
    expect(page.get_by_role("alert")).to_contain_text(f"line {len(lines) - 4}")
    field.set_input_files({**file, "buffer": record.encode()})
    page.wait_for_url("**/replay/*")
    page.get_by_role("grid").wait_for()
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
    expect(page.get_by_text("Anna").first).to_be_visible()


def test_finished_games_say_how_they_ended(live, visit):
    device = "the browser of somebody who has finished a game"
    room, keys = live.open("marrakech", "Anna", "Boris", device=device)
    advance(live, room, keys, is_over)
    visitor = visit()
    visitor.remember("jemaa.device", device)
    page = visitor.go("/")
    row = page.locator(f"a[href='/replay/{room}']")
    expect(row).to_contain_text(re.compile("Won by (Anna|Boris)"))
    # It is drawn from its last position.
    assert row.locator("svg rect").count() > 20


def test_page_is_stored_and_says_so(visit):
    visitor = visit()
    page = visitor.go("/")
    visitor.press("Play offline")
    visitor.press("Store it now")
    expect(page.get_by_role("dialog", name="Plays offline")).to_be_visible()
    visitor.press("All right")
    page.reload()
    expect(page.get_by_role("button", name="Plays offline")).to_be_visible()
