"""What a seat of Façir knows when it decides: who may hold which card, and what a round brings."""

from __future__ import annotations

from typing import NamedTuple

from jemaa.games.facir import FacirState, FacirView
from jemaa.players.adding import total
from jemaa.players.facir.engines import chance, evaluator
from jemaa.players.facir.inference import belief, doubts, worth_playing

MOST_CARDS = 10
"""How many cards are considered for a seat at most."""
UNLIKELY = 0.01
"""A card that is less likely than this is left out."""


class Knowledge(NamedTuple):
    """What a seat knows when it decides."""

    seats: tuple[int, ...]
    """Who plays, from the one after the seat that decides up to that seat itself."""
    cards: tuple[dict[int, float], ...]
    """For each of them the cards it may hold and their likelihoods, likeliest first."""
    doubts: tuple[tuple[int, ...], ...]
    """Guesses at the cards of all of them by what everybody knows."""
    gains: tuple[tuple[float, ...], ...]
    """For each winner of the round, and last for a void one, the shares of the game."""
    nails: tuple[int, ...]
    """For each seat its nails."""
    turns: int
    """How many turns this round has had."""

    def worlds(self) -> list[tuple[tuple[int, ...], float]]:
        """Return every way in which all hold different cards, with its likelihood."""
        found: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
        for cards in self.cards:
            found = [
                ((*taken, card), likely * share)
                for taken, likely in found
                for card, share in list(cards.items())[:MOST_CARDS]
                if card not in taken
            ]
        whole = total(likely for _, likely in found)
        return [(cards, likely / whole) for cards, likely in found]


def knowledge(view: FacirView, samples: int) -> Knowledge:
    """Put together what the seat of a view knows.

    Args:
        view: what it sees.
        samples: how many guesses at all cards the others are taken to answer by.
    """
    here = view.playing.index(view.seat)
    seats = (*view.playing[here + 1 :], *view.playing[: here + 1])
    likely = [_likely(belief(view, seat), len(seats)) for seat in seats[:-1]]
    assert view.card is not None
    setup = view.setup
    state = FacirState.of_parts(setup, worth_playing(view))
    return Knowledge(
        seats=seats,
        cards=(*likely, {view.card: 1.0}),
        doubts=doubts(view, seats, samples, chance(view)),
        gains=evaluator(setup.players, setup.deck).gains(state),
        nails=view.nails,
        turns=view.turns,
    )


def _likely(cards: dict[int, float], least: int) -> dict[int, float]:
    """Leave unlikely cards out, but keep so many that all seats can hold different ones."""
    kept = [
        (card, share)
        for number, (card, share) in enumerate(cards.items())
        if number < least or share >= UNLIKELY
    ]
    return dict(kept)
