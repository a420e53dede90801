"""Who plays what against whom: a contest, its deals, and who sits where in which game.

A deal is one course of chance: one row of dice and draws. It is played several times, each time
with other players in the seats, so that nobody owes a result to lucky dice or a lucky seat alone.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from pathlib import Path
from types import ModuleType
from typing import Any, TypedDict

import msgspec

from jemaa import catalog
from jemaa.arena.statistics import WHOLE_WIN
from jemaa.core.errors import SetupError, quoted
from jemaa.players.registry import make_player

TABLE = "PLAYERS"
"""What such a file must have: a dictionary that makes players by their names."""


@dataclass(frozen=True, slots=True)
class Code:
    """The text of a file with players; the text and not the place is what other machines get."""

    path: str
    text: str

    @classmethod
    def read(cls, path: Path | str) -> Code:
        """Read a file.

        Raises:
            SetupError: it cannot be read.
        """
        try:
            return cls(str(path), Path(path).read_text("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise SetupError("code", f"{quoted(str(path))} cannot be read: {error}") from None

    @property
    def mark(self) -> str:
        """A hash of the text, to tell whether it has changed."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]


def make(game: str, spec: str, code: Code | None = None) -> Any:
    """Return the player that a registry string names, one's own before those of the game.

    Raises:
        UnknownNameError: there is no such game or player.
        SetupError: the code cannot be run, or a parameter is wrong.
    """
    if code is None:
        return catalog.player(game, spec)
    return make_player(spec, {**catalog.engines(game), **_players(code)})


@lru_cache
def _players(code: Code) -> Mapping[str, Any]:
    """Run the code, once in a process."""
    module = ModuleType(f"jemaa_code_{code.mark}")
    module.__file__ = code.path
    sys.modules[module.__name__] = module  # dataclasses and the like look there
    try:
        exec(compile(code.text, code.path, "exec"), module.__dict__)
    # Whatever its author has done wrong is told in one line, as for any other input.
    except Exception as error:
        reason = f"{code.path} cannot be run: {type(error).__name__}: {error}"
        raise SetupError("code", reason) from error
    found = getattr(module, TABLE, None)
    if not isinstance(found, Mapping) or not all(map(callable, found.values())):
        raise SetupError("code", f'{code.path} needs a table as {TABLE} = {{"mybot": MyBot}}')
    return found


@dataclass(frozen=True, slots=True)
class Contest:
    """Everything that decides what happens in a deal, as text, so that it can be sent and kept."""

    game: str
    setup: str
    players: int
    kinds: tuple[str, ...]
    """The registry strings of those who play."""
    seed: int
    code: Code | None = None
    """Players of one's own."""

    @property
    def fair(self) -> float:
        """The share of wins of a seat when all play equally well."""
        return 1 / self.players


def make_contest(
    game: str, setup: Any, who: Sequence[str], *, seed: int = 0, code: Path | str | None = None
) -> Contest:
    """Return a contest, after every player of it has been made once.

    Raises:
        UnknownNameError: there is no such game or player.
        SetupError: the code cannot be read or run, or a parameter is wrong.
    """
    own = None if code is None else Code.read(code)
    kinds = tuple(spec.strip() for spec in who)
    for spec in kinds:
        make(game, spec, own)
    return Contest(game, str(setup), setup.players, kinds, seed, own)


Seating = tuple[int, ...]
"""For each seat the number of the kind of player who sits there."""


def seatings(kinds: int, players: int, deal: int) -> tuple[Seating, ...]:
    """Return the games of a deal; every kind comes to every seat equally often.

    - Two kinds: the first sits in one seat and the second in all others, once for each seat.
    - More kinds and two seats: every pair, both ways.
    - More kinds and more seats: as many tables as kinds. At a table every kind sits that has room;
      with fewer kinds than seats some sit twice. From deal to deal they meet in other orders.

    >>> seatings(2, 3, deal=0)
    ((0, 1, 1), (1, 0, 1), (1, 1, 0))
    >>> seatings(3, 2, deal=0)
    ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1))
    >>> seatings(3, 3, deal=0), seatings(3, 3, deal=1)
    (((0, 1, 2), (1, 2, 0), (2, 0, 1)), ((0, 2, 1), (1, 0, 2), (2, 1, 0)))
    """
    if kinds == 2:
        return tuple(
            tuple(int(other != seat) for other in range(players)) for seat in range(players)
        )
    if players == 2:
        pairs = ((one, two) for one in range(kinds) for two in range(one + 1, kinds))
        return tuple(pair for one, two in pairs for pair in ((one, two), (two, one)))
    circles = _circles(kinds, players)
    circle = circles[deal % len(circles)]
    return tuple(tuple((table + step) % kinds for step in circle) for table in range(kinds))


def games_of_a_deal(kinds: int, players: int) -> int:
    """Return how many games one deal takes."""
    return len(seatings(kinds, players, 0))


def deals_for(games: int, kinds: int, players: int) -> int:
    """Return the number of whole deals that make at least so many games.

    >>> deals_for(100, kinds=2, players=3)
    34
    """
    return -(-games // games_of_a_deal(kinds, players))


@lru_cache
def _circles(kinds: int, players: int) -> tuple[Seating, ...]:
    """Return all ways to seat a table, as steps from the kind in the first seat.

    Adding 0, 1, 2 ... to the steps of one way gives tables where every kind is in every seat once.
    """
    return tuple((0, *steps) for steps in _steps(kinds, players))


def _steps(kinds: int, players: int) -> Iterator[Seating]:
    if kinds >= players:
        return permutations(range(1, kinds), players - 1)
    wanted = set(range(kinds))
    every = product(range(kinds), repeat=players - 1)
    return (steps for steps in every if {0, *steps} == wanted)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """One finished game; what is a tuple has one entry for each seat.

    Attributes:
        seating: the kind of player in each seat.
        places: how many are better; those who tie have the same place, the winners 0.
        scores: points.
        luck: what chance has given, in shares of the win; None where nobody can judge positions.
        rounds: rounds won; None where the game has no rounds.
        moves: decisions.
        seconds: time for all of them.
        mark: a hash of all that happened, to tell equal games.
        fault: the reason why a seat has lost at once, by seat; mostly empty.
    """

    seating: Seating
    places: tuple[int, ...]
    scores: tuple[int, ...]
    luck: tuple[float, ...] | None
    rounds: tuple[int, ...] | None
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    mark: str
    fault: dict[int, str]

    @property
    def wins(self) -> tuple[int, ...]:
        """The share of the win, in units of `WHOLE_WIN`."""
        share = WHOLE_WIN // self.places.count(0)
        return tuple(0 if place else share for place in self.places)


class _Kept(TypedDict):
    """A deal as a journal keeps it."""

    deal: int
    games: tuple[GameResult, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """The games of a deal, in the order of the schedule."""

    number: int
    games: tuple[GameResult, ...]
    records: tuple[str, ...] = ()
    """The record of each game, if somebody wants them; a journal does not keep them."""

    def to_json(self) -> bytes:
        """Return it as JSON in one line, without the records."""
        kept: _Kept = {"deal": self.number, "games": self.games}
        return msgspec.json.encode(kept)

    @classmethod
    def from_json(cls, line: bytes) -> Deal:
        """Read what `to_json` has written.

        Raises:
            msgspec.DecodeError: it is no deal.
        """
        kept = msgspec.json.decode(line, type=_Kept)
        return cls(kept["deal"], kept["games"])
