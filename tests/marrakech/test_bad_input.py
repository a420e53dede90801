"""What is refused, with which error, naming what: settings, positions, views, moves."""

import pytest

import jemaa
from jemaa import CHANCE, IllegalMoveError
from jemaa.core.actions import Move, Outcome
from jemaa.core.errors import (
    InvalidNotationError,
    InvalidPositionError,
    SetupError,
    UnknownNameError,
)
from jemaa.games.marrakech.notation import parse_unchecked
from tests.marrakech.table import GAME, play, position

# Settings.


@pytest.mark.parametrize("players", [0, 1, 5, -2, True, "4", 4.0, None, [4]])
def test_wrong_number_of_players(players):
    with pytest.raises(SetupError, match="choose 2, 3 or 4") as error:
        GAME.new(players=players)
    assert error.value.field == "players"
    assert repr(players) in str(error.value)


@pytest.mark.parametrize(
    ("settings", "field", "message"),
    [
        ({"colour": "r"}, "colour", "this game has: players, first, colours"),
        ({"players": 3, "first": 3}, "first", "choose 0, 1 or 2"),
        ({"first": -1}, "first", "choose 0, 1, 2 or 3"),
        ({"first": True}, "first", "True is not possible"),
        ({"facing": "s"}, "facing", "choose N, E, S or W"),
        ({"facing": "NE"}, "facing", "choose N, E, S or W"),
        ({"facing": 2}, "facing", "choose N, E, S or W"),
        ({"rotate": True}, "rotate", "choose before or after"),
        ({"insolvent": "dies"}, "insolvent", "choose out or stays"),
        ({"edition": 61}, "edition", "choose 60 or 57"),
        ({"colours": ("r", "y", "b")}, "colours", "3 given for 4 players"),
        ({"colours": ("r", "y", "b", "r")}, "colours", "red (r) is given twice"),
        ({"colours": ("r", "y", "b", "g")}, "colours", "the colours are r, y, b, n"),
        ({"colours": ("r", "y", "b", "bn")}, "colours", "seat 3 has 'bn'"),
        ({"colours": ("r", "y", "b", "")}, "colours", "seat 3 has ''"),
        ({"colours": ("r", "y", "b", 4)}, "colours", "seat 3 has 4"),
        ({"colours": 5}, "colours", "5"),
        ({"players": 2, "colours": ("r", "y")}, "colours", "a seat has 2"),
        ({"players": 2, "colours": ("ry", "yb")}, "colours", "yellow (y) is given twice"),
        ({"players": 2, "colours": ("rr", "yb")}, "colours", "red (r) is given twice"),
        ({"players": 3, "edition": 57, "colours": ("n", "y", "b")}, "colours", "only 12 brown"),
    ],
    ids=str,
)
def test_wrong_setting(settings, field, message):
    with pytest.raises(SetupError) as error:
        GAME.new(**settings)
    assert error.value.field == field
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", ""),
        ("players", "players"),
        ("players=", "players"),
        ("players=4.0", "players"),
        ("players=\u0664", "players"),
        ("players=99999999999", "players"),
        ("players=3,players=3", "players"),
        ("edition=sixty", "edition"),
        ("colours=", "colours"),
        ("colours=r+y+b", "colours"),
        ("first=4", "first"),
        ("speed=2", "speed"),
        ("rotate=after,", ""),
    ],
)
def test_wrong_text_of_a_setup(text, field):
    with pytest.raises(SetupError) as error:
        GAME.setup_type.parse(text)
    assert error.value.field == field


def test_wrong_setup_in_a_position_names_the_setup():
    with pytest.raises(InvalidPositionError, match="players: 5 is not possible") as error:
        position(setup="players=5")
    assert error.value.field == "setup"


# Positions. Each line differs from a good one in the field that is named.

GOOD = {
    "game": "marrakech",
    "setup": "-",
    "board": "7/7/2rEr3/2yS4/2y4/7/7",
    "assam": "b4W",
    "purses": "30,30,30,30",
    "rugs": "r11,y11,b12,n12",
    "turn": "2:turn",
}


def line(**changes):
    return " ".join({**GOOD, **changes}.values())


def refused(text, field):
    with pytest.raises(InvalidPositionError) as error:
        GAME.parse(text)
    assert error.value.field == field
    assert error.value.text == text
    assert str(error.value).startswith(f"position, {field}: ")
    return str(error.value)


