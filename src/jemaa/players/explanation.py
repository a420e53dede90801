"""Why a move is good or bad, in the words of the game."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a move brings; each game says it in `jemaa.players.<game>.reasons.explain`."""

    sentence: str
    """For people, in one line."""
    facts: dict[str, float | int | str] = field(default_factory=dict)
    """The same for programs, by name."""
    scores: tuple[float, ...] = ()
    """The final score that each seat can expect after the move; empty if the game cannot tell."""
