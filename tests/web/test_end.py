"""The end of a game is a scene: what is counted, what was luck, and a picture to keep."""

import re
from collections import Counter
from itertools import product
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from tests.web.browser import PHONE, resize
from tests.web.places import advance, is_over, look_at, table
from tests.web.sights import Sights, shared, tell_another_end
from tests.web.test_tour import change_language

pytestmark = pytest.mark.once

NAMES = ("Anna", "Boris", "Wiktor", "Ganna")
# The counting may be over before a busy machine looks again.
WATCH = """() => new MutationObserver(() => {
  if (document.body.innerText.includes("Counting ")) window.counting = true;
}).observe(document.body, {subtree: true, childList: true, characterData: true})"""
# Keeps the source of the last picture that the page has drawn for somebody.
DRAWN = """const {set, get} = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, "src");
  Object.defineProperty(HTMLImageElement.prototype, "src", {get, set(source) {
    window.drawn = source;
    set.call(this, source);
  }});"""
NUMBER = re.compile(r"([+−]?\d+\.\d)\s*$")


@pytest.fixture(scope="module")
def ended(live):
    """A finished game of four, for all who look at it."""
    return table(live, "marrakech", is_over, names=NAMES)


def last_places(scene):
    """The last rug of the game is still to be laid, by the first seat of two."""
    return scene["phase"] == "lay" and scene["progress"] == [48, 48]


@pytest.mark.parametrize("size", [{}, {"viewport": PHONE}], ids=["desk", "phone"])
def test_scores_and_luck_stand_on_the_stalls(live, visit, ended, size):
    game = live.http.get(f"/api/rooms/{ended.room}/replay").json()
    scene, luck = game["plies"][-1]["scene"], game["statistics"]["luck"]
    page = look_at(visit(**size), ended)
    stalls = page.get_by_role("list", name="Scores").get_by_role("listitem")
    for place, seat in enumerate(seat for seats in scene["ranking"] for seat in seats):
        stall = scene["stalls"][seat]
        said = stalls.nth(place)
        assert NAMES[seat] in said.get_attribute("aria-label")
        expect(said).to_contain_text(f"{stall['squares']} square")
        expect(said.locator(".total")).to_have_text(str(stall["score"]))
        figure = said.locator(".luck em")
        expect(figure).to_be_visible()  # before it is known, it only keeps its place
        shown = float(NUMBER.search(figure.inner_text())[1].replace("−", "-"))
        assert shown == pytest.approx(luck[seat], abs=0.051)
    assert sum(luck) == pytest.approx(0, abs=0.05)  # of rounded figures
    expect(page.get_by_text(re.compile("^Without luck"))).to_be_visible()
    page.get_by_role("button", name="How is that counted?").click()
    expect(page.get_by_role("dialog")).to_contain_text("nobody’s play is judged")


@pytest.mark.parametrize("size", [{}, {"viewport": PHONE}], ids=["desk", "phone"])
def test_string_of_lights_hangs_under_the_bar_and_over_nothing(visit, ended, size):
    page = look_at(visit(**size), ended)
    lights = page.locator("main > .lights").bounding_box()
    bar = page.locator("header").first.bounding_box()
    assert lights["width"] == page.viewport_size["width"]
    assert lights["y"] == pytest.approx(bar["y"] + bar["height"], abs=2)
    title = page.get_by_role("heading", level=2).first.bounding_box()
    # Its lamps glow: the lowest pixels of the picture are but a shine.
    assert title["y"] > lights["y"] + lights["height"] - 14


def test_end_of_two_in_a_language_of_long_words(live, visit):
    """Each has two colours, so two piles of rugs; squares are lit until something is done."""
    place = table(live, "marrakech", is_over)
    scene = live.http.get(f"/api/rooms/{place.room}/replay").json()["plies"][-1]["scene"]
    page = look_at(visit(viewport={"width": 1366, "height": 768}, locale="uk"), place)
    lit = page.locator(".ground g:has(> circle) text")
    expect(lit.first).to_have_text("1")
    stalls = page.locator("main ol > li")
    for at, [seat] in enumerate(scene["ranking"]):
        shown = Counter(scene["tops"].values())
        piles = [str(shown[colour]) for colour in scene["stalls"][seat]["colours"]]
        expect(stalls.nth(at).locator(".inside text").first).to_have_text(piles[0])
        expect(stalls.nth(at).locator(".inside text").nth(1)).to_have_text(piles[1])
    small = page.locator(".dock .small .button")
    assert len({round(one.bounding_box()["y"]) for one in small.all()}) == 1
    expect(small.last).to_be_in_viewport()
    page.get_by_role("heading", level=2).first.click()
    expect(lit).to_have_count(0)


