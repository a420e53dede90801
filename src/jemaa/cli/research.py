"""Many games: `jemaa arena`, `ladder` and `simulate` with statistics, `dataset` as tables."""

from __future__ import annotations

import argparse
import json
import os
from contextlib import closing
from pathlib import Path
from typing import Any

from jemaa.arena import Result
from jemaa.arena.contest import Contest, Deal, deals_for, games_of_a_deal, make_contest
from jemaa.arena.journal import Journal
from jemaa.arena.ladder import Ladder, Step
from jemaa.arena.report import counted, header, interval
from jemaa.arena.run import play
from jemaa.arena.simulation import Sum, Tally, simulate
from jemaa.arena.statistics import WHOLE_WIN, Certainty, Estimate, mean, wilson
from jemaa.cli.files import find_game, read_setup
from jemaa.cli.parser import UsageError
from jemaa.cli.terminal import with_progress
from jemaa.core.errors import quoted
from jemaa.core.game import Game

LADDER_GAMES, QUICK_GAMES = 600, 24
"""The games for each row of the ladder."""


def run_arena(options: argparse.Namespace) -> int:
    """Play, and print what came out; after Ctrl-C, what has come out so far."""
    contest = _contest(options)
    certainty = Certainty(contest.fair) if options.until_certain else None
    deals, stopped = _deals(contest, options, certainty)
    if deals:
        result = Result(contest, options.games, tuple(deals), certainty)
        print(json.dumps(result.to_dict()) if options.json else result)
    return 130 if stopped else 0


def _contest(options: argparse.Namespace) -> Contest:
    game = find_game(options.game)
    setup = read_setup(game, options)
    if len(options.who) < 2:
        raise UsageError("an arena needs two players at least, as in: jemaa arena GAME A B")
    if options.until_certain and len(options.who) > 2:
        raise UsageError("--until-certain compares two players; give two, or leave it out")
    return make_contest(game.name, setup, options.who, seed=options.seed, code=options.code)


def _deals(
    contest: Contest, options: argparse.Namespace, certainty: Certainty | None
) -> tuple[list[Deal], bool]:
    """Return the finished deals, and whether somebody has stopped it."""
    kinds = len(contest.kinds)
    count = deals_for(options.games, kinds, contest.players)
    parts = play(
        contest,
        count,
        jobs=options.jobs or os.cpu_count() or 1,
        executor=options.executor,
        journal=Journal(Path(options.save), header(contest)) if options.save else None,
        until=certainty,
        records=Path(options.records) if options.records else None,
    )
    games = count * games_of_a_deal(kinds, contest.players)
    deals: list[Deal] = []
    try:
        with closing(parts):
            for deal in with_progress(parts, games, lambda deal: len(deal.games)):
                deals.append(deal)
    except KeyboardInterrupt:
        return deals, True
    return deals, False


def run_ladder(options: argparse.Namespace) -> int:
    """Measure what is missing, or only check the page."""
    folder = Path(options.folder)
    if not folder.is_dir():
        raise UsageError(
            f"there is no folder {quoted(options.folder)} for the page; give --folder DIR"
        )
    ladder = Ladder(folder)
    if options.check:
        ladder.check()
        print(f"{ladder.page} is up to date.")
        return 0
    game = find_game(options.game).name if options.game else None
    games = options.games or (QUICK_GAMES if options.quick else LADDER_GAMES)
    jobs = options.jobs or os.cpu_count() or 1
    for step in ladder.missing(game, games):
        _measure(ladder, step, games, jobs)
    ladder.write_page()
    print(f"{ladder.page} is written.")
    return 0


