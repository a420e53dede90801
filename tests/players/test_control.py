"""A control ends a search by the clock: on top of any budget, and without a thread."""

import threading
from itertools import count
from math import inf

import pytest

from jemaa.catalog import GAMES, engines, game, player
from jemaa.core.state import compiled
from jemaa.players import search
from jemaa.players.base import Limit
from jemaa.players.external import Engine
from jemaa.players.registry import LEVELS
from jemaa.players.search import Control
from tests.players.table import walk

ENDLESS = {"marrakech": "x2(rolls=1024,rugs=1024)", "facir": "search(samples=99,turns=9,beam=99)"}


def place(name):
    state = walk(name, {"players": 2 if name == "facir" else 4}, 3, 40)
    return state.view(state.to_act)


@pytest.fixture
def no_threads(monkeypatch):
    def refuse(thread):
        raise RuntimeError(f"{thread} was started")

    monkeypatch.setattr(threading.Thread, "start", refuse)


@pytest.fixture
def ticks(monkeypatch):
    """A clock that goes on by one second whenever somebody looks at it."""
    clock = count(1000)
    monkeypatch.setattr(search, "monotonic", lambda: float(next(clock)))


@pytest.mark.usefixtures("no_threads")
@pytest.mark.parametrize("name", GAMES)
def test_everybody_answers_when_it_is_too_late_already(name):
    view = place(name)
    for spec in (
        ENDLESS[name],
        *(each for each in engines(name) if each not in ("external", "policy")),
    ):
        control = Control()
        control.stop_within(0)
        assert player(name, spec).choose(view, control).move in view.legal()


@pytest.mark.usefixtures("no_threads", "ticks")
def test_deadline_ends_a_tree_before_its_own_budget():
    view = place("marrakech")
    control = Control()
    control.stop_within(5)
    decision = player("marrakech", "mcts(sims=100000)").choose(view, control)
    assert 1 < decision.nodes <= 5 * 64


@pytest.mark.usefixtures("no_threads", "ticks")
def test_own_budget_ends_a_tree_before_the_deadline():
    view = place("marrakech")
    control = Control()
    control.stop_within(10**6)
    assert player("marrakech", "mcts(sims=70)").choose(view, control).nodes == 70
    soon = player("marrakech", "mcts(ms=3000)").choose(view, control)
    assert 1 < soon.nodes <= 4 * 64


@pytest.mark.parametrize("name", GAMES)
# Uncompiled, the others think for seconds.
@pytest.mark.parametrize("level", LEVELS if compiled else LEVELS[:2])
def test_far_deadline_changes_no_decision(name, level):
    view = place(name)
    control = Control()
    control.stop_within(10**6)
    chosen = player(name, level).choose(view, control)
    assert chosen == player(name, level).choose(view)


@pytest.mark.usefixtures("ticks")
def test_budget_is_over_after_its_decision_and_the_deadline_is_not():
    control = Control(Limit(seconds=100))
    assert control.seconds_left == inf
    with control:
        assert control.seconds_left == 99
        assert not control.is_stopped
    assert control.seconds_left == inf
    control.stop_within(50)
    with control:
        assert control.seconds_left < 50
    assert control.seconds_left < 50


@pytest.mark.usefixtures("ticks")
def test_asking_looks_at_the_clock():
    control = Control()
    control.stop_within(3)
    assert [control.is_stopped for _ in range(4)] == [False, False, True, True]


@pytest.mark.usefixtures("no_threads")
@pytest.mark.parametrize("name", GAMES)
def test_engine_needs_no_thread_to_be_in_time(name):
    view = place(name)
    engine = Engine(game(name), player(name, ENDLESS[name]))
    engine.answer(f"jemaa 1 {name}")
    engine.answer(f"view {view}")
    answer = engine.answer("go 0.02")
    assert answer is not None and answer.removeprefix("move ") in map(str, view.legal())
