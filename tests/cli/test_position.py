import json

import jemaa
from jemaa.core.playout import playout

START = "marrakech - 7/7/7/7/7/7/7 d4S 30,30,30,30 r12,y12,b12,n12 0:turn"
ROLL = START.replace("turn", "roll")


def test_show_draws_as_the_game_does(run):
    state = jemaa.parse(START)
    result = run("show", *START.split())
    assert result.out == state.game.draw(state.view(0)) + "\n"
    assert run("show", START).out == result.out


def test_show_draws_a_view_and_a_finished_game(run):
    state = jemaa.game("facir").new(players=2)
    for outcome in ("5", "7"):
        state = state.after(state.game.outcome(outcome))
    for seat in (0, 1):
        view = state.view(seat)
        assert run("show", *str(view).split()).out == state.game.draw(view) + "\n"
    final = playout(jemaa.game("marrakech").new(players=2), 1).final
    assert "The game is over" in run("show", *str(final).split()).out


def test_position_may_come_from_the_standard_input(run):
    assert run("show", "-", typed=[START]).out == run("show", START).out


def test_show_as_json(run):
    answer = json.loads(run("show", START, "--json").out)
    drawing = answer.pop("drawing")
    assert drawing == jemaa.parse(START).game.draw(jemaa.parse(START).view(0))
    assert answer == {
        "game": "marrakech",
        "text": START,
        "seat": None,
        "to_act": 0,
        "phase": "turn",
        "scores": [30, 30, 30, 30],
        "ranking": [[0, 1, 2, 3]],
    }
    assert json.loads(run("show", f"@- {START}", "--json").out)["seat"] == "spectator"
    assert json.loads(run("show", f"@2 {START}", "--json").out)["seat"] == 2


def test_legal_lists_moves_with_what_they_do(run):
    assert run("legal", *START.split()).out == (
        "Turn Assam, or leave him as he stands:\n"
        "  L  Red sends Assam right.\n"
        "  S  Red sends Assam down.\n"
        "  R  Red sends Assam left.\n"
    )


def test_legal_lists_outcomes_with_weights(run):
    lines = run("legal", *ROLL.split()).out.splitlines()
    assert lines[0] == "Chance decides (roll):"
    assert [line.split() for line in lines[1:]] == [
        [face, weight, "in", "6"] for face, weight in zip("1234", "1221", strict=True)
    ]


def test_legal_as_json(run):
    answer = json.loads(run("legal", START, "--json").out)
    assert answer["moves"] == ["L", "S", "R"]
    assert answer["outcomes"] == []
    answer = json.loads(run("legal", ROLL, "--json").out)
    assert (answer["to_act"], answer["moves"]) == ("chance", [])
    assert answer["outcomes"][1] == {"text": "2", "kind": "roll", "weight": 2}


def test_legal_of_a_view_is_only_for_the_seat_to_act(run):
    assert run("legal", f"@0 {START}").out.splitlines()[1].split() == ["L", "S", "R"]
    assert run("legal", f"@1 {START}").out == "Nothing: this seat must wait.\n"
    assert json.loads(run("legal", f"@1 {START}", "--json").out)["moves"] == []


def test_legal_of_a_finished_game_is_nothing(run):
    final = playout(jemaa.game("marrakech").new(players=2), 1).final
    assert run("legal", str(final)).out == "Nothing: the game is over.\n"


def test_hundreds_of_moves_are_listed_by_their_first_square(run):
    game = jemaa.game("facir")
    state = game.new(players=2)
    for outcome in ("5", "7"):
        state = state.after(game.outcome(outcome))
    nails = ["a1", "g7", "b1", "f7", "c1", "e7", "a2", "g6", "b3", "f5", "c3", "e5", "a7", "g1"]
    for text in ["^0", "^0", *nails]:
        state = state.after(game.move(text))
    lines = run("legal", str(state)).out.splitlines()
    shifts = [move.text for move in state.legal() if len(move.text) == 4]
    assert len(shifts) == 7 * 35
    assert lines[0].startswith("Move a nail")
    assert len(lines) < 30
    # Whoever joins what the lines say gets the moves.
    found, first = [], ""
    for word in " ".join(lines[1:]).replace(" +", "+").split():
        if word.endswith("+"):
            first = word[:2]
        elif len(word) == 2:
            found.append(first + word)
    assert found[: len(shifts)] == shifts


def test_endless_input_is_refused(tmp_path, start):
    # A file with a hole: a gigabyte that takes no room on the disk.
    endless = tmp_path / "endless"
    with endless.open("wb") as file:
        file.truncate(2**30)
    for arguments in (["replay", endless], ["verify", endless], ["play", "--resume", endless]):
        assert "are allowed" in one_line(start(*map(str, arguments)))
    deck = ["play", "facir", "--set", f"deck=@{endless}"]
    assert "65,536 are allowed" in one_line(start(*deck))
    for command in ("show", "best"):
        assert "65,536 are allowed" in one_line(start(command, "-", typed="q" * 10**6))


def one_line(result):
    assert (result.code, result.err.count("\n")) == (2, 1), result
    assert len(result.err) < 300
    return result.err
