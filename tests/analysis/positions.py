"""Finished games and positions near their end, for the tests of reviews."""

from functools import cache

import jemaa
from jemaa.core.state import CHANCE


@cache
def played(game, *players, seed=1):
    """Give a finished match; kept, because reviews never change it."""
    return jemaa.play(game, list(players), seed=seed)


def turns_before_end(match, turns):
    """Give the first position of the turn that has so many turns from it to the end."""
    seats = [state.seat for state in match.states]
    starts = [0] + [i for i in range(1, len(seats)) if seats[i] != seats[i - 1]]
    starts = [i for i in starts if not match.states[i].is_over]
    return match.states[starts[-turns]]


def exact(state):
    """Give everybody's share by looking at everything that can follow, each for their own."""
    if state.is_over:
        return state.returns()
    if state.to_act == CHANCE:
        outcomes = state.outcomes()
        whole = sum(weight for _, weight in outcomes)
        values = [(exact(state.after(one)), weight) for one, weight in outcomes]
        return tuple(
            sum(shares[seat] * weight for shares, weight in values) / whole
            for seat in range(state.setup.players)
        )
    values = [exact(state.after(move)) for move in state.legal()]
    return max(values, key=lambda shares: shares[state.to_act])
