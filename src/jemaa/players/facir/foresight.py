"""The player of Façir for large tables: it foresees how each of the others will answer."""

from __future__ import annotations

from jemaa.core.actions import Move
from jemaa.core.view import View
from jemaa.games.facir import FacirView
from jemaa.games.facir.cards import Deck
from jemaa.players.control import Control
from jemaa.players.facir.circle import Circle
from jemaa.players.facir.engines import LAYS, changed, lays, stand
from jemaa.players.facir.fitted import ROUND
from jemaa.players.facir.knowledge import Knowledge, knowledge
from jemaa.players.limit import Limit
from jemaa.players.player import Decision, Player, ranked

LEAST = 2
"""At least so many moves are looked at as deep as the search goes."""


class Foreseer:
    """Guesses the others' cards, and how each of them answers by what he knows."""

    name = "foresight"

    def __init__(self, answers: int = 3, beam: int = 8, samples: int = 24, ms: int = 0) -> None:
        """Make a player.

        Args:
            answers: how many turns after its own it looks ahead.
            beam: how many moves it looks at beyond its own turn; half as many for each turn more.
            samples: how many guesses at all cards it takes the others to answer by.
            ms: how many milliseconds a decision gets; 0 for no limit.
        """
        self._answers = max(0, answers)
        self._beam = max(LEAST, beam)
        self._samples = max(1, samples)
        self._limit = Limit(seconds=ms / 1000 if ms else None)
        self._circles: dict[tuple[int, Deck], Circle] = {}

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move."""
        assert isinstance(view, FacirView)
        if view.phase == "stand":
            return stand(view)
        control = limit if isinstance(limit, Control) else Control(limit)
        control.adopt(self._limit)
        with control:
            return self._compare(view, control)

    def _compare(self, view: FacirView, control: Control) -> Decision:
        """Value all moves as the nails stand then, and the best of them by what is answered."""
        circle, known = self._circle(view), knowledge(view, self._samples)
        circle.sit(known)
        seat, moves = view.seat, list(view.legal())
        values = {move: _values(circle, known, view, move, 0, control) for move in moves}
        weights = {move: values[move][seat] + LAYS * lays(move) for move in moves}
        answers = 0 if any(map(lays, moves)) else self._depth(control)
        for depth in range(1, answers + 1):
            moves = sorted(moves, key=lambda move: -weights[move])
            moves = moves[: max(LEAST, self._beam >> depth - 1)]
            deeper = {move: _values(circle, known, view, move, depth, control) for move in moves}
            if control.is_stopped:
                break
            # What was looked at deeper stands before what was not.
            values |= deeper
            weights |= {move: deeper[move][seat] + depth for move in moves}
        candidates = ranked(weights, values)
        return Decision(candidates[0].move, candidates, circle.nodes)

    def _depth(self, control: Control) -> int:
        turns = control.limit.turns
        return self._answers if turns is None else min(turns - 1, self._answers)

    def _circle(self, view: FacirView) -> Circle:
        key = (view.setup.players, view.setup.deck)
        if key not in self._circles:
            self._circles[key] = Circle(view.setup.deck, ROUND[view.setup.players])
        return self._circles[key]


def _values(
    circle: Circle, known: Knowledge, view: FacirView, move: Move, answers: int, control: Control
) -> tuple[float, ...]:
    """Return the shares of the game after a move and so many answers."""
    if lays(move):
        return known.gains[view.seat]
    return circle.values(view.nails[view.seat] ^ changed(move), answers, control)


class BySize:
    """One player for a duel, another for a larger table."""

    def __init__(self, duel: Player, table: Player) -> None:
        """Put two players together."""
        self.name = table.name
        self._duel = duel
        self._table = table

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move."""
        player = self._duel if view.setup.players == 2 else self._table
        return player.choose(view, limit)
