"""Symmetry of Marrakech: positions that are turned, mirrored or recoloured play alike.

Turning the board by half a turn, or mirroring it on either diagonal, maps the loops onto
themselves; a quarter turn does not. A mirror swaps left and right.
"""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.marrakech.naive import LOOPS, name
from tests.marrakech.table import GAME, SQUARES, outcomes, play, walk
from tests.marrakech.test_laws import games, seeds, setups, whole_rugs

TURNED = (lambda x, y: (6 - x, 6 - y), dict(zip("NESW", "SWNE", strict=True)), "LSR")
MIRRORED = (lambda x, y: (y, x), dict(zip("NESW", "WSEN", strict=True)), "RSL")
CROSSED = (lambda x, y: (6 - y, 6 - x), dict(zip("NESW", "ENWS", strict=True)), "RSL")
QUARTER = (lambda x, y: (6 - y, x), dict(zip("NESW", "ESWN", strict=True)), "LSR")
SYMMETRIES = pytest.mark.parametrize(
    "symmetry", [TURNED, MIRRORED, CROSSED], ids=["turned", "mirrored", "crossed"]
)


def map_square(square, symmetry):
    return name(symmetry[0]("abcdefg".index(square[0]), int(square[1]) - 1))


def map_pose(pose, symmetry):
    return map_square(pose, symmetry) + symmetry[1][pose[2]]


def map_text(text, symmetry):
    """Map the notation of a move; outcomes stay as they are."""
    if len(text) == 4:
        halves = [map_square(text[:2], symmetry), map_square(text[2:], symmetry)]
        return "".join(sorted(halves, key=lambda square: (square[1], square[0])))
    return symmetry[2]["LSR".index(text)] if text in ("L", "S", "R") else text


def map_board(state, symmetry):
    marks = {}
    for letter, board in zip("rybn", state.boards, strict=True):
        for index, square in enumerate(SQUARES):
            if board >> 8 * (index // 7) + index % 7 & 1:
                marks[map_square(square, symmetry)] = letter
    for rug in whole_rugs(state):
        mapped = map_text(rug, symmetry)
        marks[mapped[:2]] += "E" if mapped[1] == mapped[3] else "S"
    rows = ["".join(marks.get(f"{c}{row}", "1") for c in "abcdefg") for row in "1234567"]
    return "/".join(rows)


def map_state(state, symmetry):
    words = str(state).split()
    facing = symmetry[1][state.setup.facing]
    words[1] = str(GAME.setup(**{**state.setup.to_dict(), "facing": facing}))
    words[2] = map_board(state, symmetry)
    words[3] = map_pose(words[3], symmetry)
    return GAME.parse(" ".join(words))


@SYMMETRIES
def test_loops_have_the_symmetry(symmetry):
    mapped = {map_pose(start, symmetry): map_pose(end, symmetry) for start, end in LOOPS.items()}
    assert mapped == LOOPS


def test_loops_do_not_have_the_symmetry_of_a_quarter_turn():
    mapped = {map_pose(start, QUARTER): map_pose(end, QUARTER) for start, end in LOOPS.items()}
    assert mapped != LOOPS


@SYMMETRIES
@given(game=games())
def test_symmetric_positions_have_symmetric_futures(symmetry, game):
    mapped = map_state(game[0][0], symmetry)
    for state, taken in game:
        assert mapped == map_state(state, symmetry)
        assert {move.text for move in mapped.legal()} == {
            map_text(move.text, symmetry) for move in state.legal()
        }
        assert mapped.outcomes() == state.outcomes()
        assert mapped.scores() == state.scores()
        assert mapped.ranking() == state.ranking()
        if taken is not None:
            mapped = play(mapped, map_text(taken.text, symmetry))


@given(setups(), seeds, st.permutations("rybn"))
def test_seats_play_the_same_with_other_colours(setup, seed, letters):
    recolour = dict(zip("rybn", letters, strict=True))
    colours = tuple("".join(recolour[c] for c in each) for each in setup.colours)
    other = GAME.start(GAME.setup(**{**setup.to_dict(), "colours": colours}))
    for state, taken in walk(GAME.start(setup), Random(seed)):
        assert other.legal() == state.legal()
        drawn = {recolour.get(text, text): weight for text, weight in outcomes(state).items()}
        assert outcomes(other) == drawn
        assert (other.to_act, other.cash, other.fallen) == (state.to_act, state.cash, state.fallen)
        assert other.scores() == state.scores()
        if taken is not None:
            text = taken.text
            other = play(other, recolour.get(text, text) if state.phase == "draw" else text)
