"""The list of reason codes is the list of those that can occur."""

import re
from pathlib import Path

import pytest

import jemaa
from jemaa.core.errors import IllegalMoveError
from jemaa.server.reasons import (
    GAME_REASONS,
    REASONS,
    REVIEW_REASONS,
    ROOM_REASONS,
    RefusalError,
)
from jemaa.server.room.commands import PHRASES

pytestmark = pytest.mark.once
HOME = Path(jemaa.__file__).parent


def found(pattern, *globs):
    sources = [path.read_text("utf-8") for glob in globs for path in HOME.glob(glob)]
    return {reason for source in sources for reason in re.findall(pattern, source)}


def test_what_rooms_refuse_is_listed():
    used = found(r'RefusalError\(\s*"([a-z-]+)"', "server/room/*.py")
    shared = {"not-your-turn", "not-a-move", "game-over"}
    assert used | shared == set(ROOM_REASONS)


def test_what_games_refuse_is_listed():
    used = found(r'return \(?"([a-z-]+)", (?:"[MF]-\d|clause)', "games/*/validate.py")
    used |= found(r'IllegalMoveError\("([a-z-]+)"', "core/game.py")
    used |= found(r'_refusal\(game, state, "([a-z-]+)"', "core/match.py")
    assert used - set(ROOM_REASONS) == set(GAME_REASONS)


def test_what_reviews_refuse_is_listed():
    used = found(r'RefusalError\(\s*"([a-z-]+)"', "server/reviews.py")
    for place in ("analysis/plan.py", "analysis/reviews.py"):
        used |= found(r'ReviewError\(\s*"([a-z-]+)"', place)
    elsewhere = {"not-over", "no-decision", "game"}
    elsewhere |= {"seat", "seed", "unreadable"}  # no page names one, or brings a review along
    assert used - elsewhere == set(REVIEW_REASONS)


def test_no_reason_or_phrase_is_listed_twice():
    assert len(set(REASONS)) == len(REASONS)
    assert len(set(PHRASES)) == len(PHRASES)


def test_a_refusal_by_the_rules_keeps_their_words():
    error = IllegalMoveError("on-assam", "M-40", "c3c4 would lie under Assam", "position")
    refusal = RefusalError.by_rule(error)
    assert (refusal.reason, refusal.clause) == ("on-assam", "M-40")
    assert str(refusal) == refusal.message == "c3c4 would lie under Assam"
