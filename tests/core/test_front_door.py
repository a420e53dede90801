"""Everything that a user of the package needs is reached by `import jemaa`."""

import subprocess
import sys
from pathlib import Path

import pytest

import jemaa

SCRIPT = Path(__file__).with_name("user_script.py")
START = "marrakech - 7/7/7/7/7/7/7 d4S 30,30,30,30 r12,y12,b12,n12 0:turn"
RECORD = """\
jemaa record 1
game: marrakech
setup: players=3

0 L
* 2
0 f3g3
end: 3 events, not over
"""


class Scripted:
    """A player of one's own: gives back whatever it was told to."""

    def __init__(self, answer):
        self.answer = answer

    def choose(self, view, limit):
        return self.answer(view)


def test_dir_shows_every_public_name():
    assert dir(jemaa) == sorted(jemaa.__all__)
    assert {"game", "play", "read_records", "IllegalMoveError", "SeededChance"} <= set(dir(jemaa))


@pytest.mark.once
def test_import_takes_under_30_ms():
    code = (
        "import time; begun = time.process_time(); import jemaa; print(time.process_time() - begun)"
    )
    taken = [float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(5)]
    assert min(taken) < 0.030


@pytest.mark.once
def test_users_script_is_typed(tmp_path):
    root = Path(__file__).parents[2]
    command = [sys.executable, "-m", "mypy", "--strict", str(SCRIPT)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "Success: no issues found in 1 source file\n")


