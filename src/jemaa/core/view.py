"""What one seat knows of a position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Self

from jemaa.core.actions import Move
from jemaa.core.errors import InvalidNotationError, JemaaError, shortened
from jemaa.core.state import Seat, State

if TYPE_CHECKING:
    from jemaa.core.game import Game


class View:
    """What one seat knows: the public part and its own private part, nothing else.

    It is made by the game's `view` function from an allow-list, never by deleting secrets from a
    copy. Bots and clients get views, never states.

    Where nothing is hidden, a view may also know its past: everything that has led to it. Two views
    of one position are equal whatever their pasts, and the text of a view does not tell it.
    """

    __slots__ = ("_known", "_text", "past", "seat")

    def __init__(self, seat: Seat, known: State, past: tuple[str, ...] = ()) -> None:
        """Wrap a state that holds only what the seat knows; the rest is absent from it."""
        self.seat = seat
        self._known = known
        self._text: str | None = None
        self.past = past
        """All moves and outcomes from the first on, by their notation; empty if it is not known."""

    def with_past(self, past: Iterable[str]) -> Self:
        """Return the same view with what has led to it; without, where a game has secrets.

        Nothing is checked: `with_past_text` does that.
        """
        return self if self.game.has_secrets else type(self)(self.seat, self._known, tuple(past))

    def with_past_text(self, text: str) -> Self:
        """Return the same view with its past as a text: all moves and outcomes, spaces between.

        Raises:
            InvalidNotationError: it breaks the rules, or leads to another position.
        """
        past = text.split(maxsplit=self.game.most_steps)[: self.game.most_steps]
        state = self.game.start(self.setup)
        try:
            for action in past:
                state = state.after(action)
        except JemaaError as error:
            raise InvalidNotationError(f"the past: {error}", shortened(text)) from error
        if past and state.view(self.seat) != self:
            raise InvalidNotationError("the past leads to another position", shortened(text))
        return self.with_past(past)

    @property
    def game(self) -> Game[Any, Any]:
        """The game this is a view of."""
        return self._known.game

    @property
    def setup(self) -> Any:
        """What the game was set up with."""
        return self._known.setup

    @property
    def to_act(self) -> Seat | None:
        """The seat that must decide, `CHANCE`, or None when the game is over."""
        return self._known.to_act

    @property
    def is_over(self) -> bool:
        """Whether nothing can happen any more."""
        return self._known.is_over

    @property
    def phase(self) -> str:
        """The name of what happens next."""
        return self._known.phase

    def legal(self) -> tuple[Move, ...]:
        """Return the moves of this seat; none when somebody else is to act."""
        return self._known.legal() if self.seat == self._known.to_act else ()

    def observe_into(self, planes: Any, scalars: Any) -> None:
        """Write what this seat sees as programs that learn get it: see `Observer.observe_into`."""
        self.game.observer.observe_into(self._known, self.seat, planes, scalars)

    def scores(self) -> tuple[int, ...]:
        """Return the points of each seat so far."""
        return self._known.scores()

    def ranking(self) -> tuple[tuple[Seat, ...], ...]:
        """Return the seats from best to worst as it stands."""
        return self._known.ranking()

    def draw(self, language: str = "en") -> str:
        """Return the board as text, as this seat sees it; `str(view)` is the view in one line."""
        return self.game.draw(self, language)

    def __str__(self) -> str:
        if self._text is None:
            self._text = self.game.view_text(self)
        return self._text

    def __repr__(self) -> str:
        return f"jemaa.parse_view({str(self)!r})"

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return self.game.svg(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return (type(self), self.seat, self._known) == (type(other), other.seat, other._known)

    def __hash__(self) -> int:
        return hash((self.seat, self._known))

    def __reduce__(self) -> tuple[Any, ...]:
        return _view_with_past, (self.game, str(self), self.past)


def _view_with_past(game: Game[Any, Any], text: str, past: tuple[str, ...]) -> View:
    view: View = game.parse_view(text)
    return view.with_past(past)
