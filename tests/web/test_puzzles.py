"""Puzzles on the page: tried, hinted, solved, given up, and the row of days."""

import json
import re
from datetime import UTC, date, datetime, timedelta

import pytest
from playwright.sync_api import expect

from jemaa.analysis.puzzles import of_the_day, puzzles
from jemaa.locale import LANGUAGES
from tests.web.browser import PHONE, squares
from tests.web.places import Place, look_at
from tests.web.test_tour import change_language

pytestmark = pytest.mark.once
DAY = date(2026, 11, 14)
FREE = "The rug can lie here."
# Whether the middle of an element is in sight, and nothing lies over it.
MIDDLE = """one => {
  const {left, right, top, bottom} = one.getBoundingClientRect();
  const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return found !== null && one.contains(found);
}"""


def numbered(game, is_it):
    """Return the first shipped puzzle of that kind, with its number."""
    return next((n, one) for n, one in enumerate(puzzles(game), 1) if is_it(one))


def is_rug(puzzle):
    if any(fact.seat is not None for fact in puzzle.facts):  # the page has names of its own
        return False
    return puzzle.state().phase == "lay" and len(puzzle.losses) > 4 and len(puzzle.answers) == 1


def is_nail(puzzle):
    return all(fact.key != "lays" for fact in puzzle.facts)


def opened(visitor, game, number):
    page = visitor.go(f"/puzzles/{game}/{number}")
    page.get_by_role("button", name="Hint", exact=True).wait_for()
    return page


def aim(page, move):
    """Step through the places for a rug up to this one."""
    wanted = page.get_by_text(f"{move[:2]} – {move[2:]}", exact=True).or_(
        page.get_by_text(f"{move[2:]} – {move[:2]}", exact=True)
    )
    for _ in range(20):
        if wanted.count():
            return
        page.get_by_role("button", name="Next place").click()
    raise AssertionError(f"no place {move}")


def number_of_places(page):
    return int(re.search(r"(\d+) places?", page.locator(".ask").inner_text())[1])


