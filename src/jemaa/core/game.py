"""The thin protocol that every game fulfils: everything about a game can be reached from here."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from jemaa.core.actions import Action, Codec, Move, Outcome
from jemaa.core.chance import Random
from jemaa.core.drawing import USUAL_SIZE, Mark, checked_marks, of_text
from jemaa.core.errors import (
    IllegalMoveError,
    InvalidNotationError,
    InvalidPositionError,
    SetupError,
    quoted,
    shortened,
)
from jemaa.core.picture import WIDTH, Picture
from jemaa.core.setup import TEXT_SIZE, Setup
from jemaa.core.state import CHANCE, SPECTATOR, Seat, State, register
from jemaa.core.view import View

if TYPE_CHECKING:
    from jemaa.core.observer import Observer

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


class Game(ABC, Generic[S, V]):
    """One game: how it is set up, read, printed, seen and guessed.

    There is one object of each game; `jemaa.game(name)` gives it.
    """

    name: ClassVar[str]
    """The name in commands, records and position texts."""
    title: ClassVar[str]
    """The name as people write it."""
    aim: ClassVar[str] = ""
    """What it is about, in one sentence for somebody who has never played it."""
    ruleset: ClassVar[int]
    """Rises whenever the same moves may lead to another result."""
    seats: ClassVar[tuple[int, ...]] = (2, 3, 4)
    """How many can play."""
    beginnings: ClassVar[tuple[str, ...]] = ("chosen", "lot")
    """How it may be settled who begins, chosen beforehand, by lot, or as the book has it."""
    has_secrets: ClassVar[bool] = False
    """Whether a seat can know what others do not."""
    most_steps: ClassVar[int]
    """No game takes more moves and outcomes than this."""
    clauses: ClassVar[dict[str, str]]
    """The clauses to cite for the refusals that all games share: `game-over` and `turn-order`."""
    setup_type: ClassVar[type[Setup]]
    state_type: ClassVar[type[State]]
    moves: ClassVar[Codec[Move]]
    outcomes: ClassVar[Codec[Outcome]]

    def __init__(self) -> None:
        register(self.state_type, self)

    def __repr__(self) -> str:
        return f"jemaa.game({self.name!r})"

    def __reduce__(self) -> str:
        return "GAME"  # pickled by reference: the one object in the game's module

    # Beginning.

    def setup(self, **settings: Any) -> Any:
        """Check settings and return the setup.

        Raises:
            SetupError: a setting is unknown or has a value the game does not allow.
        """
        return self.setup_type.make(settings)

    def check_setup(self, setup: object) -> None:
        """Raise `SetupError` for what is no setup of this game."""
        if not isinstance(setup, self.setup_type):
            raise SetupError(
                "setup",
                f"{quoted(setup)} is no setup of {self.title}; make one with"
                f" {self!r}.setup(players=2)",
            )

    def new(self, **settings: Any) -> S:
        """Return the first position of a game with these settings."""
        return self.start(self.setup(**settings))

    @abstractmethod
    def start(self, setup: Any) -> S:
        """Return the first position of a game with this setup."""

    def settings(self) -> dict[str, str]:
        """Return what each setting means and which values it may have, by name, for people."""
        seats = ", ".join(map(str, self.seats))
        return {
            "players": f"How many play: {seats}. On the command line also --players.",
            "first": "The seat that begins, counted from 0.",
        }

    # Texts.

    @abstractmethod
    def text(self, state: S) -> str:
        """Print a position in one line."""

    @abstractmethod
    def parse(self, text: str, /) -> S:
        """Read a position: `parse(text(state)) == state`.

        Raises:
            InvalidPositionError: some field cannot be read, or no game can come to such a position.
        """

    def view_text(self, view: V) -> str:
        """Print a view in one line: whose it is, then the position with `?` for what is unknown."""
        return f"@{'-' if view.seat == SPECTATOR else view.seat} {self.text(view._known)}"  # type: ignore[arg-type]

    @abstractmethod
    def parse_view(self, text: str, /) -> V:
        """Read a view: `parse_view(view_text(view)) == view`."""

    def move(self, text: str) -> Move:
        """Read a move."""
        return self.moves.by_text(text)

    def move_by_id(self, id: int) -> Move:
        """Return the move with that number."""
        return self.moves.by_id(id)

    def outcome(self, text: str) -> Outcome:
        """Read an outcome of chance."""
        return self.outcomes.by_text(text)

    def action(self, by: Seat, text: str) -> Action:
        """Read a move, or an outcome when it is by `CHANCE`."""
        return self.outcome(text) if by == CHANCE else self.move(text)

    # Knowing.

    @abstractmethod
    def view(self, state: S, seat: Seat) -> V:
        """Return what a seat, or `SPECTATOR`, knows of a position."""

    @abstractmethod
    def resample(self, view: V, rng: Random) -> S:
        """Return a random position that fits a view: `resample(v, rng).view(v.seat) == v`."""

    @property
    def observer(self) -> Observer:
        """What writes positions as numbers, for programs that learn.

        Raises:
            SetupError: the game has none.
        """
        raise SetupError("game", f"{self.title} has no observer, so nothing can learn it yet")

    # Explaining.

    @abstractmethod
    def refusal(self, state: S, action: object) -> IllegalMoveError:
        """Say why an action is not possible in a position."""

    @abstractmethod
    def picture(self, view: V, language: str = "en", width: int = WIDTH) -> Picture:
        """Return a drawing of a view, for a terminal.

        Args:
            view: what is drawn.
            language: one of `jemaa.locale.LANGUAGES`.
            width: how many columns there are; a drawing has a least width of its own.
        """

    def draw(self, view: V, language: str = "en", width: int = WIDTH) -> str:
        """Return the drawing of a view as plain text."""
        return str(self.picture(view, language, width))

    def svg(
        self,
        position: S | V,
        *,
        size: int | None = USUAL_SIZE,
        last: Mark | None = None,
        marks: Iterable[Mark] = (),
        language: str = "en",
    ) -> str:
        """Return a position or a view as an SVG picture; see `jemaa.svg.board`.

        A game that does not draw itself is shown in characters, without marks.
        """
        checked_marks(marks)
        view: Any = position if isinstance(position, View) else position.view(SPECTATOR)
        return of_text(self.picture(view, language), size, self.title)

    @abstractmethod
    def tell(self, before: S, action: Action, language: str = "en") -> str:
        """Return in one sentence what an action does in a position, for the log."""

    def odds(self, view: V, language: str = "en") -> list[str]:
        """Return what may come of each choice the seat has now, in lines; empty if nothing may."""
        return []

    # Showing.

    def scene(
        self,
        states: Sequence[S],
        actions: Sequence[Action],
        seat: Seat,
        *,
        revealed: bool = False,
    ) -> Any:
        """Return the table as a seat, or `SPECTATOR`, may see it: plain data for a page to draw.

        It needs no rules to be shown: what is possible, and what it leads to, is all said in it.

        Args:
            states: every position from the first; the table is shown as it is in the last.
            actions: what has led from each to the next, one fewer.
            seat: through whose eyes.
            revealed: whether secrets are open too; only for a game that is over, looked at again.
        """
        traces = self.traces(states, actions)
        return self.scene_with(states[-1], traces, seat, revealed=revealed)

    @abstractmethod
    def scene_with(
        self, state: S, traces: Sequence[Any], seat: Seat, *, revealed: bool = False
    ) -> Any:
        """Return the same as `scene`, from the last position and all traces of the game so far."""

    def trace(self, before: S, action: Action) -> Any:
        """Return what an action leaves on the table that no later position tells; None if nothing.

        A page may want to show it, though it matters to no rule: which rug lies on which.
        """
        return None

    def traces(self, states: Sequence[S], actions: Sequence[Action]) -> tuple[Any, ...]:
        """Return the traces of all actions; `states` has every position from the first."""
        found = map(self.trace, states, actions)
        return tuple(trace for trace in found if trace is not None)

    @abstractmethod
    def story(
        self, before: S, action: Action, after: S, seat: Seat, *, revealed: bool = False
    ) -> Any:
        """Return what a seat, or `SPECTATOR`, is told of one action: plain data for a page.

        Args:
            before: the position in which it was done.
            action: the move or the outcome.
            after: the position it has led to.
            seat: who is told.
            revealed: whether secrets are told too; only for a game that is over, looked at again.
        """

    @abstractmethod
    def change(
        self, before: S, action: Action, after: S, seat: Seat, *, revealed: bool = False
    ) -> Any:
        """Return what one action has changed of the scene, as a seat, or `SPECTATOR`, may see it.

        It is far smaller than a scene: a page that shows several actions one after the other puts
        it over the scene before. What may be chosen next is not in it.

        Args:
            before: the position in which it was done.
            action: the move or the outcome.
            after: the position it has led to.
            seat: through whose eyes.
            revealed: whether secrets are open too; only for a game that is over, looked at again.
        """

    def is_secret(self, before: S, action: Action, seat: Seat) -> bool:
        """Whether the notation of an action must be kept from a seat."""
        return False

    @abstractmethod
    def statistics(
        self, states: Sequence[S], actions: Sequence[Action]
    ) -> dict[str, tuple[int | float, ...]]:
        """Count what each seat has done so far, by name; everybody may know all of it.

        Args:
            states: every position from the first.
            actions: what has led from each to the next, one fewer.

        Returns:
            Figures with one number for each seat, the same names whenever it is asked; what is
            not whole is rounded to hundredths.
        """

    def facts(self, final: S) -> dict[str, int]:
        """Count what is worth knowing about a finished game besides its scores, for statistics."""
        return {}

    def rounds(self, state: S) -> tuple[int, ...] | None:
        """Return how many rounds each seat has won so far; None for a game without rounds."""
        return None

    def progress(self, state: S) -> tuple[int, int] | None:
        """Return where a game stands and where it ends, as "4 of 6"; None if that cannot be said.

        Everybody may know it. An extra round at the end has a number above the last.
        """
        return None

    def board_text(self, state: S) -> str:
        """Print what lies on the board, for a small drawing; everybody may know it.

        Empty if the game has no board that could be drawn so.
        """
        return ""

    def public_text(self, state: S) -> str:
        """Print what everybody may know of a position, for errors that others might read."""
        return self.view_text(self.view(state, SPECTATOR)) if self.has_secrets else self.text(state)

    def seat_name(self, state: S | V, seat: Seat, language: str = "en") -> str:
        """Name a seat by what it plays with."""
        return f"seat {seat}"


def common_refusal(state: State, action: object) -> IllegalMoveError | None:
    """Return the refusals that every game shares: game over, chance first, and the like."""
    clauses = state.game.clauses
    position = state.game.public_text(state)
    if state.is_over:
        return IllegalMoveError("game-over", clauses["game-over"], "the game is over", position)
    if not isinstance(action, Action):
        message = f"{quoted(action)} is no move; get one by game.move(text)"
        return IllegalMoveError("not-a-move", clauses["turn-order"], message, position)
    if state.to_act == CHANCE and isinstance(action, Move):
        message = f"{action} must wait: chance comes first ({state.phase})"
        return IllegalMoveError("chance-first", clauses["turn-order"], message, position)
    if state.to_act != CHANCE and isinstance(action, Outcome):
        message = f"there is nothing to {action.kind} now: seat {state.to_act} must move"
        return IllegalMoveError("no-chance-now", clauses["turn-order"], message, position)
    table = state.game.outcomes if isinstance(action, Outcome) else state.game.moves
    if not (action.id < len(table) and table.by_id(action.id) is action):
        message = f"{action} belongs to another game"
        return IllegalMoveError("not-a-move", clauses["turn-order"], message, position)
    return None


def check_size(text: str) -> None:
    """Refuse a text that is longer than any position or view."""
    if len(text) > TEXT_SIZE:
        raise InvalidPositionError(
            "size", f"it has {len(text):,} characters; {TEXT_SIZE:,} are allowed", shortened(text)
        )


def split_position(name: str, text: str, fields: tuple[str, ...]) -> list[str]:
    """Split a position text into its fields, which stand after the game's name.

    Spaces may be written as underscores, so that a position goes into an address.
    """
    check_size(text)
    words = text.replace("_", " ").split()
    if not words or words[0] != name:
        raise InvalidPositionError("game", f"a position of {name} begins with {quoted(name)}", text)
    if len(words) != len(fields) + 1:
        raise InvalidPositionError(
            "fields", f"{len(words) - 1} given, {len(fields)} needed: {', '.join(fields)}", text
        )
    return words[1:]


def split_view(text: str) -> tuple[str, str]:
    """Split a view text into the seat's part and the position's part."""
    check_size(text)
    head, _, rest = text.replace("_", " ").strip().partition(" ")
    if not head.startswith("@") or not rest:
        raise InvalidNotationError("a view begins with @ and the seat, or @- for a spectator", text)
    return head[1:], rest


def read_seat(text: str, players: int) -> Seat:
    """Read whose view it is."""
    if text == "-":
        return SPECTATOR
    if text in [str(seat) for seat in range(players)]:
        return int(text)
    raise InvalidNotationError(
        f"view, seat: {quoted(text)} is no seat; they are 0 to {players - 1}, or -", text
    )


def check_view_seat(seat: Seat, players: int) -> None:
    """Refuse to make a view for a seat that is not at the table."""
    if seat != SPECTATOR and not (type(seat) is int and 0 <= seat < players):
        raise InvalidNotationError(
            f"there is no seat {quoted(seat)}; they are 0 to {players - 1}, or SPECTATOR", str(seat)
        )
