import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import jemaa
from jemaa.catalog import GAMES
from jemaa.cli.bench import best_rate
from jemaa.core.state import compiled

KEYS = {
    *("playouts_per_s", "decisions_per_s", "predrawn_decisions_per_s", "copy_ns", "import_ms"),
    *("batch_decisions_per_s", "batch_masks_per_s", "batch_threads2_ratio"),
    *("playouts_threads2_ratio", "arena_games_per_s"),
    *("game", "players", "compiled"),
}
MARRAKECH = KEYS | {"x1_ms", "x2_ms", "mcts_sims_per_s", "threads2_ratio"}


def test_json_of_one_game(run):
    result = run("bench", "marrakech", "--players", "3", "--seconds", "0.001", "--json")
    answer = json.loads(result.out)
    assert set(answer) == MARRAKECH
    assert (answer["game"], answer["players"], answer["compiled"]) == ("marrakech", 3, compiled)
    assert all(answer[key] > 0 for key in MARRAKECH - {"game", "players", "compiled"})


def test_json_of_all_games_has_one_object_each(run):
    result = run("bench", "--players", "2", "--seconds", "0.001", "--json")
    answer = json.loads(result.out)
    assert list(answer) == list(GAMES)
    assert all(set(entry) >= KEYS for entry in answer.values())


def test_text_names_game_and_form(run):
    result = run("bench", "marrakech", "--seconds", "0.001")
    form = "compiled" if compiled else "uncompiled"
    assert result.out.startswith(f"marrakech, 4 players, {form}, one core\n")
    assert "a second" in result.out


class Clock:
    """Time that passes only when something is done."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


@pytest.mark.parametrize("seconds", [0.001, 0.1, 10.0])
def test_rate_does_not_count_what_comes_before_the_first_unit(seconds):
    """A tree's memory takes longer than a tenth of a short run, and its time was once counted."""
    clock = Clock()

    def work(amount):
        clock.now += 0.05 + amount / 280_000
        return amount

    assert best_rate(work, seconds, clock) == pytest.approx(280_000)


@pytest.mark.skipif(not compiled, reason="uncompiled it is a hundred times slower")
def test_short_run_measures_the_tree_search():
    view = jemaa.game("marrakech").new(players=4).view(0)

    def grow(simulations):
        tree = jemaa.player("marrakech", f"mcts(sims={simulations},playouts=1)")
        return tree.choose(view).nodes

    assert best_rate(grow, 0.1) > 10_000


def test_it_says_what_it_does_before_the_first_figure_is_known():
    """With a minute for each run nobody would wait for the first line."""
    environment = {**os.environ, "PYTHONPATH": str(Path(jemaa.__file__).parents[1])}
    process = subprocess.Popen(
        [sys.executable, "-m", "jemaa", "bench", "--seconds", "600"],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout.readline().startswith("marrakech, 4 players, ")
    finally:
        process.kill()
        process.communicate()
