"""What rounds won are worth: the share of the game while rounds are left."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache

from jemaa.core.state import Seat
from jemaa.games.facir.board import ROUNDS

BASE = ROUNDS + 1
"""A seat can have won 0 to 6 rounds."""


@lru_cache(maxsize=3)
def game_shares(players: int) -> array[float]:
    """Return the share of the game by rounds left, rounds won by each seat, and seat.

    Every round that is left is won by anybody with the same chance; those who tie for the most
    rounds share the win, as the deciding round is anybody's too.
    """
    shares = array("d", bytes(8 * BASE ** (players + 1) * players))
    for left in range(BASE):
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
        place = place * BASE + count
    return place * len(won)
