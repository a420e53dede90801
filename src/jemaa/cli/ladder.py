"""`jemaa ladder`: measures the levels and writes the page about them."""

from __future__ import annotations

import argparse
import os
from contextlib import closing
from pathlib import Path

from jemaa.arena.ladder import Ladder, Step
from jemaa.arena.play import play
from jemaa.arena.report import as_dict
from jemaa.arena.schedule import deals_for, games_of_a_deal
from jemaa.cli.parser import UsageError
from jemaa.cli.progress import with_progress
from jemaa.cli.setup import find_game
from jemaa.core.errors import quoted

GAMES, QUICK_GAMES = 600, 24


def run(options: argparse.Namespace) -> int:
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
    games = options.games or (QUICK_GAMES if options.quick else GAMES)
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
    report = as_dict(contest, deals, games)
    ladder.add(step, report)
    share = report["kinds"][0]["adjusted"] or report["kinds"][0]["share"]
    half = (share["high"] - share["low"]) / 2
    name = f"{step.game} {step.players}p: {step.upper} v {step.lower}"
    print(f"{name:44}{share['mean']:.3f} ±{half:.3f}", flush=True)
