"""Programs that play: honest ones play whole games, nasty ones cannot hurt us."""

import os
import pickle
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest

import jemaa
from jemaa import catalog
from jemaa.core.chance import ScriptedChance, SeededChance
from jemaa.core.errors import (
    PLAYER_REASONS,
    InvalidNotationError,
    PlayerError,
    SetupError,
)
from jemaa.players.base import Limit
from jemaa.players.external import GRACE, LONGEST, Engine, External
from jemaa.players.search import Control

ROOT = Path(__file__).parents[2]
HOME = Path(jemaa.__file__).parents[1]
START = jemaa.game("marrakech").new(players=3)
SOON = 20
"""Seconds that a busy machine may need, and still less than the nasty ones would take."""
POLITE = """
import os, signal, sys, time
def say(text): print(text, flush=True)
def hear(word):
    for line in sys.stdin:
        if line.split()[:1] == [word]: return line
    sys.exit()
hear("jemaa"); say("ready test")
"""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs play only there")


def command(code, polite=True):
    """Return the command of a bot that runs this code, as a rule after saying hello."""
    source = POLITE + code if polite else code
    return shlex.join([sys.executable, "-S", "-c", source])


def play(game, bots, seed=1, **settings):
    """Play a whole game with these players and give the match."""
    match = jemaa.Match(game, game.setup(**settings), SeededChance(seed))
    while not match.state.is_over:
        seat = match.state.to_act
        match.submit(seat, bots[seat].choose(match.state.view(seat)).move)
    return match


def fault(code, *, polite=True, seconds=30.0, start=30.0, limit=None):
    """Return the fault of a bot that is asked for one move, and how long it took."""
    player = External(command(code, polite), seconds, start)
    begin = time.monotonic()
    with pytest.raises(PlayerError) as caught:
        player.choose(START.view(0), limit)
    assert caught.value.reason in PLAYER_REASONS
    assert caught.value.player == player.name
    return caught.value, time.monotonic() - begin


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A process that nobody has waited for yet is dead all the same.
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


def wait_for(condition):
    deadline = time.monotonic() + 10
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert condition()


# Honest programs.


@pytest.fixture(scope="session")
def c_bot(tmp_path_factory):
    path = tmp_path_factory.mktemp("bot") / "bot"
    subprocess.run(["cc", "-Wall", "-Werror", "-o", path, ROOT / "examples/bot.c"], check=True)
    return str(path)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("marrakech", {"players": 2}),
        ("marrakech", {"players": 4, "rotate": "after"}),
        ("facir", {"players": 3, "turn_cap": 20}),
    ],
    ids=["marrakech-2", "marrakech-4-after", "facir-3"],
)
def test_examples_play_whole_games(name, settings, c_bot):
    python = catalog.player(name, f'external("{sys.executable} {ROOT}/examples/bot.py")')
    other = catalog.player(name, f'external("{c_bot}")')
    try:
        match = play(jemaa.game(name), [python, other] * 2, **settings)
    finally:
        python.close()
        other.close()
    assert match.state.is_over


def test_example_beats_the_random_player():
    """It need not be clever, but it should not be entirely stupid either."""
    bot = External(f"{sys.executable} -S {ROOT}/examples/bot.py")
    game = jemaa.game("marrakech")
    random = catalog.player("marrakech", "random")
    won = sum(play(game, [bot, random], seed, players=2).state.returns()[0] for seed in range(10))
    bot.close()
    assert won >= 6


def test_example_does_not_need_jemaa():
    source = (ROOT / "examples/bot.py").read_text("utf-8")
    assert "import jemaa" not in source
    assert "from jemaa" not in source


@pytest.mark.parametrize("name", list(catalog.GAMES))
def test_our_own_engine_speaks_the_protocol(name, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(HOME))
    line = f"{sys.executable} -m jemaa engine {name} --player random"
    outside = catalog.player(name, f'external("{line}",seconds=20,start=60)')
    inside = catalog.player(name, "random")
    match = jemaa.Match(jemaa.game(name), jemaa.game(name).setup(players=2), SeededChance(3))
    for _ in range(6):
        view = match.state.view(match.state.to_act)
        move = outside.choose(view).move
        assert move is inside.choose(view).move
        match.submit(view.seat, move)
    outside.close()


