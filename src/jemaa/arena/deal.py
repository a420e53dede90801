"""What is kept of a game, and of a deal: the games that share one course of chance."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from jemaa.arena.schedule import Seating
from jemaa.arena.simulation import WHOLE_WIN


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
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

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Played:
        """Read what `asdict` and JSON have made of a game."""
        named: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in values.items()
        }
        named["fault"] = {int(seat): reason for seat, reason in named["fault"].items()}
        return cls(**named)


@dataclass(frozen=True, slots=True)
class Deal:
    """The games of a deal, in the order of the schedule."""

    number: int
    games: tuple[Played, ...]
    records: tuple[str, ...] = ()
    """The record of each game, if somebody wants them; a journal does not keep them."""

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {"deal": self.number, "games": [asdict(game) for game in self.games]}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Deal:
        """Read what `to_dict` has written."""
        return cls(values["deal"], tuple(Played.from_dict(game) for game in values["games"]))
