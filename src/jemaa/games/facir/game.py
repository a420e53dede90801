"""Façir as a `Game`: every part of it by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from jemaa.core.actions import Action
from jemaa.core.chance import Random
from jemaa.core.drawing import USUAL_SIZE, Mark
from jemaa.core.errors import IllegalMoveError
from jemaa.core.game import Game, check_view_seat
from jemaa.core.picture import WIDTH, Picture
from jemaa.core.state import Seat
from jemaa.games.facir import drawing, notation, odds, stage, statistics, story, text, view
from jemaa.games.facir.board import ROUNDS
from jemaa.games.facir.moves import MOVES, OUTCOMES, Deal, Stand
from jemaa.games.facir.refusals import refusal
from jemaa.games.facir.rules import FacirState
from jemaa.games.facir.scene import FacirChange, FacirScene
from jemaa.games.facir.setup import MOST_TURNS, FacirSetup
from jemaa.games.facir.story import FacirStory
from jemaa.games.facir.view import FacirView


class Facir(Game[FacirState, FacirView]):
    """Nails, secret cards and the fakir who lies on them."""

    name = notation.NAME
    title = "Façir"
    aim = (
        "Put your nails among everybody's until the holes of your secret card fit on them:"
        " whoever lays his fakir first wins all cards of the round."
    )
    ruleset = 1
    has_secrets = True
    clauses = {"game-over": "F-40", "turn-order": "F-20"}  # noqa: RUF012  (never changed)
    most_steps = (ROUNDS + 1) * (4 + 4 + MOST_TURNS)
    """Seven rounds: everybody draws and stands a card, then turns until the round is void."""
    setup_type = FacirSetup
    state_type = FacirState
    moves = MOVES
    outcomes = OUTCOMES

    def start(self, setup: FacirSetup) -> FacirState:
        """Return the first position."""
        return FacirState(setup)

    def text(self, state: FacirState) -> str:
        """Print a position in one line."""
        return notation.text(state)

    def parse(self, text: str) -> FacirState:
        """Read a position."""
        return notation.parse(text)

    def parse_view(self, text: str) -> FacirView:
        """Read a view."""
        return notation.parse_view(text)

    def view(self, state: FacirState, seat: Seat) -> FacirView:
        """Return what a seat knows: the nails, the edges and its own card."""
        return view.view(state, seat)

    def resample(self, view_: FacirView, rng: Random) -> FacirState:
        """Return a random position that fits a view."""
        return view.resample(view_, rng)

    def refusal(self, state: FacirState, action: object) -> IllegalMoveError:
        """Say why an action is not possible."""
        return refusal(state, action)

    def picture(self, view: FacirView, language: str = "en", width: int = WIDTH) -> Picture:
        """Draw the bed of nails for a terminal."""
        return text.picture(view, language, width)

    def svg(
        self,
        position: FacirState | FacirView,
        *,
        size: int | None = USUAL_SIZE,
        last: Mark | None = None,
        marks: Iterable[Mark] = (),
        language: str = "en",
    ) -> str:
        """Draw the bed of nails as a picture, with the cards that are known."""
        return drawing.drawing(position, size, last, marks, language)

    def tell(self, before: FacirState, action: Action, language: str = "en") -> str:
        """Tell what everybody may know of an action."""
        return text.tell(before, action, language)

    def settings(self) -> dict[str, str]:
        """Tell what each setting means."""
        return super().settings() | text.SETTINGS

    def odds(self, view: FacirView, language: str = "en") -> list[str]:
        """Tell what the others would see of the card, or where it fits best."""
        return odds.odds(view, language)

    def scene_with(
        self, state: FacirState, traces: Sequence[Any], seat: Seat, *, revealed: bool = False
    ) -> FacirScene:
        """Return the bed of nails and the rooms as a seat sees them; revealed, with all cards."""
        return stage.scene(state, seat, revealed=revealed)

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
        return story.story(before, action, after, seat, revealed=revealed)

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
        return stage.change(before, action, after, seat, revealed=revealed)

    def is_secret(self, before: FacirState, action: Action, seat: Seat) -> bool:
        """Whether it is a card that another has drawn, or how he has stood it."""
        return isinstance(action, (Deal, Stand)) and seat != before.seat

    def statistics(
        self, states: Sequence[FacirState], actions: Sequence[Action]
    ) -> dict[str, tuple[int | float, ...]]:
        """Count rounds, cards, turns and nails."""
        return statistics.statistics(states, actions)

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

    def progress(self, state: FacirState) -> tuple[int, int]:
        """Return the number of the round, and six; the deciding round is the seventh."""
        return stage.progress(state)

    def seat_name(self, state: FacirState | FacirView, seat: Seat, language: str = "en") -> str:
        """Name a seat by the colour of its nails."""
        return text.seat_name(state, seat, language)


GAME = Facir()
