"""Compares our environments with those of others: decisions a second in random play, in one run.

    pip install pgx pygame
    python benchmarks/environments.py [--rounds 5] [--seconds 0.5] [--only batch,pgx]

Every row plays the same loop in its own words: see what the player to act sees, with the legal
moves, choose one of them at random, go on, and begin anew when a game is over. All rows take turns
for some rounds, so that a busy machine slows all of them; seconds are of the processor, whatever
the number of threads. The result is the median of the rounds with the range of the middle half.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np

Play = Callable[[int], int]
"""Makes about so many decisions and says how many."""


def batch(game: str, games: int, observe: bool) -> Play:
    from jemaa.envs import Batch

    many = Batch(game, games, players=2, observe=observe)

    def play(least: int) -> int:
        steps = -(-least // games)
        for _ in range(steps):
            many.step(many.sample())
        return steps * games

    return play


def pettingzoo(env: Any) -> Play:
    generator = np.random.default_rng(1)

    def play(least: int) -> int:
        done = 0
        while done < least:
            env.reset(seed=1)
            for _ in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                # As booleans: numpy takes six times as long for a mask of numbers.
                legal = np.flatnonzero(seen["action_mask"].view(np.bool_))
                env.step(int(legal[int(generator.random() * len(legal))]))
                done += 1
        return done

    return play


def our_pettingzoo(game: str, form: str) -> Play:
    from jemaa.envs import facir_v0, marrakech_v0

    return pettingzoo(getattr({"facir": facir_v0, "marrakech": marrakech_v0}[game], form)())


def their_pettingzoo(form: str) -> Play:
    from pettingzoo.classic import connect_four_v3

    return pettingzoo(getattr(connect_four_v3, form)())


def openspiel(name: str) -> Play:
    import pyspiel

    import jemaa.envs.openspiel  # noqa: F401  (makes our games known)

    game = pyspiel.load_game(name)
    rng = random.Random(1)

    def play(least: int) -> int:
        done = 0
        while done < least:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, weights)[0])
                    continue
                np.array(state.observation_tensor(state.current_player()), np.float32)
                state.apply_action(rng.choice(state.legal_actions()))
                done += 1
        return done

    return play


def pgx(name: str, games: int) -> Play:
    import jax
    import jax.numpy as jnp
    import pgx as theirs
    from pgx.experimental import auto_reset

    env = theirs.make(name)
    init = jax.jit(jax.vmap(env.init))
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def go_on(state: Any, key: Any) -> tuple[Any, Any]:
        key, chosen, drawn = jax.random.split(key, 3)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(chosen, logits, axis=1)
        return step(state, action, jax.random.split(drawn, games)), key

    held = [init(jax.random.split(jax.random.PRNGKey(0), games)), jax.random.PRNGKey(1)]
    held = list(go_on(*held))  # compiled now

    def play(least: int) -> int:
        steps = -(-least // games)
        for _ in range(steps):
            held[:] = go_on(*held)
        held[0].observation.block_until_ready()
        return steps * games

    return play


ROWS: dict[str, Callable[[], Play]] = {
    "batch marrakech, N=1024": partial(batch, "marrakech", 1024, True),
    "batch marrakech, masks only": partial(batch, "marrakech", 1024, False),
    "batch facir, N=256": partial(batch, "facir", 256, True),
    "pgx connect_four, N=4096": partial(pgx, "connect_four", 4096),
    "pgx backgammon, N=64": partial(pgx, "backgammon", 64),
    "pyspiel connect_four": partial(openspiel, "connect_four"),
    "pyspiel backgammon": partial(openspiel, "backgammon"),
    "pyspiel python_marrakech": partial(openspiel, "python_marrakech"),
    "pyspiel python_facir": partial(openspiel, "python_facir"),
    "pettingzoo marrakech, env": partial(our_pettingzoo, "marrakech", "env"),
    "pettingzoo facir, env": partial(our_pettingzoo, "facir", "env"),
    "pettingzoo connect_four, env": partial(their_pettingzoo, "env"),
    "pettingzoo connect_four, raw_env": partial(their_pettingzoo, "raw_env"),
}
RATIOS = (
    ("batch marrakech, N=1024", "pgx connect_four, N=4096"),
    ("batch marrakech, N=1024", "pgx backgammon, N=64"),
    ("batch facir, N=256", "pgx connect_four, N=4096"),
    ("batch facir, N=256", "pgx backgammon, N=64"),
    ("batch marrakech, N=1024", "pyspiel connect_four"),
    ("batch marrakech, N=1024", "pyspiel backgammon"),
    ("pyspiel python_marrakech", "pyspiel backgammon"),
    ("pettingzoo marrakech, env", "pettingzoo connect_four, env"),
    ("pettingzoo facir, env", "pettingzoo connect_four, env"),
)


def rate(play: Play, amount: int) -> float:
    begin = time.process_time()
    done = play(amount)
    return done / (time.process_time() - begin)


def amount_for(play: Play, seconds: float) -> int:
    """Return how many decisions take about so long."""
    amount = 16
    while True:
        begin = time.process_time()
        done = play(amount)
        taken = time.process_time() - begin
        if taken > seconds / 8:
            return max(1, int(done * seconds / taken))
        amount *= 4


def middle(values: Iterable[float]) -> tuple[float, float, float]:
    """Return the median and the range of the middle half."""
    found = sorted(values)
    low, median, high = statistics.quantiles(found, n=4) if len(found) > 1 else found * 3
    return median, low, high


def made(only: list[str]) -> dict[str, Play]:
    plays = {}
    for name, make in ROWS.items():
        if not only or any(word in name for word in only):
            try:
                plays[name] = make()
            except ImportError as error:
                print(f"{name}: left out, {error}", file=sys.stderr)
    return plays


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--only", default="", help="words of rows, with commas")
    options = parser.parse_args()
    plays = made([word for word in options.only.split(",") if word])
    amounts = {name: amount_for(play, options.seconds) for name, play in plays.items()}
    rates: dict[str, list[float]] = {name: [] for name in plays}
    for _ in range(options.rounds):
        for name, play in plays.items():
            rates[name].append(rate(play, amounts[name]))
    for name, found in rates.items():
        median, low, high = middle(found)
        print(f"{name:34}{median:12,.0f} decisions/s  ({low:,.0f} to {high:,.0f})")
    print()
    for ours, theirs in RATIOS:
        if ours in rates and theirs in rates:
            pairs = zip(rates[ours], rates[theirs], strict=True)
            median, low, high = middle(one / other for one, other in pairs)
            print(f"{ours} : {theirs} = {median:,.2f}  ({low:,.2f} to {high:,.2f})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
