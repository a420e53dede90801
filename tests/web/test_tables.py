"""Special tables: a real die, a clock, records and replays."""

import re

import pytest
from playwright.sync_api import expect

import jemaa
from tests.web.browser import squares
from tests.web.places import is_over, look_at, table

pytestmark = pytest.mark.once


@pytest.fixture(scope="module", autouse=True)
def late(live):
    """Two tables whose clocks run while other tests do: the first seat never moves."""
    return [two_with_a_clock(live) for _ in range(2)]


def two_with_a_clock(live):
    room, keys = live.open("marrakech", "Anna", "open", clock={"initial": 10, "increment": 0})
    other = live.sit(room, "Boris")
    return room, keys, {other["seat"]: other["token"]}


def test_real_die_is_typed_in(visit):
    visitor = visit()
    page = visitor.go("/")
    page.get_by_role("radio", name="Marrakech").check(force=True)
    page.get_by_role("radio", name="One device").check(force=True)
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    page.get_by_role("radio", name="Chosen").check(force=True)
    page.get_by_text("Variants").click()
    page.get_by_role("switch", name="A real die").check()
    visitor.press("Start")
    page.wait_for_url("**/r/*")
    visitor.press("Red")  # with two players the rug is drawn, too
    expect(page.get_by_text("The rug of this turn is red.")).to_be_visible()
    visitor.press("Roll the slippers")
    visitor.press("3 slippers")
    expect(page.get_by_role("list", name="Moves")).to_contain_text("Player 1 rolls 3")
    page.get_by_role("button", name="Next place").wait_for()


@pytest.fixture(scope="module")
def finished(live):
    return table(live, "marrakech", is_over, names=("Anna", "Boris", "Wiktor"))


def test_record_can_be_saved_and_read(finished, visit, tmp_path):
    visitor = visit()
    page = look_at(visitor, finished)
    with page.expect_download() as coming:
        page.get_by_role("link", name="Save the record").click()
    file = tmp_path / "record"
    coming.value.save_as(file)
    match = jemaa.open_record(file.read_text("utf-8"))
    assert match.state.is_over


def test_replay_goes_by_keys_and_its_address_leads_to_a_move(finished, visit):
    visitor = visit()
    page = look_at(visitor, finished._replace(path=f"/replay/{finished.room}"))
    at = page.get_by_text(re.compile(r"^Move \d+ of \d+$"))
    expect(at).to_have_text(re.compile("^Move 0 of"))
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(at).to_have_text(re.compile("^Move 2 of"))
    expect(page).to_have_url(re.compile(r"\?ply=4$"))
    board = squares(page)
    page.keyboard.press("End")
    expect(page.get_by_role("list", name="Moves").get_by_role("listitem").first).to_be_visible()
    assert squares(page) != board
    page.keyboard.press("Home")
    expect(at).to_have_text(re.compile("^Move 0 of"))
    friend = visit()
    other = friend.go(f"/replay/{finished.room}?ply=4")
    other.get_by_role("grid").wait_for()
    assert squares(other) == board
    friend.press("One move on")
    expect(other).to_have_url(re.compile(r"\?ply=5$"))


def test_replay_ends_as_the_game_did(finished, visit):
    player, friend = visit(), visit()
    table_page = look_at(player, finished)
    table_page.get_by_role("grid").wait_for()
    page = friend.go(f"/replay/{finished.room}")
    page.get_by_role("grid").wait_for()
    page.keyboard.press("End")
    assert squares(page) == squares(table_page)


def test_time_that_is_up_can_be_claimed(late, visit):
    (room, _, keys), _ = late
    boris = visit()
    boris.hold(room, keys)
    page = boris.go(f"/r/{room}")
    expect(page.get_by_text("The time of Anna is up.")).to_be_visible()
    boris.press("End the game")
    expect(page.get_by_role("heading", name="Boris wins")).to_be_visible()
    expect(page.get_by_text("ran out of time").first).to_be_visible()


def test_bot_goes_on_for_someone_whose_time_is_up(late, visit):
    _, (room, own, keys) = late
    boris, anna = visit(), visit()
    boris.hold(room, keys)
    anna.hold(room, own)
    boris.go(f"/r/{room}")
    anna.go(f"/r/{room}")
    # Whoever comes only after the bot has sat down is back by that.
    expect(anna.page.get_by_role("status").filter(has_text="Live")).to_have_count(1)
    boris.press("Let a bot go on")
    waits = boris.page.get_by_text("A bot has made one move for Anna and waits.")
    expect(waits).to_be_visible()
    anna.press("I am back: play myself")
    expect(anna.page.get_by_text("A bot sits in for you.")).to_have_count(0)
    expect(waits).to_have_count(0)
