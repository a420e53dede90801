"""The market as text, and the sentences of the log."""

import pytest

from jemaa.core.actions import Action
from tests.marrakech.table import GAME, action, play, position

MARKET = """\
     a     b     c     d     e     f     g
  ┌─────┬─────┬─────┬─────┬─────┬─────┬─────┐
1 │     │     │     │     │     │     │     │
  ├─────┼─────┼─────┼─────┼─────┼─────┼─────┤
2 │     │     │     │     │     │     │     │
  ├─────┼─────┼─────┼─────┼─────┼─────┼─────┤
3 │     │     │<>R><<<>R><│     │     │     │
  ├─────┼─────┼─────┼─────┼─────┼─────┼─────┤
4 │     │     │/\\Y\\/│ (▼) │     │     │     │
  ├─────┼─────┼/\\/\\/┼─────┼─────┼─────┼─────┤
5 │     │     │/\\Y\\/│     │     │==B==│     │
  ├─────┼─────┼─────┼─────┼─────┼─────┼─────┤
6 │     │     │     │     │     │==B==│     │
  ├─────┼─────┼─────┼─────┼─────┼─────┼─────┤
7 │     │     │     │     │     │     │++N++│
  └─────┴─────┴─────┴─────┴─────┴─────┴─────┘"""


def test_market_shows_whole_rugs_without_a_border_and_halves_with_one():
    state = position("7/7/2rEr3/2yS4/2y2b1/5b1/6n")
    lines = GAME.draw(state.view(0)).split("\n")[:16]
    assert [line[:45].rstrip() for line in lines] == MARKET.split("\n")


@pytest.mark.parametrize(
    ("heading", "letter", "square"),
    [("N", "r", "R(▲)R"), ("E", "y", "Y(►)Y"), ("S", "b", "B(▼)B"), ("W", "n", "N(◄)N")],
)
def test_assam_stands_on_the_rug_and_looks_somewhere(heading, letter, square):
    state = position(f"7/7/7/3{letter}3/7/7/nEn5", assam="d4" + heading)
    assert square in GAME.draw(state.view(0)).split("\n")[8]


@pytest.mark.parametrize(
    ("before", "text", "sentence"),
    [
        (GAME.new(), "L", "Red sends Assam right."),
        (GAME.new(), "R", "Red sends Assam left."),
        (play(GAME.new(), "S"), "1", "Red rolls 1: Assam stops on d5, nothing to pay."),
        (play(GAME.new(), "S"), "4", "Red rolls 4: Assam stops on e7, nothing to pay."),
        (play(GAME.new(), "S", "1"), "d6e6", "Red lays a red rug on d6 and e6."),
        (GAME.new(players=2), "y", "Red and yellow draws a yellow rug."),
        (
            play(position("7/7/7/7/3yEy2/7/7"), "S"),
            "1",
            "Red rolls 1: Assam stops on d5, Red pays Yellow 2 dirhams.",
        ),
        (
            play(position("7/7/7/7/3yEy2/7/7", purses="1,59,30,30"), "S"),
            "1",
            "Red rolls 1: Assam stops on d5, Red owes Yellow 2, has only 1, and is out.",
        ),
    ],
)
def test_sentence_tells_what_an_action_does(before, text, sentence):
    assert GAME.tell(before, action(before, text)) == sentence


def test_action_of_another_game_cannot_be_told():
    with pytest.raises(TypeError, match="is no action of Marrakech"):
        GAME.tell(GAME.new(), Action(0, "d4!"))
