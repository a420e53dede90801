"""Colours are never the only sign, and nothing moves for those who do not want it."""

import base64
import re
from itertools import combinations

import numpy
import pytest
from playwright.sync_api import expect

from tests.web.browser import squares
from tests.web.places import FOUR, is_over, laying, look_at, nailing, table, turning
from tests.web.players import tap

pytestmark = pytest.mark.once

COLOURS = ("red", "yellow", "blue", "brown")
SIGHTS = ("none", "protanopia", "deuteranopia", "tritanopia", "achromatopsia")
SIDE = 32
# The brightness of parts of a picture, brought to a common size; drawn outside of the document.
BRIGHTNESS = """async ([picture, squares, side]) => {
  const bytes = Uint8Array.from(atob(picture), letter => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const pen = new OffscreenCanvas(side, side).getContext("2d", {willReadFrequently: true});
  return squares.map(square => {
    const {x, y, width, height} = document.getElementById(`square-${square}`)
      .getBoundingClientRect();
    if (x < 0 || y < 0 || x + width > bitmap.width || y + height > bitmap.height)
      throw new Error(`${square} is not in the picture`);
    pen.drawImage(bitmap, x, y, width, height, 0, 0, side, side);
    const {data} = pen.getImageData(0, 0, side, side);
    return Array.from({length: side * side}, (_, at) =>
      0.2126 * data[4 * at] + 0.7152 * data[4 * at + 1] + 0.0722 * data[4 * at + 2]);
  });
}"""

WATCH_BOARD = """() => {
  window.pictures = new Set();
  const board = document.querySelector("[role=grid]");
  new MutationObserver(() => window.pictures.add(board.innerHTML))
    .observe(board, {subtree: true, childList: true, attributes: true});
}"""


def structures(page, places):
    """Return where each square is lighter and darker than on the whole: its pattern, no colour."""
    picture = base64.b64encode(page.screenshot()).decode()
    lights = map(numpy.array, page.evaluate(BRIGHTNESS, [picture, places, SIDE]))
    return [light - light.mean() for light in lights]


def likeness(one, other):
    """Return how like two patterns are: 1 for equal ones, about 0 for those without relation."""
    return float(one @ other / (numpy.linalg.norm(one) * numpy.linalg.norm(other) + 1e-9))


def pieces(page):
    """Return the patterns of all pieces on the board that can be seen, by colour."""
    found = {}
    for square, text in squares(page).items():
        colour = next((one for one in COLOURS if f" {one} " in text), None)
        if colour and "Assam" not in text and len(found.setdefault(colour, [])) < 3:
            found[colour].append(square)
    seen = iter(structures(page, [square for part in found.values() for square in part]))
    return {colour: [next(seen) for _ in part] for colour, part in found.items()}


@pytest.mark.parametrize("game", ["marrakech", "facir"])
def test_pieces_differ_by_pattern(live, visit, game):
    visitor = visit(drawn=True)
    enough = {"marrakech": is_over, "facir": lambda scene: len(scene["nails"]) > 7}
    place = table(live, game, enough[game], names=FOUR)
    page = look_at(visitor, place._replace(room="", keys={}))
    page.get_by_role("grid").wait_for()
    eyes = visitor.context.new_cdp_session(page)
    for sight in SIGHTS:
        eyes.send("Emulation.setEmulatedVisionDeficiency", {"type": sight})
        seen = pieces(page)
        assert set(seen) == set(COLOURS)
        for colour, other in combinations(COLOURS, 2):
            nearest = max(likeness(a, b) for a in seen[colour] for b in seen[other])
            assert nearest < 0.9, (sight, colour, other)


@pytest.mark.parametrize("by", ["system", "setting"])
def test_nothing_moves_for_those_who_do_not_want_it(live, visit, by):
    visitor = visit(reduced_motion="reduce" if by == "system" else "no-preference", drawn=True)
    if by == "setting":
        visitor.prefer(motion="less")
    page = look_at(visitor, table(live, "marrakech", turning))
    page.evaluate(
        """() => {
          window.moving = new Set();
          // Also those that nobody could see: each takes its time and its memory.
          document.addEventListener("transitionrun", (event) => window.moving.add(event.target));
          const look = () => {
            for (const one of document.getAnimations())
              if (one.effect.getComputedTiming().duration > 1) window.moving.add(one.effect.target);
            requestAnimationFrame(look);
          };
          look();
        }"""
    )
    visitor.press("Roll the slippers")
    visitor.press("Next place")
    visitor.press("Lay the rug")
    expect(page.get_by_role("button", name="Lay the rug")).to_have_count(0)
    assert page.evaluate("[...window.moving].map(one => one.outerHTML.slice(0, 200))") == []


def pictures_of_a_roll(visitor, place):
    """Return how many different pictures of the board a roll goes through."""
    page = look_at(visitor, place)
    page.evaluate(WATCH_BOARD)
    visitor.press("Roll the slippers")
    page.get_by_role("button", name="Next place").wait_for()
    return page.evaluate("window.pictures.size")


def test_pieces_walk_only_for_those_who_want_it(live, visit):
    """They are moved by script, so the test above says nothing of them."""
    walking = pictures_of_a_roll(
        visit(reduced_motion="no-preference", drawn=True), table(live, "marrakech", turning)
    )
    still = pictures_of_a_roll(visit(drawn=True), table(live, "marrakech", turning))
    assert still < 8 < walking


def test_one_tap_makes_the_move_only_where_it_is_wanted(live, visit):
    for wanted in (False, True):
        visitor = visit()
        visitor.prefer(oneTap=wanted)
        page = look_at(visitor, table(live, "facir", nailing))
        tap(page, next(square for square, text in squares(page).items() if "can go here" in text))
        waits = page.get_by_role("heading", name="is to move")
        if wanted:
            expect(waits).to_be_visible()
        else:
            expect(page.get_by_role("button", name="Put the nail on")).to_be_visible()
            assert not waits.is_visible()


def test_second_press_commits_and_the_last_rug_stays_lit(live, visit):
    anna = visit()
    page = look_at(anna, table(live, "marrakech", laying))
    anna.press("Next place")
    aimed = page.get_by_text(re.compile("^[a-g][1-7] – [a-g][1-7]$")).inner_text()
    tap(page, aimed[:2])
    expect(page.get_by_role("button", name="Lay the rug")).to_have_count(0)
    expect(page.locator(".glow")).to_have_count(1)
    page = look_at(anna, table(live, "facir", nailing))
    free = next(square for square, text in squares(page).items() if "can go here" in text)
    tap(page, free)
    expect(page.get_by_role("button", name=f"Put the nail on {free}")).to_be_visible()
    tap(page, free)
    expect(page.get_by_role("gridcell", name=re.compile(f"^{free}, .*nail of"))).to_have_count(1)
    anna.press("Menu")
    anna.press("Settings")
    page.get_by_role("radio", name="quick").check(force=True)
    assert '"motion":"quick"' in page.evaluate("localStorage.getItem('jemaa.settings')")
