"""Games through the page: both games, on one device, against bots and with a friend.

They begin and end in the page; the turns between, which are like these, are sent to the server.
Whole games are played in test_keyboard.py and, without a server, in test_offline.py.
"""

import re

import pytest

import jemaa
from tests.web.browser import PHONE, elsewhere, eventually
from tests.web.places import advance
from tests.web.players import ENDING, Fakir, Trader, is_over, play

pytestmark = pytest.mark.once

ON_A_PHONE = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def rows(page):
    """Return the names and scores of the result."""
    scores = page.get_by_role("list", name=re.compile("^(Scores|Cards won)$"))
    return scores.get_by_role("listitem")


def results(page):
    """Return what the result says to everybody; whose stall is one's own differs."""
    return rows(page).locator(".place, b, .total, p:not(.luck)").all_inner_texts()


def told(live, room):
    """Return what the server says of a room that is over."""
    info = live.http.get(f"/api/rooms/{room}").json()
    assert info["status"] == "over"
    return info


def nearly_over(scene):
    """Few rugs are left to lay, or the last round has begun."""
    done, whole = scene["progress"]
    return 10 * done >= 9 * whole


def play_through(live, room, act, *visitors):
    """Let visitors act some times in all, and again when the game is nearly over, to its end."""
    for _ in range(8):
        assert eventually(visitors[0].page, lambda: any(act(one.page) for one in visitors))
    keys = {}
    for visitor in visitors:
        keys |= visitor.keys(room)
    with elsewhere(*visitors):
        assert advance(live, room, keys, nearly_over)
    play(act, *visitors)
    told(live, room)


def test_marrakech_on_one_device(live, visit):
    anna = visit()
    room = anna.start("Marrakech", "One device", 3)
    anna.press("Menu")
    anna.press("Settings")
    anna.page.get_by_role("switch", name="One tap").check()
    anna.press("Close")
    play_through(live, room, Trader(), anna)
    assert rows(anna.page).count() == 3


def test_marrakech_against_bots(live, visit):
    anna = visit(**ON_A_PHONE)
    room = anna.start("Marrakech", "Against bots", 4, "Anna", level="Tourist")
    play_through(live, room, Trader(), anna)
    names = rows(anna.page).all_inner_texts()
    bots = ("Mila", "Tom", "Mila N")
    assert len(names) == 4 and all(any(bot in name for name in names) for bot in bots)


def test_marrakech_with_a_friend(live, visit):
    anna, boris = visit(), visit()
    # If one of two could fall out, the game might be over before it is played to its end.
    room = anna.start("Marrakech", "Friends by link", 2, "Anna", settings=("plays on",))
    boris.sit(anna.page.url, "Boris")
    play_through(live, room, Trader(), anna, boris)
    # Luck is counted by the server: it comes to each of them in its time.
    assert eventually(boris.page, lambda: results(anna.page) == results(boris.page) != [])


def test_facir_on_one_device(live, visit):
    anna = visit(**ON_A_PHONE)
    room = anna.start("Façir", "One device", 2)
    play_through(live, room, Fakir(build=("Player 1",)), anna)
    # Who does not build may be lucky: the record tells who has won.
    state = jemaa.open_record(live.http.get(f"/api/rooms/{room}/record").text).state
    ranking, scores = state.ranking(), state.scores()
    names = [f"Player {seat + 1}" for seat in ranking[0]]
    said = f"{names[0]} wins" if len(names) == 1 else f"{', '.join(names)} share the win"
    assert anna.page.get_by_role("heading", name=ENDING).inner_text() == said
    # A round is worth two cards; the deciding one, if any, is worth none.
    totals = rows(anna.page).locator(".total").all_inner_texts()
    rounds = re.findall(r"(\d+) rounds? won", " ".join(rows(anna.page).all_inner_texts()))
    seen = [[int(won), int(cards)] for won, cards in zip(rounds, totals, strict=True)]
    assert seen == [[scores[seat] // 2, scores[seat]] for place in ranking for seat in place]


def test_facir_against_bots(live, visit):
    anna = visit()
    room = anna.start("Façir", "Against bots", 2, "Anna", level="Tourist", settings=("100 turns",))
    play_through(live, room, Fakir(), anna)
    assert rows(anna.page).count() == 2


def test_facir_with_a_friend(live, visit):
    anna, boris = visit(), visit()
    room = anna.start("Façir", "Friends by link", 2, "Anna")
    boris.sit(anna.page.url, "Boris")
    play_through(live, room, Fakir(), anna, boris)
    assert is_over(boris.page)
    # Luck is counted by the server: it comes to each of them in its time.
    assert eventually(boris.page, lambda: results(anna.page) == results(boris.page) != [])
