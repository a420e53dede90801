"""The arena: players against each other, and what their games say about them.

>>> import jemaa.arena
>>> result = jemaa.arena.compete("marrakech", ["greedy", "random"], players=2, games=8, seed=1)
>>> result.games, result.standings[0].share.mean
(8, 1.0)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from jemaa import catalog
from jemaa.arena.contest import Code, Contest, Deal, GameResult, deals_for, make_contest
from jemaa.arena.journal import Journal, JournalError, RecordsError
from jemaa.arena.report import Forfeits, Report, Standing, as_dict, as_text, header, standings
from jemaa.arena.run import LOCAL, play
from jemaa.arena.simulation import Sum, Tally, simulate
from jemaa.arena.statistics import Certainty, Estimate
from jemaa.core.errors import SetupError

__all__ = [
    "Certainty",
    "Code",
    "Contest",
    "Deal",
    "Estimate",
    "Forfeits",
    "GameResult",
    "JournalError",
    "RecordsError",
    "Report",
    "Result",
    "Standing",
    "Sum",
    "Tally",
    "compete",
    "simulate",
]


@dataclass(frozen=True)
class Result:
    """What a contest has come to; printed, it is the report of `jemaa arena`."""

    contest: Contest
    asked: int
    """How many games were asked for; a deal is always finished, so there may be a few more."""
    deals: tuple[Deal, ...]
    certainty: Certainty | None = None
    """What has watched over the end, with `until_certain`."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(len(deal.games) for deal in self.deals)

    @cached_property
    def standings(self) -> list[Standing]:
        """How each player has done, in the order in which they were given."""
        return standings(len(self.contest.kinds), self.deals)

    def to_dict(self) -> Report:
        """Return the report ready for JSON, as `jemaa arena --json` prints it."""
        return as_dict(self.contest, self.deals, self.asked, self.certainty)

    def __str__(self) -> str:
        return as_text(self.to_dict())


def compete(
    game: str,
    who: Sequence[str],
    *,
    players: int | None = None,
    setup: Any = None,
    games: int = 1000,
    seed: int = 0,
    jobs: int = 1,
    executor: str = LOCAL,
    code: Path | str | None = None,
    save: Path | str | None = None,
    records: Path | str | None = None,
    until_certain: bool = False,
) -> Result:
    """Let players compete.

    With `jobs` above 1 a script must do its work under `if __name__ == "__main__":`, as always
    where Python starts processes.

    Args:
        game: the name of the game.
        who: registry strings, two at least; two: the first sits in one seat, the second in all
            others.
        players: how many sit at a table, if not as usual.
        setup: how the game is set up, instead of `players`.
        games: how many games.
        seed: the same seed gives the same result, except times.
        jobs: how many processes play.
        executor: `local`, or `ray` for a cluster.
        code: a Python file whose table `PLAYERS` makes players of your own, by their names.
        save: a file that keeps every deal; the same call goes on where it stopped.
        records: a file for the record of every game; `jemaa.read_records` reads it.
        until_certain: whether to stop when it is certain who of two is better.

    Raises:
        SetupError: there are fewer than two players, or the settings or the code are wrong.
        UnknownNameError: there is no such game or player.
        JournalError: the file of deals belongs to another contest.
        RecordsError: the file of records lacks games that the file of deals has.
    """
    if len(who) < 2 or (until_certain and len(who) > 2):
        raise SetupError("who", f"{len(who)} players; {'two' if until_certain else 'two or more'}")
    if setup is None:
        found = catalog.game(game)
        setup = found.setup() if players is None else found.setup(players=players)
    contest = make_contest(game, setup, who, seed=seed, code=code)
    certainty = Certainty(contest.fair) if until_certain else None
    deals = play(
        contest,
        deals_for(games, len(contest.kinds), contest.players),
        jobs=jobs,
        executor=executor,
        journal=None if save is None else Journal(Path(save), header(contest)),
        until=certainty,
        records=None if records is None else Path(records),
    )
    return Result(contest, games, tuple(deals), certainty)
