"""Friends at one table from two browsers: invitations, lost lines, second tabs, hostile names."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.web.browser import LOST_LINE, elsewhere, eventually, is_marked, mark, squares
from tests.web.places import advance, is_over

pytestmark = pytest.mark.once

LIVE = "header [role=status]"
HOSTILE = ("<svg/onload=alert(1)>", '"><b onclick=a()>&lt;', "{name} ${t} $& %s", "'; DROP TABLE--")


def pair(visit, **options):
    """Seat two friends at a table of Marrakech."""
    anna, boris = visit(**options), visit(**options)
    anna.start("Marrakech", "Friends by link", 2, "Anna")
    boris.sit(anna.page.url, "Boris")
    anna.page.get_by_role("button", name="Roll the slippers").wait_for()
    boris.page.get_by_role("grid").wait_for()
    return anna, boris


def take_turn(visitor):
    """Turn, roll and lay."""
    visitor.press("Roll the slippers")
    visitor.press("Next place")
    visitor.press("Lay the rug")


def same_board(one, other):
    """Wait until two pages say the same of every square."""
    eventually(one.page, lambda: seen(one) == seen(other))
    assert seen(one) == seen(other)


def seen(visitor):
    """What lies where; what can be done there is said only to the one whose turn it is."""
    return {
        square: re.sub(r" (The rug can lie|Assam may stop) here.*", "", text)
        for square, text in squares(visitor.page).items()
    }


def test_link_can_be_copied_and_scanned(visit):
    anna = visit(permissions=["clipboard-read", "clipboard-write"])
    room = anna.start("Façir", "Friends by link", 3, "Anna")
    page = anna.page
    anna.press("Copy the link")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{anna.url}/r/{room}"
    code = page.get_by_role("img", name="QR code of the link")
    is_there = "image => image.complete && image.naturalWidth > 0"
    assert eventually(page, lambda: code.evaluate(is_there))
    expect(page.get_by_text(re.compile("^[A-Z0-9]{3} [A-Z0-9]{3}$"))).to_be_visible()


def test_free_seats_can_be_given_to_bots(visit):
    anna = visit()
    anna.start("Marrakech", "Friends by link", 3, "Anna")
    fill = anna.page.get_by_role("button", name="Give it to a bot")
    dialog = anna.page.get_by_role("dialog")
    for left in (1, 0):
        fill.first.click()
        dialog.get_by_role("radio", name="Tourist").check(force=True)
        dialog.get_by_role("button", name="Give it to a bot").click()
        expect(fill).to_have_count(left)  # the dialog is gone before the server has answered
    anna.page.get_by_role("button", name="Roll the slippers").wait_for()


def test_friend_without_network_catches_up(visit):
    anna, boris = pair(visit, expected=LOST_LINE)
    mark(boris.page)
    boris.context.set_offline(True)
    expect(boris.page.locator(LIVE)).to_have_text("Offline")
    take_turn(anna)
    boris.context.set_offline(False)
    boris.press("Roll the slippers")
    expect(boris.page.locator(LIVE)).to_have_text("Live")
    boris.page.get_by_role("button", name="Next place").wait_for()
    same_board(anna, boris)
    assert is_marked(boris.page)


def test_friend_whose_line_was_cut_catches_up(visit):
    anna, boris = visit(expected=LOST_LINE), visit(expected=LOST_LINE)
    lines = []

    def through(socket):
        lines.append((socket, socket.connect_to_server()))

    boris.context.route_web_socket("**/ws", through)
    anna.start("Marrakech", "Friends by link", 2, "Anna")
    boris.sit(anna.page.url, "Boris")
    boris.page.get_by_role("grid").wait_for()
    mark(boris.page)
    anna.press("Roll the slippers")
    for end in lines[-1]:
        end.close()
    anna.press("Next place")
    anna.press("Lay the rug")
    boris.page.get_by_role("button", name="Roll the slippers").wait_for()
    same_board(anna, boris)
    assert is_marked(boris.page) and len(lines) >= 2


def test_second_tab_keeps_the_seat_and_an_old_choice_is_refused(visit):
    anna, boris = pair(visit)
    other, deaf = anna.tab(), []

    def through(socket):
        server = socket.connect_to_server()
        # The tab is not told what happens, only what comes of its own wishes.
        server.on_message(
            lambda frame: socket.send(frame) if not deaf or "refused" in frame else None
        )

    other.route_web_socket("**/ws", through)
    other.goto(anna.page.url)
    roll = other.get_by_role("button", name="Roll the slippers")
    roll.wait_for()
    deaf.append(True)
    anna.press("Roll the slippers")
    anna.page.get_by_role("button", name="Next place").wait_for()
    roll.click()
    expect(other.get_by_text("The table has changed in the meantime.")).to_be_visible()
    other.get_by_role("button", name="Next place").wait_for()
    deaf.clear()
    anna.press("Next place")
    anna.press("Lay the rug")
    boris.page.get_by_role("button", name="Roll the slippers").wait_for()
    expect(other.get_by_role("heading", name="Boris is to move")).to_be_visible()
    assert eventually(other, lambda: squares(other) == squares(anna.page))


def test_choice_whose_fate_is_unknown_is_sent_again_until_it_is_known(visit):
    anna, _ = pair(visit)
    other, sent, last = anna.tab(), [], {}

    def through(socket):
        server = socket.connect_to_server()

        def from_server(frame):
            last.update(json.loads(frame))
            socket.send(frame)

        def from_page(frame):
            message = json.loads(frame)
            if message["type"] != "submit":
                return server.send(frame)
            sent.append(message)
            if len(sent) > 1:
                return server.send(frame)
            # As a server answers whose database went away in the middle.
            known = {name: last[name] for name in ("version", "room", "eye", "scene")}
            answer = {"type": "refused", "id": message["id"], "reason": "uncertain", **known}
            socket.send(json.dumps(answer | {"clause": "", "message": ""}))

        server.on_message(from_server)
        socket.on_message(from_page)

    other.route_web_socket("**/ws", through)
    other.goto(anna.page.url)
    other.get_by_role("button", name="Roll the slippers").click()
    expect(other.get_by_text("It is not certain yet whether this was kept.")).to_be_visible()
    other.get_by_role("button", name="Next place").wait_for()
    anna.page.get_by_role("button", name="Next place").wait_for()
    assert len(sent) == 2 and sent[0] == sent[1]


def test_hostile_names_are_only_text_everywhere(live, visit):
    anna, boris = visit(), visit()
    room = anna.start("Marrakech", "Friends by link", 2, HOSTILE[0])
    boris.sit(anna.page.url, HOSTILE[1])
    for visitor in (anna, boris):
        visitor.page.get_by_role("grid").wait_for()
        check_names(visitor.page)
    take_turn(anna)
    expect(boris.page.get_by_role("list", name="Moves")).to_contain_text(f"{HOSTILE[0]} rolls")
    anna.press("Menu")
    anna.press("Change a name")
    anna.page.get_by_role("dialog").get_by_role("textbox").fill(HOSTILE[2])
    anna.press("Keep this name")
    expect(boris.page.get_by_role("list", name="Moves")).to_contain_text(f"called {HOSTILE[2]}.")
    keys = anna.keys(room) | boris.keys(room)
    with elsewhere(anna, boris):
        advance(live, room, keys, is_over)
    for visitor, name, other in ((anna, *HOSTILE[2:0:-1]), (boris, *HOSTILE[1:3])):
        expect(visitor.page.get_by_role("heading", name="win")).to_be_visible()
        check_names(visitor.page)
        visitor.page.get_by_role("link", name="Watch it again").click()
        expect(visitor.page.locator("main")).to_contain_text(name)
        check_names(visitor.page)
        visitor.go("/")
        expect(visitor.page.locator("aside").get_by_role("link", name=other)).to_be_visible()
        check_names(visitor.page)


def check_names(page):
    """No name has become an element or an attribute; dialogs are noticed by the visitor."""
    found = page.locator("b[onclick], svg[onload], img[onerror]")
    assert found.count() == 0


def test_undo_needs_the_other_ones_consent(live, visit):
    """Not past a roll; so it is a rug that is taken back before the next one acts."""
    room, keys = live.open("marrakech", "Anna", "open", "bot:tourist")
    anna, boris = visit(), visit()
    anna.hold(room, keys)
    anna.go(f"/r/{room}")
    boris.sit(anna.page.url, "Boris")
    anna.press("Roll the slippers")
    anna.press("Next place")
    before = seen(anna)
    anna.press("Lay the rug")
    anna.press("Take back")
    expect(boris.page.get_by_text("Anna asks to take back the last move.")).to_be_visible()
    boris.press("Rather not")
    expect(boris.page.get_by_text("Anna asks to take back the last move.")).to_have_count(0)
    assert seen(anna) != before
    anna.press("Take back")
    boris.page.get_by_role("button", name="Agree").wait_for()
    anna.press("Never mind")
    expect(boris.page.get_by_role("button", name="Agree")).to_have_count(0)
    anna.press("Take back")
    boris.press("Agree")
    anna.page.get_by_role("button", name="Next place").wait_for()
    same_board(anna, boris)
    assert seen(anna) == before
