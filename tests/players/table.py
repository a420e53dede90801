"""Positions to try players on."""

from random import Random

import jemaa
from jemaa.games.marrakech.notation import parse_unchecked

LATE = {
    2: "marrakech players=2 7/2rEr3/2nn3/1b1yEy2/1bS5/1b3r1/7 d4S 31,29 r0y1,b1n0 0:turn:y",
    3: "marrakech players=3 7/2rEr3/2bb3/1b1yEy2/1bS5/1b3r1/7 d4S 33,27,30 r1,y1,b1 0:turn",
    4: "marrakech - 7/2rEr3/2nn3/1b1yEy2/1bS5/1b3r1/7 d4S 31,29,28,32 r1,y1,b1,n1 0:turn",
}
"""One rug each to go: small enough to be played out by force."""


def late(players, **changes):
    return parse_unchecked(LATE[players])


def walk(game, settings, seed, steps):
    """Return a position some random steps into a game, with somebody to move."""
    rng = Random(seed)
    state = jemaa.game(game).new(**settings)
    while steps > 0 or state.to_act == jemaa.CHANCE:
        if state.is_over:
            return walk(game, settings, seed + 1, steps)
        steps -= 1
        if state.to_act == jemaa.CHANCE:
            outcomes, weights = zip(*state.outcomes(), strict=True)
            state = state.after(rng.choices(outcomes, weights)[0])
        else:
            state = state.after(rng.choice(state.legal()))
    return walk(game, settings, seed + 1, 5) if state.is_over else state
