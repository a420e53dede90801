"""`jemaa play` and `jemaa engine` with players of the catalog."""

import os
import shlex
import sys
from pathlib import Path

import pytest

import jemaa
from jemaa import catalog
from jemaa.cli import bots
from jemaa.core.chance import SeededChance
from jemaa.core.record import Record
from jemaa.players.registry import LEVELS

ROOT = Path(__file__).parents[2]
posix = pytest.mark.skipif(os.name != "posix", reason="programs play only there")


@pytest.fixture(autouse=True)
def linux_folders(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")


def kept(data):
    (path,) = (data / "jemaa" / "games").glob("*.jemaa")
    return Record.parse(path.read_text("utf-8"))


def script(game, seed, specs, person, moves=None, **settings):
    """Play with these players, the person taking the first move; give the match and the typing."""
    match = jemaa.Match(game, game.setup(**settings), SeededChance(seed))
    players = {seat: catalog.player(game.name, spec) for seat, spec in specs.items()}
    typed = []
    while not match.state.is_over and (moves is None or len(typed) < moves):
        view = match.state.view(match.state.to_act)
        if view.seat == person:
            typed.append(view.legal()[0].text)
            match.submit(view.seat, view.legal()[0])
        else:
            match.submit(view.seat, players[view.seat].choose(view).move)
    return match, typed


def test_whole_game_against_a_level(run, data):
    match, typed = script(jemaa.game("marrakech"), 4, {1: "tourist"}, person=0, players=2)
    result = run(
        *("play", "marrakech", "--players", "2", "--against", "tourist", "--seed", "4"),
        typed=typed,
    )
    assert (result.code, result.err) == (0, "")
    assert "You play Red and yellow; the computer plays Blue and brown (Tourist)." in result.out
    assert kept(data).events == match.events


def test_one_player_for_each_seat(run, data):
    specs = {0: "greedy", 2: "x2(rolls=1,rugs=1)"}
    match, typed = script(
        jemaa.game("marrakech"), 4, specs, person=1, moves=3, players=3, rotate="after"
    )
    result = run(
        *("play", "marrakech", "--players", "3", "--seat", "1", "--seed", "4"),
        *("--against", "greedy,x2(rolls=1,rugs=1)", "--set", "rotate=after"),
        typed=typed,
    )
    assert result.code == 0
    record = kept(data)
    assert [record.tags[f"seat {seat}"] for seat in range(3)] == [specs[0], "you", specs[2]]
    assert record.events[: len(match.events)] == match.events


def test_resumed_game_has_the_same_players(run, data):
    match, typed = script(jemaa.game("marrakech"), 4, {1: "tourist"}, person=0, players=2)
    options = ("--players", "2", "--against", "tourist", "--seed", "4")
    run("play", "marrakech", *options, typed=typed[:5])
    run("play", "--resume", typed=typed[5:])
    assert kept(data).events == match.events


@pytest.mark.parametrize(
    ("against", "words"),
    [
        ("tourist,tourist", "names 2 players for 3 seats"),
        ("tourst", "did you mean 'tourist'"),
        ("tourist,,amin", "is no player"),
        ("x2(rugs=many)", "'many' is no whole number"),
        ("x2(depth=3)", "no such parameter"),
    ],
)
def test_wrong_opponents_are_refused(run, data, against, words):
    result = run("play", "marrakech", "--against", against)
    assert (result.code, result.out) == (2, "")
    assert words in result.err


def test_too_many_opponents_for_one_seat_are_counted(run, data):
    result = run("play", "marrakech", "--players", "2", "--against", "tourist,tourist,amin")
    assert "names 3 players for 1 seat; name one" in result.err


def test_levels_are_offered(run, data):
    result = run("play", typed=["1", "2", "3", "quit"])
    for number, level in enumerate(LEVELS, 1):
        assert f"  {number}  the computer: {level.capitalize()}\n" in result.out
    assert kept(data).tags["seat 1"] == LEVELS[2]


def test_who_thinks_long_is_named_on_a_terminal(run, data, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setattr(bots, "PATIENCE", 0.02)
    result = run(
        *("play", "marrakech", "--players", "2", "--against", "mcts(ms=150)", "--seed", "4"),
        *("--seat", "1"),
    )
    assert "\rRed and yellow is thinking ..." in result.err
    assert result.err.endswith("\r\x1b[K")


def test_interrupt_while_a_player_thinks_keeps_the_game(run, data, monkeypatch):
    def interrupted(self, notice):
        raise KeyboardInterrupt

    monkeypatch.setattr(bots.Thought, "wait", interrupted)
    result = run("play", "marrakech", "--players", "3", "--against", "x1", "--seat", "1")
    assert result.code == 130
    assert "jemaa play --resume" in result.out


# Programs.


@posix
def test_program_plays(run, data):
    bot = f'external("{sys.executable} {ROOT}/examples/bot.py")'
    match, typed = script(jemaa.game("facir"), 4, {1: bot}, person=0, players=2, turn_cap=8)
    result = run(
        *("play", "facir", "--players", "2", "--against", bot, "--seed", "4"),
        *("--set", "turn_cap=8"),
        typed=typed,
    )
    assert (result.code, result.err) == (0, "")
    assert kept(data).events == match.events
    assert kept(data).tags["seat 1"] == bot


@posix
def test_fault_of_a_program_ends_the_session_and_keeps_the_game(run, data):
    bot = f'external("{shlex.quote(sys.executable)} -c pass")'
    result = run("play", "marrakech", "--players", "3", "--against", bot, "--seat", "1")
    assert result.code == 2
    assert "the program ended with exit code 0" in result.err
    assert result.err.count("\n") == 1
    assert "jemaa play --resume" in result.out
    assert kept(data).result == ""


@posix
@pytest.mark.parametrize("answer", ["yes", "no", None])
def test_program_named_by_a_file_is_started_only_with_permission(run, data, tmp_path, answer):
    mark = tmp_path / "started"
    bot = f'external("touch {mark}")'
    game = jemaa.game("marrakech")
    tags = {"seat 0": bot, "seat 1": "Anna"}
    path = tmp_path / "gift.jemaa"
    path.write_text(str(jemaa.Match(game, game.setup(players=2), tags=tags).record), "utf-8")
    result = run("play", "--resume", str(path), typed=[answer] if answer else [])
    assert f"This game starts a program on your machine: {bot}" in result.out
    assert result.code == 2
    assert mark.exists() == (answer == "yes")
    assert ("without its program" in result.err) == (answer != "yes")


# The other way round.


def test_engine_answers_lines(run):
    state = jemaa.game("marrakech").new(players=2)
    state = state.after(state.outcomes()[0][0])
    lines = ["jemaa 1 marrakech", "setup players=2", f"view {state.view(0)}", "legal L S R"]
    result = run("engine", "marrakech", "--player", "x1", typed=[*lines, "go 5", "hop", "quit"])
    move = catalog.player("marrakech", "x1").choose(state.view(0)).move
    assert result.code == 0
    assert result.out == f"ready jemaa x1\nmove {move}\nerror 'hop' is not understood\n"


def test_engine_ends_with_its_input(run):
    assert run("engine", "facir", "--player", "random").code == 0


def test_engine_refuses_what_it_does_not_know(run):
    assert "did you mean 'trader'" in run("engine", "marrakech", "--player", "tradr").err