def test_counting_is_shown_and_can_be_skipped(live, visit):
    for _ in range(5):
        room, keys = live.open("marrakech", *NAMES)
        if advance(live, room, keys, last_places):
            break
    visitor = visit(reduced_motion="no-preference", drawn=True)
    visitor.hold(room, keys)
    page = visitor.go(f"/r/{room}")
    page.get_by_role("button", name="Next place").click()
    page.evaluate(WATCH)
    page.get_by_role("button", name=re.compile("^Lay")).click()
    page.wait_for_function("() => window.counting")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Skip")).to_have_count(0)
    expect(page.get_by_role("heading", name=re.compile("wins|share"))).to_be_visible()
    scores = page.get_by_role("list", name="Scores")
    expect(scores.locator(".lantern svg")).to_have_count(2)


@pytest.mark.parametrize("size", [{}, {"viewport": PHONE}], ids=["desk", "phone"])
def test_two_who_share_the_first_place_are_shown_alike(live, visit, ended, size):
    """Chance brings such an end of Marrakech once in hundreds of games, so it is put in."""
    replay = live.http.get(f"/api/rooms/{ended.room}/replay").json()
    [first], [second], *_ = replay["plies"][-1]["scene"]["ranking"]
    visitor = visit(**size)
    page = look_at(visitor, ended)
    shared(visitor)
    names = f"{NAMES[first]} and {NAMES[second]}"
    expect(page.get_by_role("heading", name=f"{names} share the win")).to_be_visible()
    stalls = page.get_by_role("list", name="Scores").get_by_role("listitem")
    for at in (0, 1):
        expect(stalls.nth(at)).to_have_attribute("aria-label", re.compile("^Place 1: "))
    expect(stalls.locator(".lantern svg")).to_have_count(4)
    expect(page.locator(".ground g:has(> circle) text")).to_have_count(0)  # nobody's squares alone
    box, other = (stalls.nth(at).bounding_box() for at in (0, 1))
    assert box["width"] == pytest.approx(other["width"], abs=1)
    expect(page.get_by_text("final position")).to_have_count(0)  # it belongs to neither of them


def test_whoever_is_left_alone_is_ahead_without_luck_of_somebody(live, visit, ended):
    """Once nobody was said to be ahead when all others could not pay."""
    game = live.http.get(f"/api/rooms/{ended.room}/replay").json()
    scene, luck = game["plies"][-1]["scene"], game["statistics"]["luck"]
    scores = [stall["score"] - luck[stall["seat"]] for stall in scene["stalls"]]
    best, second, *_ = sorted(scores, reverse=True)
    visitor = visit()
    page = look_at(visitor, ended)

    def leave_alone(scene):
        for stall in scene["stalls"]:
            stall["fallen"] = stall["seat"] not in scene["ranking"][0]

    tell_another_end(visitor, leave_alone)
    verdict = page.get_by_text(re.compile("^Without luck( too|: .*), by "))
    expect(verdict).to_be_visible()
    said = float(verdict.inner_text().rsplit(" ", 1)[1])
    assert said == pytest.approx(best - second, abs=0.11)  # of rounded figures


def test_facir_without_a_winner_is_shared(live, visit):
    place = table(live, "facir", is_over, settings={"turn_cap": 2})  # too few turns for any card
    page = look_at(visit(), place)
    expect(page.get_by_role("heading", name="Anna and Boris share the win")).to_be_visible()
    stalls = page.get_by_role("list", name="Cards won").get_by_role("listitem")
    expect(stalls.locator(".lantern svg")).to_have_count(4)
    expect(page.get_by_text("the victory is shared")).to_be_visible()


