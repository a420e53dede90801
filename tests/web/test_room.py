"""The page and a real server: lost lines, crashes, old pages, friends and curtains."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.server.live import Live
from tests.server.services import free_port
from tests.web.browser import LOST_LINE, PHONE, Visitor, eventually

pytestmark = pytest.mark.once

ROLL, LAY, NEXT = "Roll the slippers", "Lay the rug", "Next place"
OPEN = "open the curtain"


def played(live, room):
    """Return what was played in a room, as the server tells it."""
    with live.page(room) as page:
        return [event["text"] for event in page.events if event["kind"] == "played"]


def test_move_made_while_the_server_is_down_counts_once(browser, tmp_path):
    port = str(free_port())
    live = Live(tmp_path, "--port", port)
    visitor = Visitor(browser, live.url, expected=LOST_LINE, drawn=False)
    try:
        room = visitor.start("Marrakech", "One device", 3)
        visitor.page.get_by_role("button", name=ROLL).wait_for()
    finally:
        live.kill()
    visitor.press(ROLL)
    again = Live(tmp_path, "--port", port)
    try:
        visitor.page.get_by_role("button", name=LAY).wait_for()
        assert len(played(again, room)) == 2  # the turn and the roll
        expect(visitor.page.locator("header [role=status]")).to_have_text("Live")
    finally:
        again.stop()
    visitor.leave()


def test_move_made_without_network_is_sent_later(live, visit):
    visitor = visit(expected=LOST_LINE)
    room = visitor.start("Marrakech", "One device", 3)
    visitor.page.get_by_role("button", name=ROLL).wait_for()
    visitor.context.set_offline(True)
    expect(visitor.page.locator("header [role=status]")).to_have_text("Offline")
    visitor.press(ROLL)
    visitor.context.set_offline(False)
    visitor.page.get_by_role("button", name=LAY).wait_for()
    expect(visitor.page.locator("header [role=status]")).to_have_text("Live")
    assert len(played(live, room)) == 2


def test_double_click_makes_one_move_and_other_tabs_follow(live, visit):
    visitor = visit()
    room = visitor.start("Marrakech", "One device", 3)
    other = visitor.tab()
    other.goto(visitor.page.url)
    visitor.page.get_by_role("button", name=ROLL).dblclick()
    visitor.press(NEXT)
    visitor.page.get_by_role("button", name=LAY).dblclick()
    expect(other.locator("main")).to_contain_text("lays a red rug")
    visitor.page.get_by_role("button", name=ROLL).wait_for()
    assert len(played(live, room)) == 3


def test_second_half_of_a_double_click_does_nothing(live, visit):
    """The table may have gone on between the two, and another question stands under the mouse."""
    visitor = visit()
    room = visitor.start("Marrakech", "One device", 3)
    roll = visitor.page.get_by_role("button", name=ROLL)
    roll.dispatch_event("click", {"detail": 2})
    assert played(live, room) == []
    roll.click()
    visitor.page.get_by_role("button", name=LAY).wait_for()
    assert len(played(live, room)) == 2


def test_next_move_need_not_wait_for_the_answer_to_the_last(live, visit):
    """The new position is told before the answer is."""
    visitor = visit()

    def through(socket):
        server = socket.connect_to_server()
        server.on_message(lambda frame: None if '"accepted"' in frame else socket.send(frame))

    visitor.context.route_web_socket("**/ws", through)
    room = visitor.start("Marrakech", "One device", 3)
    visitor.press(ROLL)
    visitor.press(NEXT)
    visitor.press(LAY)
    visitor.page.get_by_role("button", name=ROLL).wait_for()
    assert len(played(live, room)) == 3


def test_friend_sits_down_by_the_link_and_names_are_only_text(visit):
    host, friend = visit(), visit(expected=("409",))
    name = "<img src=x onerror=a()>"
    host.start("Marrakech", "Friends by link", 2, name)
    friend.page.goto(host.page.url)
    expect(friend.page.get_by_text(name, exact=True)).to_be_visible()
    friend.page.get_by_label("Your name").fill(name)
    friend.press("Sit down")
    expect(friend.page.get_by_text("Somebody at this table has that name")).to_be_visible()
    friend.page.get_by_label("Your name").fill("Petro")
    friend.press("Sit down")
    host.page.get_by_role("button", name=ROLL).wait_for()
    expect(friend.page.locator("main")).to_contain_text(name)
    expect(host.page).to_have_title(re.compile("^Your turn"))
    expect(friend.page).not_to_have_title(re.compile("^Your turn"))


def test_card_is_not_in_the_page_while_the_curtain_is_down(visit):
    visitor = visit(viewport=PHONE)
    visitor.start("Façir", "One device", 2)
    page = visitor.page
    for seat in range(2):
        page.get_by_role("button", name=OPEN).wait_for()
        assert page.locator("[role=grid]").count() == 0
        if seat == 0:
            assert not any(_own(frame) for frame in visitor.frames)
        visitor.press(OPEN)
        visitor.press("Stand it like this")
    page.get_by_role("button", name=OPEN).wait_for()
    assert page.locator("[role=grid]").count() == 0
    visitor.press(OPEN)
    page.locator("[role=grid]").wait_for()
    visitor.press("Menu")
    visitor.press("Hide my card")
    page.get_by_role("button", name=OPEN).wait_for()
    assert page.locator("[role=grid]").count() == 0


def _own(frame):
    """Return what a message says of a secret card, if anything."""
    message = json.loads(frame)
    return (message.get("scene") or {}).get("own")


def test_old_page_loads_itself_anew_once_and_then_says_so(live, visit):
    room, _ = live.open("marrakech", "Anna", "Boris")
    visitor = visit()
    page, loads = visitor.page, []
    page.on("load", lambda *_: loads.append(1))

    def refuse(socket):
        def answer(message):
            socket.send('{"type": "bye", "reason": "protocol", "message": "an old page"}')
            socket.close(code=4426)

        socket.on_message(answer)

    visitor.context.route_web_socket("**/ws", refuse)
    page.goto(f"{live.url}/r/{room}")
    expect(page.get_by_text("This page is older than the server")).to_be_visible()
    assert eventually(page, lambda: len(loads) >= 2)
    assert len(loads) == 2


def test_unknown_room_says_what_to_do(live, visit):
    visitor = visit()
    visitor.page.goto(live.url + "/r/nowhere")
    expect(visitor.page.get_by_text("There is no such table")).to_be_visible()
    expect(visitor.page.get_by_role("link", name="To the square").last).to_be_visible()
