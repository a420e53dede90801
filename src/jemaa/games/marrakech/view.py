"""Who may know what in Marrakech: everybody everything (the drawn rug is seen by all, M-13)."""

from __future__ import annotations

from jemaa.core.chance import Random
from jemaa.core.game import check_view_seat
from jemaa.core.state import Seat
from jemaa.core.view import View
from jemaa.games.marrakech.rules import MarrakechState
from jemaa.games.marrakech.setup import MarrakechSetup


class MarrakechView(View):
    """What a seat knows of a position of Marrakech, which is all of it."""

    __slots__ = ()
    _known: MarrakechState

    @property
    def setup(self) -> MarrakechSetup:
        """What the game was set up with."""
        return self._known.setup

    @property
    def state(self) -> MarrakechState:
        """The whole position: there are no secrets in this game."""
        return self._known


def view(state: MarrakechState, seat: Seat) -> MarrakechView:
    """Return what a seat knows."""
    check_view_seat(seat, state.setup.players)
    return MarrakechView(seat, state)


def resample(view: MarrakechView, rng: Random) -> MarrakechState:
    """Return a position that fits a view; with nothing hidden there is only one."""
    return view.state
