import json
import re
from random import Random

import pytest

import jemaa
from jemaa.core.chance import SeededChance
from jemaa.core.match import Match
from jemaa.core.state import SPECTATOR

MARRAKECH = jemaa.game("marrakech")


def played(game, seed=1, **settings):
    """Play first legal moves to the end."""
    match = Match(game, game.setup(**settings), SeededChance(seed), tags={"place": "Fez"})
    while not match.state.is_over:
        match.submit(match.state.to_act, match.state.legal()[0])
    return match


@pytest.fixture
def match():
    return played(MARRAKECH, players=2)


@pytest.fixture
def file(tmp_path, match):
    path = tmp_path / "game.jemaa"
    path.write_text(str(match.record), "utf-8")
    return path


def told(match):
    return [match.game.tell(*step) for step in zip(match.states, match.actions, strict=False)]


def test_every_event_is_told_and_the_end_is_drawn(run, file, match):
    result = run("replay", str(file))
    assert (result.code, result.err) == (0, "")
    flat = " ".join(result.out.split())
    at = 0
    for number, sentence in enumerate(told(match), 1):
        at = flat.index(sentence, flat.index(f" {number} ", at))
    assert result.out.rstrip().endswith(match.game.draw(match.state.view(0)).splitlines()[-1])
    assert "place: Fez" in result.out


def test_board_is_drawn_once_a_turn(run, file, match):
    result = run("replay", str(file))
    turns = sum(event.text in ("L", "S", "R") for event in match.events)
    assert result.out.count("┌─────┬") == turns + 1


def test_json_tells_all(run, file, match):
    answer = json.loads(run("replay", str(file), "--json").out)
    assert list(answer) == [
        *("game", "setup", "tags", "damage", "start", "events", "result", "ranking", "winners")
    ]
    assert (answer["game"], answer["damage"]) == ("marrakech", None)
    assert answer["tags"] == {"place": "Fez"}
    assert answer["start"] == str(match.states[0])
    assert [event["told"] for event in answer["events"]] == told(match)
    assert answer["events"][-1]["position"] == str(match.state)
    assert answer["result"] == list(match.state.scores())
    assert answer["ranking"] == list(map(list, match.state.ranking()))
    assert answer["winners"] == list(match.state.ranking()[0])
    assert answer["events"][0]["by"] == "chance"


def steps(result):
    """Return the numbers of the events at which it has asked."""
    return re.findall(r"(\d+) of \d+ \(Enter", result.out)


def test_step_goes_on_back_and_to_a_number(run, file, match):
    keys = ["", "n", "p", "10", "what", "99999", ""]
    result = run("replay", str(file), "--step", typed=keys)
    assert result.code == 0
    last = len(match.events)
    assert steps(result) == ["0", "1", "2", "1", "10", "10", str(last)]


def test_step_takes_any_number_of_digits(run, file, match):
    """Python refuses to read more than 4,300 of them, and that was once a traceback."""
    result = run("replay", str(file), "--step", typed=["9" * 5000, "p", "0" * 5000 + "3", "q"])
    assert (result.code, result.err) == (0, "")
    last = len(match.events)
    assert steps(result) == ["0", str(last), str(last - 1), "3"]


CONTROLS = "Fez\x1b[2J\x1b]0;gone\x07 \x9b31m \u202eback \x7f"


def test_tags_are_printed_without_control_characters(run, file, match):
    match.tags["place"] = CONTROLS
    file.write_text(str(match.record), "utf-8")
    result = run("replay", str(file))
    assert result.code == 0
    assert "place: Fez\\x1b[2J\\x1b]0;gone\\x07 \\x9b31m \\u202eback \\x7f\n" in result.out
    assert result.out.replace("\n", "").isprintable()
    text = run("replay", str(file), "--json").out
    assert text.rstrip("\n").isprintable()
    assert json.loads(text)["tags"] == {"place": CONTROLS}


def test_complaint_about_a_record_has_no_control_characters(run, tmp_path):
    path = tmp_path / "odd"
    path.write_text("jemaa record 1\ngame: chess\x1b[2J\n\nend: 0 events, not over\n", "utf-8")
    result = run("replay", str(path))
    assert result.code == 2
    assert result.err.rstrip("\n").isprintable()


@pytest.mark.parametrize("keys", [["q"], ["", "quit"], []], ids=["q", "quit", "end of input"])
def test_step_can_be_left(run, file, keys):
    assert run("replay", str(file), "--step", typed=keys).code == 0


def damaged(text, how):
    lines = text.split("\n")
    first = lines.index("") + 1
    if how == "cut":
        return "\n".join(lines[: first + 10]) + "\n* 2", first + 10
    if how == "unreadable":
        lines[first + 10] = "what is this"
    if how == "illegal":
        lines[first + 10] = "0 a1b1" if lines[first + 10][0] == "*" else "* 9"
    if how == "closing":
        lines[-2] = "end: 3 events, not over"
        return "\n".join(lines), None
    if how == "result":
        lines[-2] = lines[-2].rpartition(", ")[0] + ", 1 1"
        return "\n".join(lines), None
    return "\n".join(lines), first + 10


