"""`jemaa simulate`: random games summed up."""

from __future__ import annotations

import argparse
import json
import os
from contextlib import closing
from pathlib import Path
from typing import Any

from jemaa.arena.simulation import WHOLE_WIN, Sum, Tally, simulate
from jemaa.arena.statistics import Estimate, mean, wilson
from jemaa.cli.progress import with_progress
from jemaa.cli.setup import find_game, read_setup
from jemaa.core.game import Game


def run(options: argparse.Namespace) -> int:
    """Play, and print what came out; after Ctrl-C, what has come out so far."""
    game = find_game(options.game)
    setup = read_setup(game, options)
    tally = Tally.empty(setup.players)
    records = Path(options.records) if options.records else None
    jobs = options.jobs or os.cpu_count() or 1
    parts = simulate(game, setup, options.games, seed=options.seed, jobs=jobs, records=records)
    stopped = False
    try:
        with closing(parts):
            for part in with_progress(parts, options.games, lambda part: part.games):
                tally.merge(part)
    except KeyboardInterrupt:
        stopped = True
    if stopped and not tally.games:
        return 130
    if options.json:
        print(json.dumps(_as_json(game, setup, options, tally)))
    else:
        print(_as_text(game, setup, options, tally))
    return 130 if stopped else 0


def _share(wins: Sum) -> Estimate:
    return wilson(wins.total / WHOLE_WIN / wins.count, wins.count)


def _mean(values: Sum) -> Estimate:
    return mean(values.count, values.total, values.squares)


def _as_json(
    game: Game[Any, Any], setup: Any, options: argparse.Namespace, tally: Tally
) -> dict[str, Any]:
    def with_extremes(values: Sum) -> dict[str, float]:
        return {**_mean(values)._asdict(), "min": values.least, "max": values.most}

    return {
        "game": game.name,
        "setup": setup.to_dict(),
        "seed": options.seed,
        "asked": options.games,
        "games": tally.games,
        "wins": [_share(wins)._asdict() for wins in tally.wins],
        "scores": [_mean(scores)._asdict() for scores in tally.scores],
        "steps": with_extremes(tally.steps),
        "facts": {name: with_extremes(values) for name, values in tally.facts.items()},
    }


def _as_text(game: Game[Any, Any], setup: Any, options: argparse.Namespace, tally: Tally) -> str:
    start = game.start(setup)
    asked = f" of {options.games:,} asked for" if tally.games < options.games else ""
    rows = [("", "share of wins", "mean score")]
    for seat, (wins, scores) in enumerate(zip(tally.wins, tally.scores, strict=True)):
        share, score = _share(wins), _mean(scores)
        rows.append(
            (
                f"{seat} {game.seat_name(start, seat)}",
                f"{share.mean:.2%}  ({share.low:.2%} to {share.high:.2%})",
                f"{score.mean:.2f}  ({score.low:.2f} to {score.high:.2f})",
            )
        )
    rows.append(("steps", "", _spread(tally.steps)))
    rows += [(name.replace("_", " "), "", _spread(sum_)) for name, sum_ in tally.facts.items()]
    head = f"{game.title}, {tally.games:,} random games{asked}, setup {setup}, seed {options.seed}"
    table = [f"{name:18}{middle:32}{right}".rstrip() for name, middle, right in rows]
    note = "In brackets: 95 % intervals, Wilson's for wins, the normal one for means."
    return "\n".join([head, "", *table, "", note])


def _spread(values: Sum) -> str:
    return f"{_mean(values).mean:.3f}  (from {values.least} to {values.most})"
