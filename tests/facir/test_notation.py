"""Texts of moves, positions and views, and what is refused with which words."""

import pytest

from jemaa.core.errors import InvalidNotationError, InvalidPositionError, SetupError
from jemaa.games.facir.moves import Deal, Lay, Put, Shift, Stand
from jemaa.games.facir.setup import FacirSetup
from tests.facir.table import GAME, SQUARES, play, start

KINDS = {"^2": Stand, "d4": Put, "d4!": Put, "d4e5": Shift, "d4e5!": Shift, "!": Lay}


def test_moves_are_numbered_in_the_promised_order():
    shifts = [a + b for a in SQUARES for b in SQUARES if a != b]
    texts = ["^0", "^1", "^2", "^3", *SQUARES, *shifts]
    texts += [f"{text}!" for text in [*SQUARES, *shifts]] + ["!"]
    assert [move.text for move in GAME.moves] == texts
    assert len(GAME.moves) == 4807
    assert [outcome.text for outcome in GAME.outcomes] == [str(n) for n in range(1, 25)]


@pytest.mark.parametrize("text", KINDS)
def test_moves_know_what_they_do(text):
    move = GAME.move(text)
    assert type(move) is KINDS[text]
    if isinstance(move, Stand):
        assert move.rotation == 2
        return
    assert move.lays == text.endswith("!")
    if isinstance(move, Put):
        assert move.cell == 8 * 3 + 3
    if isinstance(move, Shift):
        assert move.cells == (8 * 3 + 3, 8 * 4 + 4)


def test_deals_know_their_card():
    assert isinstance(GAME.outcome("24"), Deal)
    assert GAME.outcome("24").card == 23


@pytest.mark.parametrize("text", ["", "d8", "h1", "d4d4", "d4!!", "^4", "D4", "d4-e5", "0", "25"])
def test_what_is_no_move_is_refused(text):
    for read in (GAME.move, GAME.outcome):
        with pytest.raises(InvalidNotationError):
            read(text)


POSITIONS = [
    "facir - 7/7/7/7/7/7/7 -,-,-,- -,-,-,-/- 1:deal:0 -",
    "facir players=2 7/7/7/7/7/7/7 7,- -,-/- 1:deal:1 -",
    "facir players=2 7/7/7/7/7/7/7 7^2,12 -,-/- 1:stand:1 -",
    "facir players=2,colours=nb 7/2n4/3b3/7/7/7/7 7^2,12^0 1+5,-/- 2:play:1:2 -",
    "facir players=2 7/2r4/3y3/7/7/7/7 7^2,12^0 1+5,-/- 2:play:0:3 d2d3",
    "facir players=2,first=1,repetitions=none,turn-cap=none"
    " 7/2r4/3y3/7/7/7/7 7^2,12^0 -,-/- 1:play:1:998 -",
    "facir players=3 7/7/7/7/7/7/7 -,x,- 1+2+3,-,4+5+6/7+8+9+10+11+12+13+14+15+16+17+18 7:deal:0 -",
    "facir players=3 7/7/7/7/7/7/7 -,-,- 1+2+3,-,4+5+6/7+8+9+10+11+12+13+14+15+16+17+18 over:2 -",
    "facir players=3 7/7/7/7/7/7/7 -,-,- 1+2+3,-,4+5+6/7+8+9+10+11+12+13+14+15+16+17+18 over -",
]


@pytest.mark.parametrize("text", POSITIONS)
def test_positions_are_printed_as_they_were_read(text):
    assert str(GAME.parse(text)) == text
    assert GAME.parse(text.replace(" ", "_")) == GAME.parse(text)


VIEWS = [
    "@0 facir players=2 7/7/7/7/7/7/7 7,- -,-/- 1:deal:1 -",
    "@1 facir players=2 7/7/7/7/7/7/7 ?,- -,-/- 1:deal:1 -",
    "@1 facir players=2 7/7/7/7/7/7/7 ?^?,12 -,-/- 1:stand:1 -",
    "@- facir players=2 7/7/7/7/7/7/7 ?^?,? -,-/- 1:stand:1 -",
    "@0 facir players=2 7/2r4/3y3/7/7/7/7 7^2,?^.o. 1+5,-/- 2:play:1:2 -",
    "@- facir players=2 7/2r4/3y3/7/7/7/7 ?^oo.,?^.o. 1+5,-/- 2:play:1:2 -",
]