def test_good_line_reads():
    assert str(GAME.parse(line())) == line()


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"game": "marakech"}, "game", "begins with 'marrakech'"),
        ({"turn": ""}, "fields", "5 given, 6 needed"),
        ({"turn": "2:turn 2:turn"}, "fields", "7 given"),
        ({"assam": "d4S e5S"}, "fields", "7 given"),
        # The board.
        ({"board": "7/7/2rEr3/2yS4/2y4/7"}, "board", "6 rows given, 7 needed"),
        ({"board": "7/7/2rEr3/2yS4/2y4/7/7/7"}, "board", "8 rows given"),
        ({"board": "7/7/2rEr4/2yS4/2y4/7/7"}, "board", "row 3 has 8 squares"),
        ({"board": "7/7/2rEr3/2yS4/2y4/7/6"}, "board", "row 7 has 6 squares"),
        ({"board": "7/7/2rEr3/2yS4/2y4//7"}, "board", "row 6 has 0 squares"),
        ({"board": "7/7/2rEr3/2yS4/2y4/7/8"}, "board", "row 7 has '8'"),
        ({"board": "7/7/2rEr3/2yS4/2y4/7/0r6"}, "board", "row 7 has '0'"),
        ({"board": "7/7/2rEr3/2yS4/2y4/7/g6"}, "board", "row 7 has 'g'"),
        ({"board": "7/7/2rEr3/2yS4/2y4/7/E7"}, "board", "row 7 has 'E'"),
        ({"board": "7/7/2rErN3/2yS4/2y4/7/7"}, "board", "row 3 has 'N'"),
        ({"board": "7/7/2rEr3/2ySE4/2y4/7/7"}, "board", "row 4 has 'E'"),
        ({"board": "7/7/2rEr3/2yS4/2y4/7/\u06667"}, "board", "row 7 has"),
        ({"board": "7/7/7/7/7/7/7rrrr"}, "board", "row 7 has 11 squares"),
        ({"board": "7/7/2rEy3/2yS4/2y4/7/7"}, "board", "from c3 to the east has no other half"),
        ({"board": "7/7/2rE4/2yS4/2y4/7/7"}, "board", "from c3 to the east"),
        ({"board": "7/7/6rE/2yS4/2y4/7/7"}, "board", "from g3 to the east"),
        ({"board": "7/7/2rEr3/2yS4/7/7/7"}, "board", "from c4 to the south"),
        ({"board": "7/7/2rEr3/7/7/7/2yS4"}, "board", "from c7 to the south"),
        ({"board": "7/7/2rErEr2/7/7/7/7"}, "board", "d3 belongs to two rugs"),
        ({"board": "7/7/2yS4/2yS4/2y4/7/7"}, "board", "c4 belongs to two rugs"),
        ({"board": "7/7/3rS3/2rEr3/7/7/7"}, "board", "d4 belongs to two rugs"),
        ({"board": "7/7/2rErr2/2yS4/2y4/7/7"}, "board", "2 rugs of colour r are seen"),
        ({"board": "7/7/2bEb3/7/7/7/7"}, "board", "1 rugs of colour b are seen, but only 0"),
        ({"board": "7/7/2r4/2y4/7/7/7"}, "board", "always seen whole"),
        ({"board": "7/7/2rEr3/2y4/7/7/7"}, "board", "no whole rug of seat 1"),
        ({"board": "7/7/7/2yS4/2y4/7/7"}, "board", "none of seat 0"),
        ({"board": "7/7/r6/2yS4/2y4/7/7"}, "board", "beside the half on a3 are only empty"),
        ({"board": "7/7/2rEr3/5yS1/5y1/7/7"}, "board", "seat 1 laid last, but no whole rug"),
        # Assam.
        ({"assam": "d4"}, "assam", "as in d4S"),
        ({"assam": "S"}, "assam", "as in d4S"),
        ({"assam": "h4S"}, "assam", "as in d4S"),
        ({"assam": "d8S"}, "assam", "as in d4S"),
        ({"assam": "d\u0664S"}, "assam", "as in d4S"),
        ({"assam": "d4s"}, "assam", "as in d4S"),
        ({"assam": "d4Se5S"}, "assam", "one square and one heading"),
        # Purses.
        ({"purses": "30,30,30"}, "purses", "3 given for 4 players"),
        ({"purses": "30,30,30,30,0"}, "purses", "5 given for 4 players"),
        ({"purses": "-30,90,30,30"}, "purses", "seat 0 has '-30'"),
        ({"purses": "30,30,30,thirty"}, "purses", "seat 3 has 'thirty'"),
        ({"purses": "30,30,30,"}, "purses", "seat 3 has ''"),
        ({"purses": "30,30,30,30.0"}, "purses", "seat 3 has '30.0'"),
        ({"purses": "30,30,30,31"}, "purses", "they add up to 121"),
        ({"purses": "30,30,60,x0"}, "purses", "write x1, x2 or x3"),
        ({"purses": "30,30,60,x4"}, "purses", "write x1, x2 or x3"),
        ({"purses": "30,30,60,x2"}, "purses", "counted x1, x2"),
        ({"purses": "60,x1,60,x1"}, "purses", "counted x1, x2"),
        ({"purses": "x1,x2,x3,x1"}, "purses", "add up to 0"),
        ({"purses": "30,30,60,x1", "setup": "insolvent=stays"}, "purses", "V-2"),
        # Rugs.
        ({"rugs": "r11,y11,b12"}, "rugs", "3 given for 4 players"),
        ({"rugs": "r11,y11,n12,b12"}, "rugs", "seat 2 has 'n12'"),
        ({"rugs": "r11,y11,b12,n13"}, "rugs", "n has 13 rugs left"),
        ({"rugs": "r11,y11,b12,n-1"}, "rugs", "write it like n12"),
        ({"rugs": "r11,y11,b12,n"}, "rugs", "write it like n12"),
        ({"rugs": "r10,y11,b12,n12"}, "rugs", "seat 0 has laid 2 rugs"),
        ({"rugs": "r11,y11,b12,n11"}, "rugs", "seat 3 has laid 1 rugs"),
        ({"rugs": "r0,y0,b0,n0"}, "rugs", "seat 0 has laid 12 rugs"),
        ({"rugs": "r0,y0,b0,n0", "turn": "0:turn"}, "rugs", "no such rug left"),
        # Whose turn.
        ({"turn": "4:turn"}, "turn", "not a seat and a phase"),
        ({"turn": "2"}, "turn", "not a seat and a phase"),
        ({"turn": "2:jump"}, "turn", "not a seat and a phase"),
        ({"turn": "turn:2"}, "turn", "not a seat and a phase"),
        ({"turn": "2:draw"}, "turn", "only two players draw"),
        ({"turn": "2:turn:b"}, "turn", "only two players draw"),
        ({"turn": "1:turn"}, "rugs", "on seat 1's turn"),
        ({"turn": "3:turn"}, "rugs", "on seat 3's turn"),
        ({"turn": "over"}, "turn", "it is not over"),
        ({"purses": "30,30,x1,60"}, "turn", "seat 2 is out"),
        ({"purses": "x1,x2,120,x3"}, "turn", "only one player is left"),
        ({"setup": "first=1"}, "rugs", "seat 0 has laid 1"),
        ({"setup": "players=3"}, "purses", "4 given for 3 players"),
    ],
    ids=str,
)
def test_impossible_position(changes, field, message):
    assert message in refused(" ".join(line(**changes).split()), field)


