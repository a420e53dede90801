"""`jemaa bench`: how fast this machine plays."""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from itertools import cycle
from math import inf
from threading import Thread
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

from jemaa import catalog
from jemaa.arena.contest import Contest
from jemaa.arena.run import play_deal
from jemaa.cli.files import find_game, read_setup
from jemaa.cli.terminal import Notice
from jemaa.core.actions import Outcome
from jemaa.core.chance import Random
from jemaa.core.errors import SetupError
from jemaa.core.playout import playouts
from jemaa.core.state import State, compiled
from jemaa.core.view import View
from jemaa.players.base import Player
from jemaa.players.registry import parse_spec

if TYPE_CHECKING:
    from jemaa.envs.batch import Batch

RUNS = 5
TIMED = {
    "x1_ms": "x1",
    "x2_ms": "x2(rolls=3,rugs=6)",
    "belief_ms": "belief",
    "search_ms": "search",
}
"""The engines whose turns are timed, where the game has them."""
TREE = "mcts"
CHEAP = ("greedy", "random")
"""Those whose games in an arena are counted: they think so little that all else can be seen."""
SHOWN = {
    "playouts_per_s": ("random playouts", "a second"),
    "decisions_per_s": ("decisions, object API", "a second"),
    "predrawn_decisions_per_s": ("the same, numbers pre-drawn", "a second"),
    "copy_ns": ("one immutable step", "ns"),
    "import_ms": ("import jemaa", "ms"),
    "x1_ms": ("a turn of x1", "ms"),
    "x2_ms": ("a turn of x2(3,6)", "ms"),
    "belief_ms": ("a turn of belief", "ms"),
    "search_ms": ("a turn of search", "ms"),
    "mcts_sims_per_s": ("simulations of mcts", "a second"),
    "threads2_ratio": ("two threads against one", "times"),
    "arena_games_per_s": ("arena, greedy and random", "games a second"),
    "batch_decisions_per_s": ("batch, planes and masks", "decisions a second"),
    "batch_masks_per_s": ("batch, masks only", "decisions a second"),
    "batch_threads2_ratio": ("batch, two threads", "times"),
    "playouts_threads2_ratio": ("playouts, two threads", "times"),
}
"""What is printed for people, with its name and unit."""
_TIME_IMPORT = (
    "from time import perf_counter as now; t = now(); import jemaa; print((now() - t) * 1000)"
)


def run_bench(options: argparse.Namespace) -> int:
    """Measure one game, or all; each figure is shown as soon as it is known."""
    games = [find_game(name) for name in ([options.game] if options.game else catalog.GAMES)]
    starts = [game.start(read_setup(game, options)) for game in games]
    import_ms: float | None = None
    results: list[dict[str, Any]] = []
    for start in starts:
        if results and not options.json:
            print()
        results.append(_measured(start, options, import_ms))
        import_ms = results[0]["import_ms"]
    if options.json:
        by_name = {result["game"]: result for result in results}
        print(json.dumps(results[0] if options.game else by_name))
    return 0


def _measured(start: State, options: argparse.Namespace, import_ms: float | None) -> dict[str, Any]:
    """Return all figures of a game; for people they are printed one by one meanwhile."""
    result: dict[str, Any] = {
        "game": start.game.name,
        "players": start.setup.players,
        "compiled": compiled,
    }
    if not options.json:
        form = "compiled" if compiled else "uncompiled"
        print(f"{result['game']}, {result['players']} players, {form}, one core", flush=True)
    work = _rules_work(start, options.seconds) | _players_work(start, options.seconds, result)
    work |= _arena_work(start, options.seconds) | _batch_work(start, options.seconds, result)
    work["import_ms"] = _import_ms if import_ms is None else lambda: import_ms
    for key, (name, unit) in SHOWN.items():
        if key in work:
            with Notice(f"measuring: {name}"):
                result[key] = work[key]()
            if not options.json:
                print(f"  {name:<28} {result[key]:>12,} {unit}", flush=True)
    return result


Work = dict[str, Callable[[], float]]
"""What measures each figure."""


def _rules_work(start: State, seconds: float) -> Work:
    def step_ns() -> float:
        first = _first_decision(start)
        return round(1e9 / best_rate(lambda n: _step(first, n), seconds), 1)

    return {
        "playouts_per_s": lambda: round(best_rate(lambda n: _play(start, n), seconds)),
        "decisions_per_s": lambda: round(best_rate(lambda n: _walk(start, n), seconds)),
        "predrawn_decisions_per_s": lambda: round(best_rate(lambda n: _stride(start, n), seconds)),
        "copy_ns": step_ns,
    }


def _players_work(start: State, seconds: float, result: dict[str, Any]) -> Work:
    name = start.game.name
    known = catalog.engines(name)
    turns = _random_turns(start)

    def turn_ms(spec: str) -> float:
        return round(_turn_ms(catalog.player(name, spec), turns, seconds), 3)

    work: Work = {
        key: partial(turn_ms, spec) for key, spec in TIMED.items() if parse_spec(spec)[0] in known
    }
    if TREE in known:
        state = _first_decision(start)
        view = state.view(state.to_act or 0)

        def simulations() -> float:
            return round(best_rate(lambda n: _grow(name, view, n, threads=1), seconds))

        def ratio() -> float:
            whole = int(result["mcts_sims_per_s"] * seconds)
            return round(_threads_ratio(name, view, whole), 2)

        work |= {"mcts_sims_per_s": simulations, "threads2_ratio": ratio}
    return work