@pytest.mark.parametrize("text", VIEWS)
def test_views_are_printed_as_they_were_read(text):
    assert str(GAME.parse_view(text)) == text


PLAY = "facir players=2 7/2r4/3y3/7/7/7/7 7^2,12^0 1+5,-/- 2:play:1:2 -"
CAPPED = "facir players=2,turn-cap=2 7/2r4/3y3/7/7/7/7 7^2,12^0 -,-/1+5 2:play:1:2 -"
SHORT = "facir players=2,turn-cap=3 7/7/7/7/7/7/7 -,- -,-/1+5 2:deal:1 -"
UNCOUNTED = "facir players=2,repetitions=none 7/2r4/3y3/7/7/7/7 7^2,12^0 1+5,-/- 2:play:0:3 -"
DECIDING = POSITIONS[6]
OVER = POSITIONS[7]

BAD = {
    "fields": (PLAY, " -", "", "fields"),
    "setup": (PLAY, "players=2", "players=7", "setup"),
    "six-rows": (PLAY, "7/7/7/7 ", "7/7/7 ", "nails"),
    "short-row": (PLAY, "2r4", "2r3", "nails"),
    "letter": (PLAY, "2r4", "2b4", "nails"),
    "dot": (PLAY, "2r4", "2r...", "nails"),
    "split-number": (PLAY, "2r4", "2r22", "nails"),
    "rooms-count": (PLAY, "7^2,12^0", "7^2", "rooms"),
    "room": (PLAY, "7^2", "7^4", "rooms"),
    "card-25": (PLAY, "7^2", "25^2", "rooms"),
    "half-known": (PLAY, "7^2", "?^2", "rooms"),
    "half-known-edge": (PLAY, "7^2", "7^oo.", "rooms"),
    "unknown-in-a-position": (PLAY, "7^2", "?^oo.", "rooms"),
    "won-form": (PLAY, "1+5,-/-", "1+5,-", "won"),
    "won-order": (PLAY, "1+5", "5+1", "won"),
    "won-twice": (PLAY, "1+5", "5+5", "won"),
    "won-card": (PLAY, "1+5", "1+25", "won"),
    "won-too-quickly": (SHORT, "-,-/1+5", "1+5,-/-", "won"),
    "won-too-few": (PLAY, "1+5", "1", "won"),
    "won-by-two": (PLAY, "1+5,-", "1,5", "won"),
    "won-too-many": (PLAY, "1+5,-", "1+5,3+4", "won"),
    "card-in-two-piles": (PLAY, "1+5,-/- 2", "1+5,1+5/- 3", "won"),
    "card-won-and-in-a-room": (PLAY, "1+5", "1+7", "rooms"),
    "card-in-two-rooms": (PLAY, "12^0", "7^0", "rooms"),
    "turn-form": (PLAY, "2:play:1:2", "2:play:1", "turn"),
    "turn-zeros": (PLAY, "1:2 ", "1:02 ", "turn"),
    "turn-seat": (PLAY, "play:1", "play:3", "turn"),
    "turn-other-seat": (PLAY, "play:1", "play:0", "turn"),
    "turns-beyond": (PLAY, "1:2 ", "1:1000 ", "turn"),
    "over-the-cap": (CAPPED, "", "", "turn"),
    "stand-with-nails": (PLAY, "7^2,12^0 1+5,-/- 2:play:1:2", "7,12 1+5,-/- 2:stand:1", "nails"),
    "not-dealt": (PLAY, "7^2", "-", "rooms"),
    "not-stood": (PLAY, "7^2", "7", "rooms"),
    "absent": (PLAY, "7^2", "x", "rooms"),
    "nails-too-many": (PLAY, "2r4", "2rr3", "nails"),
    "nails-none": (PLAY, "2r4", "7", "nails"),
    "nails-eight": (PLAY, "7/2r4/3y3/7", "rrrrrrr/r6/3y3/7", "nails"),
    "trail-form": (PLAY, "1:2 -", "1:2 c2", "trail"),
    "trail-long": (PLAY, "1:2 -", "1:2 a1c2.a1d3.a2c2", "trail"),
    "trail-wrong-nail": (PLAY, "0 1+5,-/- 2:play:1:2 -", "0 1+5,-/- 2:play:0:3 a1c2", "trail"),
    "trail-no-move": (PLAY, "0 1+5,-/- 2:play:1:2 -", "0 1+5,-/- 2:play:0:3 d3d3", "trail"),
    "trail-with-none": (UNCOUNTED, "0:3 -", "0:3 d2d3", "trail"),
    "trail-repeats": (PLAY, "1:2 -", "1:10 d3d4.c2c1.d4d3.c1c2.d3d4.c2c1.d4d3.c1c2", "trail"),
    "deciding-among-others": (DECIDING, "-,x,-", "-,-,-", "rooms"),
    "deciding-seat": (DECIDING, "7:deal:0", "7:deal:1", "turn"),
    "over-with-cards": (OVER, "-,-,- 1", "7,-,- 1", "rooms"),
    "over-with-nails": (OVER, "7/7/7/7/7/7/7", "r6/7/7/7/7/7/7", "nails"),
    "over-with-trail": (OVER, "over:2 -", "over:2 a1b1", "trail"),
    "over-decided-by-another": (OVER, "over:2", "over:1", "turn"),
    "over-no-such-seat": (OVER, "over:2", "over:3", "turn"),
    "over-too-early": (OVER, "1+2+3,", "-,", "won"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "old", "new", "field"), BAD.values(), ids=BAD)
