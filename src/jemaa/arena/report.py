"""What the deals say about each kind of player, for programs and for people.

The games of a deal share their chance, so not games but deals are the independent units: everything
is first averaged within a deal, and the intervals come from the scatter between the deals.

A report names what was measured by a fingerprint, a hash of how a game is played: two equal ones
promise equal games. It is taken from behaviour, not from sources, so that no new name, comment or
file changes it: some levels decide in the same few positions, and every move and every value counts
to its last bit.
"""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import fsum
from typing import NamedTuple, TypedDict

import jemaa
from jemaa import catalog
from jemaa.arena.contest import Contest, Deal, GameResult
from jemaa.arena.statistics import (
    WHOLE_WIN,
    Certainty,
    Estimate,
    mean_of,
    ratings,
    ratio,
    share_of,
    within_0_and_1,
)
from jemaa.core.chance import SeededChance
from jemaa.core.playout import derive_seed, playout
from jemaa.core.state import CHANCE, State
from jemaa.players.registry import LEVELS

POSITIONS = 4
"""How many positions of a random game the levels decide in, for each number of players."""
LENGTH = 52
"""How many steps of that game they are spread over; in both games it is longer."""
PLAYOUTS = 8
"""How many random games are played to the end, so that rules count that no level meets."""


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


Value = Callable[[GameResult, int], float]
"""What a game has brought a seat."""


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
    return ratings(
        kinds,
        [
            [tuple(zip(game.seating, game.places, strict=True)) for game in deal.games]
            for deal in deals
        ],
    )


class Interval(TypedDict):
    """An estimate, as JSON has it; ends that are not there are None."""

    mean: float
    low: float | None
    high: float | None


class Lost(TypedDict):
    """Forfeits for one reason, as JSON has them."""

    games: int
    first: str


class KindReport(TypedDict):
    """How one kind of player has done, as JSON has it; see `Standing`."""

    name: str
    seats: int
    share: Interval
    luck: Interval | None
    adjusted: Interval | None
    score: Interval
    rounds: Interval | None
    rating: Interval | None
    moves: int
    forfeits: dict[str, Lost]


class CertaintyReport(TypedDict):
    """What has watched over the end, as JSON has it; see `Certainty`."""

    certain: bool
    capital: float
    share: Interval


class Versions(TypedDict):
    """The versions of what has played."""

    jemaa: str
    ruleset: int
    engines: str


class Report(TypedDict):
    """What a contest has come to, as JSON has it; only `times` differs from run to run."""

    game: str
    setup: str
    players: int
    seed: int
    asked: int
    games: int
    deals: int
    distinct_games: int
    fair_share: float
    kinds: list[KindReport]
    certainty: CertaintyReport | None
    versions: Versions
    command: str
    times: list[float]


FORMAT = 1
"""Rises when files of an older form cannot be read any more."""


def header(contest: Contest) -> dict[str, object]:
    """Return everything that decides the result of a deal, for the first line of a journal."""
    return {
        "jemaa arena": FORMAT,
        "game": contest.game,
        "setup": contest.setup,
        "kinds": list(contest.kinds),
        "seed": contest.seed,
        "code": contest.code and contest.code.mark,
        "versions": versions(contest.game),
    }


def versions(game: str) -> Versions:
    """Return the versions of what has played."""
    return {
        "jemaa": jemaa.__version__,
        "ruleset": catalog.game(game).ruleset,
        "engines": fingerprint(game),
    }


def command(contest: Contest, games: int, *, until_certain: bool = False) -> str:
    """Return the command that gives the same result again."""
    setup = catalog.game(contest.game).setup_type.parse(contest.setup)
    words = ["jemaa", "arena", contest.game, *contest.kinds, "--players", str(contest.players)]
    for name, value in setup.changes().items():
        if name != "players":
            words += ["--set", f"{name}={value}"]
    if contest.code is not None:
        words += ["--code", contest.code.path]
    words += ["--games", str(games), "--seed", str(contest.seed)]
    return shlex.join([*words, "--until-certain"] if until_certain else words)


def as_dict(
    contest: Contest, deals: Sequence[Deal], asked: int, certainty: Certainty | None = None
) -> Report:
    """Return the result ready for JSON.

    Args:
        contest: who has played what.
        deals: all finished deals, in their order; at least one.
        asked: how many games were asked for.
        certainty: what has watched over the end, if anything has.
    """
    found = standings(len(contest.kinds), deals)
    return {
        "game": contest.game,
        "setup": contest.setup,
        "players": contest.players,
        "seed": contest.seed,
        "asked": asked,
        "games": sum(len(deal.games) for deal in deals),
        "deals": len(deals),
        "distinct_games": distinct_games(deals),
        "fair_share": contest.fair,
        "kinds": [_kind(*pair) for pair in zip(contest.kinds, found, strict=True)],
        "certainty": None if certainty is None else _certainty(certainty),
        "versions": versions(contest.game),
        "command": command(contest, asked, until_certain=certainty is not None),
        "times": [standing.milliseconds for standing in found],
    }


def _kind(name: str, standing: Standing) -> KindReport:
    return {
        "name": name,
        "seats": standing.seats,
        "share": interval(standing.share),
        "luck": standing.luck and interval(standing.luck),
        "adjusted": standing.adjusted and interval(standing.adjusted),
        "score": interval(standing.score),
        "rounds": standing.rounds and interval(standing.rounds),
        "rating": standing.rating and interval(standing.rating),
        "moves": standing.moves,
        "forfeits": {
            code: {"games": lost.games, "first": lost.first}
            for code, lost in standing.forfeits.items()
        },
    }


