"""Actions by number and by text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from jemaa.core.actions import Action
from jemaa.core.errors import InvalidNotationError, quoted

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
