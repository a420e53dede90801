"""A game that only the catalog names is played in a match, in the arena and in the terminal."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

import jemaa
import jemaa.locale
from jemaa import catalog
from jemaa.core.state import compiled

pytestmark = pytest.mark.skipif(
    compiled, reason="a game without a .pxd runs on the uncompiled form alone"
)


@pytest.fixture
def pebbles(monkeypatch):
    """The third game, added as the documents say: two lines in the catalog, and words."""
    spec = importlib.util.spec_from_file_location("pebbles", Path(__file__).parent / "pebbles.py")
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "pebbles", module)
    monkeypatch.setitem(sys.modules, "pebbles.reasons", module)
    spec.loader.exec_module(module)
    monkeypatch.setitem(catalog.GAMES, "pebbles", "pebbles")
    monkeypatch.setitem(catalog.PLAYERS, "pebbles", "pebbles")
    words = jemaa.locale.catalogue("en") | {
        "home.about-pebbles": "Whoever takes the last pebble wins.",
        "terminal.moves-pebbles-take": "Take pebbles, as in {example}:",
    }
    monkeypatch.setattr(jemaa.locale, "catalogue", lambda language: words)
    return module


def test_third_game_keeps_all_laws(pebbles):
    jemaa.check_game(jemaa.game("pebbles"))


def test_third_game_is_played_and_recorded(pebbles):
    match = jemaa.play("pebbles", ["random", "random", "random"], seed=7)
    assert match.state.is_over
    assert jemaa.open_record(str(match.record)).state == match.state
    assert "<svg" in match.state._repr_svg_()


def test_third_game_in_the_arena(pebbles, run):
    who = ("random", "random(seed=1)")
    result = run("arena", "pebbles", *who, "--games", "8", "--jobs", "1", "--json")
    assert (result.code, result.err) == (0, "")
    told = json.loads(result.out)
    assert told["game"] == "pebbles"
    assert [kind["forfeits"] for kind in told["kinds"]] == [{}, {}]


def test_third_game_in_the_terminal(pebbles, run):
    typed = ["?", *["1"] * 13]
    result = run("play", "pebbles", "--against", "random", "--seed", "1", typed=typed)
    assert (result.code, result.err) == (0, "")
    assert "Take pebbles, as in 1:" in result.out
    assert "1. seat" in result.out


def test_third_game_in_the_other_commands(pebbles, run):
    position = "pebbles - 5 1:take"
    assert run("show", *position.split()).out == "ooooo\n"
    assert run("simulate", "pebbles", "--players", "3", "--games", "20", "--jobs", "1").code == 0