def test_impossible_positions_name_the_field(text, old, new, field):
    assert text.count(old) == 1 or not old
    changed = text.replace(old, new, 1) if old else text
    with pytest.raises(InvalidPositionError) as refused:
        GAME.parse(changed)
    assert refused.value.field == field
    assert refused.value.text == changed


def test_deciding_round_needs_a_tie():
    text = DECIDING.replace("1+2+3,-,4+5+6/7+8+9", "1+2+3+7+8+9,-,4+5+6/").replace("/+", "/")
    with pytest.raises(InvalidPositionError, match="no tie"):
        GAME.parse(text)


def test_deciding_round_uses_won_cards():
    text = DECIDING.replace("-,x,-", "7,x,-").replace("deal:0", "deal:2")
    with pytest.raises(InvalidPositionError, match="cards that were won"):
        GAME.parse(text)


BAD_VIEWS = {
    "own-card-hidden": "@0 facir players=2 7/7/7/7/7/7/7 ?,- -,-/- 1:deal:1 -",
    "other-card-open": "@1 facir players=2 7/7/7/7/7/7/7 7,- -,-/- 1:deal:1 -",
    "spectator-sees": "@- facir players=2 7/7/7/7/7/7/7 7,- -,-/- 1:deal:1 -",
    "edge-too-early": "@1 facir players=2 7/7/7/7/7/7/7 ?^oo.,12 -,-/- 1:stand:1 -",
    "edge-missing": "@0 facir players=2 7/2r4/3y3/7/7/7/7 7^2,?^? 1+5,-/- 2:play:1:2 -",
    "seat": "@2 facir players=2 7/7/7/7/7/7/7 ?,? -,-/- 1:stand:0 -",
    "no-seat": "facir players=2 7/7/7/7/7/7/7 7,- -,-/- 1:deal:1 -",
}


@pytest.mark.parametrize("text", BAD_VIEWS.values(), ids=BAD_VIEWS)
def test_impossible_views_are_refused(text):
    with pytest.raises(InvalidNotationError):
        GAME.parse_view(text)


def test_view_that_no_cards_fit_is_refused():
    """In the last round of four players three cards are left, and none of them has an edge ooo."""
    first = "1+2+3+4+5+6+7+8+9+10+11+12+13+14+15+16+17+18+19+20,-,-,-/-"
    text = f"@0 facir - 7/7/7/7/7/7/7 21^0,?^ooo,?^ooo,?^ooo {first} 6:play:1:0 -"
    with pytest.raises(InvalidPositionError, match="no cards"):
        GAME.parse_view(text)


def test_setups_are_printed_as_they_were_read():
    text = "players=3,first=1,colours=byr,repetitions=5,turn-cap=none"
    assert str(FacirSetup.parse(text)) == text
    assert FacirSetup.parse("turn_cap=7").turn_cap == 7
    assert str(FacirSetup(players=2, deck=list(FacirSetup().deck))) == "players=2"
    for bad in ("repetitions=x", "turn-cap=-1", "colours=xyz", "deck=none"):
        with pytest.raises(SetupError):
            FacirSetup.parse(bad)
    with pytest.raises(SetupError):
        FacirSetup(deck="ooo....o.")


