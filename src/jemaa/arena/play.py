"""The way from a contest to its finished deals, in their order."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path

from jemaa.arena.contest import Contest
from jemaa.arena.deal import Deal
from jemaa.arena.executors import LOCAL, in_order
from jemaa.arena.journal import Journal
from jemaa.arena.records import add_records, keep_records
from jemaa.arena.sequential import Certainty
from jemaa.arena.simulation import WHOLE_WIN
from jemaa.arena.table import play_deal


def play(
    contest: Contest,
    deals: int,
    *,
    jobs: int = 1,
    executor: str = LOCAL,
    journal: Journal | None = None,
    until: Certainty | None = None,
    records: Path | None = None,
) -> Generator[Deal, None, None]:
    """Play the deals and give them in their order, whoever has finished first.

    Args:
        contest: who plays what.
        deals: how many deals.
        jobs: how many processes; the result does not depend on it.
        executor: where they run, `local` or `ray`.
        journal: keeps every deal; those it has already are not played again.
        until: hears of every deal and may end it early.
        records: a file for the records of all games; it is written anew, unless the journal has
            deals already: then it must hold their games, and the others follow them.

    Raises:
        RecordsError: the file of records lacks games that the journal has.
    """
    kept = journal.deals[:deals] if journal else []
    if records is not None:
        keep_records(records, sum(len(deal.games) for deal in kept))
    work = partial(play_deal, contest, records=records is not None)
    rest = in_order(work, range(len(kept), deals), jobs, executor)
    try:
        for deal in chain(kept, _written(rest, journal, records)):
            yield deal
            if until is not None and until.hear(first_share(deal)):
                return
    finally:
        rest.close()


def _written(
    deals: Iterable[Deal], journal: Journal | None, records: Path | None
) -> Iterator[Deal]:
    for deal in deals:
        if records is not None:  # first: what a journal has must be there, the rest is cut off
            add_records(records, deal.records)
        if journal is not None:
            journal.add(deal)
        yield deal


def first_share(deal: Deal) -> float:
    """Return the mean share of the win that a seat of the first kind has had in a deal."""
    wins = [
        won
        for game in deal.games
        for kind, won in zip(game.seating, game.wins, strict=True)
        if kind == 0
    ]
    return sum(wins) / len(wins) / WHOLE_WIN
