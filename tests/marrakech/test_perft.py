"""Counts of all lines of play, moves and outcomes alike: they pin the move generator.

Each number is checked against the naive model where that is quick enough, and pinned deeper.
"""

import pytest

from jemaa.games.marrakech.notation import parse_unchecked
from tests.marrakech.naive import Naive

POSITIONS = {
    "start of 2": "marrakech players=2 7/7/7/7/7/7/7 d4S 30,30 r12y12,b12n12 0:draw",
    "start of 3": "marrakech players=3 7/7/7/7/7/7/7 d4S 30,30,30 r15,y15,b15 0:turn",
    "start of 4": "marrakech - 7/7/7/7/7/7/7 d4S 30,30,30,30 r12,y12,b12,n12 0:turn",
    "start, turned after": "marrakech rotate=after 7/7/7/7/7/7/7 d4S 30,30,30,30"
    " r12,y12,b12,n12 0:roll",
    "late, 2": "marrakech players=2"
    " 1r3nEn/ySnEnbyEynS/yn1yryn/rrS1rSyEyn/bSryrrnb/bbEbb1yn/1bEb2rEr"
    " d3W 27,33 r0y1,b1n1 1:roll:b",
    "late, 3": "marrakech players=3"
    " 1y2byS1/yEy1rry1/rybSybb1/b1byEybEb/rSrb1ySbSrS/rybySybr/1bEbyyyr"
    " a4N 26,34,30 r1,y1,b1 0:lay",
    "late, 4": "marrakech - 1yyrErrn/rySbrSybrS/1yyrnSbSr/1brErnbbS/yEy1rbySb/brS1bnSyb/rrn1n2"
    " g4N 33,29,40,18 r0,y1,b1,n1 1:roll",
    "late, turned after": "marrakech rotate=after"
    " n5bS/rSrySyyEyb/rbyrybEb/rnEnnEn1r/nEnrSrnEnb/y1rnynSn/bEb1yEyn1 f5S 36,38,14,32"
    " r1,y1,b1,n1 0:roll",
    "late, 2, turned after": "marrakech players=2,rotate=after"
    " brrSbSyS1r/nSySrbynEn/nyyrb1y/nbbnEnrSb/nyS3ry/nyy1bEb1/1nbEbyy1 e1E 20,40 r1y0,b0n2 1:lay:n",
    "falling": "marrakech - 7/7/2yEybEb1/2y1b2/2yEybEb1/7/7 d4N 1,1,117,1 r9,y9,b9,n9 0:turn",
    "dead rugs": "marrakech - 7/7/2yEybEb1/2y1b2/2yEybEb1/7/7 d4N 1,x1,118,1 r8,y9,b8,n8 0:turn",
}

PINNED = {
    "start of 2": [2, 6, 24, 222, 444, 1332, 5328],
    "start of 3": [3, 12, 111, 333, 1332, 10917, 32751],
    "start of 4": [3, 12, 111, 333, 1332, 10917, 32751],
    "start, turned after": [4, 37, 111, 444, 3639, 10917, 43668],
    "late, 2": [4, 30, 30, 90, 360, 2609, 2609],
    "late, 3": [6, 18, 72, 588, 1764, 7056, 57203],
    "late, 4": [4, 17, 51, 204, 1333, 3999, 15996],
    "late, turned after": [4, 22, 66, 264, 1646, 4938, 19752],
    "late, 2, turned after": [6, 18, 18, 72, 531, 1593, 1593],
    "falling": [3, 12, 80, 249, 1124, 6248, 20345],
    "dead rugs": [3, 12, 95, 288, 1206, 8945, 27141],
}
"""Lines of 1, 2, 3 ... moves and outcomes."""


def perft(state, depth):
    """Count the lines of play of that length; a game that is over sooner counts once."""
    if depth == 0 or state.is_over:
        return 1
    actions = state.legal() or [outcome for outcome, _ in state.outcomes()]
    if depth == 1:
        return len(actions)
    return sum(perft(state.after(action), depth - 1) for action in actions)


def naive_perft(naive, depth):
    if depth == 0 or naive.phase == "over":
        return 1
    total = 0
    for text in naive.options():
        after = naive.copy()
        after.play(text)
        total += naive_perft(after, depth - 1)
    return total


@pytest.mark.parametrize("label", POSITIONS)
def test_count_equals_the_pinned_numbers(label):
    state = parse_unchecked(POSITIONS[label])
    assert [perft(state, depth) for depth in range(1, 8)] == PINNED[label]


@pytest.mark.parametrize("label", POSITIONS)
def test_count_equals_that_of_the_naive_model(label):
    state = parse_unchecked(POSITIONS[label])
    naive = Naive.of(state)
    for depth in range(1, 6):
        assert perft(state, depth) == naive_perft(naive, depth)