def _measure(ladder: Ladder, step: Step, games: int, jobs: int) -> None:
    contest = step.contest
    count = deals_for(games, 2, step.players)
    parts = play(contest, count, jobs=jobs)
    whole = count * games_of_a_deal(2, step.players)
    with closing(parts):
        deals = list(with_progress(parts, whole, lambda deal: len(deal.games)))
    report = Result(contest, games, tuple(deals)).to_dict()
    ladder.add(step, report)
    share = report["kinds"][0]["adjusted"] or report["kinds"][0]["share"]
    low, high = share["low"], share["high"]
    scatter = "" if low is None or high is None else f" ±{(high - low) / 2:.3f}"
    name = f"{step.game} {step.players}p: {step.upper} v {step.lower}"
    print(f"{name:44}{share['mean']:.3f}{scatter}", flush=True)


def run_simulate(options: argparse.Namespace) -> int:
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


def run_dataset(options: argparse.Namespace) -> int:
    """Turn records into a table, and say how large it has become."""
    from jemaa.envs.dataset import write_dataset  # here, because it needs numpy

    whole = sum(Path(file).stat().st_size for file in options.files)
    parts = write_dataset(options.files, options.out, form=options.format, rows=options.rows)
    games = rows = skipped = 0
    for part in with_progress(parts, max(1, whole), lambda part: part.read):
        games += part.games
        rows += part.rows
        skipped += part.skipped
    if options.json:
        print(json.dumps({"out": options.out, "games": games, "rows": rows, "skipped": skipped}))
        return 0
    left_out = f"; {skipped:,} left out that are not over" if skipped else ""
    print(f"{options.out} has {counted(rows, 'decision')} of {counted(games, 'game')}{left_out}.")
    return 0


def _share(wins: Sum) -> Estimate:
    return wilson(wins.total / WHOLE_WIN / wins.count, wins.count)


def _mean(values: Sum) -> Estimate:
    return mean(values.count, values.total, values.squares)


def _as_json(
    game: Game[Any, Any], setup: Any, options: argparse.Namespace, tally: Tally
) -> dict[str, Any]:
    def with_extremes(values: Sum) -> dict[str, Any]:
        return {**interval(_mean(values)), "min": values.least, "max": values.most}

    return {
        "game": game.name,
        "setup": setup.to_dict(),
        "seed": options.seed,
        "asked": options.games,
        "games": tally.games,
        "wins": [interval(_share(wins)) for wins in tally.wins],
        "scores": [interval(_mean(scores)) for scores in tally.scores],
        "steps": with_extremes(tally.steps),
        "facts": {name: with_extremes(values) for name, values in tally.facts.items()},
    }


def _as_text(game: Game[Any, Any], setup: Any, options: argparse.Namespace, tally: Tally) -> str:
    start = game.start(setup)
    asked = f" of {options.games:,} asked for" if tally.games < options.games else ""
    rows = [("", "share of wins", "mean score")]
    for seat, (wins, scores) in enumerate(zip(tally.wins, tally.scores, strict=True)):
        share, score = _share(wins), _mean(scores)
        ends = f"  ({score.low:.2f} to {score.high:.2f})" if score.has_interval else ""
        rows.append(
            (
                f"{seat} {game.seat_name(start, seat)}",
                f"{share.mean:.2%}  ({share.low:.2%} to {share.high:.2%})",
                f"{score.mean:.2f}{ends}",
            )
        )
    rows.append(("steps", "", _spread(tally.steps)))
    rows += [(name.replace("_", " "), "", _spread(sum_)) for name, sum_ in tally.facts.items()]
    games = f"{counted(tally.games, 'random game')}{asked}"
    head = f"{game.title}, {games}, setup {setup}, seed {options.seed}"
    table = [f"{name:18}{middle:32}{right}".rstrip() for name, middle, right in rows]
    note = "In brackets: 95 % intervals, Wilson's for wins, the normal one for means."
    if tally.games == 1:
        note = "In brackets: 95 % intervals, Wilson's for wins; means of one game have none."
    return "\n".join([head, "", *table, "", note])


def _spread(values: Sum) -> str:
    return f"{_mean(values).mean:.3f}  (from {values.least} to {values.most})"
