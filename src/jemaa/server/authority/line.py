"""The moves of a room's game: a match that can be copied and tried out."""

from __future__ import annotations

from copy import copy
from typing import Any, Self

from jemaa.core.actions import Action
from jemaa.core.game import Game
from jemaa.core.match import Match
from jemaa.core.state import CHANCE, Seat, State


class Step:
    """One move or outcome between two positions.

    Attributes:
        before: the position before it.
        action: the move or outcome.
        after: the position after it.
        told: what was made of it for each eye (and whether all may be told), to be told again.
    """

    __slots__ = ("action", "after", "before", "told")

    def __init__(self, before: State, action: Action, after: State) -> None:
        self.before = before
        self.action = action
        self.after = after
        self.told: dict[tuple[Seat, bool], Any] = {}


class Line(Match):
    """A match without a source of chance, which also knows the moves that bots have made."""

    def __init__(self, game: Game[Any, Any], setup: Any) -> None:
        """Begin a game; chance waits for what is stored."""
        super().__init__(game, setup)
        self._by_bot: list[bool] = []

    def copy(self) -> Self:
        """Give a copy that goes its own way; positions and moves are values and are shared."""
        new = copy(self)
        new._states = self._states.copy()
        new._actions = self._actions.copy()
        new._events = self._events.copy()
        new._by_bot = self._by_bot.copy()
        return new

    def play(self, by: Seat, text: str, by_bot: bool) -> Step:
        """Do what is stored.

        Raises:
            JemaaError: it breaks the rules.
        """
        before = self.state
        if by == CHANCE:
            self.resolve(self.game.outcome(text))
        else:
            self.submit(by, self.game.move(text))
        self._by_bot.append(by_bot)
        return Step(before, self._actions[-1], self.state)

    def undo_to(self, count: int) -> None:
        """Go back to where that many events had happened."""
        super().undo_to(count)
        del self._by_bot[count:]

    def undo_target(self, seat: Seat) -> int | None:
        """Give how many events are left when a seat takes its last own move back.

        None if it cannot: since then somebody else has decided, or chance has spoken, or something
        hidden was shown. Bots do not mind, so what they did in between goes back with it.
        """
        for index in range(len(self._events) - 1, -1, -1):
            if self._shows(index):
                return None
            if not self._by_bot[index]:  # so it was this seat, another person, or chance
                return index if self._events[index].by == seat else None
        return None

    def movers(self, start: int) -> list[Seat]:
        """Give the seats whose people have made the moves from an event on."""
        moves = zip(self._events[start:], self._by_bot[start:], strict=True)
        return [event.by for event, by_bot in moves if event.by != CHANCE and not by_bot]

    def _shows(self, index: int) -> bool:
        # Where there are secrets, a phase ends with the move that shows some: all cards stand and
        # their edges are seen, or a round is over and the cards are turned up.
        return self.game.has_secrets and self._states[index].phase != self._states[index + 1].phase
