#!/usr/bin/env python3
"""Takes the pictures of the page for the documents: docs/pictures/page-*.jpg.

`--every FOLDER [NAME ...]` takes instead every sight (tests/web/sights.py), at four sizes, by day
and by night, into a folder: run it before and after a change, and look at both.

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

from playwright.sync_api import Error  # noqa: E402  (belongs to the tests)

from tests.server.live import Live  # noqa: E402  (from the sources beside this script)
from tests.web.browser import (  # noqa: E402
    DESK,
    PHONE,
    Visitor,
    build_page,
    open_browser,
    resize,
)
from tests.web.places import Place, advance, look_at  # noqa: E402
from tests.web.sights import Sight, Sights  # noqa: E402

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
PATIENCE = 20
"""Seconds that a button may take to come."""
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


def take_every(browser: Any, live: Live, folder: Path, names: list[str]) -> None:
    """Take every sight, or those whose names begin so; what does not come is told at the end."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = []
    for name, sight in Sights(live).all.items():
        if names and not name.startswith(tuple(names)):
            continue
        try:
            take_sight(browser, live, sight, folder / name)
        except (Error, AssertionError) as error:
            missing.append(f"{name}: {error}")
    if missing:
        raise SystemExit("\n".join(missing))


def take_sight(browser: Any, live: Live, sight: Sight, path: Path) -> None:
    """Take one sight at all sizes and in both lights, with what is below the fold."""
    visitor = Visitor(browser, live.url, patience=PATIENCE, **sight.options)
    page = look_at(visitor, sight.place())
    sight.act(visitor)
    for (wide, size), (light, scheme) in product(SIZES.items(), LIGHTS.items()):
        page.emulate_media(color_scheme=scheme)
        resize(page, size)
        page.wait_for_timeout(150)
        page.screenshot(path=f"{path}-{wide}-{light}.png", animations="disabled")
    visitor.context.close()
    print(f"{path}-*.png", flush=True)


def main() -> int:
    """Take all pictures, or those that are named."""
    if sys.argv[1:2] == ["--every"]:
        if len(sys.argv) < 3:
            print("usage: screenshots.py --every FOLDER [NAME ...]")
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
