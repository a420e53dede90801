"""What a player knows when it decides: which cards the others may hold, from what everybody sees.

A card is possible if nobody has shown it and it can show the edge that is seen. How likely it is
depends on how its owner has played: a sum of named features, one sum for each possible card, and
the softmax of them. The weights were fitted to games of the engines by `scripts/fit_facir.py`.

There are two beliefs. One goes by the nails as they stand. The other also remembers the last
shifts, which a view tells: who did not lay a card when it could be laid does not hold it.
"""

from __future__ import annotations

import hashlib
from bisect import bisect
from functools import lru_cache
from itertools import accumulate
from math import exp, log
from typing import NamedTuple

from jemaa.core.actions import Move
from jemaa.core.chance import Random
from jemaa.core.state import SPECTATOR, Seat
from jemaa.core.twister import generator
from jemaa.core.view import View
from jemaa.games.facir import FacirSetup, FacirState, FacirView
from jemaa.games.facir.bed import deck_table
from jemaa.games.facir.board import ROUNDS, UNKNOWN, Parts
from jemaa.games.facir.cards import CARDS, EDGES, QUARTERS, Deck
from jemaa.games.facir.rules import DECIDING
from jemaa.players.base import total
from jemaa.players.facir.evaluation import evaluator, share_after
from jemaa.players.facir.nearness import SHUT, nearness
from jemaa.players.facir.weights import BELIEF, MEMORIES

FEATURES = ("distance", "ways", "more", "shape", "pull", "five", "silent", "edge")
"""What speaks for or against a card.

- distance: how many turns it needs, alone;
- ways: the logarithm of how many ways to lie are that near;
- more: the same for one turn further;
- shape: how many of its owner's nails stand on its holes, at best, less those beside;
- pull: the logarithm of how strongly the nails draw its owner on, over all ways to lie;
- five: it has five holes, so that a greater distance means less;
- silent: it fits, but its owner, who has just moved, has not laid it;
- edge: the logarithm of the chance that somebody who hides a card well shows the edge seen.
"""
REMEMBERED = (*FEATURES, "ripe", "waits", "near", "passed", "closer", "shaped")
"""The same, and what is remembered besides.

- ripe: it fits, but others have moved since its owner did;
- waits: the same, and it lacks one turn;
- near: its owner has just moved, and it lacks one turn;
- passed: its owner could have laid it in one of their last turns;
- closer: by how many turns their last shift has brought it nearer;
- shaped: by how much their last shift has made them show it better, as in `shape`.
"""
MEMORY = 4
"""How many shifts of a seat are remembered."""
CAREFUL = 0.7
"""How often a card is taken to stand as it gives least away; otherwise it stands at random."""
LEAST_PULL = 1e-6
"""What is left of the pull when a card is shut."""
MOST_CARDS = 10
"""How many cards are considered for a seat at most."""
UNLIKELY = 0.01
"""A card that is less likely than this is left out."""


def chance(view: View) -> Random:
    """Return a source of chance that is always the same for the same view."""
    return Random(_seed(view))


def shuffled(view: View) -> list[Move]:
    """Return the legal moves in any order, which is always the same for the same view."""
    moves = list(view.legal())
    generator(_seed(view)).shuffle(moves)
    return moves


def _seed(view: View) -> bytes:
    return hashlib.blake2b(str(view).encode(), digest_size=8).digest()


@lru_cache(maxsize=1024)
def shows(deck: Deck, card: int, edge: int) -> int:
    """Count the rotations in which a card shows an edge."""
    table = deck_table(deck)
    return sum(table.edge(card, rotation) == edge for rotation in range(QUARTERS))


def hidden_cards(view: FacirView) -> tuple[int, ...]:
    """Return the cards that nobody has shown: those not seen, and the own one."""
    card = view.card
    return view.unseen if card is None else (*view.unseen, card)


