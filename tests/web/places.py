"""Every page, each with something on it: tables brought to a position by real moves."""

import json
from functools import cache
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from tests.server.live import legal

FOUR = ("Anna", "Boris", "Wiktor", "Ganna")
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
    """Play the seats of these keys until something holds; gives whether it did before the end."""
    rng = Random(7)
    with live.page(room, *keys.values()) as page:
        while not until(page.scene):
            if is_over(page.scene):
                return False
            seat = page.scene["to_act"]
            if seat not in keys:
                page.hear("update")
                continue
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


def last_nail(scene):
    """The round is one move from its end, the first seat makes it, and the game goes on."""
    is_last = scene["phase"] == "play" and scene["turns"] == 12 and scene["to_act"] == 0
    return is_last and not scene["deciding"]


def standing(scene):
    return scene["phase"] == "stand" and scene["to_act"] == 0


def known(live):
    """Open tables for a browser that has played before; give the page on which they are listed."""
    device = "a browser that has been here before"
    bots = ("bot:trader", "bot:stroller", "bot:amin")
    table(live, "marrakech", is_over, names=FOUR, device=device)
    live.open("facir", "Anna", *bots[:2], device=device)
    table(live, "marrakech", turning, names=FOUR, device=device)
    plan = json.dumps({"levels": ["", "trader", "stroller", "amin"], "names": ["Anna"]})
    kept = {"jemaa.device": device, "jemaa.plan": plan}
    return Place("/", kept=MappingProxyType(kept), sign="aside ul a")


def waiting(live):
    room, keys = live.open("marrakech", "Anna", "open", "open")
    return Place(f"/r/{room}", room, keys, sign="main img")


def invited(live):
    room, _ = live.open("facir", "Anna", "open", "open")
    return Place(f"/r/{room}", sign="main form button")


@cache
def marrakech_over(live):
    return table(live, "marrakech", is_over, names=FOUR)


@cache
def facir_over(live):
    # Random play may not end a round of Façir; so few turns do.
    return table(live, "facir", is_over, settings={"turn_cap": 12})


def curtain(live):
    return table(live, "facir", standing, held=2)._replace(sign="main button")


PAGES = {
    "home": lambda _: Place("/", sign="form button[type=submit]"),
    "home-known": known,
    "record": lambda _: Place("/record", sign="main label"),
    "waiting": waiting,
    "invited": invited,
    "marrakech-start": lambda live: table(live, "marrakech", starting, names=FOUR),
    "marrakech-turn": lambda live: table(live, "marrakech", turning, names=FOUR),
    "marrakech-lay": lambda live: table(live, "marrakech", laying),
    "marrakech-over": marrakech_over,
    "facir-curtain": curtain,
    "facir-stand": lambda live: table(live, "facir", standing)._replace(sign="main .primary"),
    "facir-play": lambda live: table(live, "facir", nailing),
    "facir-over": facir_over,
    "replay-marrakech": lambda live: Place(f"/replay/{marrakech_over(live).room}?ply=40"),
    "replay-facir": lambda live: Place(f"/replay/{facir_over(live).room}?ply=9"),
    "rules": lambda _: Place("/rules/", sign="main figure"),
    "learn": lambda _: Place("/learn/", sign="main section a"),
    "lesson-marrakech": lambda _: Place("/learn/marrakech?step=3"),
    "lesson-facir": lambda _: Place("/learn/facir?step=2"),
    "puzzles": lambda _: Place("/puzzles", sign="main li svg"),
    "puzzle-marrakech": lambda _: Place("/puzzles/marrakech/1", sign="main .finds"),
    "puzzle-facir": lambda _: Place("/puzzles/facir/1", sign="main .finds"),
    "missing": lambda _: Place("/nowhere", sign="main a"),
}
"""All pages by name, each with what brings it about on a server."""


def every_page(live):
    """Return all pages by name."""
    return {name: make(live) for name, make in PAGES.items()}


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
