"""`jemaa play`, by typing into it."""

import os
import sys
import time

import platformdirs
import pytest

import jemaa
from jemaa.cli import files
from jemaa.cli.bots import make_bot
from jemaa.cli.terminal import Words
from jemaa.core.chance import SeededChance
from jemaa.core.match import Match
from jemaa.core.record import Record
from tests.cli.terminal import kept

pytestmark = pytest.mark.usefixtures("linux_folders")

MARRAKECH = jemaa.game("marrakech")
FACIR = jemaa.game("facir")


def choose(view):
    """A choice that keeps games going: not always the first move, and never the same corner."""
    moves = view.legal()
    return moves[len(moves) * 2 // 3]


def script(game, seed, people=None, moves=None, **settings):
    """Play with chance of that seed and random players on the seats that are not `people`.

    Gives the match and what the people typed.
    """
    match = Match(game, game.setup(**settings), SeededChance(seed))
    other = make_bot(game, "random", str(seed).encode(), Words("en"))
    typed = []
    while not match.state.is_over and (moves is None or len(typed) < moves):
        seat = match.state.to_act
        if people is None or seat in people:
            move = choose(match.state.view(seat))
            typed.append(move.text)
        else:
            move = other.choose(match.state.view(seat))
        match.submit(seat, move)
    return match, typed


# Whole games.


@pytest.mark.parametrize("players", [2, 4])
def test_whole_game_of_marrakech_at_one_keyboard(run, data, players):
    match, typed = script(MARRAKECH, 3, players=players)
    result = run("play", "marrakech", "--players", str(players), "--seed", "3", typed=typed)
    assert (result.code, result.err) == (0, "")
    assert "The game is over" in result.out
    assert result.out.count(", your move (? for help)> ") == len(typed)
    (record,) = kept(data)
    assert record.events == match.events
    assert record.result == match.record.result
    best = match.state.ranking()[0][0]
    line = f"  1. {MARRAKECH.seat_name(match.state, best)}: {match.state.scores()[best]}\n"
    assert line in result.out


def test_whole_game_against_random_players_in_a_process(start, data):
    match, typed = script(MARRAKECH, 8, people=[1], players=3)
    result = start(
        *("play", "marrakech", "--players", "3", "--against", "random", "--seat", "1"),
        *("--seed", "8"),
        typed="".join(line + "\n" for line in typed),
    )
    assert (result.code, result.err) == (0, "")
    assert "You play Yellow" in result.out
    (record,) = kept(data)
    assert record.events == match.events
    tags = {"seat 0": "random", "seat 1": "you", "seat 2": "random", "chance": "38"}
    assert dict(record.tags) == tags


def test_whole_game_of_facir_against_random_players(run, data):
    match, typed = script(FACIR, 5, people=[0], players=2, turn_cap=20)
    result = run(
        "play",
        "facir",
        "--players",
        "2",
        "--against",
        "random",
        "--seed",
        "5",
        "--set",
        "turn_cap=20",
        typed=typed,
    )
    assert (result.code, result.err) == (0, "")
    assert "Pass the keyboard" not in result.out
    (record,) = kept(data)
    assert record.events == match.events


def test_whole_game_of_facir_at_one_keyboard(run, data):
    match, typed = script(FACIR, 5, players=2, turn_cap=10)
    lines, looking = [], None
    seats = [event.by for event in match.events if event.by >= 0]
    for seat, text in zip(seats, typed, strict=True):
        lines += [text] if seat == looking else ["", text]  # Enter takes the keyboard over
        looking = seat
    result = run(
        *("play", "facir", "--players", "2", "--seed", "5", "--set", "turn_cap=10"), typed=lines
    )
    assert result.code == 0
    (record,) = kept(data)
    assert record.events == match.events


# Secrets at one keyboard.


def test_card_is_shown_only_after_the_keyboard_was_passed(run):
    result = run("play", "facir", "--players", "2", "--seed", "5", typed=["", "^0", "", "quit"])
    before, red, yellow = result.out.split("Pass the keyboard to ")
    assert red.startswith("Red; Enter when nobody else looks> ")
    assert yellow.startswith("Yellow; Enter when nobody else looks> ")
    assert "your card" not in before
    assert "your card" in red
    # What Red has seen is out of sight before Yellow is called, and again before Yellow looks.
    assert red.endswith("\n" * 60)
    assert "\n" * 60 in yellow.partition("your card")[0]


def test_undo_does_not_hide_again_what_all_have_seen(run):
    lines = ["", "^0", "", "^1", "", "undo", "quit"]
    result = run("play", "facir", "--players", "2", "--seed", "5", typed=lines)
    assert "cannot be hidden again" in result.out
    assert "Taken back" not in result.out


def test_undo_of_a_secret_choice_does_not_tell_it(run, data):
    lines = ["", "^3", "", "undo", "", "quit"]
    result = run("play", "facir", "--players", "2", "--seed", "5", typed=lines)
    assert "Taken back: Red stands the card." in result.out
    assert "^3" not in result.out
    assert [event.by for event in kept(data)[0].events] == [-1, -1]


# Typing.


def test_moves_may_be_typed_loosely(run, data):
    match, typed = script(MARRAKECH, 3, moves=2, players=3)
    square = typed[1]
    loose = [typed[0].lower(), f"{square[:2].upper()} - {square[2:]}"]
    run("play", "marrakech", "--players", "3", "--seed", "3", typed=loose)
    assert kept(data)[0].events[:2] == match.events[:2]


def test_illegal_move_is_refused_with_its_clause_and_changes_nothing(run, data):
    typed = ["S", "a1a2", "d4d5x", "L", "", "undo now"]
    result = run("play", "marrakech", "--seed", "1", typed=typed)
    assert result.code == 0
    flat = " ".join(result.out.split())
    assert "Not possible. A rug has to touch a side of Assam's square. (Rule M-40)" in flat
    assert "'d4d5x' is no move" in flat
    assert "Not possible. Something else comes first in this turn. (Rule M-20)" in flat
    assert "undo stands alone" in result.out
    assert [event.by for event in kept(data)[0].events] == [0, -1]


def test_help_lists_moves_and_words(run):
    result = run("play", "marrakech", "--seed", "1", typed=["?", "S", "help"])
    assert "  L  Red sends Assam right." in result.out
    assert "Lay the rug on two squares" in result.out
    words = ("hint", "odds", "rules", "log", "undo", "board", "position", "save FILE", "quit")
    for word in words:
        assert f"\n  {word} " in result.out


def test_board_and_position_are_shown_on_request(run):
    result = run("play", "marrakech", "--seed", "1", typed=["board", "position"])
    state = MARRAKECH.new()
    assert result.out.count(MARRAKECH.draw(state.view(0))) == 2
    assert f"@0 {state}\n" in result.out


def test_position_tells_only_what_the_seat_knows(run):
    result = run("play", "facir", "--players", "2", "--seed", "5", typed=["", "position"])
    (line,) = [line for line in result.out.splitlines() if "@0 facir" in line]
    view = jemaa.parse_view(line[line.index("@0") :])
    assert view.seat == 0
    assert "?" in line


def test_log_tells_what_the_others_did(run):
    match, typed = script(MARRAKECH, 8, people=[0], moves=3, players=3)
    result = run(
        *("play", "marrakech", "--players", "3", "--against", "random", "--seed", "8"), typed=typed
    )
    flat = " ".join(result.out.split())
    for before, action in zip(match.states, match.actions, strict=False):
        assert MARRAKECH.tell(before, action) in flat


# Taking back.


def test_undo_brings_the_same_dice_again(run, data):
    match, typed = script(MARRAKECH, 8, people=[0], moves=6, players=3)
    lines = [*typed[:4], "undo", "undo", *typed[2:]]
    result = run(
        *("play", "marrakech", "--players", "3", "--against", "random", "--seed", "8"), typed=lines
    )
    assert result.out.count("The same dice will come again.") == 2
    assert kept(data)[0].events[: len(match.events)] == match.events


def test_undo_at_the_start_has_nothing_to_take_back(run):
    result = run("play", "marrakech", "--players", "2", "--seed", "1", typed=["undo"])
    assert "nothing to take back" in result.out


# Keeping.


def test_quit_and_resume_go_on_with_the_same_dice(run, data):
    match, typed = script(MARRAKECH, 8, people=[1], players=3)
    options = ("--players", "3", "--against", "random", "--seat", "1", "--seed", "8")
    first = run("play", "marrakech", *options, typed=[*typed[:5], "quit"])
    assert first.code == 0
    assert "To go on: jemaa play --resume\n" in first.out
    assert kept(data)[0].result == ""
    second = run("play", "--resume", typed=typed[5:])
    assert second.code == 0
    assert "The game is over" in second.out
    (record,) = kept(data)
    assert record.events == match.events
    assert "Yellow, your move" in second.out


def test_end_of_input_keeps_the_game(run, data):
    run("play", "marrakech", "--seed", "1", typed=["S"])
    assert len(kept(data)[0].events) == 2


def test_game_is_kept_after_every_move(run, data, monkeypatch):
    counts = []
    write = files.write

    def watch(path, record):
        write(path, record)
        counts.append(len(Record.parse(path.read_text("utf-8")).events))

    monkeypatch.setattr(files, "write", watch)
    match, typed = script(MARRAKECH, 3, moves=4, players=3)
    run("play", "marrakech", "--players", "3", "--seed", "3", typed=typed)
    # A move and the chance that follows it are kept together.
    assert counts == [2, 3, 5, 6]
    assert counts[-1] == len(match.events)


def test_failed_write_leaves_the_old_file_whole(tmp_path, monkeypatch):
    path = tmp_path / "game.jemaa"
    old = Match(MARRAKECH, MARRAKECH.setup()).record
    files.write(path, old)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        files.write(path, script(MARRAKECH, 1, moves=2)[0].record)
    assert path.read_text("utf-8") == str(old)
    assert list(tmp_path.iterdir()) == [path]


def test_folder_that_cannot_be_written_does_not_stop_the_game(run, data):
    (data).write_text("a file where the folder should be")
    result = run("play", "marrakech", "--seed", "1", typed=["S", "position", "quit"])
    assert result.code == 0
    assert result.out.count("cannot be kept") == 1
    assert "0:lay" in result.out
    assert "--resume" not in result.out


def test_new_game_mentions_the_unfinished_one_and_leaves_it(run, data):
    run("play", "marrakech", "--seed", "1", typed=["S", "quit"])
    result = run("play", "marrakech", "--seed", "2", typed=["L", "quit"])
    assert result.out.startswith("(You have an unfinished game: jemaa play --resume ")
    assert len(kept(data)) == 2


@pytest.mark.parametrize(
    "arguments", [["chess"], ["marrakech", "--players", "9"], ["marrakech", "--against", "nobody"]]
)
def test_unfinished_game_is_not_mentioned_where_none_begins(run, data, arguments):
    run("play", "marrakech", "--seed", "1", typed=["S", "quit"])
    result = run("play", *arguments)
    assert (result.code, result.out) == (2, "")


def test_unfinished_game_is_mentioned_before_the_questions(run, data):
    run("play", "marrakech", "--seed", "1", typed=["S", "quit"])
    assert run("play").out.startswith("(You have an unfinished game: ")


def test_resume_takes_the_game_played_last(run, data):
    run("play", "marrakech", "--seed", "1", typed=["S", "quit"])
    first = next((data / "jemaa" / "games").iterdir())
    run("play", "marrakech", "--players", "3", "--seed", "2", typed=["L", "quit"])
    later = time.time_ns() + 10**9  # the clock of files is coarse
    os.utime(first, ns=(later, later))
    assert run("play", "--resume", typed=["quit"]).out.startswith("Marrakech, 4 players, 2 ")
    (data / "jemaa" / "games" / "diary.jemaa").write_text("no record at all")
    assert run("play", "--resume", typed=["quit"]).code == 0


def test_finished_game_is_not_resumed(run, data):
    _, typed = script(MARRAKECH, 3, players=2)
    run("play", "marrakech", "--players", "2", "--seed", "3", typed=typed)
    assert "no unfinished game" in run("play", "--resume").err
    (path,) = (data / "jemaa" / "games").iterdir()
    result = run("play", "--resume", str(path))
    assert result.code == 2
    assert f"`jemaa replay {path}` shows it" in result.err


def test_file_option_keeps_the_game_there(run, tmp_path, data):
    path = tmp_path / "here.jemaa"
    result = run("play", "marrakech", "--file", str(path), "--seed", "1", typed=["S", "quit"])
    assert f"To go on: jemaa play --resume {path}" in result.out
    assert kept(data) == []
    again = run("play", "marrakech", "--file", str(path))
    assert again.code == 2
    assert again.err == (
        f"jemaa: {path} exists already; `jemaa play --resume {path}` goes on with it\n"
    )
    assert run("play", "--resume", str(path), typed=["d5d6", "quit"]).code == 0
    assert len(Record.parse(path.read_text("utf-8")).events) == 3


@pytest.mark.parametrize("content", [None, "milk, eggs", "over"], ids=["folder", "text", "over"])
def test_only_a_game_that_can_go_on_is_offered_to_be_resumed(run, tmp_path, data, content):
    path = tmp_path / "here"
    if content is None:
        path.mkdir()
    else:
        over = str(jemaa.play("marrakech", ["random", "random"], seed=1).record)
        path.write_text(over if content == "over" else content, "utf-8")
    result = run("play", "marrakech", "--file", str(path))
    assert (result.code, result.out) == (2, "")
    assert result.err == f"jemaa: {path} exists already; choose another name\n"


def test_damaged_game_goes_on_in_another_file(run, tmp_path, data):
    path = tmp_path / "here.jemaa"
    run("play", "marrakech", "--file", str(path), "--seed", "1", typed=["S", "quit"])
    whole = path.read_text("utf-8")
    path.write_text(whole.partition("end:")[0] + "0 a", "utf-8")
    result = run("play", "--resume", str(path), typed=["quit"])
    assert "The file is damaged" in result.out
    assert path.read_text("utf-8").endswith("0 a")
    assert [str(record) for record in kept(data)] == [whole]


def test_record_from_elsewhere_gets_chance_of_its_own(run, tmp_path):
    path = tmp_path / "club.jemaa"
    record = Match(MARRAKECH, MARRAKECH.setup(), tags={"seat 0": "Anna"}).record
    path.write_text(str(record), "utf-8")
    assert run("play", "--resume", str(path), typed=["S", "quit"]).code == 0
    after = Record.parse(path.read_text("utf-8"))
    assert len(bytes.fromhex(after.tags["chance"])) == 16
    assert len(after.events) == 2
    path.write_text(str(record).replace("seat 0: Anna", "chance: dice"), "utf-8")
    assert "not hexadecimal" in run("play", "--resume", str(path)).err


def test_save_writes_a_record_and_spares_other_files(run, tmp_path):
    path, other = tmp_path / "copy.jemaa", tmp_path / "diary"
    other.write_text("dear diary")
    lines = ["save", f"save {path}", "S", f"save {path}", f"save {other}", f"save {tmp_path}/no/"]
    result = run("play", "marrakech", "--seed", "1", typed=[*lines, f"save {other}/x"])
    assert "Write a file name after it" in result.out
    assert result.out.count(f"Saved in {path}.") == 2
    assert len(Record.parse(path.read_text("utf-8")).events) == 2
    assert f"{other} exists already" in result.out
    assert f"{other / 'x'} cannot be written" in result.out
    assert other.read_text() == "dear diary"


def test_games_are_kept_where_the_platform_wants_them(monkeypatch):
    wanted = platformdirs.user_data_path("jemaa", appauthor=False)
    assert files.games_folder() == wanted / "games"


@pytest.mark.skipif(sys.platform != "linux", reason="other platforms have other variables")
def test_games_folder_follows_the_variables(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    assert files.games_folder() == tmp_path / "xdg/jemaa/games"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert files.games_folder() == tmp_path / ".local/share/jemaa/games"


def test_two_games_of_one_second_get_two_files(data, monkeypatch):
    monkeypatch.setattr(files.time, "strftime", lambda _: "2001-02-03-040506")
    names = []
    for _ in range(3):
        path = files.new_file("marrakech")
        files.write(path, Match(MARRAKECH, MARRAKECH.setup()).record)
        names.append(path.name)
    stem = "2001-02-03-040506-marrakech"
    assert names == [f"{stem}.jemaa", f"{stem}-2.jemaa", f"{stem}-3.jemaa"]


# Questions.


def test_enter_alone_begins_a_game(run, data):
    result = run("play", typed=["", "", "", "S", "quit"])
    assert result.code == 0
    assert "Which game? [1]> " in result.out
    assert "Marrakech, 2 players" in result.out
    (record,) = kept(data)
    assert (record.game, record.tags["seat 1"]) == ("marrakech", "tourist")


def test_answers_are_asked_for_until_they_do(run, data):
    result = run("play", typed=["9", "2", "5", "3", "x", "7", "", "quit"])
    assert "'9' does not do: type 1 or 2." in result.out
    assert "'5' does not do: type 2, 3 or 4." in result.out
    (record,) = kept(data)
    assert (record.game, record.setup) == ("facir", "players=3")
    assert [record.tags[f"seat {seat}"] for seat in range(3)] == ["you"] * 3


def test_what_was_given_is_not_asked(run, data):
    result = run("play", "--players", "4", "--against", "random", typed=["", "quit"])
    assert "How many" not in result.out
    assert "Against whom" not in result.out
    assert "Marrakech, 4 players" in result.out


def test_end_of_input_at_a_question_leaves_quietly(run, data):
    result = run("play")
    assert (result.code, result.err) == (0, "")
    assert kept(data) == []