TWO = "marrakech players=2 7/7/2rEr3/7/7/7/7 c4W 30,30 r11y12,b12n12 {}"


@pytest.mark.parametrize(
    ("turn", "field", "message"),
    [
        ("1:turn", "turn", "drawn colour stands after every phase but draw"),
        ("1:draw:b", "turn", "drawn colour stands after every phase but draw"),
        ("1:turn:r", "turn", "seat 1 does not own the colour r"),
        ("2:turn:r", "turn", "not a seat and a phase"),
        ("1:turn:w", "turn", "not a seat and a phase"),
        ("0:turn:r", "rugs", "seat 1 has laid 0 rugs"),
    ],
)
def test_impossible_turn_of_two_players(turn, field, message):
    assert str(GAME.parse(TWO.format("1:turn:b"))) == TWO.format("1:turn:b")
    assert message in refused(TWO.format(turn), field)


def test_drawn_colour_must_be_left():
    text = "marrakech players=2 7/7/2rEr3/7/7/7/7 d4S 30,30 r0y12,b4n8 0:turn:r"
    assert "no such rug left" in refused(text, "rugs")


def test_nobody_turns_assam_after_the_last_rug():
    text = "marrakech rotate=after 7/7/2rEr3/7/7/7/7 d4S 30,30,30,30 r0,y0,b0,n0 3:turn"
    assert "the last rug is laid" in refused(text, "turn")


def test_nobody_turns_assam_before_the_first_rug():
    text = "marrakech rotate=after 7/7/7/7/7/7/7 d4S 30,30,30,30 r12,y12,b12,n12 0:turn"
    refused(text, "rugs")


@pytest.mark.parametrize("text", ["", "   ", "_"])
def test_empty_position(text):
    assert "begins with 'marrakech'" in refused(text, "game")
    with pytest.raises(InvalidNotationError, match="begins with the name of the game"):
        jemaa.parse(text)


def test_position_of_no_game():
    with pytest.raises(UnknownNameError, match="choose one of: marrakech") as error:
        jemaa.parse("chess -")
    assert (error.value.kind, error.value.name) == ("game", "chess")


# Views.


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "begins with @"),
        ("@", "begins with @"),
        ("@0", "begins with @"),
        (line(), "begins with @"),
        ("@4 " + line(), "'4' is no seat; they are 0 to 3, or -"),
        ("@-1 " + line(), "'-1' is no seat"),
        ("@\u0661 " + line(), "is no seat"),
    ],
)
def test_wrong_view(text, message):
    with pytest.raises(InvalidNotationError) as error:
        GAME.parse_view(text)
    assert message in str(error.value)