def test_program_is_started_when_it_is_needed_and_only_once():
    player = External(command('while hear("go"): say(f"info {os.getpid()}"); say("move L")'))
    assert player._process is None
    assert player.choose(START.view(0)).move.text == "L"
    first = player._process
    player.choose(START.view(0))
    assert player._process is first
    player.close()
    player.close()
    assert player._process is None


def test_setup_is_told_when_it_is_new(tmp_path):
    seen = tmp_path / "seen"
    code = f"""
out = open({str(seen)!r}, "w")
for line in sys.stdin:
    out.write(line); out.flush()
    if line.startswith("go"): say("move S")
"""
    player = External(command(code), seconds=4)
    other = jemaa.game("marrakech").new(players=4)
    for state in (START, START, other):
        player.choose(state.view(0))
    player.close()
    assert seen.read_text().splitlines() == [
        "setup players=3",
        *(f"view {START.view(0)}", "legal L S R", "go 4") * 2,
        "setup -",
        *(f"view {other.view(0)}", "legal L S R", "go 4"),
        "quit",
    ]


def test_history_is_told_where_the_view_knows_it(tmp_path):
    seen = tmp_path / "seen"
    code = f"""
out = open({str(seen)!r}, "w")
for line in sys.stdin:
    out.write(line); out.flush()
    if line.startswith("go"): say("move S")
"""
    match = jemaa.Match(START.game, START.setup, ScriptedChance(["2"]))
    match.submit(0, "L")
    match.submit(0, match.state.legal()[0])
    player = External(command(code), seconds=4)
    player.choose(match.view(1))
    player.close()
    past = " ".join(event.text for event in match.events)
    assert seen.read_text().splitlines() == [
        "setup players=3",
        f"view {match.state.view(1)}",
        f"history {past}",
        "legal L S R",
        "go 4",
        "quit",
    ]
    service = Engine(START.game, catalog.player("marrakech", "amin"))
    for line in ("jemaa 1 marrakech", *seen.read_text().splitlines()[:4]):
        assert not (service.answer(line) or "").startswith("error")
    told = catalog.player("marrakech", "amin").choose(match.view(1)).move
    assert service.answer("go 4") == f"move {told}"
    assert "another position" in service.answer("history S 1")


def test_secrets_are_not_told(tmp_path):
    seen = tmp_path / "seen"
    code = f'open({str(seen)!r}, "w").write(hear("view")); hear("go"); say("move ^0"); hear("x")'
    game = jemaa.game("facir")
    state = jemaa.Match(game, game.setup(players=2), SeededChance(1)).state
    player = External(command(code))
    player.choose(state.view(0))
    player.close()
    assert seen.read_text() == f"view {state.view(0)}\n"
    assert "?" in seen.read_text()


def test_player_can_be_pickled_without_its_program():
    player = catalog.player("marrakech", 'external("true",seconds=2)')
    player._process = object()
    copy = pickle.loads(pickle.dumps(player))
    assert (copy.name, copy.command, copy.seconds, copy._process) == (
        'external("true",seconds=2)',
        "true",
        2.0,
        None,
    )
    player._process = None


def test_fault_can_be_pickled():
    found = pickle.loads(pickle.dumps(PlayerError("bot", "died", "it is gone")))
    assert (found.player, found.reason, str(found)) == ("bot", "died", "bot: it is gone")


# Nasty programs.


@pytest.mark.parametrize(
    ("code", "reason", "words"),
    [
        ('hear("go"); sys.exit(3)', "died", "exit code 3"),
        ('hear("go"); raise ValueError("oh dear")', "died", "ValueError: oh dear"),
        ('hear("go"); os.close(1); time.sleep(60)', "died", "closed its output"),
        ('hear("go"); os.close(1); os.close(2); time.sleep(60)', "died", "closed its output"),
        ('hear("go"); say("move a1a2")', "illegal-move", "a1a2 is not allowed now"),
        ('hear("go"); say("move castle")', "bad-answer", "'castle' is no move"),
        ('hear("go"); say("move")', "bad-answer", "'' is no move"),
        ('hear("go"); say("what?")', "bad-answer", "'what?' does not begin with 'move'"),
        ('hear("go"); say("error no idea")', "bad-answer", "error: no idea"),
        ('hear("go"); print("x" * 5000, end="", flush=True); time.sleep(60)', "bad-answer", "line"),
        ('hear("go"); print("x" * 5000)', "bad-answer", str(LONGEST)),
        ('hear("go"); os.write(1, b"move \\xff\\xfe\\n"); time.sleep(60)', "bad-answer", "no move"),
    ],
    ids=[
        *("exits", "crashes", "closes-output", "closes-all", "cheats", "no-move", "empty"),
        *("nonsense", "error", "babbles", "long-line", "not-text"),
    ],
)
def test_bad_program_is_found_out_and_ended(code, reason, words):
    found, seconds = fault(code)
    assert found.reason == reason
    assert words in found.message
    assert seconds < SOON