@pytest.mark.parametrize("how", ["cut", "unreadable", "illegal", "closing", "result"])
def test_damaged_record_is_shown_as_far_as_it_goes(run, file, match, how):
    text, _ = damaged(file.read_text("utf-8"), how)
    file.write_text(text, "utf-8")
    result = run("replay", str(file))
    assert result.code == 0
    assert result.err.startswith("jemaa: warning: ")
    assert result.err.count("\n") == 1
    events = len(match.events) if how in ("closing", "result") else 10
    assert f"2 players, {events} events\n" in result.out
    answer = json.loads(run("replay", str(file), "--json").out)
    assert answer["damage"] == result.err.removeprefix("jemaa: warning: ").strip()
    assert len(answer["events"]) == events


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "line 1"),
        (b"\xff\xfe\x00", "not even text"),
        (b"some diary\n", "a record begins with"),
        (b"jemaa record 1\ngame: chess\n\nend: 0 events, not over\n", "no game 'chess'"),
        (b"jemaa record 1\nsetup: -\n\n", "names no game"),
        (b"jemaa record 1\ngame: marrakech\nsetup: players=9\n\n", "players: 9"),
    ],
)
def test_file_that_is_no_record_is_refused_in_one_line(run, tmp_path, content, part):
    path = tmp_path / "odd"
    path.write_bytes(content)
    result = run("replay", str(path))
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("jemaa: ")
    assert result.err.count("\n") == 1
    assert part in result.err


def test_record_may_come_from_the_standard_input(run, file, match):
    result = run("replay", "-", "--json", typed=file.read_text("utf-8").splitlines())
    assert len(json.loads(result.out)["events"]) == len(match.events)


FACIR = jemaa.game("facir")


@pytest.fixture
def secret(tmp_path):
    """An unfinished game of Façir, with one round behind and four turns played, and its file."""
    match = Match(FACIR, FACIR.setup(players=3), SeededChance(5))
    while not (match.state.round == 1 and match.state.turns == 4):
        match.submit(match.state.to_act, match.state.legal()[-1])
    path = tmp_path / "secret.jemaa"
    path.write_text(str(match.record), "utf-8")
    return match, path


def hidden_words(match):
    """Return how the cards in the rooms would be drawn or written, with what nobody may see."""
    rooms = match.state.rooms
    drawn = [f"number {room.card + 1}," for room in rooms]
    return [*drawn, *(event.text for event in match.events if event.text.startswith("^"))]


def test_unfinished_game_is_shown_as_a_spectator_sees_it(run, secret):
    match, path = secret
    result = run("replay", str(path))
    assert (result.code, result.err) == (0, "")
    assert FACIR.draw(match.state.view(SPECTATOR)) in result.out
    assert "--reveal" in result.out
    assert not [word for word in hidden_words(match) if word in result.out]
    assert "your card" not in result.out
    flat = " ".join(result.out.split())
    for number, sentence in enumerate(told(match), 1):
        assert f" {number} {sentence}" in flat


def test_unfinished_game_in_steps_is_shown_as_a_spectator_sees_it(run, secret):
    match, path = secret
    result = run("replay", str(path), "--step", typed=["999", "q"])
    assert FACIR.draw(match.state.view(SPECTATOR)) in result.out
    assert not [word for word in hidden_words(match) if word in result.out]


def test_json_of_an_unfinished_game_keeps_its_secrets(run, secret):
    match, path = secret
    answer = json.loads(run("replay", str(path), "--json").out)
    assert {event["text"] for event in answer["events"]} == {None}
    assert [event["told"] for event in answer["events"]] == told(match)
    positions = [answer["start"], *(event["position"] for event in answer["events"])]
    assert positions == [str(state.view(SPECTATOR)) for state in match.states]


def test_reveal_shows_the_secrets_of_an_unfinished_game(run, secret):
    match, path = secret
    result = run("replay", str(path), "--reveal")
    assert FACIR.draw(match.state.view(match.state.to_act)) in result.out
    assert [word for word in hidden_words(match) if word not in result.out] == []
    assert "--reveal" not in result.out
    answer = json.loads(run("replay", str(path), "--reveal", "--json").out)
    assert [event["text"] for event in answer["events"]] == [event.text for event in match.events]
    assert answer["events"][-1]["position"] == str(match.state)


def test_finished_game_with_secrets_is_shown_whole(run, tmp_path):
    match = Match(FACIR, FACIR.setup(players=2), SeededChance(5))
    while not match.state.is_over:
        match.submit(match.state.to_act, match.state.legal()[-1])
    path = tmp_path / "game.jemaa"
    path.write_text(str(match.record), "utf-8")
    result = run("replay", str(path))
    assert "your card" in result.out
    assert "--reveal" not in result.out
    answer = json.loads(run("replay", str(path), "--json").out)
    assert [event["position"] for event in answer["events"]] == list(map(str, match.states[1:]))


def test_json_names_who_won_the_deciding_round(run, tmp_path):
    """The scores alone, six and six, do not tell it."""
    path = tmp_path / "game.jemaa"
    match = Match(FACIR, FACIR.setup(players=2), SeededChance(1))
    while not match.state.is_over:
        moves = match.state.legal()
        lays = moves[-1].text.endswith("!")
        rng = Random(1000 + len(match.events))
        match.submit(match.state.to_act, moves[-1] if lays else rng.choice(moves[:49]))
    path.write_text(str(match.record), "utf-8")
    answer = json.loads(run("replay", str(path), "--json").out)
    assert answer["result"] == [6, 6]
    assert answer["winners"] == [match.state.decider]
    assert answer["ranking"] == [[match.state.decider], [1 - match.state.decider]]


def test_json_of_a_game_that_is_not_over_names_no_winner(run, secret):
    answer = json.loads(run("replay", str(secret[1]), "--json").out)
    assert (answer["result"], answer["ranking"], answer["winners"]) == (None, None, None)
