"""What a player is: shown a view, and given a limit, it chooses a move and can say why."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from jemaa.core.actions import Move
from jemaa.core.errors import SetupError
from jemaa.core.view import View

if TYPE_CHECKING:
    from jemaa.players.search import Control


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """A budget for one decision; None means no limit of that kind.

    With `nodes` or `turns` alone the same position always gives the same answer; `seconds` depends
    on the machine.
    """

    seconds: float | None = None
    nodes: int | None = None
    turns: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "nodes", "turns"):
            value = getattr(self, name)
            if value is not None and value <= 0:
                raise SetupError(name, f"{value} is too little; give a number above 0")
            if value is not None and not value < inf:  # nor is that which is not a number
                raise SetupError(name, f"{value} is no limit; give a number, or None for no limit")


class Candidate(NamedTuple):
    """A move that was considered."""

    move: Move
    values: tuple[float, ...]
    """The share of the win that each seat can expect after it; empty if the player does not say."""
    weight: float
    """How much the player likes it, on a scale of its own; the best has the most."""


_candidate: Callable[[tuple[Move, tuple[float, ...], float]], Candidate]
_candidate = partial(tuple.__new__, Candidate)  # its own way to be made takes twice as long


Candidates = tuple[Candidate, ...]


class Decision:
    """What a player has chosen, and from what."""

    __slots__ = ("_candidates", "move", "nodes")

    def __init__(
        self, move: Move, candidates: Candidates | Callable[[], Candidates], nodes: int = 0
    ) -> None:
        """Make a decision.

        Args:
            move: what is chosen.
            candidates: the moves considered, best first; or what finds them, called when somebody
                asks: in an arena nobody does, and to rank moves takes longer than to find the best.
            nodes: how many positions were looked at.
        """
        self.move = move
        self.nodes = nodes
        """How many positions were looked at."""
        self._candidates = candidates

    @property
    def candidates(self) -> Candidates:
        """The moves considered, best first; a player with noise need not have chosen the first."""
        if callable(self._candidates):
            self._candidates = self._candidates()
        return self._candidates

    @property
    def values(self) -> tuple[float, ...]:
        """The share of the win that each seat can expect after the chosen move."""
        return next(c.values for c in self.candidates if c.move is self.move)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Decision):
            return NotImplemented
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __repr__(self) -> str:
        return "Decision(move={!r}, candidates={!r}, nodes={!r})".format(*self._parts())

    def __reduce__(self) -> tuple[Any, ...]:
        return Decision, self._parts()

    def _parts(self) -> tuple[Move, Candidates, int]:
        return self.move, self.candidates, self.nodes


class Player(Protocol):
    """Chooses moves. It sees views, never states, and keeps nothing from one call to the next."""

    name: str
    """The registry string that makes this player."""

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move.

        Args:
            view: what the player's seat knows; it is its turn.
            limit: a budget for this decision, or a control that can also cancel it. Without it, and
                under a control without a limit, the player's own budget holds.
        """
        ...


class NamedPlayer:
    """The base of our own players: it shows them by their names."""

    name: str

    def __repr__(self) -> str:
        return f"<player {self.name}>"


def ranked(
    weights: dict[Move, float], values: dict[Move, tuple[float, ...]]
) -> tuple[Candidate, ...]:
    """Return candidates, best first; equal ones stay in the order given."""
    moves = sorted(weights, key=weights.__getitem__, reverse=True)
    return tuple([_candidate((move, values.get(move, ()), weights[move])) for move in moves])


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a move brings; each game says it in `jemaa.players.<game>.reasons.explain`."""

    sentence: str
    """For people, in one line."""
    facts: dict[str, float | int | str] = field(default_factory=dict)
    """The same for programs, by name."""
    scores: tuple[float, ...] = ()
    """The final score that each seat can expect after the move; empty if the game cannot tell."""


def total(values: Iterable[float]) -> float:
    """Return the sum, added up one by one from the first to the last.

    Python's own `sum` rounds otherwise since 3.12, and a last bit can decide between two moves.

    >>> total([0.1] * 10)
    0.9999999999999999
    """
    result = 0.0
    for value in values:
        result += value
    return result
