"""People who go away, and time that runs out."""

import time

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
    rooms = [live.open("marrakech", "Anna", "Boris", clock=clock) for _ in range(4)]
    later = live.open("marrakech", "Anna", "Boris", clock={"initial": SECONDS + 2})
    end, bot, move, _ = rooms
    with (
        live.page(end[0], *end[1].values()) as ended,
        live.page(bot[0], *bot[1].values()) as helped,
        live.page(move[0], *move[1].values()) as moved,
        live.page(end[0]) as spectator,
    ):
        # Too early; and nobody claims nonsense, or for a seat he does not hold.
        assert reason(ended, "claim", 1, what="end") == "time-left"
        assert reason(ended, "claim", 1, what="the moon") == "claim"
        assert ended.command("claim", "x", what="end")["reason"] == "unknown-token"
        assert ended.info["claims"] == [] and ended.info["deadline"] > ended.welcome["now"]

        # Nobody says anything, and everybody is shown what can be claimed.
        for page in (ended, helped, moved, spectator):
            version = page.version
            page.hear_until(is_late)
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

        # A bot goes on for him, until he is back.
        assert reason(helped, "claim", 1, what="bot") == "accepted"
        helped.hear_until(lambda page: page.scene["to_act"] == 1)
        assert helped.info["seats"][0]["stand_in"]
        assert reason(helped, "submit", 0, move="L") in ("bot-plays", "not-your-turn")
        assert reason(helped, "back", 0) == "accepted"
        helped.hear_until(lambda page: not page.info["seats"][0]["stand_in"])
        assert helped.info["seats"][0]["time"] > 0
        while helped.scene["to_act"] == 1:
            assert reason(helped, "submit", 1, move=legal(helped.scene)[0]) == "accepted"
        assert reason(helped, "submit", 0, move="L") == "accepted"

    downtime_counts(live, start, rooms[3], later)


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
