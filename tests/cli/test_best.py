"""`jemaa best`: the table, the JSON, the reasons, and how it ends early."""

import json
import re

import pytest

import jemaa
from jemaa import catalog
from jemaa.cli import bots, study
from jemaa.core.chance import SeededChance
from jemaa.games.marrakech.notation import parse_unchecked
from jemaa.players.base import Candidate, Decision

TURN = "marrakech - 7/7/7/rEr5/7/7/7 c4W 30,30,30,30 r11,y12,b12,n12 1:turn"
LAY = "marrakech - 7/7/3rbEb1/3rEr2/3y3/7/5nEn c4W 30,30,30,30 r10,y10,b10,n10 0:lay"
OVER = (
    "marrakech players=3 4rS2/4r1r/yEyyEyrSySyS/1rySyryy/bryyrSy1/bEbryryr/2yEybrEr"
    " c6E 32,58,x1 r0,y0,b7 over"
)
NAILS = "@0 facir players=3 6y/5yy/5rr/r6/6y/y2bb2/1b2r2 16^1,?^.o.,?^.oo -,-,-/- 1:play:0:24 e5e6"

BEGUN = {
    2: "30,30 r12y12,b12n12 0:turn:y",
    3: "30,30,30 r15,y15,b15 0:turn",
    4: "30,30,30,30 r12,y12,b12,n12 0:turn",
}
"""Purses, rugs and turn in the beginning, by the number of players."""


def explain(text, move):
    view = jemaa.parse_view(text)
    return catalog.explain(view, view.game.move(move))


def explain_unchecked(text, move):
    """The same in a position that no game comes to; the one to move looks at it."""
    state = parse_unchecked(text)
    return catalog.explain(state.view(state.to_act), state.game.move(move))


# The table.


@pytest.mark.parametrize(
    "arguments",
    [
        [*TURN.split(), "--level", "x1"],
        ["--level", "x1", "--seconds", "5", *LAY.split(), "--top", "20"],
        [*NAILS.split(), "--level=random"],
        ["--level", "tourist", *f"@1 {TURN}".split()],
    ],
    ids=["turn", "rug", "nails", "wavering"],
)
def test_table_fits_the_screen(run, arguments):
    result = run("best", *arguments)
    assert (result.code, result.err) == (0, "")
    assert "share of the win" in result.out
    assert max(map(len, result.out.splitlines())) <= 80


