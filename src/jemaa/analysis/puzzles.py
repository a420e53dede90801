"""Puzzles: positions in which one move is clearly best, or at most three, and levels miss it.

They are shipped as data, one file for each game; `scripts/puzzles.py` mines and checks them.
"""

from __future__ import annotations

import hashlib
from datetime import date
from functools import cache
from importlib.resources import files

import msgspec

from jemaa import catalog
from jemaa.analysis.procedure import Fact
from jemaa.analysis.reviews import said
from jemaa.core.chance import Random
from jemaa.core.errors import JemaaError, UnknownNameError
from jemaa.core.state import State
from jemaa.core.view import View
from jemaa.players.registry import LEVELS

MOST_ANSWERS = 3
"""So many moves are accepted at most."""
PUZZLES = "puzzles-{game}.json"
"""The name of a game's file beside this module."""


class PuzzleError(JemaaError, ValueError):
    """A puzzle or a file of puzzles that is not as it must be."""


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """One puzzle; losses are in shares: of the win, in Façir of the round."""

    id: str
    """Eight digits and letters that follow from the position."""
    game: str
    position: str
    """A position; where there are secrets, what the mover knows."""
    seat: int
    answers: tuple[str, ...]
    """The accepted moves, best first."""
    losses: dict[str, float]
    """What other moves lose against the best one; those that are not here lose still more."""
    level: str
    """The weakest level that finds it, as do all above it."""
    finds: tuple[str, ...]
    """All levels that find it."""
    tempting: str
    """A move that looks good and is not."""
    facts: tuple[Fact, ...]
    """What makes the best move better than that one."""
    others: dict[str, tuple[Fact, ...]] = {}
    """What makes it better than each other move with a measured loss, where that can be said."""

    def view(self) -> View:
        """Return what the mover knows."""
        if self.position.startswith("@"):
            return catalog.parse_view(self.position)
        return catalog.parse(self.position).view(self.seat)

    def state(self) -> State:
        """Return a position that fits; where cards are hidden, any that does."""
        view = self.view()
        found: State = view.game.resample(view, Random(0))
        return found

    def loss(self, move: str) -> float | None:
        """Return what a move loses against the best one; None if it is more than was measured."""
        return 0.0 if move in self.answers else self.losses.get(move)

    def why_not(self, move: str) -> tuple[Fact, ...]:
        """Return what makes the best move better than another one; empty if it cannot be said."""
        # A fakir that can be laid at once beats every move that lays none.
        at_once = any(fact.key == "lays" for fact in self.facts)
        return self.facts if move == self.tempting or at_once else self.others.get(move, ())

    def sentences(self, language: str = "en") -> list[str]:
        """Return why the best move is best, compared with the tempting one."""
        return said(self.facts, self.view(), self.seat, language)


def identity(position: str) -> str:
    """Return the id of a puzzle, which follows from its position."""
    return hashlib.sha256(position.encode()).hexdigest()[:8]


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game that are shipped, the easiest first.

    >>> puzzles("facir")[0].game
    'facir'

    Raises:
        UnknownNameError: there is no such game.
    """
    if game not in catalog.STUDIES:
        raise UnknownNameError("game", game, catalog.STUDIES)
    file = files(__package__) / PUZZLES.format(game=game)
    return read(file.read_bytes()) if file.is_file() else ()


def read(content: bytes) -> tuple[Puzzle, ...]:
    """Read a file of puzzles.

    Raises:
        PuzzleError: it cannot be read.
    """
    try:
        return msgspec.json.decode(content, type=tuple[Puzzle, ...])
    except msgspec.DecodeError as error:
        raise PuzzleError(f"these are no puzzles: {error}") from error


def written(found: tuple[Puzzle, ...]) -> bytes:
    """Return the file of some puzzles, a line for each, the easiest first."""
    ordered = sorted(found, key=lambda puzzle: (LEVELS.index(puzzle.level), puzzle.id))
    lines = b",\n".join(msgspec.json.encode(puzzle) for puzzle in ordered)
    return b"[\n" + lines + b"\n]\n"


def find(id: str) -> Puzzle:
    """Return the puzzle with that id.

    Raises:
        PuzzleError: there is none.
    """
    for game in catalog.STUDIES:
        for puzzle in puzzles(game):
            if puzzle.id == id:
                return puzzle
    raise PuzzleError(f"there is no puzzle {id[:20]!r}; an id has eight digits or letters a to f")


def turn_of(game: str) -> tuple[int, ...]:
    """Return the numbers of a game's puzzles, from 1, in the order in which days take them."""
    known = puzzles(game)
    order = sorted(range(len(known)), key=lambda at: identity(f"{known[at].id} in its turn"))
    return tuple(at + 1 for at in order)


def of_the_day(day: date, game: str | None = None) -> Puzzle:
    """Return the puzzle of a day, the same for everybody; the games take turns.

    Args:
        day: which day.
        game: of which game; by default the one whose turn it is.
    """
    games = list(catalog.STUDIES)
    number = day.toordinal()
    one = game or games[number % len(games)]
    order = turn_of(one)
    if not order:
        raise PuzzleError(f"there are no puzzles of {one}")
    place = (number // len(games) if game is None else number) % len(order)
    return puzzles(one)[order[place] - 1]
