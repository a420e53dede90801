"""`jemaa bench`: how fast this machine plays."""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from collections.abc import Callable
from itertools import cycle
from math import inf
from time import perf_counter, process_time
from typing import Any

from jemaa import catalog
from jemaa.cli.setup import find_game, read_setup
from jemaa.core.chance import Random
from jemaa.core.game import Game
from jemaa.core.playout import playouts
from jemaa.core.state import State, compiled
from jemaa.core.view import View
from jemaa.players.player import Player
from jemaa.players.registry import parse_spec

RUNS = 5
TIMED = {
    "x1_ms": "x1",
    "x2_ms": "x2(rolls=3,rugs=6)",
    "belief_ms": "belief",
    "search_ms": "search",
}
"""The engines whose turns are timed, where the game has them."""
TREE = "mcts"
SHOWN = {
    "playouts_per_s": ("random playouts", "a second"),
    "decisions_per_s": ("decisions, object API", "a second"),
    "copy_ns": ("one immutable step", "ns"),
    "import_ms": ("import jemaa", "ms"),
    "x1_ms": ("a turn of x1", "ms"),
    "x2_ms": ("a turn of x2(3,6)", "ms"),
    "belief_ms": ("a turn of belief", "ms"),
    "search_ms": ("a turn of search", "ms"),
    "mcts_sims_per_s": ("simulations of mcts", "a second"),
    "threads2_ratio": ("two threads against one", "times"),
}
"""What is printed for people, with its name and unit."""
_TIME_IMPORT = (
    "from time import perf_counter as now; t = now(); import jemaa; print((now() - t) * 1000)"
)


def run(options: argparse.Namespace) -> int:
    """Measure one game, or all."""
    names = [options.game] if options.game else list(catalog.GAMES)
    import_ms = _import_ms()
    results = {}
    for name in names:
        game = find_game(name)
        results[game.name] = {
            **_measure(game, read_setup(game, options), options.seconds),
            "import_ms": import_ms,
        }
    if options.json:
        shown = results if not options.game else next(iter(results.values()))
        print(json.dumps(shown))
    else:
        print("\n\n".join(map(_as_text, results.values())))
    return 0


def _measure(game: Game[Any, Any], setup: Any, seconds: float) -> dict[str, Any]:
    start = game.start(setup)
    return {
        **_measure_rules(game, start, seconds),
        **_measure_players(game, start, seconds),
    }


def _measure_rules(game: Game[Any, Any], start: State, seconds: float) -> dict[str, Any]:
    return {
        "game": game.name,
        "players": start.setup.players,
        "compiled": compiled,
        "playouts_per_s": round(_best_rate(lambda n: _play(start, n), seconds)),
        "decisions_per_s": round(_best_rate(lambda n: _walk(start, n), seconds)),
        "copy_ns": round(1e9 / _best_rate(lambda n: _step(_first_decision(start), n), seconds), 1),
    }


def _measure_players(game: Game[Any, Any], start: State, seconds: float) -> dict[str, float]:
    known = catalog.engines(game.name)
    turns = _random_turns(start)
    result = {
        key: round(_turn_ms(catalog.player(game.name, spec), turns, seconds), 3)
        for key, spec in TIMED.items()
        if parse_spec(spec)[0] in known
    }
    if TREE in known:
        state = _first_decision(start)
        view = state.view(state.to_act or 0)
        rate = _best_rate(lambda n: _grow(game.name, view, n, threads=1), seconds)
        result["mcts_sims_per_s"] = round(rate)
        result["threads2_ratio"] = round(_threads_ratio(game.name, view, int(rate * seconds)), 2)
    return result


def _random_turns(start: State) -> list[list[View]]:
    """Give the decisions of one random game by turns, shuffled so that any part stands for all."""
    rng = Random(1)
    turns: list[list[View]] = []
    state, last = start, None
    while not state.is_over:
        moves = state.legal()
        if not moves:
            outcomes, weights = zip(*state.outcomes(), strict=True)
            state = state.after(rng.choices(outcomes, weights)[0])
            continue
        seat = state.to_act or 0
        if seat != last:
            turns.append([])
        turns[-1].append(state.view(seat))
        last = seat
        state = state.after(rng.choice(moves))
    rng.shuffle(turns)
    return turns


