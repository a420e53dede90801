"""Measures reviews: seconds, whether accuracy orders the levels, and how stable sure losses are.

    benchmarks/reviews.py marrakech --players 4 --games 30 --again 10

Different levels sit at one table. Of each pair of them the stronger one should have the higher
accuracy; a tie counts as half. With `--quick` every event is only looked at: accuracy needs no
more. `--again` reviews so many of the games once more with another seed: of the sure losses of the
first review, how many are losses in the second, how many reach their label there too by the loss
itself, and how many have the very same label.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from itertools import combinations
from random import Random
from statistics import fmean

import jemaa
from jemaa.analysis.procedure import procedure
from jemaa.analysis.reviews import LABELS
from jemaa.arena.statistics import wilson
from jemaa.players.registry import LEVELS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", choices=("marrakech", "facir"))
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--again", type=int, default=0)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    found: dict[str, list[float]] = defaultdict(list)
    seconds, right, pairs = [], 0.0, 0
    sure = losses = reached = same = 0
    for number in range(options.first, options.first + options.games):
        rng = Random(f"{options.game} {options.players} {number}")
        levels = rng.sample(LEVELS, options.players)
        match = jemaa.play(options.game, levels, seed=number)
        begin = time.process_time()
        review = jemaa.review(match, quick=options.quick)
        seconds.append(time.process_time() - begin)
        for one, other in combinations(review.seats, 2):
            weaker, stronger = sorted((one, other), key=lambda seat: LEVELS.index(seat.name))
            right += (stronger.accuracy > weaker.accuracy) + (
                stronger.accuracy == weaker.accuracy
            ) / 2
            pairs += 1
        for seat in review.seats:
            found[seat.name].append(seat.accuracy)
        if number - options.first < options.again:
            second = jemaa.review(match, seed=1)
            for moment in review.moments:
                judgement = second.steps[moment.index].judgement
                sure += 1
                losses += bool(judgement.games) and judgement.loss - judgement.error > 0
                least = procedure(match.state).thresholds.labels[LABELS.index(moment.label)]
                reached += judgement.loss >= least and bool(judgement.games)
                same += judgement.label == moment.label
    low, high = interval(right, pairs)
    print(f"{options.game}, {options.players} players, {options.games} games")
    print(f"pairs in the right order: {right / pairs:.3f} of {pairs} [{low:.3f}, {high:.3f}]")
    print(f"seconds: mean {fmean(seconds):.2f}, most {max(seconds):.2f}")
    print("accuracy:", ", ".join(f"{one} {fmean(found[one]):.1f}" for one in LEVELS if found[one]))
    if sure:
        print(f"sure losses: {sure}")
        again = {"a loss again": losses, "reaches its label again": reached, "same label": same}
        for what, count in again.items():
            low, high = interval(count, sure)
            print(f"  {what}: {count / sure:.3f} [{low:.3f}, {high:.3f}]")


def interval(right: float, whole: int) -> tuple[float, float]:
    estimate = wilson(right / whole, whole)
    return estimate.low, estimate.high


if __name__ == "__main__":
    main()
