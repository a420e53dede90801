"""A finished game looked at again: `jemaa review`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from jemaa import catalog
from jemaa.analysis import Plan, Review, answer
from jemaa.cli.files import read_text
from jemaa.cli.terminal import json_text, printable, with_progress, wrapped
from jemaa.cli.words import Words, find_language
from jemaa.core.record import Record

WHOLE = 100
"""The progress is shown in percent."""


def run_review(options: argparse.Namespace) -> int:
    """Review a record and print what was found; after Ctrl-C, what was found so far."""
    match = catalog.open_record(Record.parse(read_text(options.file)))
    words = Words(find_language(options.language))
    plan = Plan(match, seat=options.seat, quick=options.quick, seed=options.seed)
    cut_short = False
    try:
        for _ in with_progress(_steps(plan), WHOLE, lambda part: part):
            pass
    except KeyboardInterrupt:
        print(file=sys.stderr)
        cut_short = True
    _show(plan.review(), options, words)
    return 130 if cut_short else 0


def _steps(plan: Plan) -> Iterator[int]:
    """Answer the questions of a plan, and give the percent that each has brought."""
    shown = 0
    while plan.question is not None:
        plan.take(answer(plan.question))
        done = int(WHOLE * plan.progress)
        yield done - shown
        shown = done


def _show(review: Review, options: argparse.Namespace, words: Words) -> None:
    if options.svg is not None:
        picture = review.svg(seat=options.seat, language=words.language)
        if options.svg == "-":
            print(picture)
            return
        Path(options.svg).write_text(picture + "\n", "utf-8")
    if options.json:
        import msgspec

        print(json_text(msgspec.json.decode(review.to_json())))
        return
    if not review.complete:
        print(words("analysis.cut-short"), file=sys.stderr)
    for line in review.describe(words.language, options.seat).split("\n"):
        # A table is wider than what is set in lines, and stays as it is.
        is_table = line.count("  ") > 4
        text = printable(line)
        print(text if is_table else wrapped([text.strip()], indent=_indent(text)))


def _indent(line: str) -> str:
    return " " * (len(line) - len(line.lstrip()))