def _turn_ms(player: Player, turns: list[list[View]], seconds: float) -> float:
    """Give the mean time of a turn, over as many turns as fit into the time, in the best run."""
    player.choose(turns[0][0])  # what is made once and kept is no part of a turn
    chosen = turns[: _decide(player, turns, seconds)[0]]
    runs = (_decide(player, chosen, inf) for _ in range(RUNS))
    return 1000 * min(taken / done for done, taken in runs)


def _decide(player: Player, turns: list[list[View]], seconds: float) -> tuple[int, float]:
    """Let a player decide turn by turn, one at least; give how many and the time they took."""
    begin = process_time()
    done = 0
    while done < len(turns) and (not done or process_time() - begin < seconds):
        for view in turns[done]:
            player.choose(view)
        done += 1
    return done, max(process_time() - begin, 1e-9)


def _grow(game: str, view: View, simulations: int, *, threads: int) -> int:
    spec = f"{TREE}(sims={simulations * threads},playouts=1,threads={threads})"
    return catalog.player(game, spec).choose(view).nodes


def _threads_ratio(game: str, view: View, simulations: int) -> float:
    """Give how many times as much two threads do as one in the same time, by the wall clock."""
    taken = []
    for threads in (1, 2):
        times = []
        for _ in range(RUNS):
            begin = perf_counter()
            _grow(game, view, max(1, simulations), threads=threads)
            times.append(perf_counter() - begin)
        taken.append(min(times))
    return 2 * taken[0] / taken[1]


def _best_rate(work: Callable[[int], int], seconds: float) -> float:
    """Give the most units a second over some runs; `work(n)` does about n and says how many."""
    amount = 1
    while _timed(work, amount)[1] < seconds / 10:
        amount *= 2
    amount *= 8
    rates = []
    for _ in range(RUNS):
        done, taken = _timed(work, amount)
        rates.append(done / taken)
    return max(rates)


def _timed(work: Callable[[int], int], amount: int) -> tuple[int, float]:
    begin = process_time()
    done = work(amount)
    # The clock may stand still for a very short piece of work.
    return done, max(process_time() - begin, 1e-9)


def _play(start: State, games: int) -> int:
    playouts(start, games, 1)
    return games


def _walk(start: State, least: int) -> int:
    """Walk random games by the public API and give the number of players' decisions."""
    # Drawn before, so that the generator's own time does not count.
    rng = Random(1)
    draws = cycle([rng.getrandbits(30) for _ in range(4096)])
    decisions = 0
    while decisions < least:
        state = start
        while not state.is_over:
            moves = state.legal()
            if moves:
                decisions += 1
                state = state.after(moves[next(draws) % len(moves)])
            else:
                outcomes = state.outcomes()
                state = state.after(outcomes[next(draws) % len(outcomes)][0])
    return decisions


def _first_decision(start: State) -> State:
    state = start
    while not state.legal():
        state = state.after(state.outcomes()[0][0])
    return state


def _step(state: State, times: int) -> int:
    move = state.legal()[0]
    after = state.after
    for _ in range(times):
        after(move)
    return times


def _import_ms() -> float:
    command = [sys.executable, "-c", _TIME_IMPORT]
    times = [float(subprocess.check_output(command)) for _ in range(RUNS)]
    return round(statistics.median(times), 2)


def _as_text(result: dict[str, Any]) -> str:
    form = "compiled" if result["compiled"] else "uncompiled"
    lines = [f"{result['game']}, {result['players']} players, {form}, one core"]
    for key, (name, unit) in SHOWN.items():
        if key in result:
            lines.append(f"  {name:<24} {result[key]:>12,} {unit}".rstrip())
    return "\n".join(lines)
