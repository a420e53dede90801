"""People who play: they know only what the page says, and press only what it offers."""

import re
from random import Random

from playwright.sync_api import TimeoutError as TooLate

from tests.web.browser import eventually, squares

MOMENT = 2_000
"""Milliseconds: a button that cannot be pressed by then belongs to a table that has gone on."""
ACTS = "What you do with a nail"
ENDING = re.compile(r"( wins( by \d+)?| share the win)$")
CURTAIN = re.compile("open the curtain$")
ONWARD = re.compile("^(Next round|To the result|To the deciding round)$")
DOES_NAIL = re.compile("^(Put the nail on|Move the nail from|Nail on|Nail from) ")
# A quick bot may have given the turn back already; then the nail is there.
PASSED = """([acts, square]) => !document.querySelector(`[role=group][aria-label="${acts}"]`)
  || / nail of /.test(document.getElementById(`square-${square}`)?.getAttribute("aria-label"))"""


def is_over(page):
    # A search for headings by their role would visit every rug on the board.
    return page.locator("main h2", has_text=ENDING).is_visible()


def this_turn(page):
    """Return the part of the page that asks for a move: a search in it visits few elements."""
    return page.locator("section[aria-label='This turn']")


def play(act, *visitors, moves=600):
    """Let visitors act in turn until everybody sees the result; gives how often somebody acted."""
    pages = [visitor.page for visitor in visitors]
    acted = 0

    def goes_on():
        nonlocal acted
        done = sum(act(page) for page in pages)
        acted += done
        return done or is_done()

    def is_done():
        return all(map(is_over, pages))

    while not is_done():
        assert eventually(pages[0], goes_on), "nobody can do anything"
        assert acted < moves, "the game does not end"
    return acted


def press(button):
    """Press a button if it can be pressed; the table may change under one's finger."""
    if not button.is_visible():
        return False
    try:
        button.click(timeout=MOMENT)
    except TooLate:
        return False
    return True


def gone(button):
    """Wait until a button is not offered any more; else it might be pressed too late."""
    button.wait_for(state="hidden")
    return True


def button(part, name, **options):
    """Return the last button of that name which can be pressed, in a page or a part of it."""
    return part.get_by_role("button", name=name, disabled=False, **options).last


class Trader:
    """Plays Marrakech by the buttons beside the board."""

    def __init__(self, seed=1):
        self._rng = Random(seed)

    def __call__(self, page):
        turn = this_turn(page)
        onward = button(turn, "Next place")
        if onward.is_visible():
            for _ in range(self._rng.randint(1, 2)):
                press(onward)
            return press(button(turn, "Lay the rug")) and gone(onward)
        ways = turn.get_by_role("group", name="Where Assam goes").get_by_role("button")
        if not ways.first.is_visible():
            return False
        press(ways.nth(self._rng.randrange(3)))
        return press(button(turn, "Roll the slippers"))


class Fakir:
    """Plays Façir: puts nails where the card over the bed needs them, and lays it when it fits.

    Those who do not `build` put their nails at the edge, out of the way.
    """

    def __init__(self, build=("Anna",)):
        self._build = build

    def __call__(self, page):
        turn = this_turn(page)
        if not turn.get_by_role("group", name=ACTS).is_visible():
            return self._come_to_act(page, turn)
        lay = button(turn, "Lay the fakir", exact=True)
        if lay.is_visible():
            page.get_by_text("It fits. Lay it and win the round.").first.wait_for()
            return press(lay) and passed(page)
        return self._nail(page)

    def _come_to_act(self, page, turn):
        """Open the curtain, stand the card or leave the last round, if there is such a thing."""
        if press(button(page, CURTAIN)):
            # It goes up a moment later, and must not be pressed while it does.
            page.get_by_role("button", name=CURTAIN).wait_for(state="hidden")
            return True
        return press(button(turn, "Stand it like this")) or press(button(page, ONWARD))

    def _nail(self, page):
        turn = this_turn(page)
        heading = turn.get_by_role("heading").inner_text()
        builds = any(name in heading for name in self._build)
        if builds:
            self.find_room(page)
        known = squares(page)
        free = [square for square, text in known.items() if "can go here" in text]
        needed = [square for square in free if "needs a nail" in known[square]]
        if not free:  # all seven are out
            own = self._spare(page, known)
            tap(page, own)
            free = [square for square, text in squares(page).items() if "can go here" in text]
            needed = [square for square in free if "needs a nail" in known[square]]
        wanted = needed if builds and needed else sorted(free, key=far)
        if not wanted:
            return False
        tap(page, wanted[0])
        return press(button(turn, DOES_NAIL)) and passed(page, wanted[0])

    def find_room(self, page):
        """Turn the card and move it until nobody's nail is in its way, or all was tried."""
        turn = this_turn(page)
        fits = turn.get_by_role("group", name="How your card would fit")
        for step in range(16):
            if fits.get_by_text("0 in the way").is_visible():
                return
            press(button(turn, "Turn right"))
            if step % 4 == 3:
                page.locator("[role=gridcell]").first.press(
                    ("Shift+ArrowLeft", "Shift+ArrowUp", "Shift+ArrowRight")[step // 4 % 3]
                )

    def _spare(self, page, known):
        """Return a nail of one's own that can be moved: one that the card does not need."""
        name = re.compile(r" nail of (\w+)\.")
        heading = this_turn(page).get_by_role("heading").inner_text()
        own = [
            square
            for square, text in known.items()
            if (found := name.search(text)) and found[1] in heading
        ]
        return min(own, key=lambda square: "fits" in known[square])


def passed(page, square=""):
    """Wait until the turn has gone to somebody else, with a nail where it was put."""
    page.wait_for_function(PASSED, arg=[ACTS, square])
    return True


def far(square):
    """Order squares by how little they disturb a card in the middle: the rim first."""
    column, row = ord(square[0]) - ord("d"), int(square[1]) - 4
    return -max(abs(column), abs(row)), square


def tap(page, square):
    """Tap the middle of a square, whatever is drawn over it."""
    page.locator(f"[role=gridcell][aria-label^='{square},']").click(force=True)
