"""States of a table that are rare: somebody left, fell out, or the game still goes on elsewhere."""

import re
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from jemaa.server.room.offers import GOOD_BYE
from tests.web.places import is_over, look_at, table, turning

pytestmark = pytest.mark.once


def test_who_said_good_bye_is_shown_as_away_and_a_bot_is_offered_soon(live, visit):
    room, keys = live.open("marrakech", "Anna", "open", stand_in="amin")
    other = live.sit(room, "Boris")
    with live.page(room, *keys.values()) as page:
        page.command("leave", keys[0])
    boris = visit()
    boris.hold(room, {other["seat"]: other["token"]})
    page = boris.go(f"/r/{room}")
    stall = page.get_by_role("region", name="Anna")
    expect(stall).to_contain_text("to move · away")
    # Those who have not said good-bye are waited for longer than this.
    expect(page.get_by_role("button", name="Let a bot sit in for Anna")).to_be_visible(
        timeout=GOOD_BYE + 10_000
    )
    expect(page.get_by_text("A bot (Amin) can make one move")).to_be_visible()
    boris.press("Let a bot sit in for Anna")
    expect(page.get_by_role("list", name="Moves")).to_contain_text("A bot sits in for Anna.")
    expect(page.get_by_text("Anna is away")).to_have_count(0)


def test_who_waits_is_told_of_the_last_roll(live, visit):
    place = table(live, "marrakech", turning, names=("Anna", "Boris", "Wiktor"), held=2)
    waits = place._replace(keys={1: place.keys[1]})
    page = look_at(visit(), waits)
    panel = page.get_by_role("region", name="This turn")
    expect(panel).to_contain_text("The last roll")
    expect(panel).to_contain_text(re.compile("Wiktor rolls [1-4]: Assam stops on"))


def fall(live):
    """Play with a die at hand until Boris cannot pay; gives the room and the keys."""
    names = ("Anna", "Boris", "Wiktor", "Ganna")
    room, keys = live.open("marrakech", *names, manual=True)
    with live.page(room, *keys.values()) as page:
        rolls = ""
        while not any(stall["fallen"] for stall in page.scene["stalls"]):
            scene = page.scene
            seat = scene["seat"]
            if scene["phase"] == "turn":
                move, rolls = worst(scene) if seat == 1 else best(scene)
                answer = page.command("submit", keys[seat], move=move)
            elif scene["phase"] == "roll":
                answer = page.command("chance", keys[seat], outcome=rolls)
            else:
                free = [place["move"] for place in scene["places"] if place["reason"] is None]
                answer = page.command("submit", keys[seat], move=free[-1])
            assert answer["type"] == "accepted", answer
            page.hear_version(answer["version"])
            assert page.scene["phase"] != "over", "nobody has fallen out"
    return room, keys


def worst(scene):
    return max(ways(scene))[1:]


def best(scene):
    return min(ways(scene))[1:]


def ways(scene):
    """Return what each way and roll would cost."""
    return [
        ((landing["payment"] or {"due": 0})["due"], way["move"], str(landing["slippers"]))
        for way in scene["directions"]
        for landing in way["landings"]
    ]


def test_who_falls_out_is_marked_and_so_are_his_rugs(live, visit):
    room, keys = fall(live)
    anna = visit()
    anna.hold(room, {0: keys[0]})
    page = anna.go(f"/r/{room}")
    stall = page.get_by_role("region", name="Boris")
    expect(stall).to_contain_text("out: could not pay")
    expect(stall).to_contain_text("Stopping on these rugs costs nothing.")
    dead = page.get_by_role("gridcell", name="Its owner is out: it costs nothing.")
    expect(dead.first).to_be_visible()


def test_game_that_the_host_has_ended_says_so_and_has_no_winner(live, visit):
    place = table(live, "marrakech", turning)
    page = look_at(visit(), place)
    command = ["-m", "jemaa", "rooms", "close", place.room, "--data", str(live.data)]
    subprocess.run([sys.executable, "-P", *command], check=True, capture_output=True)
    expect(page.get_by_role("heading", name="The host has ended this game")).to_be_visible()
    expect(page.get_by_role("list", name="Moves")).to_contain_text("The host has ended the game.")
    expect(page.get_by_text("wins")).to_have_count(0)


def test_replay_of_a_game_that_goes_on_leads_to_its_table(live, visit):
    place = table(live, "marrakech", turning)
    visitor = visit(expected=("409",))
    page = look_at(visitor, place._replace(path=f"/replay/{place.room}"))
    expect(page).to_have_url(re.compile(f"/r/{place.room}$"))
    expect(page.get_by_role("button", name="Roll the slippers")).to_be_visible()


def test_replay_plays_by_the_space_bar_and_names_its_game(live, visit):
    place = table(live, "marrakech", is_over, names=("Anna", "Boris", "Wiktor"))
    page = look_at(visit(), place._replace(path=f"/replay/{place.room}"))
    expect(page).to_have_title("Marrakech · Anna, Boris, Wiktor · Jemaa")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(page.get_by_text(re.compile("^Move [1-9]"))).to_be_visible()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Play or stop")
