"""`jemaa bench`: how fast this machine plays."""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from collections.abc import Callable
from itertools import cycle
from time import process_time
from typing import Any

from jemaa import catalog
from jemaa.cli.setup import find_game, read_setup
from jemaa.core.chance import Random
from jemaa.core.game import Game
from jemaa.core.playout import playouts
from jemaa.core.state import State, compiled

RUNS = 5
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
        "game": game.name,
        "players": setup.players,
        "compiled": compiled,
        "playouts_per_s": round(_best_rate(lambda n: _play(start, n), seconds)),
        "decisions_per_s": round(_best_rate(lambda n: _walk(start, n), seconds)),
        "copy_ns": round(1e9 / _best_rate(lambda n: _step(_first_decision(start), n), seconds), 1),
    }


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
    return "\n".join(
        [
            f"{result['game']}, {result['players']} players, {form}, one core",
            f"  random playouts          {result['playouts_per_s']:>12,} a second",
            f"  decisions, object API    {result['decisions_per_s']:>12,} a second",
            f"  one immutable step       {result['copy_ns']:>12,} ns",
            f"  import jemaa             {result['import_ms']:>12,} ms",
        ]
    )
