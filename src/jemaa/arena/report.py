"""The result of a contest, for programs and for people."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import Any

import jemaa
from jemaa import catalog
from jemaa.arena.contest import Contest
from jemaa.arena.deal import Deal
from jemaa.arena.fingerprint import fingerprint
from jemaa.arena.results import Standing, distinct_games, standings
from jemaa.arena.sequential import Certainty
from jemaa.arena.statistics import Estimate

FORMAT = 1
"""Rises when files of an older form cannot be read any more."""


def header(contest: Contest) -> dict[str, Any]:
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


def versions(game: str) -> dict[str, Any]:
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
) -> dict[str, Any]:
    """Return the result ready for JSON; only what is under `times` differs from run to run.

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


def _kind(name: str, standing: Standing) -> dict[str, Any]:
    return {
        "name": name,
        "seats": standing.seats,
        "share": standing.share._asdict(),
        "luck": _optional(standing.luck),
        "adjusted": _optional(standing.adjusted),
        "score": standing.score._asdict(),
        "rounds": _optional(standing.rounds),
        "rating": _optional(standing.rating),
        "moves": standing.moves,
        "forfeits": {code: lost._asdict() for code, lost in standing.forfeits.items()},
    }


def _optional(estimate: Estimate | None) -> dict[str, float] | None:
    return None if estimate is None else estimate._asdict()


def _certainty(certainty: Certainty) -> dict[str, Any]:
    return {
        "certain": certainty.is_certain,
        "capital": certainty.capital,
        "share": certainty.estimate()._asdict(),
    }


def as_text(report: dict[str, Any]) -> str:
    """Set a result for people."""
    return "\n".join(_lines(report))


def _lines(report: dict[str, Any]) -> Iterator[str]:
    short = " (stopped early)" if report["games"] < report["asked"] else ""
    title = catalog.game(report["game"]).title
    yield f"{title}, {report['players']} players, setup {report['setup']}, seed {report['seed']}"
    yield (
        f"{report['games']:,} games in {report['deals']:,} deals{short},"
        f" {report['distinct_games']:,} of them distinct; a fair share is"
        f" {report['fair_share']:.2%}"
    )
    for kind in report["kinds"]:
        yield f"\n{kind['name']}"
        yield from _rows(kind)
    if report["certainty"]:
        yield from ["", *_verdict(report)]
    yield ""
    for kind, milliseconds in zip(report["kinds"], report["times"], strict=True):
        yield f"{milliseconds:.3f} ms a move: {kind['name']}"
    yield ""
    yield "In brackets: 95 % intervals from the scatter between deals (normal; Wilson's"
    yield "where all deals came out alike). The games of a deal share their chance."
    yield f"Again: {report['command']}"


def _rows(kind: dict[str, Any]) -> Iterator[str]:
    percent, points = "{:.2%}", "{:.2f}"
    for label, name, form in (
        ("share of wins", "share", percent),
        ("without luck", "adjusted", percent),
        ("luck", "luck", percent),
        ("share of rounds", "rounds", percent),
        ("mean score", "score", points),
        ("rating", "rating", "{:.0f}"),
    ):
        if kind[name] is not None:
            middle, low, high = (form.format(kind[name][key]) for key in ("mean", "low", "high"))
            yield f"  {label:17}{middle:>8}  ({low} to {high})"
    for code, lost in kind["forfeits"].items():
        yield f"  {'forfeits':17}{lost['games']:>8}  {code}: {lost['first']}"


def _verdict(report: dict[str, Any]) -> Iterator[str]:
    found, name = report["certainty"], report["kinds"][0]["name"]
    share = found["share"]
    side = "more" if share["mean"] > report["fair_share"] else "less"
    yield (
        f"Certain at 95 %: {name} wins {side} than a fair share."
        if found["certain"]
        else f"Not certain yet whether {name} wins more or less than a fair share."
    )
    yield f"Whenever one stops, its share is in {share['low']:.2%} to {share['high']:.2%};"
    yield "the intervals above are for a number of games that is fixed beforehand."