def test_table_shows_the_best_first_with_its_reason(run):
    result = run("best", *LAY.split(), "--level", "greedy", "--top", "3")
    lines = result.out.splitlines()
    assert lines[0].startswith("Marrakech. Seats: 0 Red, 1 Yellow, 2 Blue, 3 Brown. Seat 0 is to")
    assert lines[1].startswith("11 moves, 3 shown; greedy looked at 11 positions in ")
    choice = catalog.player("marrakech", "greedy").choose(jemaa.parse(LAY).view(0)).move
    assert lines[5].startswith(choice.text)
    assert lines[6].startswith(
        "        Wins 2 squares. Yellow loses 1 square. The area there has 5 squares"
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_headings_stand_above_their_columns(run, players):
    """With two players the first heading once ran into the second."""
    text = f"marrakech players={players} 7/7/7/7/7/7/7 d4S {BEGUN[players]}"
    lines = run("best", *text.split(), "--level", "greedy", "--top", "1").out.splitlines()
    heads, seats, row = lines[3:6]
    shares, scores = re.finditer(r"\S+( \S+)*", heads)
    ends = [seat.end() for seat in re.finditer(r"\d", seats)]
    assert shares.start() < ends[0] < ends[players - 1] <= scores.start() - 2
    assert scores.start() < ends[players] < scores.end()
    assert [value.end() for value in re.finditer(r"[\d.]+|-", row)][-players:] == ends[players:]


def test_json_has_what_the_help_promises(run):
    result = run("best", *TURN.split(), "--level", "x1", "--json")
    answer = json.loads(result.out)
    promised = run("best", "--help").out.partition("JSON: ")[2]
    assert all(key in promised for key in [*answer, *answer["candidates"][0]])
    assert (answer["game"], answer["seat"], answer["player"]) == ("marrakech", 1, "x1")
    assert answer["view"] == f"@1 {TURN}"
    assert answer["move"] == answer["candidates"][0]["move"]
    assert answer["cut_short"] is False
    assert len(answer["candidates"]) == 3
    for candidate in answer["candidates"]:
        assert sum(candidate["shares"]) == pytest.approx(1, abs=1e-3)
        assert len(candidate["scores"]) == 4
        assert candidate["reason"].endswith(".")
    shares = [candidate["shares"][1] for candidate in answer["candidates"]]
    assert shares == sorted(shares, reverse=True)


def test_player_that_does_not_value_moves_leaves_the_shares_out(run):
    answer = json.loads(run("best", *NAILS.split(), "--level", "random", "--json").out)
    assert [candidate["shares"] for candidate in answer["candidates"]] == [None] * 5


def test_only_what_the_seat_knows_is_looked_at(run, monkeypatch):
    game = jemaa.game("facir")
    state = jemaa.Match(game, game.setup(players=2), SeededChance(1)).state
    answer = json.loads(run("best", *str(state).split(), "--level", "random", "--json").out)
    assert answer["view"] == str(state.view(0))
    assert "?" in answer["view"]


def test_view_of_another_seat_will_do_without_secrets(run):
    answer = json.loads(run("best", *f"@3 {TURN}".split(), "--level", "x1", "--json").out)
    assert answer["view"] == f"@1 {TURN}"


def test_position_may_come_from_the_input(run):
    assert run("best", "-", "--level", "x1", typed=[TURN]).code == 0


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (TURN.replace("1:turn", "1:roll"), "chance decides here"),
        (OVER, "the game is over"),
        (NAILS.replace("@0", "@-").replace("16^1", "?^oo."), "what a spectator knows"),
    ],
    ids=["chance", "over", "not-his-turn"],
)
def test_nothing_to_choose_is_said_in_one_sentence(run, position, words):
    result = run("best", *position.split(), "--level", "random")
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert words in result.err


# Ending early.


class Interrupted:
    """Stands for a thread that is waited for when Ctrl-C is pressed."""

    def __init__(self, decision):
        self.decision = decision

    def wait(self, notice):
        raise KeyboardInterrupt

    def cut_short(self):
        return self.decision


def test_interrupt_gives_the_best_so_far(run, monkeypatch):
    move = jemaa.game("marrakech").move("L")
    decision = Decision(move, (Candidate(move, (0.25,) * 4, 1.0),), 7)
    monkeypatch.setattr(study, "Thought", lambda *_: Interrupted(decision))
    result = run("best", *TURN.split(), "--json")
    assert result.code == 130
    answer = json.loads(result.out)
    assert (answer["move"], answer["nodes"], answer["cut_short"]) == ("L", 7, True)


def test_interrupt_without_an_answer_says_nothing(run, monkeypatch):
    monkeypatch.setattr(study, "Thought", lambda *_: Interrupted(None))
    assert (run("best", *TURN.split()).code, run("best", *TURN.split()).out) == (130, "")


def test_thought_can_be_cut_short():
    player = catalog.player("marrakech", "mcts(ms=60000)")
    thought = bots.Thought(player, jemaa.parse(TURN).view(1), bots.Control())
    assert thought.cut_short().move.text in "LSR"


