"""Random games by the thousand, in one process or in several, with the same result to the last bit.

Every game has its number and its own seed, and everything that is added up is an integer: so it
does not matter who plays which game, nor in which order the sums are added.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from jemaa import catalog
from jemaa.arena.journal import add_records, keep_records
from jemaa.arena.run import in_order
from jemaa.arena.statistics import WHOLE_WIN
from jemaa.core.actions import Outcome
from jemaa.core.game import Game
from jemaa.core.match import Match
from jemaa.core.playout import derive_seed, playout, playout_actions
from jemaa.core.state import State

CHUNK = 1000
"""How many games a worker plays before it reports."""


@dataclass(slots=True)
class Sum:
    """Whole numbers added up: how many, their sum, the sum of their squares, and the extremes."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    most: int = 0

    def add(self, value: int) -> None:
        """Add one number."""
        self.least = min(self.least, value) if self.count else value
        self.most = max(self.most, value) if self.count else value
        self.count += 1
        self.total += value
        self.squares += value * value

    def merge(self, other: Sum) -> None:
        """Add all that another sum has added."""
        if not other.count:
            return
        self.least = min(self.least, other.least) if self.count else other.least
        self.most = max(self.most, other.most) if self.count else other.most
        self.count += other.count
        self.total += other.total
        self.squares += other.squares


@dataclass(slots=True)
class Tally:
    """What some games have come to.

    Attributes:
        wins: for each seat, its wins in units of `WHOLE_WIN`.
        scores: for each seat, its points.
        steps: the moves and outcomes of a game.
        facts: what the game itself counts, by name.
        records: the records of the games, if somebody wants them.
    """

    wins: list[Sum]
    scores: list[Sum]
    steps: Sum = field(default_factory=Sum)
    facts: dict[str, Sum] = field(default_factory=dict)
    records: tuple[str, ...] = ()

    @classmethod
    def empty(cls, players: int) -> Tally:
        """Return the tally of no games."""
        return cls([Sum() for _ in range(players)], [Sum() for _ in range(players)])

    @property
    def games(self) -> int:
        """How many games it is about."""
        return self.steps.count

    def add(self, final: State, steps: int) -> None:
        """Add one finished game."""
        winners = final.ranking()[0]
        for seat, score in enumerate(final.scores()):
            self.wins[seat].add(WHOLE_WIN // len(winners) if seat in winners else 0)
            self.scores[seat].add(score)
        self.steps.add(steps)
        for name, value in final.game.facts(final).items():
            self.facts.setdefault(name, Sum()).add(value)

    def merge(self, other: Tally) -> None:
        """Add all games of another tally."""
        for mine, theirs in zip(self.wins + self.scores, other.wins + other.scores, strict=True):
            mine.merge(theirs)
        self.steps.merge(other.steps)
        for name, theirs in other.facts.items():
            self.facts.setdefault(name, Sum()).merge(theirs)


def simulate(
    game: Game[Any, Any],
    setup: Any,
    games: int,
    *,
    seed: int,
    jobs: int = 1,
    records: Path | None = None,
) -> Generator[Tally, None, None]:
    """Play random games and give a tally for each piece of the work, in the order of the games.

    >>> game = catalog.game("marrakech")
    >>> [part.games for part in simulate(game, game.setup(players=2), 1500, seed=1)]
    [1000, 500]

    Args:
        game: which game.
        setup: how it is set up.
        games: how many.
        seed: game number n plays with `derive_seed(seed, n)`.
        jobs: how many processes; 1 means this one alone. The result does not depend on it.
        records: a file for the records of all games, in their order; it is written anew.
    """
    pieces = [range(at, min(at + CHUNK, games)) for at in range(0, games, CHUNK)]
    work = partial(play, game.name, str(setup), seed, records=records is not None)
    parts = in_order(work, pieces, jobs)
    return parts if records is None else _written(parts, records)


def _written(parts: Generator[Tally, None, None], path: Path) -> Generator[Tally, None, None]:
    keep_records(path, 0)
    with closing(parts):
        for part in parts:
            add_records(path, part.records)
            yield part


def play(name: str, setup: str, seed: int, numbers: range, *, records: bool = False) -> Tally:
    """Play the games with these numbers; everything is given as text, so that it can be sent."""
    game = catalog.game(name)
    start = game.start(game.setup_type.parse(setup))
    tally = Tally.empty(start.setup.players)
    for number in numbers:
        played = playout(start, derive_seed(seed, number))
        tally.add(played.final, played.steps)
    if records:
        tally.records = tuple(_record(start, derive_seed(seed, number)) for number in numbers)
    return tally


def _record(start: State, seed: int) -> str:
    match = Match(start.game, start.setup, tags={"seed": str(seed)})
    for action in playout_actions(start, seed):
        if isinstance(action, Outcome):
            match.resolve(action)
        else:
            match.submit(match.state.to_act or 0, action.text)
    return str(match.record)
