"""What can happen in a game: moves, which players choose, and outcomes, which chance chooses.

Actions are interned: a game makes each of them once, in its codec, so two equal actions are one
object, and the number, the text and the object can stand for each other at no cost. A codec finds
them by number and by text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar

from jemaa.core.errors import InvalidNotationError, quoted


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


A = TypeVar("A", bound=Action)


class Codec(Generic[A]):
    """All actions of one kind that a game knows, in the order of their ids."""

    def __init__(self, noun: str, actions: Iterable[A], hint: str) -> None:
        """Make a codec.

        Args:
            noun: what one action is called in an error, as in `move`.
            actions: every action; the place of each must be its id.
            hint: how the notation looks, for the error.
        """
        self.noun = noun
        self.hint = hint
        self.table = list(actions)
        self._by_text = {action.text: action for action in self.table}
        if [action.id for action in self.table] != list(range(len(self.table))):
            raise ValueError(f"the ids of the {noun} codec are not 0, 1, 2 ...")

    def __len__(self) -> int:
        return len(self.table)

    def __iter__(self) -> Iterator[A]:
        return iter(self.table)

    def __contains__(self, text: object) -> bool:
        return text in self._by_text

    def __repr__(self) -> str:
        return f"<Codec of {len(self.table)} {self.noun}s>"

    def by_id(self, id: int) -> A:
        """Return the action with that number."""
        if not 0 <= id < len(self.table):
            raise InvalidNotationError(
                f"there is no {self.noun} number {id}: they go from 0 to {len(self.table) - 1}",
                str(id),
            )
        return self.table[id]

    def by_text(self, text: str) -> A:
        """Return the action with that notation."""
        action = self._by_text.get(text)
        if action is None:
            raise InvalidNotationError(f"{quoted(text)} is no {self.noun}: {self.hint}", text)
        return action
