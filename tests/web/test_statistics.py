"""The statistics of a finished game: what the page shows is what its record tells."""

import itertools
import re
from random import Random
from types import MappingProxyType

import pytest
from playwright.sync_api import expect

import jemaa
from jemaa.locale import text
from tests.server.live import legal
from tests.web.browser import Visitor
from tests.web.places import Place, is_over, look_at, table

pytestmark = pytest.mark.once

SHOWN = MappingProxyType(
    {
        "marrakech": {
            *("dirhams_paid", "biggest_payment", "dirhams_received", "biggest_receipt"),
            *("squares", "most_squares", "largest_area", "squares_covered", "squares_lost"),
            *("rolls", "payments", "own_landings", "expected_paid", "expected_received", "luck"),
        },
        "facir": {
            *("rounds_won", "cards_won", "fastest_round", "close_rounds"),
            *("turns", "nails_put", "nails_moved", "borrowed_nails"),
        },
    }
)
ROWS = """table => [...table.querySelectorAll("tbody tr")].map(row => [
    row.dataset.figure ?? "",
    ...[...row.querySelectorAll("th, td")].map(cell =>
        (cell.querySelector("[aria-hidden=true]:not(svg)") ?? cell).textContent.trim()),
])"""


def under(square):
    """Return the nine squares under a card whose top left position is there, row by row."""
    column, row = "abcdefg".index(square[0]), int(square[1])
    return [f"{'abcdefg'[column + x]}{row + y}" for y in range(3) for x in range(3)]


def building(scene):
    """Return a move that brings the own card nearer to fitting."""
    own = scene["own"]
    places = [place for fit in own["fits"] for place in fit["marks"].items()]
    open_places = [
        (marks.count("p"), square, marks) for square, marks in places if "x" not in marks
    ]
    if own["lays"] or not open_places or not own["can_put"]:
        return legal(scene)[0]
    _, corner, marks = min(open_places)
    return next(square for mark, square in zip(marks, under(corner), strict=True) if mark == "p")


def facir_table(live):
    """Let one who builds play against one who does not; rounds that take too long are void."""
    room, keys = live.open("facir", "Anna", "Boris", settings={"turn_cap": 16})
    rng = Random(5)
    with live.page(room, *keys.values()) as page:
        while not is_over(page.scene):
            seat = page.scene["to_act"]
            if page.eye != seat:
                page.say(type="look", token=keys[seat])
                page.hear("update")
            move = rng.choice(legal(page.scene)) if seat else building(page.scene)
            page.hear_version(page.command("submit", keys[seat], move=move)["version"])
    return Place(f"/r/{room}", room, {0: keys[0]})


@pytest.fixture(scope="module")
def places(live):
    names = ("Anna", "Boris", "Wiktor")
    return {
        "marrakech": table(live, "marrakech", is_over, names=names),
        "facir": facir_table(live),
    }


@pytest.fixture(scope="module")
def matches(live, places):
    """The records of the same games, as anybody can save them."""
    return {
        game: jemaa.open_record(live.http.get(f"/api/rooms/{place.room}/record").text)
        for game, place in places.items()
    }


def statistics(match):
    return match.game.statistics(match.states, match.actions)


def open_statistics(visitor, place):
    page = look_at(visitor, place)
    page.get_by_role("button", name="Statistics").click()
    page.get_by_role("dialog", name="Statistics").get_by_role("table").first.wait_for()
    return page


@pytest.fixture(scope="module")
def opened(browser, live, places):
    """The statistics of both games, as somebody sees them who has just played."""
    visitors = {game: Visitor(browser, live.url, drawn=False) for game in places}
    yield {game: open_statistics(visitors[game], place) for game, place in places.items()}
    for visitor in visitors.values():
        visitor.leave()


def number(shown):
    return 0.0 if shown == "–" else float(shown.replace("−", "-"))


@pytest.mark.parametrize("game", ["marrakech", "facir"])
def test_figures_are_those_of_the_record(game, opened, matches):
    seen = opened[game].get_by_role("table", name="Player by player")
    rows = {figure: cells for figure, *cells in seen.evaluate(ROWS) if figure}
    wanted = statistics(matches[game])
    decided = {"deciding_won"} if game == "facir" and len(rounds_of(matches[game])) > 6 else set()
    assert set(rows) == SHOWN[game] | decided
    for figure, (label, *cells) in rows.items():
        assert label == text("en", f"statistics.{game}-{figure}")
        assert [*map(number, cells)] == pytest.approx(list(wanted[figure]), abs=0.051), figure
    heads = seen.get_by_role("columnheader").all_inner_texts()
    names = [name.split()[-1] for name in heads]
    assert names == ["Anna", "Boris", "Wiktor"][: len(heads)]


