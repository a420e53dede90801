"""Positions that no game can come to are refused; all that games come to are read."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jemaa import CHANCE
from jemaa.core.errors import InvalidPositionError
from jemaa.games.marrakech.board import march
from jemaa.games.marrakech.validate import ANYWHERE, _walks
from tests.marrakech.table import GAME, random_action

ALL = "r0,y0,b0,n0"
NONE = "r12,y12,b12,n12"
EMPTY = "7/7/7/7/7/7/7"
# Six rounds of rugs, of which as many are seen as matter, and then some turns.
BOARD = "yEyyEyyEy1/yEybEb3/7/2nEn3/7/7/bEbbEb3"


def refusal(words):
    with pytest.raises(InvalidPositionError) as error:
        GAME.parse("marrakech " + words)
    return error.value.field, str(error.value)


@pytest.mark.parametrize(
    ("words", "field", "message"),
    [
        # What was accepted once, though counts tell.
        (f"- {EMPTY} d4S 29,31,30,30 {NONE} 0:turn", "purses", "seat 0 has 29, but by the rugs"),
        (f"- {EMPTY} d4S 120,x3,x1,x2 {NONE} over", "purses", "the one who fell out as x1"),
        (f"- {EMPTY} d4S x1,x2,x3,120 {NONE} over", "purses", "has had to pay 0 at most"),
        (f"- 7/7/2nEn3/7/7/7/7 c4W 30,30,30,30 {ALL} over", "board", "none of seat 2"),
        (f"- {EMPTY} d5S 30,30,30,30 {NONE} 0:turn", "assam", "after 0 rolls he cannot be at d5S"),
        (f"- {EMPTY} d4W 30,30,30,30 {NONE} 0:turn", "assam", "he cannot be at d4W"),
        (
            "- 7/7/7/rEr5/7/7/7 e4E 30,30,30,30 r11,y12,b12,n12 1:turn",
            "board",
            "seat 0 laid last, but no whole rug of it lies beside Assam (M-40)",
        ),
        (
            f"- {BOARD} c5S 30,30,60,x1 r6,y6,b6,n5 0:turn",
            "rugs",
            "seat 3 is out and has laid 7 rugs, but has had no turn after them",
        ),
        # Their relatives.
        (f"- {EMPTY} d4N 30,30,30,30 {NONE} 0:roll", "assam", "he cannot be at d4N"),
        (f"rotate=after {EMPTY} d4E 30,30,30,30 {NONE} 0:roll", "assam", "he cannot be at d4E"),
        (f"- {EMPTY} c3W 30,30,30,30 {NONE} 0:lay", "assam", "after 1 rolls he cannot be at c3W"),
        (f"- {EMPTY} d4S 30,30,30,30 {NONE} 0:lay", "assam", "after 1 rolls he cannot be at d4S"),
        ("players=2 7/7/7/rEr5/7/7/7 c4N 30,30 r11y12,b12n12 1:draw", "assam", "at c4N"),
        (
            f"- {BOARD} c5S x1,30,60,30 r0,y6,b6,n6 1:turn",
            "rugs",
            "seat 0 is out, but has laid all its rugs",
        ),
        (
            f"- {BOARD} c5S 30,60,30,x1 r6,y6,b6,n11 0:turn",
            "purses",
            "seat 3 is out, but has had to pay 6 at most of 30 (M-33)",
        ),
        (
            f"- {BOARD} c5S 30,90,x1,x2 r4,y4,b6,n7 0:turn",
            "purses",
            "seat 3 is the one who fell out as x1",
        ),
        (
            f"- {BOARD} a1S x1,120,x2,x3 r6,y6,b6,n6 over",
            "rugs",
            "seat 1 has laid 6 rugs; when the game ended it is 7",
        ),
        (
            "players=2 7/7/7/rEr5/7/7/7 b4W 33,27 r11y12,b12n12 1:lay:b",
            "purses",
            "seat 0 has 33, but by the rugs laid it has 30 to 32",
        ),
        (
            "- 7/7/7/rEr5/7/7/7 b4W 30,31,29,30 r11,y12,b12,n12 1:lay",
            "purses",
            "seat 1 has 31, but by the rugs laid it has 28 to 30",
        ),
        (
            f"- {BOARD} a1S 117,1,1,1 r6,y6,b6,n6 0:lay",
            "purses",
            "seat 1 has 1, but has just been paid 8 (M-30)",
        ),
        (
            f"- {BOARD} d6S 30,60,30,x1 r5,y5,b5,n6 0:turn",
            "assam",
            "seat 3 went out last, but there is nobody to pay here",
        ),
        (
            f"- {BOARD} c4S 30,60,30,x1 r5,y5,b5,n6 0:turn",
            "assam",
            "seat 3 went out last, but there is nobody to pay here",
        ),
    ],
)
def test_position_that_no_game_can_come_to_is_refused(words, field, message):
    found, said = refusal(words)
    assert (found, message in said) == (field, True), said


@pytest.mark.parametrize(
    "words",
    [
        # The bounds are met exactly.
        f"- {BOARD} c5S 30,30,30,30 r6,y6,b6,n6 0:turn",
        "players=2 7/7/7/rEr5/7/7/7 b4W 32,28 r11y12,b12n12 1:lay:b",
        f"- {BOARD} a1S 111,8,1,0 r6,y6,b6,n6 0:lay",
        f"insolvent=stays {BOARD} a1S 0,1,60,59 r6,y6,b6,n6 0:lay",
        f"- {BOARD} a1S 30,60,30,x1 r5,y5,b5,n6 0:turn",
    ],
)
def test_position_at_the_bounds_is_read(words):
    assert str(GAME.parse("marrakech " + words)) == "marrakech " + words


@pytest.mark.parametrize("rotate", ["before", "after"])
@pytest.mark.parametrize("facing", "NESW")
def test_assam_can_be_anywhere_after_some_rolls(facing, rotate):
    assert len(_walks(facing, rotate, ANYWHERE, False)) == 49 * 4
    assert len(_walks(facing, rotate, ANYWHERE - 2, False)) < 49 * 4


def costly(state, rng):
    """Choose what makes the mover pay most, and areas grow: games in which people fall out."""
    if state.to_act == CHANCE:
        options = [outcome for outcome, _ in state.outcomes()]
        return min(options, key=lambda option: (state.after(option).cash[state.seat], rng.random()))
    moves = state.legal()
    if state.phase != "lay":
        return rng.choice(moves)
    return max(
        rng.sample(moves, min(4, len(moves))), key=lambda move: area(state.after(move), move)
    )


def area(state, move):
    return max(state.area(cell).bit_count() for cell in move.cells)


@pytest.mark.parametrize("choose", [random_action, costly], ids=["random", "costly"])
@given(
    seed=st.integers(0, 2**32 - 1),
    players=st.sampled_from([2, 3, 4]),
    rotate=st.sampled_from(["before", "after"]),
    insolvent=st.sampled_from(["out", "stays"]),
    facing=st.sampled_from("NESW"),
)
def test_every_position_of_a_game_is_read(choose, seed, players, rotate, insolvent, facing):
    rng = Random(seed)
    state = GAME.new(
        players=players,
        first=rng.randrange(players),
        rotate=rotate,
        insolvent=insolvent,
        facing=facing,
    )
    while not state.is_over:
        state = state.after(choose(state, rng))
        assert GAME.parse(str(state)) == state


def test_first_walks_are_those_of_the_rules():
    south = {march(27, heading, roll) for heading in (1, 2, 3) for roll in (1, 2, 3, 4)}
    assert _walks("S", "before", 1, False) == south
    assert len(south) == 12
