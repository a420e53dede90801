"""What the deals say about each kind of player.

The games of a deal share their chance, so not games but deals are the independent units: everything
is first averaged within a deal, and the intervals come from the scatter between the deals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import fsum
from typing import NamedTuple

from jemaa.arena import ratings
from jemaa.arena.deal import Deal, Played
from jemaa.arena.simulation import WHOLE_WIN
from jemaa.arena.statistics import Estimate, mean_of, ratio, share_of, within_0_and_1


class Forfeits(NamedTuple):
    """Games lost at once for the same reason, and what was said about the first of them."""

    games: int
    first: str


@dataclass(frozen=True, slots=True)
class Standing:
    """How one kind of player has done; all means are for one seat in one game.

    Attributes:
        seats: how many seats it has had in all games.
        share: its share of the wins.
        luck: what chance has given it; None where nobody can judge positions.
        adjusted: its share of the wins without its luck.
        score: its points.
        rounds: its share of the rounds that somebody won; None where there are none.
        rating: its rating, if there are more than two kinds.
        forfeits: the games it has lost at once, by the code of the reason.
        moves: how many decisions it has made.
        milliseconds: the mean time of a decision.
    """

    seats: int
    share: Estimate
    luck: Estimate | None
    adjusted: Estimate | None
    score: Estimate
    rounds: Estimate | None
    rating: Estimate | None
    forfeits: dict[str, Forfeits]
    moves: int
    milliseconds: float


def standings(kinds: int, deals: Sequence[Deal]) -> list[Standing]:
    """Return the standing of each kind."""
    rated = _ratings(kinds, deals) if kinds > 2 else [None] * kinds
    return [_standing(kind, deals, rated[kind]) for kind in range(kinds)]


def distinct_games(deals: Sequence[Deal]) -> int:
    """Count the games that differ: the same players on the same dice may well repeat one."""
    return len({game.mark for deal in deals for game in deal.games})


def _standing(kind: int, deals: Sequence[Deal], rating: Estimate | None) -> Standing:
    share = _by_deal(kind, deals, lambda game, seat: game.wins[seat] / WHOLE_WIN)
    luck = _luck(kind, deals)
    adjusted = luck and [won - lucky for won, lucky in zip(share, luck, strict=True)]
    seconds = fsum(_all(kind, deals, lambda game, seat: game.seconds[seat]))
    moves = int(sum(_all(kind, deals, lambda game, seat: game.moves[seat])))
    return Standing(
        seats=sum(game.seating.count(kind) for deal in deals for game in deal.games),
        share=share_of(share),
        luck=mean_of(luck) if luck else None,
        adjusted=mean_of(adjusted) if adjusted else None,
        score=mean_of(_by_deal(kind, deals, lambda game, seat: game.scores[seat])),
        rounds=_rounds(kind, deals),
        rating=rating,
        forfeits=_forfeits(kind, deals),
        moves=moves,
        milliseconds=1000 * seconds / moves if moves else 0.0,
    )


Value = Callable[[Played, int], float]
"""Gives what a game has brought a seat."""


def _all(kind: int, deals: Sequence[Deal], value: Value) -> list[float]:
    return [
        value(game, seat)
        for deal in deals
        for game in deal.games
        for seat, other in enumerate(game.seating)
        if other == kind
    ]


def _by_deal(kind: int, deals: Sequence[Deal], value: Value) -> list[float]:
    """Return for each deal the mean over all seats that the kind has had in it."""
    means = []
    for deal in deals:
        values = _all(kind, [deal], value)
        means.append(fsum(values) / len(values))
    return means


def _luck(kind: int, deals: Sequence[Deal]) -> list[float] | None:
    if any(game.luck is None for deal in deals for game in deal.games):
        return None
    return _by_deal(kind, deals, lambda game, seat: (game.luck or ())[seat])


def _rounds(kind: int, deals: Sequence[Deal]) -> Estimate | None:
    won = [sum(sum(game.rounds or ()) for game in deal.games) for deal in deals]
    if not any(won):
        return None
    mine = _by_deal(kind, deals, lambda game, seat: (game.rounds or ())[seat])
    return within_0_and_1(
        ratio(mine, [all_ / len(deal.games) for all_, deal in zip(won, deals, strict=True)])
    )


def _forfeits(kind: int, deals: Sequence[Deal]) -> dict[str, Forfeits]:
    found: dict[str, Forfeits] = {}
    for game in (game for deal in deals for game in deal.games):
        for seat, reason in game.fault.items():
            if game.seating[seat] == kind:
                code, _, message = reason.partition(": ")
                before = found.get(code, Forfeits(0, message))
                found[code] = Forfeits(before.games + 1, before.first)
    return dict(sorted(found.items()))


def _ratings(kinds: int, deals: Sequence[Deal]) -> list[Estimate]:
    return ratings.ratings(
        kinds,
        [
            [tuple(zip(game.seating, game.places, strict=True)) for game in deal.games]
            for deal in deals
        ],
    )