def test_picture_of_the_end_can_be_kept(visit, ended):
    visitor = visit(drawn=True)
    visitor.context.add_init_script(DRAWN)
    page = look_at(visitor, ended)
    with page.expect_download() as waiting:
        visitor.press("Share picture")
    assert waiting.value.suggested_filename == "jemaa.png"
    picture = Path(waiting.value.path()).read_bytes()
    assert picture.startswith(b"\x89PNG")
    # A board that was not drawn, or without its rugs, would be far smaller.
    assert len(picture) > 150_000
    # A picture loads no files, and what is used takes its colour from where it is used.
    drawn = unquote(page.evaluate("window.drawn"))
    assert "data:font/woff2;base64," in drawn
    [star] = re.findall('<symbol[^>]* id="star-8".*?</symbol>', drawn)
    assert "fill=" not in star


def test_answers_about_playing_again_stand_in_one_row(live, visit):
    """Once they covered half of a phone, and put other buttons out of sight on a laptop."""
    visitor, place = visit(), Sights(live).all["rematch-asked"].place()
    page = look_at(visitor, place)
    sizes = (PHONE, {"width": 1366, "height": 768})
    for language, size in product(("en", "uk", "fr"), sizes):
        change_language(visitor, place, language)
        resize(page, size)
        expect(page.locator(".dock").get_by_role("alert")).to_be_in_viewport(ratio=1)
        answers = page.locator(".dock .buttons .button")
        expect(answers).to_have_count(3)
        assert len({round(one.bounding_box()["y"]) for one in answers.all()}) == 1, (language, size)
        for button in (*answers.all(), *page.locator(".dock .small .button").all()):
            expect(button).to_be_in_viewport(ratio=1)
            assert button.evaluate("one => one.scrollWidth <= one.clientWidth"), (language, size)


def test_link_shows_game_and_result_before_it_is_opened(live, ended):
    """Chat programs read the link; people's browsers get the page as it lies there."""
    reader = {"user-agent": "WhatsApp/2.23", "accept-language": "fr"}
    for place in ("r", "replay"):
        answer = live.http.get(f"/{place}/{ended.room}", headers=reader)
        assert '<meta property="og:title" content="Marrakech" />' in answer.text
        assert re.search(r'og:description" content="(Anna|Boris|Wiktor|Ganna)\b', answer.text)
        assert "og:" not in live.http.get(f"/{place}/{ended.room}").text
    room, _ = live.open("facir", 'Z"><b>oe', "open")
    waiting = live.http.get(f"/r/{room}", headers={"user-agent": "TelegramBot"})
    assert 'content="A seat is free"' in waiting.text
    live.sit(room, "Boris")
    playing = live.http.get(f"/r/{room}", headers={"user-agent": "TelegramBot"})
    assert 'content="Z&quot;&gt;&lt;b&gt;oe, Boris"' in playing.text
    assert live.http.get("/r/nowhere", headers=reader).status_code == 200


@pytest.mark.parametrize("size", [{}, {"viewport": PHONE}], ids=["desk", "phone"])
def test_cards_of_facir_stand_on_the_stalls(live, visit, size):
    short = {"settings": {"turn_cap": 12}}  # random nails seldom fit a card
    place = table(live, "facir", is_over, names=NAMES[:3], **short)
    scene = live.http.get(f"/api/rooms/{place.room}/replay").json()["plies"][-1]["scene"]
    page = look_at(visit(**size), place)
    stalls = page.get_by_role("list", name="Cards won").get_by_role("listitem")
    for at, seat in enumerate(seat for seats in scene["ranking"] for seat in seats):
        assert NAMES[seat] in stalls.nth(at).get_attribute("aria-label")
        score = scene["rooms"][seat]["score"]
        expect(stalls.nth(at).locator(".total")).to_have_text(str(score))
    winners = len(scene["ranking"][0])
    expect(stalls.locator(".lantern svg")).to_have_count(2 * winners)
    expect(page.get_by_role("link", name="Review the game")).to_be_in_viewport()
