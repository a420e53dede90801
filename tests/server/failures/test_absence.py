"""People who go away, and time that runs out."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from jemaa.server.memory import RETURN
from tests.server.failures.visitors import answers
from tests.server.live import legal

pytestmark = pytest.mark.once

SECONDS = 10
"""The shortest clock there is: these tests wait once for it."""


def reason(page, kind, seat, **more):
    answer = page.command(kind, page.tokens[seat], **more)
    return answer.get("reason", answer["type"])


def is_late(page):
    return page.info["claims"] == ["bot", "end"]


def test_07_abandoned_game_clock_and_claims(start):
    live = start()
    clock = {"initial": SECONDS}
    rooms = [
        live.open("marrakech", "Anna", "Boris", clock=clock, stand_in="amin") for _ in range(4)
    ]
    later = live.open("marrakech", "Anna", "Boris", clock={"initial": SECONDS + 2})
    end, bot, move, _ = rooms
    with (
        live.page(end[0], *end[1].values()) as ended,
        live.page(bot[0], *bot[1].values()) as helped,
        live.page(move[0], *move[1].values()) as moved,
        live.page(end[0]) as spectator,
    ):
        # Too early; and nobody claims nonsense, or for a seat they do not hold.
        assert reason(ended, "claim", 1, what="end") == "time-left"
        assert reason(ended, "claim", 1, what="the moon") == "claim"
        assert ended.command("claim", "x", what="end")["reason"] == "unknown-token"
        assert ended.info["claims"] == [] and ended.info["deadline"] > ended.welcome["now"]

        # Nobody says anything, and everybody is shown what can be claimed.
        pages = (ended, helped, moved, spectator)
        versions = [page.version for page in pages]
        with ThreadPoolExecutor(len(pages)) as pool:  # all listen: who does not is cut off
            list(pool.map(lambda page: page.hear_until(is_late), pages))
        for page, version in zip(pages, versions, strict=True):
            assert page.version == version and page.heard[-1]["events"] == []
            assert page.heard[-1]["now"] >= page.info["deadline"]
            assert page.info["seats"][0]["time"] == 0

        # Who is late cannot claim; a move before a claim counts.
        assert reason(moved, "claim", 0, what="end") == "time-left"
        assert reason(moved, "submit", 0, move="L") == "accepted"
        moved.hear_until(lambda page: page.scene["places"])

        # The end: the late one is last, and nothing goes on.
        assert reason(ended, "claim", 1, what="end") == "accepted"
        for page in (ended, spectator):
            page.hear_until(lambda page: page.info["status"] == "over")
            assert page.info["forfeited"] == 0 and page.info["claims"] == []
        assert reason(ended, "claim", 1, what="end") == "game-over"
        assert reason(ended, "submit", 0, move="L") == "game-over"

        # A bot makes one move for them, and leaves the next one to them.
        assert reason(helped, "claim", 1, what="bot") == "accepted"
        helped.hear_until(lambda page: page.info["seats"][0]["waits"] is not None)
        assert helped.info["seats"][0]["stand_in"]
        assert helped.info["seats"][0]["level"] == helped.info["stand_in"] == "amin"
        assert reason(helped, "submit", 0, move="L") == "bot-plays"
        # Whoever comes back with the key plays again, and finds that one move.
        with live.page(bot[0], bot[1][0]) as returned:
            seat = returned.info["seats"][0]
            assert (seat["stand_in"], seat["waits"], seat["time"] > 0) == (False, None, True)
            assert moves_of(returned, 0) == 1
            answer = returned.command("submit", bot[1][0], move=legal(returned.scene)[0])
            assert answer["type"] == "accepted"
            returned.hear_version(answer["version"])
            assert moves_of(returned, 0) == 2

    downtime_counts(live, start, rooms[3], later)


def moves_of(page, seat):
    return sum(event["kind"] == "played" and event["seat"] == seat for event in page.events)


def test_06_no_bot_sits_in_for_who_was_here_a_moment_ago(live):
    """Once a page that was loaded anew could find that a weak bot had moved for it."""
    room, keys = live.open("marrakech", "Anna", "Boris", device="Anna and Boris")
    with live.page(room, keys[1]) as other:
        with live.page(room, keys[0]):
            other.hear_until(lambda page: page.online == [0, 1])
        other.hear_until(lambda page: page.online == [1])
        ask = {"offer": "bot", "seat": 0, "level": "tourist"}
        assert other.command("ask", keys[1], **ask)["reason"] == "too-soon"
        assert not other.info["seats"][0]["stand_in"]


def test_06_who_comes_back_after_a_good_bye_is_asked_again(live):
    room, keys = live.open("facir", "Anna", "open", device="Anna")
    other = live.sit(room, "Boris", device="Boris")["token"]
    with live.page(room, keys[0]) as anna:
        with live.page(room, other) as boris:
            assert boris.command("leave", other)["type"] == "accepted"
        anna.hear_until(lambda page: page.info["seats"][1]["left"])
        with live.page(room, other) as boris:
            assert not boris.info["seats"][1]["left"]
            answer = anna.command("submit", keys[0], move=legal(anna.scene)[0])
            anna.hear_version(answer["version"])
            assert anna.command("ask", keys[0], offer="undo")["type"] == "accepted"
            boris.hear_until(lambda page: page.info["offer"])
            assert boris.info["offer"]["needs"] == [1]


def test_06_nobody_is_kept_from_moving_by_questions(live):
    """Once who asked and withdrew in a loop made every move of the next one stale."""
    room, keys = live.open("marrakech", "Anna", "open", "open", device="Anna")
    others = [live.sit(room, name, device=name)["token"] for name in ("Boris", "Carla")]
    with live.page(room, keys[0]) as anna, live.page(room, others[0]) as boris:
        while anna.scene["to_act"] == 0:
            answer = anna.command("submit", keys[0], move=legal(anna.scene)[0])
            anna.hear_version(answer["version"])
        boris.hear_version(anna.version)
        seen = boris.version
        found = []
        for _ in range(10):
            found.append(reason(anna, "ask", 0, offer="undo"))
            if found[-1] == "accepted":
                anna.hear_until(lambda page: page.info["offer"])
                assert reason(anna, "answer", 0, yes=False) == "accepted"
                anna.hear_until(lambda page: not page.info["offer"])
        assert found == ["accepted"] * 3 + ["asked-enough"] * 7
        move = legal(boris.scene)[0]
        answer = boris.command("submit", others[0], move=move, version=seen)
        assert answer["type"] == "accepted"


def downtime_counts(live, start, late, later):
    """Whose time is up while the server is down is late when it is back, and all could come."""
    deadlines = [
        live.http.get(f"/api/rooms/{room}").json()["deadline"] for room, _ in (late, later)
    ]
    live.kill()
    time.sleep(max(0, deadlines[1] / 1000 - time.time()))
    begun = time.time() * 1000
    live = start()
    for (room, keys), deadline in zip((late, later), deadlines, strict=True):
        with live.page(room, *keys.values()) as page:
            assert page.info["deadline"] == deadline
            page.hear_until(is_late)  # everybody has a moment to come back
            assert page.heard[-1]["now"] >= begun + RETURN
            assert answers(page)
            assert reason(page, "claim", 1, what="end") == "accepted"
