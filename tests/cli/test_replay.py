import json

import pytest

import jemaa
from jemaa.core.chance import SeededChance
from jemaa.core.match import Match

MARRAKECH = jemaa.game("marrakech")


def played(game, moves=None, seed=1, **settings):
    """Play first legal moves, to the end or so many."""
    match = Match(game, game.setup(**settings), SeededChance(seed), tags={"place": "Fez"})
    done = 0
    while not match.state.is_over and done != moves:
        match.submit(match.state.to_act, match.state.legal()[0])
        done += 1
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
    assert list(answer) == ["game", "setup", "tags", "damage", "start", "events", "result"]
    assert (answer["game"], answer["damage"]) == ("marrakech", None)
    assert answer["tags"] == {"place": "Fez"}
    assert answer["start"] == str(match.states[0])
    assert [event["told"] for event in answer["events"]] == told(match)
    assert answer["events"][-1]["position"] == str(match.state)
    assert answer["result"] == list(match.state.scores())
    assert answer["events"][0]["by"] == "chance"


def test_step_goes_on_back_and_to_a_number(run, file, match):
    keys = ["", "n", "p", "10", "what", "99999", ""]
    result = run("replay", str(file), "--step", typed=keys)
    assert result.code == 0
    last = len(match.events)
    prompts = [line.partition(" of ")[0] for line in result.out.splitlines() if " of " in line]
    shown = [prompt.rpartition(" ")[2] for prompt in prompts]
    assert shown == ["0", "1", "2", "1", "10", "10", str(last)]


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


def test_game_with_secrets_can_be_replayed(run, tmp_path):
    match = played(jemaa.game("facir"), moves=30, players=3)
    path = tmp_path / "game.jemaa"
    path.write_text(str(match.record), "utf-8")
    result = run("replay", str(path))
    assert result.code == 0
    assert f"{len(match.events)} events" in result.out
