#!/usr/bin/env python3
"""Takes the pictures of the page for the documents: docs/pictures/page-*.jpg.

`--every FOLDER [PAGE ...]` takes instead every page, at four sizes, by day and by night, into a
folder: run it before and after a change, and look at both.

It starts a server of its own, plays real games to positions worth looking at, and looks at them
with Chromium. Which moves are played follows from a seed; dice and cards do not, so every run gives
pictures of other games.
"""

import sys
from collections.abc import Callable
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.live import Live  # noqa: E402  (from the sources beside this script)
from tests.web.browser import DESK, PHONE, Visitor, build_page, open_browser  # noqa: E402
from tests.web.places import Place, advance, every_page, is_over, look_at  # noqa: E402
from tests.web.places import table as position  # noqa: E402

FOLDER = ROOT / "docs/pictures"
LARGEST = 400_000
"""Bytes of one picture: more would make the documents slow."""
QUALITY = 82
"""Of a JPEG: as PNG, the woven rugs would take three times as much."""
HOME = Place("/", sign="form button[type=submit]")
FOUR = ("Amina", "Bilal", "Chakir", "Dunya")

SIZES = {
    "390": PHONE,
    "1366": {"width": 1366, "height": 768},
    "1440": DESK,
    "1920": {"width": 1920, "height": 1080},
}
LIGHTS = {"day": "light", "night": "dark"}

Scene = dict[str, Any]


def market(scene: Scene) -> bool:
    """Whether many rugs lie, and the first seat is to lead Assam."""
    return scene["phase"] == "turn" and scene["to_act"] == 0 and len(scene["tops"]) > 26


def laying(scene: Scene) -> bool:
    """Whether the first seat has a rug to lay on a half covered market."""
    return scene["phase"] == "lay" and scene["to_act"] == 0 and len(scene["tops"]) > 18


def bed(scene: Scene) -> bool:
    """Whether some nails stand in the second round or later, and the first seat acts."""
    own = scene["phase"] == "play" and scene["to_act"] == 0
    return own and scene["round"] > 1 and len(scene["nails"]) >= 8


PICTURES = {
    "home": ("", None, DESK, "light"),
    "marrakech": ("marrakech", market, DESK, "light"),
    "facir": ("facir", bed, DESK, "light"),
    "phone": ("marrakech", laying, PHONE, "light"),
    "night": ("marrakech", market, DESK, "dark"),
}


def table(live: Live, game: str, until: Callable[[Scene], bool], company: ExitStack) -> Place:
    """Bring a table of four to a position; all but the first look at it from elsewhere."""
    # Random nails seldom fit a card, so rounds of Façir end early by the turn cap.
    settings = {"turn_cap": 20} if game == "facir" else {}
    room, keys = live.open(game, *FOUR, settings=settings)
    advance(live, room, keys, until)
    for seat in sorted(keys)[1:]:
        company.enter_context(live.page(room, keys[seat]))
    return Place(f"/r/{room}", room, MappingProxyType({0: keys[0]}))


def take(browser: Any, live: Live, name: str) -> None:
    """Take one picture."""
    game, until, size, light = PICTURES[name]
    visitor = Visitor(browser, live.url, viewport=size, color_scheme=light)
    with ExitStack() as company:
        page = look_at(visitor, table(live, game, until, company) if until else HOME)
        if name == "phone":
            visitor.press("Next place")
        page.wait_for_timeout(500)  # the line is live, and says so
        picture = page.screenshot(animations="disabled", type="jpeg", quality=QUALITY)
    visitor.leave()
    path = FOLDER / f"page-{name}.jpg"
    path.write_bytes(picture)
    print(f"{path.relative_to(ROOT)}: {len(picture) // 1000} kB")
    if len(picture) > LARGEST:
        raise SystemExit(f"{path.name} is too large for the documents")


def every_sight(live: Live) -> dict[str, tuple[Place, tuple[str, ...]]]:
    """Return every page, and what else is seen after some buttons were pressed on one."""
    pages = every_page(live)
    turn, nail = pages["marrakech-turn"], pages["facir-play"]
    return {name: (place, ()) for name, place in pages.items()} | {
        "new-marrakech": (turn, ()),
        "new-facir": (nail, ()),
        "past-marrakech": (turn, ("Menu", "Moves", "sends Assam")),
        "past-facir": (nail, ("Menu", "Moves", "puts a nail")),
        "menu": (turn, ("Menu",)),
        "moves": (turn, ("Menu", "Moves")),
        "settings": (turn, ("Menu", "Settings")),
        "phrases": (turn, ("Say something",)),
        "over-marrakech-2": (position(live, "marrakech", is_over), ()),
        "over-statistics": (pages["marrakech-over"], ("Statistics",)),
    }


def take_every(browser: Any, live: Live, folder: Path, names: list[str]) -> None:
    """Take every page, or those whose names begin so."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (place, presses) in every_sight(live).items():
        if names and not name.startswith(tuple(names)):
            continue
        new = name.startswith("new-")
        for (wide, size), (light, scheme) in product(SIZES.items(), LIGHTS.items()):
            visitor = Visitor(browser, live.url, viewport=size, color_scheme=scheme, new=new)
            page = look_at(visitor, place)
            for text in presses:
                page.get_by_role("button", name=text).last.click()
            page.wait_for_timeout(400)
            page.screenshot(path=folder / f"{name}-{wide}-{light}.png", animations="disabled")
            visitor.context.close()
        print(folder / f"{name}-*.png")


def main() -> int:
    """Take all pictures, or those that are named."""
    if sys.argv[1:2] == ["--every"]:
        if len(sys.argv) < 3:
            print("usage: screenshots.py --every FOLDER [PAGE ...]")
            return 2
        return with_page(
            lambda browser, live: take_every(browser, live, Path(sys.argv[2]), sys.argv[3:])
        )
    names = sys.argv[1:] or list(PICTURES)
    unknown = set(names) - set(PICTURES)
    if unknown:
        print(f"no picture is called {unknown.pop()}; there are {', '.join(PICTURES)}")
        return 2
    return with_page(lambda browser, live: take_all(browser, live, names))


def take_all(browser: Any, live: Live, names: list[str]) -> None:
    """Take the pictures that are named."""
    for name in names:
        take(browser, live, name)


def with_page(work: Callable[[Any, Live], Any]) -> int:
    """Do some work with a browser and a server of its own."""
    build_page()
    with TemporaryDirectory() as folder, open_browser() as browser:
        live = Live(folder)
        try:
            work(browser, live)
        finally:
            live.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
