"""Marrakech: lead Assam over the market, lay rugs, and let the others pay for walking on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from jemaa.core.actions import Action
from jemaa.core.game import Game, check_view_seat
from jemaa.core.state import Seat
from jemaa.games.marrakech import drawing as drawings
from jemaa.games.marrakech import market_text, notation, validate
from jemaa.games.marrakech import moves as actions
from jemaa.games.marrakech import scene as scenes
from jemaa.games.marrakech import story as stories
from jemaa.games.marrakech import text as texts
from jemaa.games.marrakech import view as views
from jemaa.games.marrakech.moves import Draw, Roll, Rug, Turn
from jemaa.games.marrakech.rules import MarrakechState
from jemaa.games.marrakech.scene import LaidRug, MarrakechChange, MarrakechScene
from jemaa.games.marrakech.setup import MarrakechSetup
from jemaa.games.marrakech.story import MarrakechStory
from jemaa.games.marrakech.view import MarrakechView

if TYPE_CHECKING:
    from jemaa.core.observer import Observer

__all__ = [
    "GAME",
    "Draw",
    "Marrakech",
    "MarrakechSetup",
    "MarrakechState",
    "MarrakechView",
    "Roll",
    "Rug",
    "Turn",
]


class Marrakech(Game[MarrakechState, MarrakechView]):
    """Assam, rugs and dirhams."""

    name = market_text.NAME
    title = "Marrakech"
    aim = (
        "Lead Assam over the market and lay rugs beside him: whoever ends on your rugs pays you,"
        " and every square of yours that is still seen at the end counts one."
    )
    ruleset = 1
    clauses = {"game-over": "M-50", "turn-order": "M-20"}  # noqa: RUF012  (never changed)
    most_steps = 4 * 48
    """Two players: 48 turns of a draw, a turn of Assam, a roll and a rug."""
    setup_type: ClassVar[type[MarrakechSetup]] = MarrakechSetup
    state_type = MarrakechState
    moves = actions.MOVES
    outcomes = actions.OUTCOMES

    start = staticmethod(MarrakechState)
    move = staticmethod(actions.move)
    text = staticmethod(market_text.text)
    board_text = staticmethod(market_text.board_text)
    parse = staticmethod(notation.parse)
    parse_view = staticmethod(notation.parse_view)
    view = staticmethod(views.view)
    resample = staticmethod(views.resample)
    refusal = staticmethod(validate.refusal)
    picture = staticmethod(texts.picture)
    tell = staticmethod(texts.tell)
    odds = staticmethod(texts.odds)
    progress = staticmethod(scenes.progress)
    statistics = staticmethod(stories.statistics)
    svg = staticmethod(drawings.drawing)

    def setup(self, **settings: Any) -> MarrakechSetup:
        """Check settings and return the setup."""
        return MarrakechSetup.make(settings)

    def settings(self) -> dict[str, str]:
        """Return what each setting means."""
        return super().settings() | texts.SETTINGS

    @property
    def observer(self) -> Observer:
        """What writes positions as numbers, for programs that learn."""
        from jemaa.games.marrakech.observer import OBSERVER

        return OBSERVER

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
        return scenes.scene(state, traces)

    def trace(self, before: MarrakechState, action: Action) -> LaidRug | None:
        """Return the rug that was laid: no position tells which of two lies on top of the other."""
        return scenes.laid_rug(before, action) if isinstance(action, Rug) else None

    def traces(
        self, states: Sequence[MarrakechState], actions: Sequence[Action]
    ) -> tuple[LaidRug, ...]:
        """Return all rugs in the order of laying; those of the first position come first."""
        return (*scenes.found_rugs(states[0]), *super().traces(states, actions))

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
        return stories.story(before, action, after)

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
        return scenes.change(before, action, after)

    def facts(self, final: MarrakechState) -> dict[str, int]:
        """Count the players who could not pay and fell out (M-33)."""
        return {"eliminations": sum(order > 0 for order in final.fallen)}

    def seat_name(
        self, state: MarrakechState | MarrakechView, seat: Seat, language: str = "en"
    ) -> str:
        """Name a seat by its colours."""
        whole = state if isinstance(state, MarrakechState) else state.state
        return texts.seat_name(whole, seat, language)


GAME = Marrakech()
