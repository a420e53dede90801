"""`jemaa arena`: players against each other, with honest statistics."""

from __future__ import annotations

import argparse
import json
import os
from contextlib import closing
from pathlib import Path

from jemaa.arena.code import Code, make
from jemaa.arena.contest import Contest
from jemaa.arena.deal import Deal
from jemaa.arena.journal import Journal
from jemaa.arena.play import play
from jemaa.arena.report import as_dict, as_text, header
from jemaa.arena.schedule import deals_for, games_of_a_deal
from jemaa.arena.sequential import Certainty
from jemaa.cli.parser import UsageError
from jemaa.cli.progress import with_progress
from jemaa.cli.setup import find_game, read_setup


def run(options: argparse.Namespace) -> int:
    """Play, and print what came out; after Ctrl-C, what has come out so far."""
    contest = _contest(options)
    certainty = Certainty(contest.fair) if options.until_certain else None
    deals, stopped = _play(contest, options, certainty)
    if deals:
        report = as_dict(contest, deals, options.games, certainty)
        print(json.dumps(report) if options.json else as_text(report))
    return 130 if stopped else 0


def _contest(options: argparse.Namespace) -> Contest:
    game = find_game(options.game)
    setup = read_setup(game, options)
    if len(options.who) < 2:
        raise UsageError("an arena needs two players at least, as in: jemaa arena GAME A B")
    if options.until_certain and len(options.who) > 2:
        raise UsageError("--until-certain compares two players; give two, or leave it out")
    own = Code.read(options.code) if options.code else None
    for spec in options.who:
        make(game.name, spec, own)  # refuses what there is not, before anything is played
    kinds = tuple(spec.strip() for spec in options.who)
    return Contest(game.name, str(setup), setup.players, kinds, options.seed, own)


def _play(
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
