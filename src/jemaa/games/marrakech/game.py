"""Marrakech as a `Game`: every part of it by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jemaa.core.actions import Action, Move
from jemaa.core.chance import Random
from jemaa.core.drawing import USUAL_SIZE, Mark
from jemaa.core.errors import IllegalMoveError
from jemaa.core.game import Game, check_view_seat
from jemaa.core.picture import WIDTH, Picture
from jemaa.core.state import Seat
from jemaa.games.marrakech import drawing, notation, odds, stage, statistics, story, text, view
from jemaa.games.marrakech.moves import MOVES, OUTCOMES, Rug, move
from jemaa.games.marrakech.refusals import refusal
from jemaa.games.marrakech.rules import MarrakechState
from jemaa.games.marrakech.scene import LaidRug, MarrakechChange, MarrakechScene
from jemaa.games.marrakech.setup import MarrakechSetup
from jemaa.games.marrakech.story import MarrakechStory
from jemaa.games.marrakech.view import MarrakechView


class Marrakech(Game[MarrakechState, MarrakechView]):
    """Assam, rugs and dirhams."""

    name = notation.NAME
    title = "Marrakech"
    aim = (
        "Lead Assam over the market and lay rugs beside him: whoever ends on your rugs pays you,"
        " and every square of yours that is still seen at the end counts one."
    )
    ruleset = 1
    clauses = {"game-over": "M-50", "turn-order": "M-20"}  # noqa: RUF012  (never changed)
    most_steps = 4 * 48
    """Two players: 48 turns of a draw, a turn of Assam, a roll and a rug."""
    setup_type = MarrakechSetup
    state_type = MarrakechState
    moves = MOVES
    outcomes = OUTCOMES

    def start(self, setup: MarrakechSetup) -> MarrakechState:
        """Return the first position."""
        return MarrakechState(setup)

    def move(self, text: str) -> Move:
        """Read a move; the two squares of a rug may come in either order."""
        return move(text)

    def text(self, state: MarrakechState) -> str:
        """Print a position in one line."""
        return notation.text(state)

    def parse(self, text: str) -> MarrakechState:
        """Read a position."""
        return notation.parse(text)

    def parse_view(self, text: str) -> MarrakechView:
        """Read a view."""
        return notation.parse_view(text)

    def view(self, state: MarrakechState, seat: Seat) -> MarrakechView:
        """Return what a seat knows, which is everything."""
        return view.view(state, seat)

    def resample(self, view_: MarrakechView, rng: Random) -> MarrakechState:
        """Return a position that fits a view."""
        return view.resample(view_, rng)

    def refusal(self, state: MarrakechState, action: object) -> IllegalMoveError:
        """Say why an action is not possible."""
        return refusal(state, action)

    def picture(self, view: MarrakechView, language: str = "en", width: int = WIDTH) -> Picture:
        """Draw the market for a terminal."""
        return text.picture(view, language, width)

    def svg(
        self,
        position: MarrakechState | MarrakechView,
        *,
        size: int | None = USUAL_SIZE,
        last: Mark | None = None,
        marks: Iterable[Mark] = (),
        language: str = "en",
    ) -> str:
        """Draw the market as a picture."""
        state = position.state if isinstance(position, MarrakechView) else position
        return drawing.drawing(state, size, last, marks, language)

    def tell(self, before: MarrakechState, action: Action, language: str = "en") -> str:
        """Tell what an action does."""
        return text.tell(before, action, language)

    def settings(self) -> dict[str, str]:
        """Tell what each setting means."""
        return super().settings() | text.SETTINGS

    def odds(self, view: MarrakechView, language: str = "en") -> list[str]:
        """Tell where each roll leads for each way to turn Assam."""
        return odds.odds(view, language)

    def scene_with(
        self,
        state: MarrakechState,
        traces: Sequence[LaidRug],
        seat: Seat,
        *,
        revealed: bool = False,
    ) -> MarrakechScene:
        """Return the market as a page draws it, which is the same for everybody."""
        check_view_seat(seat, state.setup.players)
        return stage.scene(state, traces)

    def trace(self, before: MarrakechState, action: Action) -> LaidRug | None:
        """Return the rug that was laid: no position tells which of two lies on top of the other."""
        return stage.laid_rug(before, action) if isinstance(action, Rug) else None

    def traces(
        self, states: Sequence[MarrakechState], actions: Sequence[Action]
    ) -> tuple[LaidRug, ...]:
        """Return all rugs in the order of laying; those of the first position come first."""
        return (*stage.found_rugs(states[0]), *super().traces(states, actions))

    def story(
        self,
        before: MarrakechState,
        action: Action,
        after: MarrakechState,
        seat: Seat,
        *,
        revealed: bool = False,
    ) -> MarrakechStory:
        """Return what an action has done, which everybody is told."""
        check_view_seat(seat, before.setup.players)
        return story.story(before, action, after)

    def change(
        self,
        before: MarrakechState,
        action: Action,
        after: MarrakechState,
        seat: Seat,
        *,
        revealed: bool = False,
    ) -> MarrakechChange:
        """Return what an action has changed on the table, which everybody sees."""
        return stage.change(before, action, after)

    def statistics(
        self, states: Sequence[MarrakechState], actions: Sequence[Action]
    ) -> dict[str, tuple[int | float, ...]]:
        """Count payments, luck, landings and squares."""
        return statistics.statistics(states, actions)

    def facts(self, final: MarrakechState) -> dict[str, int]:
        """Count the players who could not pay and fell out (M-33)."""
        return {"eliminations": sum(order > 0 for order in final.fallen)}

    def progress(self, state: MarrakechState) -> tuple[int, int]:
        """Return the number of the rug that is laid next, and of the last; who is out lays no more.

        When all of them lie, both are the same.
        """
        return stage.progress(state)

    def seat_name(
        self, state: MarrakechState | MarrakechView, seat: Seat, language: str = "en"
    ) -> str:
        """Name a seat by its colours."""
        whole = state if isinstance(state, MarrakechState) else state.state
        return text.seat_name(whole, seat, language)


GAME = Marrakech()
