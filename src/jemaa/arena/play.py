"""The way from a contest to its finished deals, in their order."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from functools import partial
from itertools import chain

from jemaa.arena.contest import Contest
from jemaa.arena.deal import Deal
from jemaa.arena.executors import LOCAL, in_order
from jemaa.arena.journal import Journal
from jemaa.arena.sequential import Certainty
from jemaa.arena.simulate import WHOLE_WIN
from jemaa.arena.table import play_deal


def play(
    contest: Contest,
    deals: int,
    *,
    jobs: int = 1,
    executor: str = LOCAL,
    journal: Journal | None = None,
    until: Certainty | None = None,
) -> Generator[Deal, None, None]:
    """Play the deals and give them in their order, whoever has finished first.

    Args:
        contest: who plays what.
        deals: how many deals.
        jobs: how many processes; the result does not depend on it.
        executor: where they run, `local` or `ray`.
        journal: keeps every deal; those it has already are not played again.
        until: hears of every deal and may end it early.
    """
    kept = journal.deals[:deals] if journal else []
    rest = in_order(partial(play_deal, contest), range(len(kept), deals), jobs, executor)
    try:
        for deal in chain(kept, _written(rest, journal)):
            yield deal
            if until is not None and until.hear(first_share(deal)):
                return
    finally:
        rest.close()


def _written(deals: Iterable[Deal], journal: Journal | None) -> Iterator[Deal]:
    for deal in deals:
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