def test_long_thought_is_shown_on_a_terminal_and_wiped(run, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setattr(bots, "PATIENCE", 0.02)
    result = run("best", *TURN.split(), "--level", "mcts(ms=200)")
    assert result.err.startswith("\rmcts(ms=200) thinks (Ctrl-C ends it) ....")
    assert result.err.endswith("\r\x1b[K")


def test_long_thought_is_silent_elsewhere(run, monkeypatch):
    monkeypatch.setattr(bots, "PATIENCE", 0.02)
    assert run("best", *TURN.split(), "--level", "mcts(ms=100)").err == ""


# Reasons in Marrakech.


def test_reason_of_a_turn_is_what_the_roll_costs():
    # West lie two red squares: rolls 1 and 2 cost 2 dirhams each, 3 of 6 faces.
    found = explain(f"@1 {TURN}", "S")
    assert found.sentence == "You pay 1 on average, 2 at worst (roll 1)."
    assert found.facts == {
        "payer": 1,
        "expected_payment": 1.0,
        "worst_payment": 2,
        "worst_roll": 1,
    }
    assert explain(f"@1 {TURN}", "L").sentence == "You pay nothing, whatever the roll."


def test_reason_of_a_turn_knows_who_can_fall():
    poor = TURN.replace("30,30,30,30", "59,1,30,30")
    found = explain_unchecked(poor, "S")
    assert "That can put you out of the game" in found.sentence
    assert found.facts["worst_payment"] == 1
    stays = poor.replace(" - ", " insolvent=stays ")
    assert "out of the game" not in explain_unchecked(stays, "S").sentence


def test_reason_of_a_turn_for_the_next_player():
    text = (
        "@0 marrakech rotate=after,facing=W 7/7/7/rEr5/7/7/7 c4W 30,30,30,30 r11,y12,b12,n12 0:turn"
    )
    found = explain(text, "S")
    assert found.sentence == "Yellow pays 1 on average, 2 at worst (roll 1). You get 1 of it."
    assert (found.facts["payer"], found.facts["expected_income"]) == (1, 1.0)


def test_reason_of_a_rug_counts_squares_and_area():
    found = explain(f"@0 {LAY}", "c3d3")
    assert found.sentence.startswith("Wins 1 square. The area there has 4 squares then. Yellow ")
    assert (found.facts["squares_won"], found.facts["area"]) == (1, 4)
    found = explain(f"@0 {LAY}", "c5d5")
    assert found.sentence.startswith("Wins 2 squares. Yellow loses 1 square. The area there has ")
    assert found.facts["squares_lost_1"] == 1


def test_reason_of_a_rug_tells_what_the_next_player_must_pay():
    # Assam in the corner, red all round: every direction of Yellow costs something.
    board = "3rEr2/rErrEr3/rErrEr3/rErrEr3/7/7/bEb1nEn2"
    text = f"@0 marrakech - {board} a1E 30,30,30,30 r5,y5,b5,n5 0:lay"
    found = explain(text, "b1c1")
    assert 0 < found.facts["next_pays_you"] == found.facts["next_pays"]
    assert "Yellow pays " in found.sentence
    assert found.sentence.endswith(" of it to you.")


def test_last_rug_threatens_nobody():
    text = "@3 marrakech - rErrErrEr1/7/7/7/7/7/yEybEb3 d4S 30,30,30,30 r0,y0,b0,n1 3:lay"
    found = explain(text, "d5d6")
    assert found.sentence == "Wins 2 squares. The area there has 2 squares then."
    assert found.scores == (36.0, 32.0, 32.0, 32.0)


# Reasons in Façir.


def test_reason_of_laying():
    view = jemaa.parse_view(NAILS)
    lay = next(move for move in view.legal() if move.text == "!")
    found = catalog.explain(view, lay)
    assert found.sentence == "Lays the fakir and wins the round with its 3 cards."
    assert found.facts["turns_before"] == 0


def test_reason_of_a_nail_counts_turns():
    found = explain(NAILS, "f3d1")
    assert found.sentence.startswith("You need 1 more turn, before it 0")
    assert (found.facts["turns_before"], found.facts["turns_after"]) == (0, 1)
    assert {"delays_1", "delays_2"} <= set(found.facts)


def test_reason_of_a_nail_that_blocks_all():
    """A foreign nail in the middle of everything makes a card take longer."""
    from jemaa.players.facir.reasons import FAR, Bed, turns_to_lay

    assert turns_to_lay("ooo....o.", Bed(0, 0)) == 4
    assert turns_to_lay("ooo....o.", Bed(0b111, 0)) == 1
    # One nail can both fill a hole and leave a place where none may be.
    assert turns_to_lay("ooo....o.", Bed(0b111 | 1 << 9, 0)) == 1
    assert turns_to_lay("ooo....o.", Bed(0, sum(1 << cell for cell in range(56)))) == FAR


def test_reason_of_standing_tells_how_well_the_card_is_hidden():
    game = jemaa.game("facir")
    state = jemaa.Match(game, game.setup(players=2), SeededChance(1)).state
    found = [catalog.explain(state.view(0), move) for move in state.legal()]
    assert all(reason.sentence.startswith("The others see [") for reason in found)
    assert all(0 < reason.facts["guessed"] < 1 for reason in found)