@lru_cache(maxsize=64)
def popularity(deck: Deck, cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return for each edge how many of the cards can show it: the more, the less it tells."""
    return tuple(sum(shows(deck, card, edge) > 0 for card in cards) for edge in range(len(EDGES)))


@lru_cache(maxsize=64)
def edge_chances(deck: Deck, cards: tuple[int, ...]) -> tuple[tuple[float, ...], ...]:
    """Return for each card of the deck and each edge the chance that the card stands like that."""
    popular = popularity(deck, cards)
    table = deck_table(deck)
    chances = []
    for card in range(CARDS):
        edges = [table.edge(card, rotation) for rotation in range(QUARTERS)]
        most = max(popular[edge] for edge in edges)
        best = [edge for edge in edges if popular[edge] == most]
        chances.append(
            tuple(
                CAREFUL * best.count(edge) / len(best)
                + (1 - CAREFUL) * edges.count(edge) / QUARTERS
                for edge in range(len(EDGES))
            )
        )
    return tuple(chances)


def features(view: FacirView, seat: Seat) -> dict[int, tuple[float, ...]]:
    """Return each card that a seat can hold, with its features."""
    deck = view.setup.deck
    chances = edge_chances(deck, tuple(sorted(hidden_cards(view))))
    edge = view.known.rooms[seat].edge
    own = view.nails[seat]
    others = 0
    for nails in view.nails:
        others |= nails & ~own
    near = nearness(deck)
    has_just_moved = view.turns > 0 and seat == _before(view, view.known.seat)
    found: dict[int, tuple[float, ...]] = {}
    for card in view.unseen:
        if not chances[card][edge]:
            continue
        ways = near.ways(card, own, others)
        distance = next((cost for cost, count in enumerate(ways) if count), SHUT)
        found[card] = (
            float(distance),
            log(1 + ways[distance]) if distance < SHUT else 0.0,
            log(1 + ways[distance + 1]) if distance + 1 < SHUT else 0.0,
            float(near.shape(card, own)),
            log(LEAST_PULL + near.pull(card, own, others)),
            float(deck[card].count("o") == 5),
            float(has_just_moved and distance == 0),
            log(chances[card][edge]),
        )
    return found


def _before(view: FacirView, seat: Seat) -> Seat:
    playing = view.playing
    return playing[playing.index(seat) - 1]


def memories(view: FacirView, seat: Seat) -> dict[int, tuple[float, ...]]:
    """Return each card that a seat can hold, with all features of `REMEMBERED`."""
    near = nearness(view.setup.deck)
    has_just_moved = view.turns > 0 and seat == _before(view, view.known.seat)
    earlier = _earlier(view, seat)
    found: dict[int, tuple[float, ...]] = {}
    for card, values in features(view, seat).items():
        distance, shape = values[0], values[3]
        distances = [near.distance(card, own, others) for own, others in earlier]
        found[card] = (
            *values,
            float(distance == 0 and not has_just_moved),
            float(distance == 1 and not has_just_moved),
            float(distance == 1 and has_just_moved),
            float(any(before <= 1 for before in distances)),
            distances[0] - distance if earlier else 0.0,
            shape - near.shape(card, earlier[0][0]) if earlier else 0.0,
        )
    return found


def _earlier(view: FacirView, seat: Seat) -> list[tuple[int, int]]:
    """Return a seat's nails and those of the others before its last shifts, the latest first."""
    nails = list(view.nails)
    other = view.known.seat
    found: list[tuple[int, int]] = []
    for source, target in reversed(view.known.trail):
        other = _before(view, other)
        nails[other] ^= 1 << source | 1 << target
        if other == seat:
            found.append((nails[seat], sum(nails) - nails[seat]))
            if len(found) == MEMORY:
                break
    return found


def belief(view: FacirView, seat: Seat, remembers: bool = False) -> dict[int, float]:
    """Return each card that another seat can hold with its likelihood, most likely first.

    It makes sense once the cards stand. The likelihoods add up to 1.

    Args:
        view: what somebody sees.
        seat: whose card it is about.
        remembers: whether the last shifts count, or only the nails as they stand.
    """
    if remembers:
        weights, found = [*MEMORIES[view.setup.players].values()], memories(view, seat)
    else:
        weights, found = [*BELIEF[view.setup.players].values()], features(view, seat)
    sums = {
        card: total(weight * value for weight, value in zip(weights, values, strict=True))
        for card, values in found.items()
    }
    most = max(sums.values())
    shares = {card: exp(one - most) for card, one in sums.items()}
    whole = total(shares.values())
    return {card: shares[card] / whole for card in sorted(shares, key=lambda c: -shares[c])}


class Risk:
    """How likely the next player is to lay at once, as it is believed, after a turn."""

    def __init__(self, view: FacirView, remembers: bool) -> None:
        """Take what somebody believes in their turn."""
        playing = view.playing
        seat = playing[(playing.index(view.seat) + 1) % len(playing)]
        self._near = nearness(view.setup.deck)
        self._cards = belief(view, seat, remembers)
        self._own = view.nails[seat]
        self._others = sum(view.nails) - self._own

    def after(self, changed: int) -> float:
        """Return it after a turn that fills and empties these holes."""
        others = self._others ^ changed
        return total(
            share
            for card, share in self._cards.items()
            if self._near.distance(card, self._own, others) <= 1
        )


class Worlds:
    """Positions that fit a view, with all cards open, and how likely each is."""

    def __init__(self, states: list[FacirState], weights: list[float]) -> None:
        """Put positions and likelihoods together."""
        self.states = states
        self.weights = weights


def worlds(view: FacirView, samples: int, rng: Random, remembers: bool = False) -> Worlds:
    """Return so many positions that fit a view, or fewer if there are not more.

    With one opponent they are the likeliest ones; otherwise they are drawn by likelihood.

    The earlier rounds are left out where they have settled the game for this seat already: then it
    plays the round for its own sake, as if it were the first.
    """
    seats = [seat for seat, room in enumerate(view.known.rooms) if room.card == UNKNOWN]
    beliefs = [belief(view, seat, remembers) for seat in seats]
    chosen: dict[tuple[int, ...], float] = {}
    if len(seats) == 1:
        chosen = {(card,): share for card, share in list(beliefs[0].items())[:samples]}
    else:
        urn = _Urn(beliefs)
        for _ in range(samples):
            cards = urn.draw(rng)
            chosen[cards] = chosen.get(cards, 0.0) + 1.0
    parts = worth_playing(view)
    opened = [_opened(view.setup, parts, seats, cards) for cards in chosen]
    return Worlds(opened, list(chosen.values()))


def worth_playing(view: FacirView) -> Parts:
    """Return the position, without the earlier rounds if these have settled the game for it."""
    parts = view.known.parts
    if is_settled(view):
        parts = parts._replace(round=0, won=(0,) * len(parts.won), void=0)
    return parts


def doubts(
    view: FacirView, seats: tuple[Seat, ...], samples: int, rng: Random
) -> tuple[tuple[int, ...], ...]:
    """Draw the cards of these seats by what everybody knows, so many times."""
    public = view.known.view(SPECTATOR)
    assert isinstance(public, FacirView)
    urn = _Urn([belief(public, seat) for seat in seats])
    return tuple(urn.draw(rng) for _ in range(samples))


def is_settled(view: FacirView) -> bool:
    """Whether this round cannot change the share of the game that the seat gets."""
    if view.round == DECIDING:
        return False
    players = view.setup.players
    won = [len(cards) // players for cards in view.won]
    left = ROUNDS - 1 - view.round
    shares = {share_after(left, won, winner, view.seat) for winner in (None, *range(players))}
    return len(shares) == 1


class _Urn:
    """Draws different cards for several seats, by their likelihoods."""

    def __init__(self, beliefs: list[dict[int, float]]) -> None:
        self._cards = [list(belief) for belief in beliefs]
        self._sums = [list(accumulate(belief.values())) for belief in beliefs]

    def draw(self, rng: Random) -> tuple[int, ...]:
        while True:
            cards = [
                held[bisect(sums, rng.random() * sums[-1], 0, len(sums) - 1)]
                for held, sums in zip(self._cards, self._sums, strict=True)
            ]
            if len(set(cards)) == len(cards):
                return tuple(cards)


def _opened(
    setup: FacirSetup, parts: Parts, seats: list[Seat], cards: tuple[int, ...]
) -> FacirState:
    rooms = list(parts.rooms)
    for seat, card in zip(seats, cards, strict=True):
        rooms[seat] = rooms[seat]._replace(card=card)
    return FacirState.of_parts(setup, parts._replace(rooms=tuple(rooms)))


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


def knowledge(view: FacirView, samples: int, remembers: bool = False) -> Knowledge:
    """Put together what the seat of a view knows.

    Args:
        view: what it sees.
        samples: how many guesses at all cards the others are taken to answer by.
        remembers: whether it remembers the last shifts; the others are taken not to.
    """
    here = view.playing.index(view.seat)
    seats = (*view.playing[here + 1 :], *view.playing[: here + 1])
    likely = [_likely(belief(view, seat, remembers), len(seats)) for seat in seats[:-1]]
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