@pytest.mark.parametrize("seat", [4, -1, -2, True, "0", None, 0.0])
def test_view_of_nobody(seat):
    with pytest.raises(InvalidNotationError, match="there is no seat"):
        GAME.new().view(seat)


# Moves.


@pytest.mark.parametrize(
    "text", ["", "l", "LS", "d4", "d4d4", "d4e5", "d4d6", "a1h1", "g1h1", "D4D5", "d4 d5", "d4d5!"]
)
def test_unknown_move(text):
    with pytest.raises(InvalidNotationError, match="is no move: write L, S or R") as error:
        GAME.move(text)
    assert error.value.text == text


@pytest.mark.parametrize("text", ["", "0", "5", "x", "R", "roll 1"])
def test_unknown_outcome(text):
    with pytest.raises(InvalidNotationError, match="is no outcome: write a roll 1-4") as error:
        GAME.outcome(text)
    assert error.value.text == text


@pytest.mark.parametrize("id", [-1, 87, 1000])
def test_unknown_number_of_a_move(id):
    with pytest.raises(InvalidNotationError, match="they go from 0 to 86"):
        GAME.move_by_id(id)


DRAW = parse_unchecked("marrakech players=2 2rEr3/7/7/7/7/7/7 d4S 30,30 r7y0,b3n4 0:draw")
LAY = position("7/7/7/7/2yEy3/7/7", turn="0:lay")


@pytest.mark.parametrize(
    ("state", "action", "reason", "clause", "message"),
    [
        (play(GAME.new(), "S"), GAME.move("S"), "chance-first", "M-20", "chance comes first"),
        (GAME.new(), GAME.outcome("1"), "no-chance-now", "M-20", "nothing to roll now"),
        (GAME.new(), GAME.outcome("r"), "no-chance-now", "M-20", "nothing to draw now"),
        (GAME.new(), 5, "not-a-move", "M-20", "5 is no move; get one by game.move"),
        (GAME.new(), None, "not-a-move", "M-20", "None is no move"),
        (GAME.new(), Move(0, "L"), "not-a-move", "M-20", "L belongs to another game"),
        (GAME.new(), Move(500, "L"), "not-a-move", "M-20", "L belongs to another game"),
        (play(GAME.new(), "S"), Outcome(0, "1"), "not-a-move", "M-20", "belongs to another game"),
        (play(GAME.new(), "S"), Outcome(50, "1"), "not-a-move", "M-20", "belongs to another game"),
        (GAME.new(), GAME.move("d5d6"), "wrong-step", "M-20", "now Assam must be turned"),
        (LAY, GAME.move("L"), "wrong-step", "M-20", "now a rug must be laid"),
        (LAY, GAME.move("d4d5"), "on-assam", "M-40", "would lie under Assam"),
        (LAY, GAME.move("a1a2"), "not-beside-assam", "M-40", "does not touch a side"),
        (LAY, GAME.move("c5d5"), "covers-whole-rug", "M-43", "both halves of one rug"),
        (DRAW, GAME.outcome("1"), "wrong-step", "M-13", "now a rug must be drawn"),
        (DRAW, GAME.outcome("b"), "not-your-colour", "M-13", "seat 0 has no blue rugs"),
        (DRAW, GAME.outcome("y"), "no-rugs-left", "M-13", "no yellow rugs are left"),
        (play(GAME.new(), "S"), GAME.outcome("r"), "wrong-step", "M-20", "die must be rolled"),
    ],
)
def test_refused_move_tells_reason_clause_and_position(state, action, reason, clause, message):
    with pytest.raises(IllegalMoveError) as error:
        state.after(action)
    assert (error.value.reason, error.value.clause) == (reason, clause)
    assert error.value.position == str(state)
    assert message in error.value.message
    assert str(error.value) == f"{error.value.message} (rule {clause}; position: {state})"


@pytest.mark.parametrize("action", [GAME.move("S"), GAME.move("d5d6"), GAME.outcome("1")])
def test_nothing_happens_after_the_end(action):
    state = position("7/7/2rEr3/7/7/7/7", turn="over", rugs="r0,y0,b0,n0")
    with pytest.raises(IllegalMoveError, match="the game is over") as error:
        state.after(action)
    assert (error.value.reason, error.value.clause) == ("game-over", "M-50")


def test_refusal_leaves_the_state_as_it_was():
    before = str(LAY)
    for move in set(GAME.moves) - set(LAY.legal()):
        with pytest.raises(IllegalMoveError):
            LAY.after(move)
    assert str(LAY) == before
    assert LAY.to_act == 0 != CHANCE
