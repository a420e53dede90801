"""The numbers on the page about hosting are those of the code."""

import re
from pathlib import Path

import pytest

from jemaa.server.memory import RETURN
from jemaa.server.room import PLAYS_ON, clock, offers
from jemaa.server.room.clock import ALLOWANCES, MOST_EVENTS
from jemaa.server.sockets import hub, session

pytestmark = pytest.mark.once

PAGE = (Path(__file__).parents[2] / "docs/hosting.md").read_text("utf-8")
FAIR = " ".join(PAGE.partition("## Fair play")[2].partition("\n## ")[0].split())


def test_what_may_happen_how_often():
    rows = re.findall(r"\| ([a-z -]+) \| (\d+) \| (\d+) s \| (\d+) \|", FAIR)
    numbers = [tuple(map(int, row[1:])) for row in rows]
    assert numbers == [(each.burst, each.every // 1000, each.most) for each in ALLOWANCES.values()]


@pytest.mark.parametrize(
    "sentence",
    [
        f"asks at most {offers.MOST_QUESTIONS} times",
        f"takes {MOST_EVENTS} events",
        f"for {RETURN // 1000} seconds not after the server was away",
        f"been away for {offers.AWAY // 1000} seconds",
        f"{offers.GOOD_BYE // 1000} seconds after a good-bye",
        f"for {PLAYS_ON // 1000} seconds after it sat down",
        f"({clock.GRACE // 1000} if their time was up)",
        f"more than {hub.PIECE} events",
        f"greet {session.HELLOS} times more, and again every {session.HELLO_PAUSE:g} seconds",
    ],
)
def test_other_limits(sentence):
    assert sentence in FAIR