# Words and pictures.


def test_board_is_drawn():
    state = start("5", "9", "20", "^0", "^1", "^2", "d4", "c3", "e6", players=3)
    assert GAME.draw(state.view(1)).splitlines() == [
        "  a b c d e f g   > 0 Red     edge [.oo]  6 nails  0 won",
        "1 · · · · · · ·     1 Yellow  edge [oo.]  6 nails  0 won",
        "2 · · · · · · ·     2 Blue    edge [.o.]  6 nails  0 won",
        "3 · · Y · · · ·",
        "4 · · · R · · ·     your card, number 9, as you see it:",
        "5 · · · · · · ·       . o o",
        "6 · · · · B · ·       . . .",
        "7 · · · · · · ·       o . o",
        "",
        "Round 1 of 6, turn 4. Red is to move.",
    ]


@pytest.mark.parametrize(
    ("texts", "seat", "words"),
    [
        ((), 0, "Round 1 of 6. Red draws a card."),
        (("5",), 0, "Round 1 of 6. Yellow draws a card."),
        (("5", "9"), 0, "Round 1 of 6. Stand your card."),
        (("5", "9"), 1, "Round 1 of 6. Red stands the card."),
        (("5", "9", "^0"), 0, "the card stands"),
        (("5",), 1, "holds a card"),
        (("5",), 0, "not standing yet"),
        ((), 1, "no card"),
    ],
)
def test_drawing_tells_what_is_next(texts, seat, words):
    assert words in GAME.draw(start(*texts).view(seat))


def test_drawing_tells_the_end_and_who_looks_on():
    assert "The game is over. Blue wins." in GAME.draw(GAME.parse(OVER).view(0))
    assert "The game is over. Red and Blue share the win." in GAME.draw(
        GAME.parse(POSITIONS[8]).view(0)
    )
    drawing = GAME.draw(GAME.parse(DECIDING).view(1))
    assert "Deciding round. Red draws a card." in drawing
    assert "1 Yellow  looks on" in drawing


def test_log_tells_what_everybody_may_know():
    state = start(turn_cap=9)
    told = []
    for text in ("1", "2", "^0", "^3", "a1", "g7", "b1", "g6", "c1", "g6g5", "b3!"):
        action = GAME.outcome(text) if state.to_act == -1 else GAME.move(text)
        told.append(GAME.tell(state, action))
        state = play(state, text)
    assert told == [
        "Red draws a card.",
        "Yellow draws a card.",
        "Red stands the card.",
        "Yellow stands the card.",
        "Red puts a nail on a1.",
        "Yellow puts a nail on g7.",
        "Red puts a nail on b1.",
        "Yellow puts a nail on g6.",
        "Red puts a nail on c1.",
        "Yellow moves a nail from g6 to g5.",
        "Red puts a nail on b3, lays the fakir and wins round 1."
        " The cards of this round: Red 1 and Yellow 2.",
    ]
    assert GAME.seat_name(state, 1) == GAME.seat_name(state.view(0), 1) == "Yellow"


def test_log_tells_of_void_and_deciding_rounds():
    state = start("1", "2", "^0", "^0", turn_cap=1)
    shown = "The cards of this round: Red 1 and Yellow 2."
    words = f"Red puts a nail on a1. Round 1 is void. {shown}"
    assert GAME.tell(state, GAME.move("a1")) == words
    won = "1+2+3+4+5+6,7+8+9+10+11+12/-"
    nails = "rrr3y/6y/6y/7/7/7/7"
    text = f"facir players=2,turn-cap=7 {nails} 1^0,2^0 {won} 7:play:0:6 -"
    state = GAME.parse(text)
    told = GAME.tell(state, GAME.move("b3!"))
    words = "Red puts a nail on b3, lays the fakir and wins the deciding round."
    assert told == f"{words} {shown}"
    words = "Red puts a nail on b3. The deciding round is void."
    assert GAME.tell(state, GAME.move("b3")) == f"{words} {shown}"
    with pytest.raises(TypeError):
        GAME.tell(state, "b3")


def test_lay_alone_is_told():
    state = start("1", "2", "^0", "^0", "a1", "b1", "c1", "b3")
    told = GAME.tell(state, GAME.move("!"))
    assert told.startswith("Red lays the fakir and wins round 1. The cards of this round: ")
