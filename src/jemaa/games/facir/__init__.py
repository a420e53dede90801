"""Façir: put nails into a bed until your fakir can lie on them, and nobody else's before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from jemaa.core.actions import Action
from jemaa.core.game import Game, check_view_seat
from jemaa.core.state import Seat
from jemaa.games.facir import bed_text, notation, validate
from jemaa.games.facir import drawing as drawings
from jemaa.games.facir import scene as scenes
from jemaa.games.facir import story as stories
from jemaa.games.facir import text as texts
from jemaa.games.facir import view as views
from jemaa.games.facir.board import ROUNDS
from jemaa.games.facir.cards import DEFAULT_DECK, deck_text, parse_deck
from jemaa.games.facir.moves import MOVES, OUTCOMES, Deal, Lay, Put, Shift, Stand
from jemaa.games.facir.rules import FacirState
from jemaa.games.facir.scene import FacirChange, FacirScene
from jemaa.games.facir.setup import MOST_TURNS, FacirSetup
from jemaa.games.facir.story import FacirStory
from jemaa.games.facir.view import FacirView

if TYPE_CHECKING:
    from jemaa.core.observer import Observer

__all__ = [
    "DEFAULT_DECK",
    "GAME",
    "Deal",
    "Facir",
    "FacirSetup",
    "FacirState",
    "FacirView",
    "Lay",
    "Put",
    "Shift",
    "Stand",
    "deck_text",
    "parse_deck",
]


class Facir(Game[FacirState, FacirView]):
    """Nails, secret cards and the fakir who lies on them."""

    name = bed_text.NAME
    title = "Façir"
    aim = (
        "Put your nails among everybody's until the holes of your secret card fit on them:"
        " whoever lays their fakir first wins all cards of the round."
    )
    ruleset = 1
    beginnings = (*Game.beginnings, "youngest")
    has_secrets = True
    clauses = {"game-over": "F-40", "turn-order": "F-20"}  # noqa: RUF012  (never changed)
    most_steps = (ROUNDS + 1) * (4 + 4 + MOST_TURNS)
    """Seven rounds: everybody draws and stands a card, then turns until the round is void."""
    setup_type: ClassVar[type[FacirSetup]] = FacirSetup
    state_type = FacirState
    moves = MOVES
    outcomes = OUTCOMES

    start = staticmethod(FacirState)
    text = staticmethod(bed_text.text)
    board_text = staticmethod(bed_text.board_text)
    parse = staticmethod(notation.parse)
    parse_view = staticmethod(notation.parse_view)
    view = staticmethod(views.view)
    resample = staticmethod(views.resample)
    refusal = staticmethod(validate.refusal)
    picture = staticmethod(texts.picture)
    tell = staticmethod(texts.tell)
    odds = staticmethod(texts.odds)
    seat_name = staticmethod(texts.seat_name)
    progress = staticmethod(scenes.progress)
    statistics = staticmethod(stories.statistics)
    svg = staticmethod(drawings.drawing)

    def setup(self, **settings: Any) -> FacirSetup:
        """Check settings and return the setup."""
        return FacirSetup.make(settings)

    def settings(self) -> dict[str, str]:
        """Return what each setting means."""
        return super().settings() | texts.SETTINGS

    @property
    def observer(self) -> Observer:
        """What writes positions as numbers, for programs that learn."""
        from jemaa.games.facir.observer import OBSERVER

        return OBSERVER

    def scene_with(
        self, state: FacirState, traces: Sequence[Any], seat: Seat, *, revealed: bool = False
    ) -> FacirScene:
        """Return the bed of nails and the rooms as a seat sees them; revealed, with all cards."""
        return scenes.scene(state, seat, revealed=revealed)

    def change(
        self,
        before: FacirState,
        action: Action,
        after: FacirState,
        seat: Seat,
        *,
        revealed: bool = False,
    ) -> FacirChange:
        """Return what an action has changed on the table, as a seat sees it."""
        return scenes.change(before, action, after, seat, revealed=revealed)

    def story(
        self,
        before: FacirState,
        action: Action,
        after: FacirState,
        seat: Seat,
        *,
        revealed: bool = False,
    ) -> FacirStory:
        """Return what a seat is told of an action; revealed, everything."""
        check_view_seat(seat, before.setup.players)
        return stories.story(before, action, after, seat, revealed=revealed)

    def is_secret(self, before: FacirState, action: Action, seat: Seat) -> bool:
        """Whether it is a card that another has drawn, or how they have stood it."""
        return isinstance(action, (Deal, Stand)) and seat != before.seat

    def facts(self, final: FacirState) -> dict[str, int]:
        """Count void rounds and the deciding round of a finished game."""
        tied = final.scores().count(max(final.scores())) > 1 and any(final.won)
        void = len(final.void) // final.setup.players
        undecided = tied and final.decider is None
        return {"void_rounds": void + undecided, "deciding_rounds": int(tied)}

    def rounds(self, state: FacirState) -> tuple[int, ...]:
        """Return the rounds each seat has won of the six, where everybody plays (F-32).

        The deciding round is not one of them: only those who tie play it.
        """
        return tuple(cards // state.setup.players for cards in state.scores())


GAME = Facir()
