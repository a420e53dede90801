"""What a position of Façir with open cards is worth.

The share of the round comes first: each seat gets a sum of terms, from how many turns its card
needs, whose turn it is and in how many ways the card can lie; a void round has a sum too, and the
shares are the softmax of all sums. The share of the game follows from the rounds won so far and
those that are left, as if everybody were equally strong in them.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from math import log

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.state import Seat, State
from jemaa.games.facir.board import ROUNDS
from jemaa.games.facir.cards import Deck
from jemaa.games.facir.rules import DECIDING, PHASES, FacirState
from jemaa.players.base import total
from jemaa.players.facir.nearness import SHUT, nearness
from jemaa.players.facir.weights import ROUND, RoundWeights, played
from jemaa.players.search import Evaluator

if not cython.compiled:
    from math import exp as _exp

    _popcount = int.bit_count

_TERMS, _SHUT = SHUT + 1, SHUT  # distances go from 0 to shut
_ROUNDS, _DECIDING = ROUNDS, DECIDING
_BASE = ROUNDS + 1  # a seat can have won 0 to 6 rounds
_PLAY = PHASES.index("play")
_LOG = [0.0] * 128  # [ways] -> log(1 + ways)


def _fill_logs() -> None:
    for ways in range(128):
        _LOG[ways] = log(1 + ways)


_fill_logs()


@lru_cache(maxsize=3)
def game_shares(players: int) -> array[float]:
    """Return the share of the game by rounds left, rounds won by each seat, and seat.

    Every round that is left is won by anybody with the same chance; those who tie for the most
    rounds share the win, as the deciding round is anybody's too.
    """
    shares = array("d", bytes(8 * _BASE ** (players + 1) * players))
    for left in range(_BASE):
        for won in _results(players, ROUNDS - left):
            at = _place(left, won)
            if left == 0:
                tied = [count == max(won) for count in won]
                values = [tie / sum(tied) for tie in tied]
            else:
                values = [0.0] * players
                for winner in range(players):
                    after = [*won]
                    after[winner] += 1
                    there = _place(left - 1, after)
                    for seat in range(players):
                        values[seat] += shares[there + seat] / players
            shares[at : at + players] = array("d", values)
    return shares


def share_after(left: int, won: Sequence[int], winner: Seat | None, seat: Seat) -> float:
    """Return the share of the game of a seat when somebody, or nobody, wins one more round.

    Args:
        left: how many rounds are left then.
        won: how many rounds each seat has won before.
        winner: who wins one more.
        seat: whose share it is.
    """
    after = [count + (other == winner) for other, count in enumerate(won)]
    return game_shares(len(won))[_place(left, after) + seat]


def _results(players: int, rounds: int) -> list[tuple[int, ...]]:
    """Return every way in which that many rounds, or fewer as some may be void, can be won."""
    results: list[tuple[int, ...]] = [()]
    for _ in range(players):
        results = [(*result, won) for result in results for won in range(rounds - sum(result) + 1)]
    return results


def _place(left: int, won: Sequence[int]) -> int:
    # Rounds won are the digits of a number, those left the one before them.
    place = 0
    for count in (left, *reversed(won)):
        place = place * _BASE + count
    return place * len(won)


class FacirEvaluator(Evaluator):
    """Estimates shares of the win from the distances of all cards."""

    def __init__(self, players: int, deck: Deck, weights: RoundWeights) -> None:
        """Take the weights for that number of players."""
        self._nearness = nearness(deck)
        self._pace = [0.0] * 28  # [order*TERMS + distance]
        self._more = [0.0] * 7
        self._many = [0.0] * 7
        for order, pace in enumerate(weights.pace):
            for distance in range(_TERMS):
                self._pace[order * _TERMS + distance] = pace[distance]
        for distance in range(_TERMS):
            self._many[distance] = weights.ways[distance]
            self._more[distance] = weights.more[distance]
        self._void, self._void_by_turn = weights.void
        self._games = game_shares(players)
        self._opening = [0.0, 0.0, 0.0, 0.0]
        self._fill_opening(players, deck)

    def _fill_opening(self, players: int, deck: Deck) -> None:
        """Work out what an undealt card is worth on the empty board, by the order of turns."""
        for order in range(players):
            sums = [self._worth(card, 0, 0, order) for card in range(len(deck))]
            self._opening[order] = log(total(_exp(one) for one in sums) / len(sums))

    def _settled(self, state: State) -> bool:
        return bool(cython.cast(FacirState, state)._phase != _PLAY)

    def _evaluate(self, state: State, out: list[float]) -> None:
        round_shares = [0.0, 0.0, 0.0, 0.0, 0.0]
        self._round(cython.cast(FacirState, state), round_shares)
        self._game(cython.cast(FacirState, state), round_shares, out)

    def _round(self, state: FacirState, shares: list[float]) -> None:
        """Write the share of the round of each seat, and in [4] that of a void round."""
        taken = state._taken()
        seat = state._seat if state._phase == _PLAY else state._starter
        order = 0
        best = self._void + self._void_by_turn * state._turns
        shares[4] = best
        while True:
            if state._card[seat] < 0:
                shares[seat] = self._opening[order]
            else:
                own = state._nails[seat]
                shares[seat] = self._worth(state._card[seat], own, taken & ~own, order)
            if shares[seat] > best:
                best = shares[seat]
            order += 1
            seat = state._next_seat(seat)
            if order == _popcount(state._playing):
                break
        whole = 0.0
        for index in range(5):
            if index == 4 or state._playing >> index & 1:
                shares[index] = _exp(shares[index] - best)
                whole += shares[index]
        for index in range(5):
            shares[index] /= whole

    def _worth(self, card: int, own: int, others: int, order: int) -> float:
        """Return the sum of the terms of a seat that has `order` others before it."""
        windows = [0] * 25
        ways = [0, 0, 0, 0, 0, 0, 0, 0]
        self._nearness._look(own, others, windows)
        distance = self._nearness._ways(card, windows, ways)
        worth = self._pace[order * _TERMS + distance]
        if distance < _SHUT:
            worth += self._many[distance] * _LOG[ways[distance]]
            worth += self._more[distance] * _LOG[ways[distance + 1]]
        return worth

    def _game(self, state: FacirState, shares: list[float], out: list[float]) -> None:
        """Write the share of the game, from who wins this round and what can come after it."""
        left = _ROUNDS - 1 - state._round
        if state._round == _DECIDING:  # it decides; a void one is shared by those who played it
            for seat in range(state._players):
                out[seat] = 0.0
                if state._playing >> seat & 1:
                    out[seat] = shares[seat] + shares[4] / _popcount(state._playing)
            return
        here = 0
        digit = 1
        for seat in range(state._players):
            here += digit * (_popcount(state._won[seat]) // state._players)
            digit *= _BASE
        start = left * digit * state._players
        for seat in range(state._players):
            out[seat] = shares[4] * self._games[start + here * state._players + seat]
        step = 1
        for winner in range(state._players):
            for seat in range(state._players):
                out[seat] += (
                    shares[winner] * self._games[start + (here + step) * state._players + seat]
                )
            step *= _BASE

    def round_shares(self, state: FacirState) -> tuple[float, ...]:
        """Return the share of the round of each seat, and last that of a void round."""
        shares = [0.0, 0.0, 0.0, 0.0, 0.0]
        self._round(state, shares)
        return (*[shares[seat] for seat in range(state.setup.players)], shares[4])

    def gains(self, state: FacirState) -> tuple[tuple[float, ...], ...]:
        """Return the shares of the game if each seat, or last nobody, wins the round."""
        found = []
        for winner in range(5):
            shares = [0.0, 0.0, 0.0, 0.0, 0.0]
            out = [0.0, 0.0, 0.0, 0.0]
            shares[winner] = 1.0
            self._game(state, shares, out)
            found.append(tuple([out[seat] for seat in range(state.setup.players)]))
        return tuple(found)


@lru_cache(maxsize=8)
def evaluator(players: int, deck: Deck, turns: int = 1) -> FacirEvaluator:
    """Return the evaluator to play by when so many turns are looked ahead.

    With more than two players a search does better with the fitted weights; duels have told.
    """
    weights = ROUND[players] if players > 2 and turns > 1 else played(players)
    return FacirEvaluator(players, deck, weights)
