"""What can happen in a game: moves, which players choose, and outcomes, which chance chooses.

Actions are interned: a game makes each of them once, in its codec, so two equal actions are one
object, and the number, the text and the object can stand for each other at no cost.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Action:
    """One interned thing that can happen; `id` is its place in the codec, `text` its notation."""

    def __init__(self, id: int, text: str) -> None:
        self.id = id
        self.text = text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __hash__(self) -> int:
        # Not Python's own: that one differs from run to run, and so would the order of a set.
        return self.id

    def __eq__(self, other: object) -> bool:
        return self is other

    def __copy__(self) -> Action:
        return self

    def __deepcopy__(self, memo: Any) -> Action:
        return self

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self._lookup(), (self.text,)

    def _lookup(self) -> Callable[[str], Action]:
        """Return the function that finds this action by its text; a pickle stores its name."""
        raise NotImplementedError


class Move(Action):
    """Something a player chooses."""


class Outcome(Action):
    """Something chance chooses; `kind` says which chance: a roll, a draw, a deal."""

    kind = ""