def _arena_work(start: State, seconds: float) -> Work:
    name, setup = start.game.name, start.setup
    if not set(CHEAP) <= set(catalog.engines(name)):
        return {}
    contest = Contest(name, str(setup), setup.players, CHEAP, seed=1)

    def rate() -> float:
        play_deal(contest, 0)  # what is made once and kept is no part of a game
        return round(max(_compete(contest, seconds) for _ in range(RUNS)), 1)

    return {"arena_games_per_s": rate}


def _compete(contest: Contest, seconds: float) -> float:
    """Play deals for so long, one at least, and return how many games that were in a second."""
    begin = process_time()
    games = deal = 0
    while not deal or process_time() - begin < seconds:
        games += len(play_deal(contest, deal).games)
        deal += 1
    return games / max(process_time() - begin, 1e-9)


def _batch_work(start: State, seconds: float, result: dict[str, Any]) -> Work:
    """Measure the environments, where their libraries are installed and the game has them."""
    try:
        from jemaa.envs.batch import Batch

        actions = start.game.observer.layout.actions
    except (ImportError, SetupError):
        return {}
    # As many games as keep their masks in the caches.
    games = (2048 if actions < 1000 else 256) if compiled else 4

    def rate(observe: bool) -> float:
        batch = Batch(start.game.name, games, setup=start.setup, observe=observe)
        return round(best_rate(lambda n: _step_batch(batch, n), seconds))

    # Threads that share nothing, run in turns with the batches: what this machine has to give.
    control: list[float] = []

    def ratio() -> float:
        amount = int(result["batch_decisions_per_s"] * seconds) // 4
        random_games = max(1, int(result["playouts_per_s"] * seconds) // 8)
        # Steps of several hundred microseconds: of shorter ones, meeting takes a share.
        one, two = (
            Batch(start.game.name, 4 * games, setup=start.setup, threads=threads)
            for threads in (1, 2)
        )
        ratios = []
        for _ in range(4 * RUNS):
            ratios.append(_wall(_step_batch, one, amount) / _wall(_step_batch, two, amount))
            alone = _wall(playouts, start, 2 * random_games, 1)
            control.append(alone / _wall(_play_in_two_threads, start, random_games))
        two.close()
        return round(statistics.median(ratios), 2)

    return {
        "batch_decisions_per_s": lambda: rate(True),
        "batch_masks_per_s": lambda: rate(False),
        "batch_threads2_ratio": ratio,
        "playouts_threads2_ratio": lambda: round(statistics.median(control), 2),
    }


def _wall(work: Callable[..., Any], *given: Any) -> float:
    """Return how long some work takes by the wall clock."""
    begin = perf_counter()
    work(*given)
    return perf_counter() - begin


def _play_in_two_threads(start: State, games: int) -> None:
    """Play so many random games in each of two threads."""
    other = Thread(target=playouts, args=(start, games, 2))
    other.start()
    playouts(start, games, 1)
    other.join()


def _step_batch(batch: Batch, least: int) -> int:
    """Play at random as a user's loop does, and return the number of decisions."""
    rounds = (least + batch.games - 1) // batch.games
    for _ in range(rounds):
        batch.step(batch.sample())
    return rounds * batch.games


def _random_turns(start: State) -> list[list[View]]:
    """Return the decisions of a random game by turns, shuffled so that any part stands for all."""
    rng = Random(1)
    turns: list[list[View]] = []
    state, last = start, None
    while not state.is_over:
        moves = state.legal()
        if not moves:
            state = state.after(_by_weight(state, rng))
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
    """Return the mean time of a turn, over as many turns as fit into the time, in the best run."""
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
    """Return how many times as much two threads do as one in the same time, by the wall clock."""
    taken = []
    for threads in (1, 2):
        times = []
        for _ in range(RUNS):
            begin = perf_counter()
            _grow(game, view, max(1, simulations), threads=threads)
            times.append(perf_counter() - begin)
        taken.append(min(times))
    return 2 * taken[0] / taken[1]


def best_rate(
    work: Callable[[int], int], seconds: float, clock: Callable[[], float] = process_time
) -> float:
    """Return the most units a second over some runs; `work(n)` does about n and says how many.

    What a call takes before its first unit, as the memory of a tree, is not counted.
    """

    def timed(amount: int) -> tuple[int, float]:
        begin = clock()
        done = work(amount)
        return done, clock() - begin

    least, ahead = min((timed(1) for _ in range(RUNS)), key=lambda run: run[1])
    amount = 2
    done, taken = timed(amount)
    while taken < 2 * ahead + seconds / 10 or done < 2 * least:
        amount *= 2
        done, taken = timed(amount)
    amount *= 8
    runs = [timed(amount) for _ in range(RUNS)]
    # The clock is coarse, so what is taken off is never more than half.
    return max((done - least) / max(taken - ahead, taken / 2, 1e-9) for done, taken in runs)


def _play(start: State, games: int) -> int:
    playouts(start, games, 1)
    return games


def _walk(start: State, least: int) -> int:
    """Play random games as a user's loop does, and return the number of players' decisions."""
    rng = Random(1)
    decisions = 0
    while decisions < least:
        state = start
        while not state.is_over:
            moves = state.legal()
            decisions += bool(moves)
            state = state.after(rng.choice(moves) if moves else _by_weight(state, rng))
    return decisions


def _by_weight(state: State, rng: Random) -> Outcome:
    outcomes, weights = zip(*state.outcomes(), strict=True)
    drawn: Outcome = rng.choices(outcomes, weights)[0]
    return drawn


def _stride(start: State, least: int) -> int:
    """Play like `_walk`, with numbers that were drawn before: what the object API alone takes."""
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