def test_rug_is_tried_hinted_and_laid(visit):
    number, puzzle = numbered("marrakech", is_rug)
    (best,) = puzzle.answers
    wrong = min(puzzle.losses, key=puzzle.losses.get)
    visitor = visit()
    page = opened(visitor, "marrakech", number)
    panel = page.get_by_role("region", name="Lay the best rug")
    assert f"{best[:2]} – {best[2:]}" not in page.inner_text("main")  # nothing gives it away
    for sentence in puzzle.sentences():
        assert sentence not in page.content()
    everything = number_of_places(page)

    visitor.press("Next place")
    expect(panel).to_contain_text(re.compile(rf"Place 1 of {everything}, \w\d and \w\d, plus \d"))
    aim(page, wrong)
    visitor.press("Lay the rug")
    loss = round(100 * puzzle.losses[wrong])
    expect(panel).to_contain_text(f"not the best, {loss} % of the win less.")
    expect(page.get_by_role("grid").get_by_text(f"−{loss}", exact=True)).to_be_attached()

    visitor.press("Hint", exact=True)
    expect(panel).to_contain_text("Half of the wrong places are gone.")
    assert number_of_places(page) == everything - -(-(everything - 1) // 2)
    assert {best[:2], best[2:]} <= {one for one, text in squares(page).items() if FREE in text}
    visitor.press("Second hint")
    named = re.search(r"Look at (\w\d)\.", panel.inner_text())[1]
    assert named in best

    aim(page, best)
    visitor.press("Lay the rug")
    done = page.get_by_role("region", name="–")
    expect(done.get_by_role("heading", level=2)).to_be_focused()
    expect(done).to_contain_text("solved with a hint")
    for sentence in puzzle.sentences():
        expect(done).to_contain_text(sentence)
    expect(done).to_contain_text("Your try:")
    state = puzzle.state()
    colour = {"r": "red", "y": "yellow", "b": "blue", "n": "brown"}[state.setup.colours[state.seat]]
    told = squares(page)
    assert all(f"{colour} rug of You" in told[one] for one in (best[:2], best[2:]))
    assert not any(FREE in text for text in told.values())

    done.get_by_role("link", name="Next:").click()
    expect(page.get_by_role("button", name="Hint", exact=True)).to_be_visible()
    assert not page.url.endswith(f"/marrakech/{number}")
    page.get_by_role("link", name=re.compile("All puzzles")).first.click()
    page.get_by_text("Merchant and up").click()
    label = f"Marrakech, puzzle {number}, Lay the best rug, solved with a hint"
    level = puzzle.level.capitalize()
    page.get_by_text(f"{level} and up").click()
    expect(page.get_by_role("link", name=label, exact=True)).to_be_visible()


def test_nail_by_keys_and_giving_up_on_a_phone(visit):
    number, puzzle = numbered("facir", is_nail)
    wrong = next(move for move in puzzle.losses if len(move) == 2)
    visitor = visit(viewport=PHONE, has_touch=True)
    page = opened(visitor, "facir", number)
    page.locator("#square-d4").focus()
    for key in ("Home", "PageUp"):  # from the corner all squares are counted
        page.keyboard.press(key)
    for _ in range("abcdefg".index(wrong[0])):
        page.keyboard.press("ArrowRight")
    for _ in range(int(wrong[1]) - 1):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text(f"{wrong}: not the best")
    visitor.press("Give up")
    visitor.press("Keep trying")
    expect(page.get_by_role("button", name="Hint", exact=True)).to_be_visible()
    visitor.press("Give up")
    visitor.press("Show the answer")
    expect(page.get_by_role("heading", name="The answer was")).to_be_focused()
    expect(page.locator("main")).to_contain_text(puzzle.sentences()[0].partition(" can")[2])
    kept = json.loads(page.evaluate("localStorage.getItem('jemaa.puzzles')"))
    assert kept == {"done": {puzzle.id: "shown"}, "days": []}


def has_fraction(puzzle):
    """Whether its reasons name no seat, and count a fraction of something."""
    facts = puzzle.facts
    return any(fact.better % 1 for fact in facts) and all(fact.seat is None for fact in facts)


def test_reasons_are_those_of_the_terminal_in_every_language(visit):
    """Numbers had one plural form: "2,5 dirham", "1 dirhams"."""
    number, puzzle = numbered("marrakech", has_fraction)
    visitor = visit()
    page = opened(visitor, "marrakech", number)
    visitor.press("Give up")
    visitor.press("Show the answer")
    for language in LANGUAGES:
        change_language(visitor, None, language)
        for sentence in puzzle.sentences(language):
            expect(page.locator("main")).to_contain_text(sentence)


def solve_today(visitor, day):
    """Come on a day and solve its puzzle as the page presents it."""
    visitor.context.clock.set_fixed_time(datetime(day.year, day.month, day.day, 12, tzinfo=UTC))
    page = visitor.go("/puzzles")
    link = page.get_by_role("link", name="Today’s puzzle")
    puzzle = of_the_day(day)
    number = 1 + puzzles(puzzle.game).index(puzzle)
    expect(link).to_have_attribute("href", f"/puzzles/{puzzle.game}/{number}")
    link.click()
    page.get_by_role("button", name="Hint", exact=True).wait_for()
    play(page, puzzle)
    expect(page.get_by_role("link", name="Next:")).to_be_visible()
    return page


def play(page, puzzle):
    """Make the best move, whatever it is."""
    move, state = puzzle.answers[0], puzzle.state()
    if state.phase == "lay":
        aim(page, move)
        page.get_by_role("button", name="Lay the rug").click()
    elif state.phase == "turn":
        scene = state.game.scene([state], [], puzzle.seat)
        heading = next(way["heading"] for way in scene["directions"] if way["move"] == move)
        name = {"N": "Up", "E": "Right", "S": "Down", "W": "Left"}[heading]
        page.get_by_role("button", name=re.compile(f"^{name}")).click()
        page.get_by_role("button", name="Send Assam there").click()
    else:
        for square in re.findall(r"[a-g]\d", move):
            page.locator(f"#square-{square}").click(force=True)
        page.locator(".ask .primary").click()


def test_days_in_a_row_are_those_of_todays_puzzles(visit):
    visitor = visit()
    for number in range(3):  # both games have their turn
        page = solve_today(visitor, DAY + timedelta(days=number))
        expect(page.get_by_text("Today is solved.")).to_be_attached()
        expect(page.locator(".side .streak")).to_contain_text(f"{number + 1} day")
    visitor.context.clock.set_fixed_time(datetime(2026, 11, 17, 1, tzinfo=UTC))
    page = visitor.go("/puzzles")
    expect(page.locator(".streak")).to_contain_text("3 days in a row")  # today is still open
    expect(page.get_by_text("Today is still open.")).to_be_attached()
    visitor.context.clock.set_fixed_time(datetime(2026, 11, 18, 1, tzinfo=UTC))
    page = visitor.go("/puzzles")
    expect(page.locator(".streak")).to_contain_text("0 days in a row")


def test_help_and_every_choice_are_on_the_first_screen_of_a_phone(visit):
    """In Façir the ways to use a nail once lay below it, and so did both buttons that help."""
    visitor = visit(viewport=PHONE, has_touch=True)
    rug, _ = numbered("marrakech", is_rug)
    nail, _ = numbered("facir", lambda one: one.state().setup.players == 4)
    for address in (f"marrakech/{rug}", "marrakech/1", f"facir/{nail}"):
        place = Place(f"/puzzles/{address}", sign="main .finds")
        page = look_at(visitor, place)
        for language in ("en", "uk", "fr"):
            change_language(visitor, place, language)
            help_and_give_up = page.locator("main section > .two button").all()
            assert len(help_and_give_up) == 2
            for button in (*help_and_give_up, *page.locator("main .ask button").all()):
                middle = button.evaluate(MIDDLE)
                assert middle, f"{address}: {button.inner_text()!r} cannot be pressed"


@pytest.mark.parametrize(
    "path", ["/puzzles/marrakech/9999", "/puzzles/chess/1", "/puzzles/facir/x"]
)
def test_puzzle_that_is_not_there_is_told(visit, path):
    page = visit().go(path)
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()
