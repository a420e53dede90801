"""The way in: addresses, parts of the page that do not come, languages, the home page."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser import PHONE, is_marked, mark, resize

pytestmark = pytest.mark.once

FAILED = ("ERR_FAILED", "ERR_INTERNET_DISCONNECTED", "preload", "dynamically imported", "404")
"""What Chromium writes when a file does not come."""


def keep_back(visitor, pattern):
    """Let files of the page not come; gives a function that lets them through again."""
    address = re.compile(pattern)
    visitor.context.route(address, lambda route: route.abort())
    return lambda: visitor.context.unroute(address)


def test_broken_addresses_lead_on(visit):
    visitor = visit()
    paths = ("/r/%E0%A4%A", "/replay/%zz", "/replay/", "/learn/chess", "/rules/chess", "/r/a/b")
    for path in paths:
        page = visitor.go(path)
        expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()
        page.get_by_role("link", name="To the square").last.click()
        expect(page.get_by_role("button", name="Start")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "files", "heading"),
    [
        ("/rules/", r"/assets/Rules-.*\.js", "Rules"),
        ("/learn/", r"/assets/Learn-.*\.js", "Learn by playing"),
        ("/learn/", r"/assets/learn-.*\.js", "Learn by playing"),
        ("/rules/", r"/assets/Rules-.*\.css", "Rules"),
    ],
)
def test_pages_that_do_not_come_are_tried_again(visit, path, files, heading):
    visitor = visit(fresh=True, expected=FAILED)
    page = visitor.go("/")
    let = keep_back(visitor, files)
    page.locator(f"a[href='{path}']").first.click()
    expect(page.get_by_text("has not come yet").or_(page.get_by_text("One moment"))).to_be_visible()
    let()
    expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
    expect(page.get_by_text("Load the page again")).to_have_count(0)
    style = "sheets => sheets.every(one => one.sheet)"
    assert page.locator("link[rel=stylesheet]").evaluate_all(style)


def test_page_that_was_opened_offline_comes_with_the_network(visit):
    visitor = visit(fresh=True, expected=FAILED)
    page = visitor.go("/")
    page.wait_for_load_state("networkidle")
    visitor.context.set_offline(True)
    page.get_by_role("link", name="Learn the rules").click()
    expect(page.get_by_role("alert")).to_contain_text("It is tried again by itself")
    visitor.context.set_offline(False)
    expect(page.get_by_role("heading", name="Rules", exact=True)).to_be_visible()


@pytest.mark.parametrize("files", [r"/assets/Room-.*\.js", r"/assets/marrakech-.*\.js"])
def test_table_that_does_not_come_is_tried_again(live, visit, files):
    room, keys = live.open("marrakech", "Anna", "Boris")
    visitor = visit(fresh=True, expected=FAILED)
    visitor.hold(room, keys)
    let = keep_back(visitor, files)
    page = visitor.go(f"/r/{room}")
    expect(page.get_by_role("alert")).to_contain_text("has not come yet")
    let()
    expect(page.get_by_role("grid")).to_be_visible()


def test_page_whose_files_are_gone_is_loaded_anew_once(visit):
    """After a new version the old files are not there any more, and the first page names others."""
    visitor = visit(fresh=True, expected=FAILED)
    page = visitor.go("/")
    mark(page)
    served = []

    def serve(route):
        served.append(route.request.resource_type)
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("/assets/index-", "/assets/new-"))

    visitor.context.route(
        re.compile(r"/assets/Learn-.*\.js"), lambda route: route.fulfill(status=404)
    )
    visitor.context.route(re.compile(rf"^{visitor.url}/$"), serve)
    with page.expect_navigation(url="**/learn/"):
        page.locator("a[href='/learn/']").first.click()
        page.wait_for_function("() => !window.stillHere")
    expect(page.get_by_role("alert")).to_contain_text("has not come yet")
    mark(page)
    page.wait_for_timeout(4_000)
    assert is_marked(page), "it is loaded anew again and again"
    assert "fetch" in served


def test_page_is_shown_in_english_until_its_language_comes(visit):
    visitor = visit(fresh=True, expected=FAILED, locale="pl-PL")
    let = keep_back(visitor, r"/assets/words-pl.*\.js")
    page = visitor.go("/")
    expect(page.get_by_role("button", name="Start")).to_be_visible()
    notice = page.get_by_role("alert")
    expect(notice).to_contain_text("Polski could not be loaded")
    let()
    visitor.press("Try again")
    expect(page.get_by_role("heading", level=1)).not_to_contain_text("Two games")
    expect(notice).to_have_count(0)


def test_language_that_does_not_come_is_said_and_tried_again(visit):
    visitor = visit(fresh=True, expected=FAILED)
    page = visitor.go("/rules/")
    let = keep_back(visitor, r"/assets/words-uk.*\.js")
    field = page.get_by_label("Language")
    field.select_option("uk")
    expect(page.get_by_role("alert")).to_contain_text("Українська could not be loaded")
    expect(field).to_have_value("en")
    let()
    visitor.press("Try again")
    expect(page.get_by_role("heading", level=1)).to_have_text("Правила")


@pytest.mark.parametrize("language", ["en-GB", "uk-UA", "ro-RO"])
def test_first_button_is_in_sight_on_a_laptop(visit, language):
    page = visit(locale=language).go("/")
    button = page.locator("main button[type=submit]")
    for wide, high in ((1280, 720), (1366, 657)):
        resize(page, {"width": wide, "height": high})
        box = button.bounding_box()
        assert box["y"] + box["height"] <= high, wide


def test_levels_stand_in_three_equal_columns_on_a_phone(visit):
    page = visit(viewport=PHONE).go("/")
    page.get_by_role("radio", name="Friends by link").check(force=True)
    page.get_by_text("Variants").click()
    levels = page.get_by_role("group", name="A bot that sits in").locator("label")
    boxes = [levels.nth(place).bounding_box() for place in range(5)]
    assert len({round(box["width"]) for box in boxes}) == 1
    assert len({round(box["x"]) for box in boxes}) == 3


def test_first_visit_is_told_how_the_chosen_game_goes(visit):
    page = visit().go("/")
    expect(page.get_by_role("heading", name="How Marrakech goes")).to_be_visible()
    page.get_by_role("radio", name="Façir").check(force=True)
    expect(page.get_by_role("heading", name="How Façir goes")).to_be_visible()
    page.get_by_role("link", name="Try it with a guide").click()
    expect(page).to_have_url(re.compile(r"/learn/facir(\?step=1)?$"))
    expect(page.get_by_role("grid")).to_be_visible()


def test_link_that_works_on_this_device_alone_says_so(visit):
    visitor = visit()
    visitor.start("Marrakech", "Friends by link", 2, "Anna")
    note = visitor.page.get_by_role("note")
    expect(note).to_contain_text("works on this device only")
    expect(note).to_contain_text("jemaa serve --host 0.0.0.0")


def test_link_is_the_one_that_the_server_gives(visit):
    visitor = visit()
    found = {"link": "http://192.0.2.7:8000/r/x", "local": False}
    visitor.context.route("**/api/rooms/*/link", lambda route: route.fulfill(json=found))
    visitor.start("Marrakech", "Friends by link", 2, "Anna")
    expect(visitor.page.get_by_label("Link to this table")).to_have_value(found["link"])
    expect(visitor.page.get_by_role("note")).to_have_count(0)


def test_all_running_games_are_listed_with_their_state(live, visit):
    visitor = visit()
    device = "the-browser-with-many-games"
    visitor.remember("jemaa.device", device)
    rooms = [
        live.open("marrakech", "Anna", "bot:tourist", "bot:tourist", device=device)[0]
        for _ in range(8)
    ]
    facir, _ = live.open("facir", "Anna", "bot:amin", device=device)
    waits, _ = live.open("marrakech", "open", "Anna", device=device)
    live.sit(waits, "Boris")
    page = visitor.go("/")
    first = page.locator("aside").get_by_role("link", name="Marrakech").first
    expect(first).to_contain_text("Mila, Tom")
    expect(first).to_contain_text("rug 1 of 45")
    expect(first).to_contain_text("your turn")
    visitor.press("All 10 games")
    for room in rooms:
        expect(page.locator(f"a[href='/r/{room}']")).to_be_visible()
    expect(page.locator(f"a[href='/r/{facir}']")).to_contain_text("round 1 of 6")
    expect(page.locator(f"a[href='/r/{waits}']")).to_contain_text("waiting for Boris")


def test_name_that_is_taken_is_said_where_it_stands(visit):
    visitor = visit(expected=("409",))
    page = visitor.go("/")
    page.get_by_role("radio", name="One device").check(force=True)
    page.get_by_role("radio", name="3", exact=True).check(force=True)
    fields = page.get_by_role("textbox")
    for place, name in enumerate(("Anna", "Boris", "anna")):
        fields.nth(place).fill(name)
    visitor.press("Start")
    expect(fields.nth(2)).to_be_focused()
    expect(fields.nth(2)).to_have_attribute("aria-invalid", "true")
    assert not fields.nth(0).get_attribute("aria-invalid")


def test_browser_that_keeps_nothing_is_told_once_what_it_means(visit):
    visitor = visit()
    visitor.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new Error('forbidden') }})"
    )
    visitor.start("Marrakech", "Against bots", 2, "Anna")
    notice = visitor.page.get_by_role("alert").filter(has_text="keeps nothing")
    expect(notice).to_contain_text("Your seat is lost if you close or reload this tab")
    visitor.press("All right")
    expect(notice).to_have_count(0)


def test_what_is_chosen_is_seen_in_forced_colours(visit):
    page = visit(forced_colors="active", drawn=True).go("/")
    chosen = page.locator("label:has(input:checked), button[aria-pressed=true]")
    other = page.locator("label:has(input:not(:checked)), button[aria-pressed=false]")
    assert chosen.count() >= 5
    look = """all => all.map(one => {
        const style = getComputedStyle(one);
        return [style.borderTopWidth, style.borderBottomColor, style.borderTopColor,
            style.backgroundColor].join(" ");
    })"""
    assert not set(chosen.evaluate_all(look)) & set(other.evaluate_all(look))
    button = page.get_by_role("button", name="Start")
    assert button.evaluate("one => parseFloat(getComputedStyle(one).borderTopWidth)") >= 2


@pytest.mark.parametrize("held", [True, False])
def test_waiting_table_says_what_will_be_played(live, visit, held):
    clock, settings = {"initial": 300, "increment": 5}, {"insolvent": "stays"}
    room, keys = live.open(
        "marrakech", "Anna", "open", "open", "open", clock=clock, settings=settings
    )
    visitor = visit()
    if held:
        visitor.hold(room, keys)
    page = visitor.go(f"/r/{room}")
    line = page.get_by_text("4 players")
    expect(line).to_contain_text("5 min + 5 s")
    expect(line).to_contain_text("who cannot pay plays on", ignore_case=True)
    expect(page.get_by_role("button", name="Help")).to_have_count(0)