@pytest.mark.parametrize(
    "code",
    [
        'hear("go"); time.sleep(60)',
        'hear("go"); signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)',
        'hear("go")\nwhile True: print("info still thinking")',
        'hear("go")\nwhile True: print()',
        'hear("go"); os.close(0); time.sleep(60)',
        'hear("go"); print("mov", end="", flush=True); time.sleep(60)',
    ],
    ids=["sleeps", "ignores-signals", "remarks", "empty-lines", "closes-input", "half-a-line"],
)
def test_slow_program_is_ended_in_time(code):
    found, seconds = fault(code, seconds=0.2)
    assert (found.reason, found.message) == ("too-slow", "the program gave no answer in 0.2 s")
    assert seconds < SOON


@pytest.mark.parametrize(
    ("code", "start", "reason"),
    [
        ("import time; time.sleep(60)", 0.3, "too-slow"),
        ("print('good day')", 30, "bad-answer"),
        ("print('error I speak version 2')", 30, "bad-answer"),
        ("pass", 30, "died"),
    ],
    ids=["silent", "other-words", "other-version", "ends"],
)
def test_program_must_answer_the_greeting(code, start, reason):
    assert fault(code, polite=False, start=start)[0].reason == reason


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("./nobot --fast", "the program './nobot' cannot be found"),
        ("no-such-program-anywhere", "the program 'no-such-program-anywhere' cannot be found"),
        ("", "the command is empty"),
        ("'unclosed", "is no command: No closing quotation"),
        (str(ROOT / "README.md"), "may not be run"),
        ("x" * 5000, "cannot be found"),
    ],
)
def test_program_that_cannot_be_started_is_refused_at_once(line, message):
    with pytest.raises(SetupError, match=message) as caught:
        External(line)
    assert len(str(caught.value)) < 300


def test_program_that_has_gone_meanwhile_is_named(tmp_path):
    program = tmp_path / "bot"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    player = External(str(program))
    program.unlink()
    with pytest.raises(PlayerError, match="cannot be started") as caught:
        player.choose(jemaa.game("marrakech").new(players=3).view(0))
    assert caught.value.reason == "died"


@pytest.mark.parametrize("more", ["move L\\n", "move"], ids=["a-line", "half-a-line"])
def test_program_that_speaks_unasked_is_ended(more):
    # In one piece, so that the second answer is here together with the first.
    player = External(command(f'hear("go"); os.write(1, b"move L\\n{more}"); hear("go")'))
    player.choose(START.view(0))
    with pytest.raises(PlayerError, match="without being asked"):
        player.choose(START.view(0))


def test_remark_may_come_at_any_time():
    code = 'while hear("go"): os.write(1, b"move L\\ninfo I am"); os.write(1, b" glad\\n")'
    player = External(command(code))
    assert [player.choose(START.view(0)).move.text for _ in range(3)] == ["L"] * 3
    player.close()


def test_program_that_does_not_read_cannot_block_us():
    """It answers blindly until the pipe to it is full; writing must not wait for it."""
    game = jemaa.game("facir")
    line = "@0 facir players=3 6y/5yy/5rr/r6/6y/y2bb2/1b2r2 16^1,?^.o.,?^.oo -,-,-/- 1:play:0:24"
    view = game.parse_view(f"{line} e5e6")
    code = "while True: time.sleep(0.01); say('move a1')"
    player = External(command(code))
    begin = time.monotonic()
    with pytest.raises(PlayerError) as caught:
        for _ in range(200):
            player.choose(view)
    assert caught.value.reason == "bad-answer"
    assert time.monotonic() - begin < SOON


def test_cancelled_program_is_ended():
    control = Control(Limit(seconds=30))
    control.cancel()
    found, seconds = fault('hear("go"); time.sleep(60)', limit=control)
    assert found.reason == "too-slow"
    assert seconds < SOON


def test_limit_of_a_decision_is_told_and_kept():
    found, _ = fault('hear("go"); time.sleep(60)', limit=Limit(seconds=0.1))
    assert "0.1 s" in found.message


