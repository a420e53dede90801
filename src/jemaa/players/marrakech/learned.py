"""What a position of Marrakech is worth, as learned from many games of the engines.

The readable evaluation is the base, and a small network adds to its sums what ten terms cannot say:
where rugs lie, on the market and around Assam, and what each roll costs. Besides these features of
yes or no, see `sight`, it is given some of the readable terms as numbers.

`scripts/train_marrakech.py` trains the network and writes `learned.bin`.
"""

from __future__ import annotations

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.state import State
from jemaa.games.marrakech.rules import PHASES, MarrakechState
from jemaa.players.marrakech.evaluation import TERMS
from jemaa.players.marrakech.network import NARROW, SCALARS, SEATS, UNIT, WIDE, Network, load
from jemaa.players.marrakech.sight import Sight

_UNIT = 1.0 / UNIT
_TERMS = len(TERMS)
_DRAW, _TURN = PHASES.index("draw"), PHASES.index("turn")
_CASH, _AREAS, _WHOLE, _TOLL, _POVERTY, _BLOCK = (
    TERMS.index(term) for term in ("cash", "areas", "whole", "toll", "poverty", "block")
)


class LearnedEvaluator(Sight):
    """Estimates shares of the win by the readable terms and the network together.

    It remembers the last position it has seen, so every search needs one of its own.
    """

    def __init__(self, players: int, network: Network | None = None) -> None:
        """Take the weights for that number of players, or others than those of the package."""
        super().__init__(players)
        if not cython.compiled:
            self._scalar, self._second = [0.0] * (SCALARS * WIDE), [0.0] * (WIDE * NARROW)
            self._bend, self._third = [0.0] * NARROW, [0.0] * (NARROW * SEATS)
            self._end = [0.0] * SEATS
        self.use(network or load(players))

    def use(self, network: Network) -> None:
        """Take other weights."""
        self._learn(network.first, network.start)
        for index in range(28 * 64):
            self._scalar[index] = network.scalar[index]
        for index in range(64 * 32):
            self._second[index] = network.second[index]
        for index in range(32):
            self._bend[index] = network.bend[index]
        for index in range(32 * 4):
            self._third[index] = network.third[index]
        for index in range(4):
            self._end[index] = network.end[index]

    def _knows(self, market: MarrakechState) -> bool:
        """Whether the network was trained for such positions: the beginnings of turns."""
        if market._turns_after or market._stays:
            return False
        return bool(market._phase == (_DRAW if market._players == 2 else _TURN))

    def _evaluate(self, state: State, out: list[float]) -> None:
        terms = [0.0] * 40
        dues = [0] * 12
        scalars = [0.0] * 28
        added = [0.0] * 4
        rest = self._terms(cython.cast(MarrakechState, state), terms, dues)
        self._lean(cython.cast(MarrakechState, state), terms, rest, out)
        if self._knows(cython.cast(MarrakechState, state)):
            self._see(cython.cast(MarrakechState, state), dues)
            self._fill_scalars(cython.cast(MarrakechState, state), terms, scalars)
            self._forward(scalars, added)
            for seat in range(state._players):
                turn = (seat + state._players - state._seat) % state._players
                out[seat] += added[turn]
        self._squash(cython.cast(MarrakechState, state), out)

    def _fill_scalars(
        self, market: MarrakechState, terms: list[float], scalars: list[float]
    ) -> None:
        """Write the numbers the network sees, each of the order of 1, in the order of the turns."""
        for seat in range(market._players):
            if not market._fallen[seat]:
                source = seat * _TERMS
                base = (seat + market._players - market._seat) % market._players * 6
                scalars[base] = (terms[source + _CASH] - 30) * 0.05
                scalars[base + 1] = terms[source + _AREAS] * 0.05
                scalars[base + 2] = terms[source + _WHOLE] * 0.1
                scalars[base + 3] = terms[source + _TOLL] * 0.3
                scalars[base + 4] = terms[source + _POVERTY] * 0.1
                scalars[base + 5] = terms[source + _BLOCK] * 0.1
        for colour in range(4):
            if self._rank[colour] >= 0:
                scalars[24 + self._rank[colour]] = market._left[colour] / 12.0

    def _forward(self, scalars: list[float], added: list[float]) -> None:
        """Run the network, and write what it adds to the sum of each seat, in turn order.

        Sums run over rows, so that a compiler can work on several columns at once without changing
        the order in which each is summed: both forms give the same to the last bit.
        """
        wide = [0.0] * 64
        narrow = [0.0] * 32
        for index in range(64):
            wide[index] = self._now[index] * _UNIT
        for row in range(28):
            value = scalars[row]
            if value != 0:
                for index in range(64):
                    wide[index] += value * self._scalar[row * 64 + index]
        for index in range(32):
            narrow[index] = self._bend[index]
        for row in range(64):
            value = wide[row]
            if value > 0:
                for index in range(32):
                    narrow[index] += value * self._second[row * 32 + index]
        for index in range(4):
            added[index] = self._end[index]
        for row in range(32):
            value = narrow[row]
            if value > 0:
                for index in range(4):
                    added[index] += value * self._third[row * 4 + index]

    def features(self, state: MarrakechState) -> tuple[list[int], list[float], list[float]]:
        """Return what the network sees where a turn begins, for training.

        Returns:
            The features that are true, the numbers, and the sums of the readable evaluation from
            the player to move on, in the order of their turns.
        """
        terms = [0.0] * 40
        dues = [0] * 12
        scalars = [0.0] * 28
        sums = [0.0] * 4
        rest = self._terms(state, terms, dues)
        self._lean(state, terms, rest, sums)
        noted = self._note_down(state, dues)
        self._fill_scalars(state, terms, scalars)
        players = state._players
        return (
            noted,
            [scalars[index] for index in range(28)],
            [sums[(state._seat + turn) % players] for turn in range(players)],
        )
