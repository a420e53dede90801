"""Everything can be done without a mouse: no test here ever moves or presses one."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser import eventually, squares
from tests.web.places import FOUR, laying, look_at, table, turning
from tests.web.players import far, is_over, passed, this_turn

pytestmark = pytest.mark.once

HAS_FOCUS = "element => element === document.activeElement"
# What is asked, and how far the game is: never the same again once something was done.
STAND = """() => ["main section[aria-label='This turn'] h2", "header .progress"]
  .map(part => document.querySelector(part)?.textContent ?? "")"""
AROUND = """() => {
  const one = document.activeElement;
  const seen = one.closest("label") ?? one;
  seen.scrollIntoView({block: "nearest"});
  const {x, y, width, height} = seen.getBoundingClientRect();
  const corner = {x: Math.max(0, x - 8), y: Math.max(0, y - 8)};
  return {...corner, width: width + 16, height: height + 16};
}"""
BLUR = "() => { window.left = document.activeElement; window.left.blur(); }"
FOCUS = "() => window.left.focus({focusVisible: true})"


def tab_to(page, target, most=60):
    """Press Tab until something has the focus."""
    target.wait_for(state="attached")
    for _ in range(most):
        if target.evaluate(HAS_FOCUS):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {target}")


def choose(page, group, name, key):
    """Choose a radio button by the arrow keys."""
    page_group = page.get_by_role("group", name=group)
    tab_to(page, page_group.get_by_role("radio", checked=True))
    for _ in range(6):
        if page_group.get_by_role("radio", name=name, exact=True).is_checked():
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {name}")


def open_table(visitor, game, players):
    page = visitor.go("/")
    page.get_by_role("button", name="Start").wait_for()
    choose(page, "Game", re.compile(game), "ArrowRight")
    choose(page, "Who plays", "Against bots", "ArrowRight")
    choose(page, "Players", players, "ArrowRight")
    choose(page, "Who begins", "Chosen", "ArrowLeft")
    for bot in page.get_by_role("spinbutton", name="Strength").all():
        tab_to(page, bot)
        page.keyboard.press("Home")
        expect(bot).to_have_attribute("aria-valuenow", "1")
    tab_to(page, page.get_by_label("Your name"))
    page.keyboard.type("Anna")
    page.keyboard.press("Enter")
    page.wait_for_url("**/r/*")
    return page


def test_game_of_marrakech(visit):
    """Every key is pressed once: one that gets lost would stop the game."""
    page = open_table(visit(), "Marrakech", "4")
    own = ("Your turn, Anna", "Lay your rug, Anna")
    turns = 0
    while awaits(page, lambda: page.evaluate(STAND)[0] in own):
        before = page.evaluate(STAND)
        page.keyboard.press(">")  # another way for Assam, or another place for the rug
        page.keyboard.press("Enter")
        assert eventually(page, lambda: page.evaluate(STAND) != before), before  # noqa: B023
        turns += 1
    assert turns > 1
    tab_to(page, page.get_by_role("link", name="Watch it again"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/replay/*")


def awaits(page, holds):
    """Wait until something holds, or the game is over; gives whether it goes on."""
    assert eventually(page, lambda: holds() or is_over(page)), "the game has stopped"
    return not is_over(page)


def test_game_of_facir(visit):
    page = open_table(visit(), "Façir", "2")
    acts = this_turn(page).get_by_role("group", name="What you do with a nail")
    stand = this_turn(page).get_by_role("button", name="Stand it like this")
    onward = page.get_by_role("button", name=re.compile("^(Next round|To the )"))
    asked = stand.or_(onward).or_(acts)
    while awaits(page, asked.first.is_visible):
        if stand.is_visible():
            page.keyboard.press("r")
            tab_to(page, stand)
            page.keyboard.press("Enter")
            expect(stand).to_have_count(0)
        elif onward.is_visible():
            tab_to(page, onward)
            page.keyboard.press("Enter")
            expect(onward).to_have_count(0)
        else:
            nail_by_keys(page)


def nail_by_keys(page):
    """Put or move a nail and lay the card if it fits."""
    if lays(page):
        page.keyboard.press("l")
        return passed(page)
    known = squares(page)
    free = [square for square, text in known.items() if "can go here" in text]
    if not free:
        own = [square for square, text in known.items() if "nail of Anna" in text]
        go_to(page, min(own, key=lambda square: ("fits" in known[square], square)))
        page.keyboard.press("Enter")
        free = [square for square, text in squares(page).items() if "can go here" in text]
    wanted = [square for square in free if "needs a nail" in known[square]]
    hole = (wanted or sorted(free, key=far))[0]
    go_to(page, hole)
    page.keyboard.press("Enter")
    page.keyboard.press("l" if lays(page) else "Enter")
    return passed(page, hole)


def lays(page):
    button = this_turn(page).get_by_role("button", name=re.compile("lay the fakir$", re.I))
    return button.is_visible()


def go_to(page, square):
    """Walk over the board by the arrow keys."""
    cursor = page.locator("[role=gridcell][tabindex='0']")
    tab_to(page, cursor)
    for _ in range(14):
        here = cursor.get_attribute("aria-label")[:2]
        if here == square:
            return
        if here[0] != square[0]:
            page.keyboard.press("ArrowRight" if here[0] < square[0] else "ArrowLeft")
        else:
            page.keyboard.press("ArrowDown" if here[1] < square[1] else "ArrowUp")
    raise AssertionError(f"the arrow keys do not lead to {square}")


@pytest.mark.parametrize(
    ("game", "keys"), [("Marrakech", ("Enter", "Esc", "<", "U")), ("Façir", ("R", "L", "M", "?"))]
)
def test_question_mark_lists_the_keys(visit, game, keys):
    visitor = visit()
    visitor.start(game, "Against bots", 2)
    page = visitor.page
    page.get_by_role("grid").or_(
        page.get_by_role("button", name="Stand it like this")
    ).first.wait_for()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    for key in keys:
        expect(dialog.locator("kbd").get_by_text(key, exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_list_of_moves_is_one_stop_and_arrows_lead_through_it(live, visit):
    page = look_at(visit(), table(live, "marrakech", turning, names=FOUR))
    rows = page.get_by_role("list", name="Moves").get_by_role("button")
    expect(rows.nth(9)).to_be_visible()
    tab_to(page, rows.first)
    for key, at in (("ArrowUp", 0), ("ArrowDown", 1), ("ArrowDown", 2), ("ArrowUp", 1)):
        page.keyboard.press(key)
        expect(rows.nth(at)).to_be_focused()
    page.keyboard.press("Enter")
    expect(rows.nth(1)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Tab")
    expect(page.get_by_role("list", name="Moves").locator(":focus")).to_have_count(0)
    page.keyboard.press("Shift+Tab")
    expect(rows.nth(1)).to_be_focused()


@pytest.mark.parametrize("where", ["home", "table"])
def test_focus_can_be_seen_on_every_stop(live, visit, where):
    visitor = visit(drawn=True)
    page = visitor.go("/")
    if where == "table":
        page = look_at(visitor, table(live, "marrakech", laying))
    page.locator("main").first.wait_for()
    seen = []
    for _ in range(60):
        page.keyboard.press("Tab")
        name = page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        if name.startswith("<body") or name in seen:
            break
        seen.append(name)
        assert focus_shows(page), name
    assert len(seen) > 8


def focus_shows(page):
    """Whether what has the focus looks otherwise without it; it keeps the focus."""
    box = page.evaluate(AROUND)
    shown = page.screenshot(clip=box)
    page.evaluate(BLUR)
    plain = page.screenshot(clip=box)
    page.evaluate(FOCUS)
    return shown != plain