def test_player_starts_afresh_after_a_fault(tmp_path):
    mark = tmp_path / "mark"
    code = f"""
first = not os.path.exists({str(mark)!r}); open({str(mark)!r}, "w")
hear("go"); say("what?" if first else "move R"); hear("x")
"""
    player = External(command(code))
    with pytest.raises(PlayerError):
        player.choose(START.view(0))
    assert player.choose(START.view(0)).move.text == "R"
    player.close()


def test_program_that_ignores_quit_is_ended_with_its_children(tmp_path):
    pids = tmp_path / "pids"
    code = f"""
import subprocess
child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(60)"])
open({str(pids)!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
hear("go"); say("move L"); signal.signal(signal.SIGINT, signal.SIG_IGN); time.sleep(60)
"""
    player = External(command(code))
    player.choose(START.view(0))
    both = [int(word) for word in pids.read_text().split()]
    assert all(map(is_alive, both))
    begin = time.monotonic()
    player.close()
    assert time.monotonic() - begin < GRACE + SOON
    wait_for(lambda: not any(map(is_alive, both)))


def test_program_ends_with_python(tmp_path):
    pid = tmp_path / "pid"
    bot = f'open({str(pid)!r}, "w").write(str(os.getpid())); hear("go"); say("move L"); hear("x")'
    code = f"""
import jemaa
from jemaa.players.external import External
player = External({command(bot)!r})
player.choose(jemaa.game("marrakech").new(players=3).view(0))
"""
    environment = {**os.environ, "PYTHONPATH": str(HOME)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, timeout=60)
    assert done.returncode == 0
    wait_for(lambda: not is_alive(int(pid.read_text())))


# Registry strings.


def test_parameters_of_an_external_player():
    player = catalog.player("facir", 'external("true , or not --x=1",seconds=0.5,start=2)')
    assert (player.command, player.seconds, player.start) == ("true , or not --x=1", 0.5, 2.0)


@pytest.mark.parametrize("spec", ['external("true",seconds=0)', 'external("true",sleep=1)'])
def test_wrong_parameters_are_refused(spec):
    with pytest.raises(SetupError):
        catalog.player("marrakech", spec)


def test_half_a_parameter_is_refused():
    with pytest.raises(InvalidNotationError):
        catalog.player("marrakech", 'external("bot",seconds)')


# The other side.


@pytest.fixture
def service():
    return Engine(jemaa.game("marrakech"), catalog.player("marrakech", "random"))


def test_service_talks(service):
    assert service.answer("jemaa 1 marrakech\n") == "ready jemaa random"
    assert service.answer("setup players=3\n") is None
    assert service.answer(f"view {START.view(0)}") is None
    assert service.answer("legal L S R") is None
    assert service.answer("go 5").split()[0] == "move"
    assert service.answer("") is None
    assert not service.is_over
    assert service.answer("quit") is None
    assert service.is_over


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["go 5"], "the first line must be 'jemaa 1 marrakech'"),
        (["jemaa 2 marrakech"], "answers only"),
        (["jemaa 1 facir"], "answers only"),
        (["jemaa 1 marrakech", "dance"], "'dance' is not understood"),
        (["jemaa 1 marrakech", "setup spin=1"], "spin"),
        (["jemaa 1 marrakech", "view @0 nonsense"], "begins with"),
        (["jemaa 1 marrakech", "go 5"], "no view"),
        (["jemaa 1 marrakech", f"view {START.view(1)}", "go 5"], "no view"),
        (["jemaa 1 marrakech", f"view {START.view(0)}", "go soon"], "'soon' is no number"),
        (["jemaa 1 marrakech", f"view {START.view(0)}", "view x", "go 5"], "no view"),
    ],
    ids=lambda value: value[-1][:12] if isinstance(value, list) else None,
)
def test_service_answers_errors(service, lines, words):
    answer = [service.answer(line) for line in lines][-1]
    assert answer.startswith("error ")
    assert words in answer
    assert "\n" not in answer


def test_service_keeps_the_time():
    """A player without a budget of its own is stopped before the time is over."""
    service = Engine(jemaa.game("marrakech"), catalog.player("marrakech", "mcts(ms=60000)"))
    service.answer("jemaa 1 marrakech")
    service.answer(f"view {START.view(0)}")
    begin = time.monotonic()
    assert service.answer("go 0.3").startswith("move ")
    assert time.monotonic() - begin < SOON
