"""The match: who may do what, chance, going back, replaying."""

import pytest

import jemaa
from jemaa import CHANCE, IllegalMoveError, Match, Record
from jemaa.core.chance import RecordedChance, ScriptedChance, SeededChance
from jemaa.core.errors import ChanceError, InvalidRecordError, SetupError
from jemaa.core.record import Event

GAME = jemaa.game("marrakech")
FOUR = GAME.setup(players=4)
TWO = GAME.setup(players=2)


def played(match, *moves):
    for text in moves:
        match.submit(match.state.to_act, GAME.move(text))
    return match


def finished(setup, secret, chance=None):
    """Play a game in which everybody takes the first legal move."""
    match = Match(GAME, setup, chance or SeededChance(secret))
    while not match.state.is_over:
        match.submit(match.state.to_act, match.state.legal()[0])
    return match


@pytest.mark.parametrize("wrong", ["marrakech", None, type(GAME)])
def test_match_needs_a_game(wrong):
    """A name failed as an attribute that it has not."""
    with pytest.raises(TypeError, match=r"is no game; jemaa\.game gives one"):
        Match(wrong, TWO)


@pytest.mark.parametrize("wrong", [None, 2, "players=2", jemaa.game("facir").setup(players=2)])
def test_match_needs_a_setup_of_its_game(wrong):
    with pytest.raises(SetupError, match="is no setup of Marrakech; make one with") as error:
        Match(GAME, wrong)
    assert error.value.field == "setup"


def test_submit_makes_the_move_and_lets_chance_speak():
    match = Match(GAME, FOUR, ScriptedChance(["1", "3"]))
    assert match.submit(0, GAME.move("S")) == (Event(0, "S"), Event(CHANCE, "1"))
    assert match.submit(0, GAME.move("d6d7")) == (Event(0, "d6d7"),)
    assert [str(event) for event in match.events] == ["0 S", "* 1", "0 d6d7"]
    assert [action.text for action in match.actions] == ["S", "1", "d6d7"]
    assert len(match.states) == 4
    assert match.states[-1] is match.state
    assert match.state.to_act == 1


def test_chance_speaks_first_where_the_game_begins_with_it():
    match = Match(GAME, TWO, ScriptedChance(["y", "2"]))
    assert match.events == (Event(CHANCE, "y"),)
    assert match.state.to_act == 0


@pytest.mark.parametrize("seat", [1, 2, 3, 4, -1, -3])
def test_seat_that_is_not_to_act_is_refused(seat):
    match = Match(GAME, FOUR, SeededChance(1))
    with pytest.raises(IllegalMoveError, match="it is seat 0's turn") as error:
        match.submit(seat, GAME.move("S"))
    assert (error.value.reason, error.value.clause) == ("not-your-turn", "M-20")
    assert error.value.position == str(match.state)
    assert match.events == ()


def test_illegal_move_changes_nothing():
    match = played(Match(GAME, FOUR, ScriptedChance(["1"])), "S")
    before = (match.events, match.states)
    with pytest.raises(IllegalMoveError) as error:
        match.submit(0, GAME.move("a1a2"))
    assert error.value.reason == "not-beside-assam"
    assert (match.events, match.states) == before


def test_move_after_the_end_is_refused():
    match = finished(FOUR, 1)
    with pytest.raises(IllegalMoveError) as error:
        match.submit(0, GAME.move("S"))
    assert error.value.reason == "game-over"


def test_match_without_a_source_waits_for_resolve():
    match = played(Match(GAME, FOUR), "S")
    assert match.state.to_act == CHANCE
    match.advance()
    assert match.events == (Event(0, "S"),)
    assert match.resolve(GAME.outcome("2")) == (Event(CHANCE, "2"),)
    assert match.state.to_act == 0


def test_resolve_goes_on_with_a_source():
    match = Match(GAME, TWO)
    match.chance = ScriptedChance(["1"])
    assert match.resolve(GAME.outcome("r")) == (Event(CHANCE, "r"),)
    match = Match(GAME, GAME.setup(players=2, rotate="after"))
    match.chance = ScriptedChance(["4"])
    assert match.resolve(GAME.outcome("r")) == (Event(CHANCE, "r"), Event(CHANCE, "4"))


def test_resolve_where_chance_has_no_say():
    match = Match(GAME, FOUR)
    with pytest.raises(IllegalMoveError) as error:
        match.resolve(GAME.outcome("1"))
    assert error.value.reason == "no-chance-now"


def test_seat_cannot_choose_its_own_dice():
    match = played(Match(GAME, FOUR), "S")
    with pytest.raises(IllegalMoveError, match="4 is not for seat 0 to choose") as error:
        match.submit(0, GAME.outcome("4"))
    assert error.value.reason == "not-a-move"
    assert match.events == (Event(0, "S"),)


def test_chance_cannot_make_a_move():
    match = Match(GAME, FOUR)
    with pytest.raises(IllegalMoveError, match="S is not for chance to choose") as error:
        match.resolve(GAME.move("S"))
    assert error.value.reason == "not-a-move"
    assert match.events == ()


def test_source_that_fails_leaves_the_match_where_it_was():
    match = Match(GAME, FOUR, ScriptedChance([]))
    with pytest.raises(ChanceError, match="no roll number 0"):
        match.submit(0, GAME.move("S"))
    assert match.state.to_act == CHANCE
    match.chance = ScriptedChance(["2"])
    match.advance()
    assert match.events == (Event(0, "S"), Event(CHANCE, "2"))