@pytest.mark.once
def test_games_have_their_own_types(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        'import jemaa\nreveal_type(jemaa.game("facir"))\n'
        'reveal_type(jemaa.game("marrakech").new().after("L"))\n'
    )
    root = Path(__file__).parents[2]
    command = [sys.executable, "-m", "mypy", "--strict", str(script)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    assert '"jemaa.games.facir.Facir"' in done.stdout
    assert '"jemaa.games.marrakech.rules.MarrakechState"' in done.stdout


def test_users_script_runs():
    names = {}
    exec(compile(SCRIPT.read_text("utf-8"), str(SCRIPT), "exec"), names)
    assert names["first_rug"]() == (29, 11)
    assert names["refused"](START, "c3c4") == "wrong-step"
    assert names["refused"](START, "castle") == "castle"
    assert names["winners"](7) == names["winners"](7)
    assert names["weights"](START.replace("turn", "roll")) == {"1": 1, "2": 2, "3": 2, "4": 1}
    assert names["advice"](jemaa.parse(START).view(0)).move.text in "LSR"


def test_states_take_texts():
    game = jemaa.game("marrakech")
    state = jemaa.parse(START)
    assert state.after("L") == state.after(game.move("L"))
    assert state.after("L").after("2") == state.after(game.move("L")).after(game.outcome("2"))


def test_text_of_the_other_kind_is_refused_by_the_rules():
    state = jemaa.parse(START)
    with pytest.raises(jemaa.IllegalMoveError) as caught:
        state.after("2")
    assert caught.value.reason == "no-chance-now"
    with pytest.raises(jemaa.IllegalMoveError) as caught:
        state.after("L").after("L")
    assert caught.value.reason == "chance-first"
    with pytest.raises(jemaa.InvalidNotationError, match="no outcome"):
        state.after("L").after("castle")


def test_matches_take_texts():
    match = jemaa.Match(jemaa.game("marrakech"), jemaa.game("marrakech").setup(players=3))
    match.submit(0, "L")
    match.resolve("2")
    match.submit(0, "f3g3")
    assert str(match.record) == RECORD
    with pytest.raises(jemaa.InvalidNotationError, match="no move"):
        match.submit(1, "castle")


def test_boards_are_drawn():
    state = jemaa.parse(START)
    assert state.draw() == state.game.draw(state.view(0)) == state.view(0).draw()
    assert state.draw("pl") == state.game.draw(state.view(0), "pl")
    chance = state.after("L")
    assert chance.draw() == state.game.draw(chance.view(jemaa.SPECTATOR))


def test_every_public_object_tells_what_it_is():
    match = jemaa.open_record(RECORD)
    game = jemaa.game("marrakech")
    assert eval(repr(game)) is game
    assert eval(repr(match.state)) == match.state
    assert eval(repr(match.state.view(0))) == match.state.view(0)
    assert eval(repr(jemaa.Limit(nodes=3)), {"Limit": jemaa.Limit}) == jemaa.Limit(nodes=3)
    assert repr(match) == f"<Match of Marrakech after 3 events: {match.state}>"
    assert repr(game.moves) == "<Codec of 87 moves>"
    assert repr(jemaa.player("marrakech", "x2(rolls=3)")) == "<player x2(rolls=3)>"
    assert repr(jemaa.player("facir", "tourist")) == "<player tourist>"
    setup = game.setup(players=3)
    assert eval(repr(setup), {type(setup).__name__: type(setup)}) == setup
    chance = jemaa.SeededChance("a secret", "g1")
    assert repr(chance) == f"<SeededChance of the commitment {chance.commitment}, game 'g1'>"


def test_record_is_opened_from_a_text_a_path_and_a_record(tmp_path):
    file = tmp_path / "game.jemaa"
    file.write_text(RECORD, "utf-8")
    expected = jemaa.open_record(RECORD).states
    for source in (file, str(file), jemaa.Record.parse(RECORD)):
        assert jemaa.open_record(source).states == expected


def test_record_that_is_no_text_is_refused(tmp_path):
    file = tmp_path / "game.jemaa"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(jemaa.InvalidRecordError, match="UTF-8"):
        jemaa.open_record(file)
    with pytest.raises(FileNotFoundError):
        jemaa.open_record("no such file")
    with pytest.raises(jemaa.InvalidRecordError):
        jemaa.open_record("")


def test_records_are_read_one_at_a_time(tmp_path):
    file = tmp_path / "games.jemaa"
    file.write_text("\n" + RECORD + "\n\n" + RECORD + RECORD[: RECORD.index("end:")], "utf-8")
    records = list(jemaa.read_records(file))
    assert [record.damage != "" for record in records] == [False, False, True]
    assert records[0] == records[1] == jemaa.Record.parse(RECORD)
    assert list(jemaa.read_records(str(file))) == records
    assert list(jemaa.read_records(file.read_text("utf-8"))) == records
    with file.open(encoding="utf-8") as lines:
        assert next(jemaa.read_records(lines)) == records[0]
    assert list(jemaa.read_records("")) == []


def test_faults_in_a_file_of_records_name_the_line_of_the_file():
    with pytest.raises(jemaa.InvalidRecordError, match="record, line 14: ") as caught:
        list(jemaa.read_records(RECORD + RECORD.replace("* 2", "?")))
    assert caught.value.line == 14
    wrong = RECORD + RECORD.replace("0 f3g3", "0 a1a2")
    *_, last = jemaa.read_records(wrong)
    with pytest.raises(jemaa.InvalidRecordError, match="record, line 15: "):
        jemaa.open_record(last)


def test_file_without_records_is_not_read_to_its_end():
    def lines():
        for number in range(1, 10**9):
            assert number < 200_000
            yield "nothing\n"

    with pytest.raises(jemaa.InvalidRecordError, match="lines"):
        next(jemaa.read_records(lines()))


@pytest.mark.parametrize("game", ["marrakech", "facir"])
def test_game_is_played_by_names_and_by_own_players(game):
    own = Scripted(lambda view: view.legal()[0])
    match = jemaa.play(game, ["greedy", own, "random"], seed=7)
    assert match.state.is_over
    assert match.tags == {"seat 0": "greedy", "seat 1": "Scripted", "seat 2": "random"}
    again = jemaa.play(jemaa.game(game), ["greedy", own, "random"], seed=7)
    assert str(again.record) == str(match.record)


def test_own_player_may_answer_by_a_text_or_a_decision():
    first = Scripted(lambda view: view.legal()[0])
    text = Scripted(lambda view: view.legal()[0].text)
    decision = Scripted(lambda view: jemaa.Decision(view.legal()[0], ()))
    records = {
        str(jemaa.play("marrakech", [own, own], seed=1).record) for own in (first, text, decision)
    }
    assert len(records) == 1


@pytest.mark.parametrize(
    ("answer", "reason"),
    [("castle", "bad-answer"), (None, "bad-answer"), ("a1a2", "illegal-move")],
)
def test_own_player_without_a_legal_move(answer, reason):
    with pytest.raises(jemaa.PlayerError, match="Scripted") as caught:
        jemaa.play("marrakech", [Scripted(lambda view: answer), "random"])
    assert caught.value.reason == reason


def test_players_and_setup_must_agree():
    setup = jemaa.game("marrakech").setup(players=2, rotate="after")
    assert jemaa.play("marrakech", ["random", "random"], seed=1, setup=setup).setup is setup
    with pytest.raises(jemaa.SetupError, match="3 sit down, but the setup has 2"):
        jemaa.play("marrakech", ["random"] * 3, setup=setup)
    with pytest.raises(jemaa.SetupError, match="players"):
        jemaa.play("marrakech", ["random"])


@pytest.mark.parametrize("wrong", [2, "players=2", jemaa.game("facir").setup(players=2)], ids=str)
def test_setup_must_be_of_the_game(wrong):
    with pytest.raises(jemaa.SetupError, match="is no setup of Marrakech"):
        jemaa.play("marrakech", ["random", "random"], setup=wrong)


def test_played_is_a_game_or_its_name():
    with pytest.raises(jemaa.UnknownNameError, match="no game None; choose one of: marrakech"):
        jemaa.play(None, ["random", "random"])


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (None, "seat 1: None is no player; give a name, such as 'greedy'"),
        (7, "seat 1: 7 is no player"),
        (Scripted, r"seat 1: Scripted is a class; give a player of it: Scripted\(\)"),
    ],
)
def test_who_is_no_player_is_refused_by_the_seat(wrong, said):
    """It failed in the middle of the game, as an attribute or an argument that was missing."""
    with pytest.raises(TypeError, match=said):
        jemaa.play("marrakech", ["random", wrong])


def test_limit_reaches_the_players():
    seen = set()

    class Watching:
        name = "watching"

        def choose(self, view, limit):
            seen.add(limit)
            return view.legal()[0]

    jemaa.play("marrakech", [Watching(), "random"], seed=1)
    jemaa.play("marrakech", [Watching(), "random"], seed=1, limit=jemaa.Limit(nodes=5))
    assert seen == {jemaa.Limit(), jemaa.Limit(nodes=5)}


@pytest.mark.parametrize("text", [f"@0 {START}", f" @0_{START.replace(' ', '_')}", "@"])
def test_view_is_not_read_as_a_position(text):
    """Its first word was once looked for among the games."""
    with pytest.raises(jemaa.InvalidNotationError, match=r"a view.*read it with `parse_view`"):
        jemaa.parse(text)


@pytest.mark.parametrize("text", [START, START.replace(" ", "_"), "hello", ""])
def test_position_is_not_read_as_a_view(text):
    with pytest.raises(jemaa.InvalidNotationError, match=r"begins with @.*read with `parse`"):
        jemaa.parse_view(text)
