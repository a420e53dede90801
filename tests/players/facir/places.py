"""Positions of Façir for the tests of its players."""

import jemaa
from jemaa.games.facir import FacirState
from jemaa.games.facir.bed import deck_table
from jemaa.games.facir.board import NONE, Parts, Room
from jemaa.games.grid import parse_square

GAME = jemaa.game("facir")


def bits(holes):
    """Return holes such as `"a1 b1"` as bits."""
    return sum(1 << parse_square(hole) for hole in holes.split())


def bed(nails, cards, *, seat=0, won=(), round=0, playing=None, turns=8, **settings):
    """Return a position in play; cards count from 0 and stand as they are printed."""
    setup = GAME.setup(players=len(nails), **settings)
    table = deck_table(setup.deck)
    rooms = [Room() if card is None else Room(card, 0, table.edge(card, 0)) for card in cards]
    parts = Parts(
        nails=tuple(map(bits, nails)),
        rooms=tuple(rooms),
        won=tuple(won) or (0,) * len(nails),
        void=0,
        phase="play",
        round=round,
        seat=seat,
        turns=turns,
        playing=playing or (1 << len(nails)) - 1,
        decider=NONE,
        trail=(),
    )
    return FacirState.of_parts(setup, parts)
