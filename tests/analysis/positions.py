"""Finished games and positions near their end, for the tests of reviews."""

import hashlib
from functools import cache

import jemaa
from jemaa import catalog
from jemaa.core.state import CHANCE
from jemaa.players.base import Decision


class Forgetful:
    """Overlooks half of the moves, even that its card fits: no level is as bad."""

    name = "forgetful"

    def choose(self, view, limit=None):
        decision = catalog.player(view.game.name, "greedy").choose(view, limit)
        seen = [c for c in decision.candidates if self._chance(view, c, "see") >= 0.5]
        if seen:
            best = max(seen, key=lambda c: c.weight + 1.5 * self._chance(view, c, "judge"))
            return Decision(best.move, decision.candidates, decision.nodes)
        return decision

    def _chance(self, view, candidate, what):
        message = f"{what}|{candidate.move.text}|{view}".encode()
        return int.from_bytes(hashlib.blake2b(message, digest_size=7).digest(), "big") / 256**7


@cache
def played(game, *players, seed=1):
    """Return a finished match, also of who is `forgetful`; kept, as reviews never change it."""
    engines = catalog.engines(game)
    engines["forgetful"] = Forgetful
    try:
        return jemaa.play(game, list(players), seed=seed)
    finally:
        del engines["forgetful"]


def turns_before_end(match, turns):
    """Return the first position of the turn that has so many turns from it to the end."""
    seats = [state.seat for state in match.states]
    starts = [0] + [i for i in range(1, len(seats)) if seats[i] != seats[i - 1]]
    starts = [i for i in starts if not match.states[i].is_over]
    return match.states[starts[-turns]]


def exact(state):
    """Return everybody's share by looking at everything that can follow, each for their own.

    Of moves that are equally good for who moves, any is taken.
    """
    if state.is_over:
        return state.returns()
    if state.to_act == CHANCE:
        return _mean([(exact(state.after(one)), weight) for one, weight in state.outcomes()])
    values = [exact(state.after(move)) for move in state.legal()]
    best = max(shares[state.to_act] for shares in values)
    return _mean([(shares, 1) for shares in values if shares[state.to_act] > best - 1e-9])


def _mean(values):
    whole = sum(weight for _, weight in values)
    return tuple(
        sum(shares[seat] * weight for shares, weight in values) / whole
        for seat in range(len(values[0][0]))
    )
