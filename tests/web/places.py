"""Every page, each with something on it: tables brought to a position by real moves."""

import json
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from tests.server.live import legal

ATTEMPTS = 5
"""Luck may end a game before it comes to a position."""


class Place(NamedTuple):
    """A page to look at."""

    path: str
    room: str = ""
    keys: MappingProxyType = MappingProxyType({})
    """The seats that the visitor holds."""
    kept: MappingProxyType = MappingProxyType({})
    """What else the browser keeps from earlier."""
    sign: str = "[role=grid]"
    """What is there when all of the page is."""


def advance(live, room, keys, until):
    """Play all seats until something holds of the table; gives whether it did before the end."""
    rng = Random(7)
    with live.page(room, *keys.values()) as page:
        while not until(page.scene):
            if is_over(page.scene):
                return False
            seat = page.scene["to_act"]
            if page.eye != seat and len(keys) > 1:
                page.say(type="look", token=keys[seat])
                page.hear("update")
            answer = page.command("submit", keys[seat], move=rng.choice(legal(page.scene)))
            assert answer["type"] == "accepted", answer
            page.hear_version(answer["version"])
    return True


def table(live, game, until, *, names=("Anna", "Boris"), held=1, **more):
    """Open a table, play it to a position and give the page of the first seats."""
    for _ in range(ATTEMPTS):
        room, keys = live.open(game, *names, **more)
        if advance(live, room, keys, until):
            seats = sorted(keys)[:held]
            return Place(f"/r/{room}", room, {seat: keys[seat] for seat in seats})
    raise AssertionError("no game comes to this position")


def is_over(scene):
    return scene["phase"] == "over"


def laying(scene):
    """A market with rugs on it, and the first seat to lay one."""
    return scene["phase"] == "lay" and scene["to_act"] == 0 and len(scene["tops"]) > 12


def turning(scene):
    return scene["phase"] == "turn" and scene["to_act"] == 0 and len(scene["tops"]) > 20


def starting(scene):
    """Assam looks up or down: the words for his ways are the longest."""
    return scene["phase"] == "turn" and scene["to_act"] == 0 and scene["heading"] in "NS"


def nailing(scene):
    """A bed with nails on it, and the first seat to act."""
    return scene["phase"] == "play" and scene["to_act"] == 0 and len(scene["nails"]) > 5


def standing(scene):
    return scene["phase"] == "stand" and scene["to_act"] == 0


def known(live):
    """Open tables for a browser that has played before; give the page on which they are listed."""
    device = "a browser that has been here before"
    bots = ("bot:trader", "bot:stroller", "bot:amin")
    table(live, "marrakech", is_over, names=("Anna", "Boris", "Wiktor", "Ganna"), device=device)
    live.open("facir", "Anna", *bots[:2], device=device)
    table(live, "marrakech", turning, names=("Anna", "Boris", "Wiktor", "Ganna"), device=device)
    plan = json.dumps({"levels": ["", "trader", "stroller", "amin"], "names": ["Anna"]})
    kept = {"jemaa.device": device, "jemaa.plan": plan}
    return Place("/", kept=MappingProxyType(kept), sign="aside ul a")


def every_page(live):
    """Give all pages by name."""
    waiting, keys = live.open("marrakech", "Anna", "open", "open")
    invited, _ = live.open("facir", "Anna", "open", "open")
    four = ("Anna", "Boris", "Wiktor", "Ganna")
    # Random play may not end a round of Façir; so few turns do.
    short = {"settings": {"turn_cap": 12}}
    over = table(live, "marrakech", is_over, names=four)
    facir_over = table(live, "facir", is_over, **short)
    return {
        "home": Place("/", sign="form button[type=submit]"),
        "home-known": known(live),
        "record": Place("/record", sign="main label"),
        "waiting": Place(f"/r/{waiting}", waiting, keys, sign="main img"),
        "invited": Place(f"/r/{invited}", sign="main form button"),
        "marrakech-start": table(live, "marrakech", starting, names=four),
        "marrakech-turn": table(live, "marrakech", turning, names=four),
        "marrakech-lay": table(live, "marrakech", laying),
        "marrakech-over": over,
        "facir-curtain": table(live, "facir", standing, held=2)._replace(sign="main button"),
        "facir-stand": table(live, "facir", standing)._replace(sign="main .primary"),
        "facir-play": table(live, "facir", nailing),
        "facir-over": facir_over,
        "replay-marrakech": Place(f"/replay/{over.room}?ply=40"),
        "replay-facir": Place(f"/replay/{facir_over.room}?ply=9"),
        "rules": Place("/rules/", sign="main figure"),
        "learn": Place("/learn/", sign="main section a"),
        "lesson-marrakech": Place("/learn/marrakech?step=3"),
        "lesson-facir": Place("/learn/facir?step=2"),
        "puzzles": Place("/puzzles", sign="main li svg"),
        "puzzle-marrakech": Place("/puzzles/marrakech/1", sign="main .finds"),
        "puzzle-facir": Place("/puzzles/facir/1", sign="main .finds"),
        "missing": Place("/nowhere", sign="main a"),
    }


def look_at(visitor, place):
    """Go to a place and wait until all of it is there."""
    if place.room:
        visitor.hold(place.room, place.keys)
    for key, text in place.kept.items():
        visitor.remember(key, text, anew=True)
    page = visitor.go(place.path)
    page.locator(place.sign).first.wait_for()
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    return page
