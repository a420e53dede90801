"""Compares random games of Marrakech with the fastest C we could write, in one run.

    python benchmarks/against_c.py [--rounds 9] [--games 200000]

The two take turns, so that a busy machine slows both; the result is the median ratio with the
range of the middle half. The C program gets the flags of `make install` (-O3 -march=native),
and the scores of both are compared: it plays the same games.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import jemaa
from jemaa.core.playout import playout, playouts
from jemaa.core.state import compiled

SOURCE = Path(__file__).with_name("limit.c")
FLAGS = ["-O3", "-march=native"]
GOLDEN = 0x9E3779B97F4A7C15


def build(folder: str) -> str:
    program = str(Path(folder, "limit"))
    subprocess.run(["cc", *FLAGS, "-o", program, str(SOURCE)], check=True)
    return program


def run_c(program: str, games: int) -> tuple[float, list[int]]:
    words = subprocess.run(
        [program, str(games), "1"], check=True, capture_output=True, text=True
    ).stdout.split()
    return float(words[0]), [int(word) for word in words[1:]]


def our_sums(games: int) -> list[int]:
    state = jemaa.game("marrakech").new(players=4, insolvent="stays")
    sums, seed = [0, 0, 0, 0], 1
    for _ in range(games):
        game = playout(state, seed)
        seed += GOLDEN * game.steps
        sums = [a + b for a, b in zip(sums, game.final.scores(), strict=True)]
    return sums


def run_ours(games: int) -> float:
    state = jemaa.game("marrakech").new(players=4, insolvent="stays")
    begin = time.process_time()
    playouts(state, games, 1)
    return games / (time.process_time() - begin)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--games", type=int, default=200_000)
    arguments = parser.parse_args()
    if not compiled:
        print("jemaa is not compiled here: run 'make install' first", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        program = build(folder)
        if run_c(program, 2000)[1] != our_sums(2000):
            print("the two programs do not play the same games", file=sys.stderr)
            return 1
        pairs = [
            (run_c(program, arguments.games)[0], run_ours(arguments.games))
            for _ in range(arguments.rounds)
        ]
    ratios = sorted(ours / limit for limit, ours in pairs)
    quarters = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
    print(f"C      {statistics.median(limit for limit, _ in pairs):12,.0f} games/s")
    print(f"jemaa  {statistics.median(ours for _, ours in pairs):12,.0f} games/s")
    print(
        f"ratio  {quarters[1]:.3f} (middle half {quarters[0]:.3f} to {quarters[2]:.3f},"
        f" {len(pairs)} rounds of {arguments.games:,} games)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
