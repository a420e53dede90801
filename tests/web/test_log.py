"""The log and what else tells of a move: in few words, in sentences, never ahead of the board."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser import eventually, squares
from tests.web.places import advance, is_over, laying, look_at, nailing, standing, table, turning
from tests.web.players import Fakir, Trader

pytestmark = pytest.mark.once

THREE = ("Anna", "Boris", "Wiktor")
HEADING = "document.activeElement.tagName === 'H2' && document.activeElement.innerText"
WATCH = """square => {
  window.seen = [];
  const text = one => document.querySelector(one)?.textContent ?? "";
  const look = () => {
    window.seen.push({
      log: text("ol[aria-label=Moves] li"),
      said: text("[aria-live][aria-atomic]"),
      title: document.title,
      board: document.getElementById("square-" + square).getAttribute("aria-label"),
    });
    requestAnimationFrame(look);
  };
  look();
}"""


def lines(page):
    """Return the lines of the log as they are seen, the oldest first."""
    rows = page.get_by_role("list", name="Moves").locator("li")
    texts = rows.evaluate_all(
        """rows => rows.map(row => [...row.querySelectorAll(".turn, .words")]
             .map(part => part.textContent.replace(/\\s+/g, " ").trim()).join(" ").trim())"""
    )
    return [text.replace("\u2060", "") for text in reversed(texts)]


def told(events, names):
    """Return the turns of a game in the words that the log should have for them."""
    turns = []
    for story in [event["story"] for event in events if event["kind"] == "played"]:
        if story["kind"] == "turn":
            turns.append(f"{len(turns) + 1}")
        elif story["kind"] == "roll":
            turns[-1] += f" rolled {story['slippers']}"
            if pay := story["payment"]:
                short = f" of {pay['due']}" if pay["paid"] < pay["due"] else ""
                turns[-1] += f", paid {pay['paid']}{short} to {names[pay['to']]}"
        elif story["kind"] == "lay":
            turns[-1] += f", rug {'–'.join(story['squares'])}"
    return turns


def test_every_turn_is_one_line(live, visit):
    def paid(scene):
        return len(scene["rugs"]) > 20 and any(stall["cash"] != 30 for stall in scene["stalls"])

    place = table(live, "marrakech", paid, names=THREE)
    with live.page(place.room) as spectator:
        wanted = told(spectator.events, THREE)
    page = look_at(visit(), place)
    log = page.get_by_role("list", name="Moves")
    log.wait_for()
    assert [line for line in lines(page) if line[0].isdigit()] == wanted
    bold = [text for line in wanted for text in re.findall(r"paid \d+(?: of \d+)?", line)]
    assert bold
    assert [*reversed(log.locator("b").all_inner_texts())] == bold
    assert log.locator("li[aria-current]").count() == 1


def test_turn_of_two_players_bears_the_sign_of_the_drawn_rug(live, visit):
    place = table(live, "marrakech", lambda scene: len(scene["rugs"]) > 12)
    with live.page(place.room) as spectator:
        stories = [event["story"] for event in spectator.events if event["kind"] == "played"]
    drawn = [story["colour"] for story in stories if story["kind"] == "draw"]
    page = look_at(visit(), place)
    rows = page.get_by_role("list", name="Moves").locator("li", has=page.locator(".sign svg"))
    rows.first.wait_for()
    signs = rows.locator(".sign").all_inner_texts()
    assert len(set(drawn)) > 2
    assert [sign.lower() for sign in reversed(signs)] == drawn


def test_line_is_a_sentence_for_screen_readers(live, visit):
    visitor = visit()
    page = look_at(visitor, table(live, "marrakech", turning, names=THREE))
    visitor.press("Roll the slippers")
    row = page.get_by_role("list", name="Moves").locator("li").first
    expect(row.locator(".vh")).to_have_text(
        re.compile(r"^Anna sends Assam (up|down|left|right)\. Anna rolls [1-4]: Assam stops on ..,")
    )
    expect(row.locator("[aria-hidden] .words, .words[aria-hidden]")).to_have_count(1)
    visitor.press("Next place")
    visitor.press("Lay the rug")
    expect(page.get_by_role("list", name="Moves")).to_contain_text(
        re.compile(r"Anna sends Assam \w+\. Anna rolls .*\. Anna lays a red rug on .. and ..\.")
    )


def test_move_that_is_taken_back_is_crossed_out(visit):
    visitor = visit()
    visitor.start("Marrakech", "One device", 3)
    page = visitor.page
    visitor.press("Roll the slippers")
    for step in ("Next place", "Previous place"):
        visitor.press(step)
        visitor.press("Lay the rug")
        if step == "Next place":
            visitor.press("Take back")
    page.get_by_role("button", name="Roll the slippers").wait_for()
    begins, first, back, second = lines(page)
    assert (begins, back) == ("The game begins.", "Taken back.")
    assert first.startswith("1 rolled") and second.startswith("1 rolled") and first != second
    crossed = page.get_by_role("list", name="Moves").locator("li.taken")
    expect(crossed).to_have_count(1)
    expect(crossed.locator(".words")).to_have_css("text-decoration-line", "line-through")


def ruin(live):
    """Lead the first seat into the yellow rugs again and again, by a real die, until it is out."""
    room, keys = live.open("marrakech", *THREE, manual=True)
    with live.page(room, *keys.values()) as page:
        while not page.scene["stalls"][0]["fallen"]:
            seat, phase = page.scene["to_act"], page.scene["phase"]
            assert phase != "over", "nobody has fallen out"
            if phase == "turn":
                slippers, move = way(page.scene, seat)
                answer = page.command("submit", keys[seat], move=move)
            elif phase == "lay":
                answer = page.command("submit", keys[seat], move=rug(page.scene, seat))
            else:
                answer = page.command("chance", keys[0], outcome=str(slippers))
            assert answer["type"] == "accepted", answer
            page.hear_version(answer["version"])
    return room, keys


def way(scene, seat):
    """Return the roll and the move: dearest for the first seat, near the yellow rugs for others."""

    def worth(pair):
        landing = pair[1]
        due = (landing["payment"] or {"due": 0})["due"]
        end = landing["path"][-1]["square"]
        near = min((apart(end, other) for other in yellow(scene)), default=0)
        return due if seat == 0 else (-due, -near)

    pairs = [(one, landing) for one in scene["directions"] for landing in one["landings"]]
    direction, landing = max(pairs, key=worth)
    return landing["slippers"], direction["move"]


def rug(scene, seat):
    """Return the place that lets the yellow area grow, or else leaves it as it is."""
    area = yellow(scene)

    def worth(place):
        covered = sum(square in area for square in place["squares"])
        touched = sum(apart(one, other) == 1 for one in place["squares"] for other in area)
        return (-covered, touched if seat == 1 else -touched)

    return max((one for one in scene["places"] if one["reason"] is None), key=worth)["move"]


def yellow(scene):
    return {square for square, colour in scene["tops"].items() if colour == "y"}


def apart(one, other):
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1]) - int(other[1]))


def test_whoever_is_out_has_a_line_of_his_own(live, visit):
    room, keys = ruin(live)
    visitor = visit()
    visitor.hold(room, keys)
    page = visitor.go(f"/r/{room}")
    page.get_by_role("list", name="Moves").wait_for()
    *_, turn, event = lines(page)
    assert re.fullmatch(r"\d+ rolled \d, paid \d+ of \d+ to (Boris|Wiktor)", turn)
    assert event == "Anna cannot pay in full and is out."


def leaving(scene):
    """No roll straight on brings Assam back to his square, as the loop at a corner does."""
    ends = {
        landing["path"][-1]["square"]
        for way in scene["directions"]
        if way["heading"] == scene["heading"]
        for landing in way["landings"]
    }
    return turning(scene) and scene["square"] not in ends


def watched(page):
    """Return what was seen frame by frame."""
    return page.evaluate("window.seen")


def test_words_wait_for_assam(live, visit):
    visitor = visit(reduced_motion="no-preference", drawn=True)
    page = look_at(visitor, table(live, "marrakech", leaving))
    start = next(square for square, text in squares(page).items() if "Assam stands" in text)
    expect(page).to_have_title(re.compile("^Your turn"))
    page.evaluate(WATCH, start)
    visitor.press("Roll the slippers")
    page.get_by_role("button", name="Next place").wait_for()
    expect(page).to_have_title(re.compile("^Your turn"))
    # What we see may be newer than the last frame that was noted.
    page.wait_for_function("() => window.seen.at(-1).log.includes('rolls')")
    frames = watched(page)
    walking = [one for one in frames if "Assam stands" in one["board"] and "sends" in one["log"]]
    assert len(walking) > 5
    assert not [one for one in walking if "rolls" in one["log"] + one["said"]]
    assert not [one for one in walking[1:] if one["title"].startswith("Your turn")]
    assert "rolls" in frames[-1]["log"]
    page.wait_for_function("() => window.seen.at(-1).said.includes('rolls')")


def test_words_wait_for_the_nail(live, visit):
    visitor = visit(reduced_motion="no-preference", drawn=True)
    page = look_at(visitor, table(live, "facir", nailing))
    target = next(square for square, text in squares(page).items() if "can go here" in text)
    page.evaluate(WATCH, target)
    page.locator(f"#square-{target}").click(force=True)
    page.get_by_role("button", name=re.compile(f"nail on {target}", re.IGNORECASE)).click()
    log = page.get_by_role("list", name="Moves")
    expect(log).to_contain_text(f"puts a nail on {target}")
    early = [one for one in watched(page) if "free hole" in one["board"]]
    assert len(early) > 5
    assert not [one for one in early if f"on {target}" in one["log"] + one["said"]]


def test_focus_stays_in_the_panel(live, visit):
    for by in ("mouse", "keys"):
        visitor = visit()
        page = look_at(visitor, table(live, "marrakech", turning, names=THREE))
        for name, then in (("Roll the slippers", "Lay your rug"), ("Lay the rug", "is to move")):
            button = page.get_by_role("button", name=name)
            if then == "is to move":
                visitor.press("Next place")
            if by == "mouse":
                button.click()
            else:
                button.focus()
                page.keyboard.press("Enter")
            page.get_by_role("heading", name=then).wait_for()
            page.wait_for_function(f"() => ({HEADING} || '').includes('{then}')")


def test_focus_stays_when_a_card_is_stood(live, visit):
    page = look_at(visit(), table(live, "facir", standing))
    page.get_by_role("button", name="Stand it like this").focus()
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => {HEADING}")


def test_focus_goes_where_somebody_takes_it(live, visit):
    visitor = visit()
    page = look_at(visitor, table(live, "marrakech", turning, names=THREE))
    page.get_by_role("button", name="Roll the slippers").focus()
    page.get_by_role("button", name="Menu").focus()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowUp")  # finds the board
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Next place").wait_for()
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"


def test_odds_are_in_the_names_of_the_squares(live, visit):
    visitor = visit()
    page = look_at(visitor, table(live, "marrakech", turning, names=THREE))
    page.get_by_role("row", name="Row 3", exact=True).wait_for()
    chances = [
        int(found[1])
        for text in squares(page).values()
        if (found := re.search(r"Assam may stop here: (\d+)%, (costs \d+|nothing to pay)", text))
    ]
    assert abs(sum(chances) - 100) <= len(chances) / 2
    visitor.press("Help")
    assert not [text for text in squares(page).values() if "may stop" in text]


def test_enter_for_the_rug_does_not_roll_for_the_next_player(live, visit):
    """One device: the next player can press Enter at once when the rug lies."""
    room, keys = live.open("marrakech", *THREE)
    advance(live, room, keys, lambda scene: scene["phase"] == "lay")
    visitor = visit()
    visitor.hold(room, keys)
    page = visitor.go(f"/r/{room}")
    page.get_by_role("button", name="Next place").wait_for()
    page.evaluate(
        """() => {
          const enter = () => document.activeElement.dispatchEvent(
            new KeyboardEvent("keydown", {key: "Enter", bubbles: true, cancelable: true}));
          const heading = document.querySelector("section h2");
          new MutationObserver((_, watcher) => {
            if (!heading.textContent.startsWith("Boris: where")) return;
            watcher.disconnect();
            const begin = performance.now();
            const again = () => {  // the page may still wait for the answer to the rug
              if (performance.now() - begin > 200)
                return void (window.pressed = document.activeElement.getAttribute("role"));
              enter();
              setTimeout(again, 15);
            };
            again();
          }).observe(heading, {characterData: true, subtree: true, childList: true});
        }"""
    )
    page.keyboard.press(">")
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.pressed")
    assert page.evaluate("window.pressed") == "gridcell"
    page.wait_for_timeout(600)
    page.get_by_role("button", name="Roll the slippers").wait_for()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Boris: lay a rug").wait_for()


def test_m_shows_and_hides_the_moves(live, visit):
    page = look_at(visit(), table(live, "marrakech", laying))
    page.keyboard.press(">")
    cursor = page.evaluate("document.activeElement.id")
    dialog = page.get_by_role("dialog", name="Moves")
    page.keyboard.press("m")
    expect(dialog).to_be_visible()
    page.keyboard.press("m")
    expect(dialog).to_have_count(0)
    assert page.evaluate("document.activeElement.id") == cursor


def test_top_bar_tells_the_round_that_is_shown(live, visit):
    cap = 5

    def last(scene):
        return scene["phase"] == "play" and scene["turns"] == cap - 1

    visitor = visit()
    page = look_at(visitor, table(live, "facir", last, settings={"turn_cap": cap}))
    target = next(square for square, text in squares(page).items() if "can go here" in text)
    page.locator(f"#square-{target}").click(force=True)
    page.get_by_role("button", name=f"Put the nail on {target}").click()
    expect(page.get_by_role("heading", name="Round 1 is void")).to_be_visible()
    expect(page.get_by_role("list", name="Moves")).to_contain_text("Round 1 is void.")
    expect(page.locator("header .progress")).to_have_text(re.compile("^round 1 of"))
    visitor.press("Next round")
    expect(page.locator("header .progress")).to_have_text(re.compile("^round 2 of"))


def test_whoever_looks_on_is_promised_no_seat(live, visit):
    place = table(live, "marrakech", laying)
    visitor = visit()
    page = look_at(visitor, place._replace(room="", keys={}))
    visitor.press("Menu")
    visitor.press("Leave the table")
    dialog = page.get_by_role("dialog", name="Leave the table")
    expect(dialog).to_contain_text("You only look on.")
    expect(dialog).not_to_contain_text("seat")


def test_line_of_a_replay_leads_to_its_move(live, visit):
    place = table(live, "marrakech", is_over, names=THREE)
    page = visit().go(f"/replay/{place.room}?ply=30")
    rows = page.get_by_role("list", name="Moves").get_by_role("button")
    expect(rows).to_have_count(10)
    rows.filter(has_text=re.compile("^4")).click()
    page.wait_for_url("**?ply=12")
    expect(rows).to_have_count(4)


def boards(page):
    """Return what lies or stands on every square, without what can be done there."""
    return {square: text.partition(".")[0] for square, text in squares(page).items()}


@pytest.mark.parametrize(
    ("game", "until", "act"),
    [("marrakech", turning, Trader()), ("facir", nailing, Fakir(build=()))],
    ids=["marrakech", "facir"],
)
def test_one_can_look_back_while_others_decide(live, visit, game, until, act):
    anna = visit()
    anna.prefer(odds=False)
    page = look_at(anna, table(live, game, until, names=THREE))
    moves = page.get_by_role("list", name="Moves")
    earlier, before = moves.get_by_role("button").first, boards(page)
    turn = int(earlier.locator(".turn").inner_text())
    while page.get_by_text("Boris is away just now.").is_hidden():
        act(page)
    assert eventually(page, lambda: boards(page) != before)  # drawn after the words
    now = boards(page)
    outlines = page.locator("main .board path[stroke-width='5']")
    shown = outlines.count()
    button = page.locator("main .commit > *").bounding_box()
    moves.get_by_role("button").nth(1).hover()
    expect(outlines).to_have_count(shown + 1)
    moves.get_by_role("button").nth(1).click()
    expect(page.get_by_role("heading", name=f"After turn {turn}")).to_be_visible()
    assert page.locator("main .commit > *").bounding_box() == button
    assert boards(page) == before
    anna.press("The turn after")
    assert boards(page) == now
    anna.press("Back to now")
    expect(page.get_by_text("Boris is away just now.")).to_be_visible()
    assert boards(page) == now


def test_phrases_are_one_press_away_and_told(live, visit):
    room, keys = live.open("facir", *THREE)
    anna = visit()
    anna.hold(room, {0: keys[0]})
    page = anna.go(f"/r/{room}")
    anna.press("Say something")
    anna.press("Good luck")
    expect(page.get_by_role("list", name="Moves").get_by_text("Anna: Good luck")).to_be_visible()
    page.get_by_role("button", name="Say something").wait_for()