@pytest.mark.parametrize("setup", [FOUR, TWO], ids=["four", "two"])
def test_taking_back_brings_the_same_dice_again(setup):
    match = finished(setup, "undo")
    events, states = match.events, match.states
    for count in range(len(events), -1, -7):
        match.undo_to(count)
        assert match.events == events[:count]
        assert match.states == states[: count + 1]
    match.undo_to(0)
    match.advance()
    for event in events:
        if event.by != CHANCE:
            match.submit(event.by, GAME.move(event.text))
    assert (match.events, match.states) == (events, states)


def test_other_move_after_taking_back_meets_the_same_roll():
    match = played(Match(GAME, FOUR, SeededChance(3)), "S")
    roll = match.events[1]
    match.undo_to(0)
    assert match.submit(0, GAME.move("L")) == (Event(0, "L"), roll)


@pytest.mark.parametrize("count", [-1, 3, 100])
def test_going_back_to_where_nobody_was(count):
    match = played(Match(GAME, FOUR, ScriptedChance(["1"])), "S")
    with pytest.raises(ValueError, match="there are 2 events"):
        match.undo_to(count)


def test_two_matches_do_not_disturb_each_other():
    alone = finished(TWO, 7)
    one, other = Match(GAME, TWO, SeededChance(7)), Match(GAME, TWO, SeededChance(8))
    while not one.state.is_over:
        one.submit(one.state.to_act, one.state.legal()[0])
        if not other.state.is_over:
            other.submit(other.state.to_act, other.state.legal()[-1])
    assert one.events == alone.events


def test_record_tells_setup_tags_events_and_result():
    match = Match(GAME, TWO, ScriptedChance(["r", "1"]), tags={"White": "Ada"})
    played(match, "S")
    assert match.record == Record(
        "marrakech", "players=2", {"White": "Ada"}, match.events, result=""
    )
    done = finished(FOUR, 2)
    assert done.record.result == " ".join(map(str, done.state.scores()))


@pytest.mark.parametrize("setup", [FOUR, TWO, GAME.setup(players=3, rotate="after")], ids=str)
def test_replay_gives_the_same_match(setup):
    match = finished(setup, "replay")
    again = Match.replay(GAME, match.record)
    assert again.states == match.states
    assert again.actions == match.actions
    assert again.record == match.record


def test_replay_can_go_on():
    match = played(Match(GAME, FOUR, ScriptedChance(["1"])), "S")
    again = Match.replay(GAME, match.record.first(1), ScriptedChance(["4"]))
    assert again.events == (Event(0, "S"), Event(CHANCE, "4"))


def test_another_game_can_share_the_dice_of_a_record():
    first = finished(FOUR, 5)
    kinds = {outcome.text: outcome.kind for outcome in GAME.outcomes}
    shared = RecordedChance(first.record.outcomes(kinds))
    assert finished(FOUR, None, shared).events == first.events


def record_of(*events, result="", setup="-"):
    """Return a record with events such as `0 S` and `* 1`, as it is read from a file."""
    written = [event.split(" ") for event in events]
    made = [Event(CHANCE if by == "*" else int(by), text) for by, text in written]
    return Record.parse(str(Record("marrakech", setup, {}, tuple(made), result)))


@pytest.mark.parametrize(
    ("events", "line", "message"),
    [
        (["0 S", "* 1", "0 a1a2"], 7, "0 a1a2: a1a2 does not touch a side of Assam's square"),
        (["0 S", "* 1", "1 d6d7"], 7, "1 d6d7: it is seat 0's turn"),
        (["0 S", "0 d6d7"], 6, "0 d6d7: d6d7 must wait"),
        (["* 1"], 5, r"\* 1: there is nothing to roll now"),
        (["0 S", "* 5"], 6, r"\* 5: '5' is no outcome"),
        (["0 S", "* r"], 6, "now the die must be rolled"),
        (["0 jump"], 5, "0 jump: 'jump' is no move"),
        (["7 S"], 5, "7 S: it is seat 0's turn"),
        (["0 1"], 5, "0 1: '1' is no move"),
        (["* S"], 5, r"\* S: 'S' is no outcome"),
    ],
)
def test_replay_names_the_line_that_breaks_the_rules(events, line, message):
    with pytest.raises(InvalidRecordError, match=message) as error:
        Match.replay(GAME, record_of(*events))
    assert error.value.line == line


def test_replay_checks_the_result():
    with pytest.raises(InvalidRecordError, match="but the events give 'not over'") as error:
        Match.replay(GAME, record_of("0 S", "* 1", result="30 30 30 30"))
    assert error.value.line == 7
    match = finished(FOUR, 3)
    lines = str(match.record).splitlines()
    wrong = str(match.record).replace(match.record.result, "1 2 3 4")
    with pytest.raises(InvalidRecordError, match="the closing line says '1 2 3 4'") as error:
        jemaa.open_record(wrong)
    assert error.value.line == len(lines)


def test_finished_game_cannot_be_said_not_to_be_over():
    match = finished(FOUR, 3)
    text = str(match.record).replace(match.record.result, "not over")
    with pytest.raises(InvalidRecordError, match="the closing line says 'not over'"):
        jemaa.open_record(text)


def test_finished_game_opens_without_its_closing_line():
    match = finished(FOUR, 3)
    text = str(match.record)
    again = jemaa.open_record(text[: text.index("end:")])
    assert again.state.is_over
    assert again.record == match.record


def test_replay_with_a_wrong_setup():
    with pytest.raises(SetupError, match="players"):
        Match.replay(GAME, Record("marrakech", "players=9"))