def interval(estimate: Estimate) -> Interval:
    """Return an estimate ready for JSON, which has no infinite numbers."""
    if not estimate.has_interval:
        return {"mean": estimate.mean, "low": None, "high": None}
    return {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}


def _certainty(certainty: Certainty) -> CertaintyReport:
    return {
        "certain": certainty.is_certain,
        "capital": certainty.capital,
        "share": interval(certainty.estimate()),
    }


def as_text(report: Report) -> str:
    """Set a result for people."""
    return "\n".join(_lines(report))


def _lines(report: Report) -> Iterator[str]:
    short = " (stopped early)" if report["games"] < report["asked"] else ""
    title = catalog.game(report["game"]).title
    yield f"{title}, {report['players']} players, setup {report['setup']}, seed {report['seed']}"
    yield (
        f"{counted(report['games'], 'game')} in {counted(report['deals'], 'deal')}{short},"
        f" {report['distinct_games']:,} of them distinct; a fair share is"
        f" {report['fair_share']:.2%}"
    )
    for kind in report["kinds"]:
        yield f"\n{kind['name']}"
        yield from _rows(kind)
    if report["certainty"]:
        yield from ["", *_verdict(report["certainty"], report)]
    yield ""
    for kind, milliseconds in zip(report["kinds"], report["times"], strict=True):
        yield f"{milliseconds:.3f} ms a move: {kind['name']}"
    yield ""
    yield "In brackets: 95 % intervals from the scatter between deals (normal; Wilson's"
    yield "where all deals came out alike). The games of a deal share their chance."
    if report["deals"] == 1:
        yield "One deal alone has no scatter: only the share of wins has an interval then."
    yield f"Again: {report['command']}"


def counted(number: int, thing: str) -> str:
    """Return how many things there are.

    >>> counted(1, "game"), counted(1200, "game")
    ('1 game', '1,200 games')
    """
    return f"{number:,} {thing if number == 1 else f'{thing}s'}"


def _rows(kind: KindReport) -> Iterator[str]:
    for label, value, form in (
        ("share of wins", kind["share"], ".2%"),
        ("without luck", kind["adjusted"], ".2%"),
        ("luck", kind["luck"], ".2%"),
        ("share of rounds", kind["rounds"], ".2%"),
        ("mean score", kind["score"], ".2f"),
        ("rating", kind["rating"], ".0f"),
    ):
        if value is not None:
            ends = _ends(value, form)
            yield f"  {label:17}{value['mean']:>8{form}}{f'  ({ends})' if ends else ''}"
    for code, lost in kind["forfeits"].items():
        yield f"  {'forfeits':17}{lost['games']:>8}  {code}: {lost['first']}"


def _ends(value: Interval, form: str) -> str:
    """Return the ends of an interval; nothing if it has none."""
    if value["low"] is None or value["high"] is None:
        return ""
    return f"{value['low']:{form}} to {value['high']:{form}}"


def _verdict(found: CertaintyReport, report: Report) -> Iterator[str]:
    share, name = found["share"], report["kinds"][0]["name"]
    side = "more" if share["mean"] > report["fair_share"] else "less"
    yield (
        f"Certain at 95 %: {name} wins {side} than a fair share."
        if found["certain"]
        else f"Not certain yet whether {name} wins more or less than a fair share."
    )
    yield f"Whenever one stops, its share is in {_ends(share, '.2%')};"
    yield "the intervals above are for a number of games that is fixed beforehand."


@cache
def fingerprint(game: str, levels: tuple[str, ...] = LEVELS) -> str:
    """Return the hash of the rules and of the decisions of some levels of a game, or of all.

    A change that alters no decision in any of the positions is not seen; one of an evaluation or
    of a search is, as it alters the values.
    """
    found = hashlib.sha256()
    for players in catalog.game(game).seats:
        for line in _behaviour(game, players, levels):
            found.update(f"{line}\n".encode())
    return found.hexdigest()[:16]


def _behaviour(game: str, players: int, names: tuple[str, ...]) -> Iterator[str]:
    start = catalog.game(game).new(players=players)
    for number in range(PLAYOUTS):
        yield str(playout(start, derive_seed(1, number)).final)
    engines = catalog.engines(game)
    levels = [catalog.player(game, name) for name in names if name not in LEVELS or name in engines]
    judge = catalog.judge(game, start.setup)
    for number, state in enumerate(_positions(start)):
        assert state.to_act is not None
        view = state.view(state.to_act)
        yield str(view)
        if judge is not None:
            yield _exact(judge.evaluate(state))
        # Uncompiled, the strongest one takes seconds for a decision: one must do.
        for level in levels:
            if level.name == LEVELS[-1] and number < POSITIONS - 1:
                continue
            decision = level.choose(view)
            yield f"{level.name} {decision.move.text}"
            for candidate in decision.candidates:
                yield f"{candidate.move.text} {_exact((candidate.weight, *candidate.values))}"


def _exact(values: tuple[float, ...]) -> str:
    return " ".join(float(value).hex() for value in values)


def _positions(state: State) -> Iterator[State]:
    """Return positions of a random game, spread over it, in which somebody must decide."""
    chance = SeededChance(1, str(state.setup))
    found: list[State] = []
    for step in range(LENGTH):
        if state.is_over:
            break
        if state.to_act == CHANCE:
            weights = {outcome.text: weight for outcome, weight in state.outcomes()}
            state = state.after(state.game.outcome(chance.draw("outcome", step, weights)))
        else:
            found.append(state)
            weights = {move.text: 1 for move in state.legal()}
            state = state.after(state.game.move(chance.draw("move", step, weights)))
    return (found[number * len(found) // POSITIONS] for number in range(POSITIONS))