def test_cells_are_read_with_their_units(opened, matches):
    row = opened["marrakech"].get_by_role("row").filter(has_text="Most received at once")
    biggest = statistics(matches["marrakech"])["biggest_receipt"]
    spoken = [text("en", "statistics.unit-dirhams", count=one, shown=one) for one in biggest]
    assert [cell.inner_text() for cell in row.locator("td .vh").all()] == spoken


def test_marrakech_tells_its_biggest_payment_and_leads_there(places, matches, visit):
    page = open_statistics(visit(), places["marrakech"])
    match = matches["marrakech"]
    purses = [state.cash for state in match.states]
    paid = [max(map(int.__sub__, *pair)) for pair in itertools.pairwise(purses)]
    ply = paid.index(max(paid)) + 1
    expect(page.get_by_text("The biggest payment:")).to_contain_text(f" {max(paid)} dirham")
    link = page.locator(f'a[href$="?ply={ply}"]').first
    name = link.inner_text().strip()
    assert re.fullmatch(r"Move \d+", name)
    link.click()
    # The statistics, the list and the replay number the moves alike.
    expect(page.get_by_text(re.compile(rf"^{name} of \d+$"))).to_be_visible()
    expect(page).to_have_url(re.compile(rf"\?ply={ply}$"))
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_course_of_the_game_is_told_in_words(opened, matches):
    page = opened["marrakech"]
    match = matches["marrakech"]
    for choice, values in {
        "Score": [state.scores() for state in match.states],
        "Purse": [state.cash for state in match.states],
        "Squares": [state.visible() for state in match.states],
    }.items():
        page.get_by_role("radio", name=choice).check(force=True)
        words = page.get_by_role("img", name=re.compile(f"^{choice}\\.")).get_attribute(
            "aria-label"
        )
        last = [int(one) for one in re.findall(r"(\d+) at the end", words)]
        assert last == list(values[-1])
    assert (
        page.get_by_role("img", name=re.compile("^Squares")).locator("path.line.edge").count() > 3
    )


def rounds_of(match):
    """Return who has won each round, None for a void one, how long it was, and where it ended."""
    found, turns = [], 0
    for number, action in enumerate(match.actions):
        before, after = match.states[number], match.states[number + 1]
        if before.phase != "play":
            continue
        turns += 1
        if after.phase != "play":
            winner = ("Anna", "Boris")[before.seat] if action.lays else None
            found.append((winner, turns, number + 1))
            turns = 0
    return found


def test_facir_is_told_round_by_round(opened, matches):
    seen = opened["facir"].get_by_role("table", name="Round by round")
    rows = seen.locator("tbody tr")
    wanted = rounds_of(matches["facir"])
    assert rows.count() == len(wanted) >= 6
    for row, (winner, turns, _) in zip(rows.all(), wanted, strict=True):
        expect(row).to_contain_text(winner or "void")
        expect(row).to_contain_text(text("en", "statistics.unit-turns", count=turns, shown=turns))
        assert row.get_by_role("img").count() == (1 if winner else 0)
    void = sum(winner is None for winner, *_ in wanted)
    assert statistics(matches["facir"])["void_rounds"] == (void, void)


def test_replay_leads_to_the_end_of_a_round_and_gives_link_record_and_result(
    places, matches, live, visit
):
    room = places["facir"].room
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    page = open_statistics(visitor, Place(f"/replay/{room}?ply=3"))
    _, _, ply = rounds_of(matches["facir"])[1]
    visitor.press("To the end of round 2")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page).to_have_url(re.compile(rf"\?ply={ply}$"))
    expect(page.get_by_text(re.compile(r"^Move \d+ of \d+$"))).to_be_visible()
    visitor.press("Link to this move")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert page.url == link == f"{live.url}/replay/{room}?ply={ply}"
    record = page.get_by_role("link", name="Save the record")
    assert record.get_attribute("href") == f"/api/rooms/{room}/record"
    result = page.get_by_role("table", name="Cards won")
    expect(result).to_have_count(0)
    page.keyboard.press("End")
    expect(result).to_be_visible()


def test_statistics_fit_on_the_smallest_phone(places, visit):
    narrow = {"width": 320, "height": 640}
    visitor = visit(viewport=narrow, locale="uk")
    for place in places.values():
        page = look_at(visitor, place)
        page.get_by_role("button", name=text("uk", "result.statistics")).click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("table").first.wait_for()
        assert dialog.evaluate("one => one.scrollWidth <= one.clientWidth")
        assert page.evaluate("document.documentElement.scrollWidth") == narrow["width"]
