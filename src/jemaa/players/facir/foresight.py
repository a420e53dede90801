"""Looking ahead once round the table, where everybody answers by what they know.

After a turn of one's own the next players answer, one after another. Nobody sees the others' cards,
so an answer depends on the own card and on what everybody sees, and on nothing else: each takes the
turn that is best for them on the average over cards that the others may hold. A search with open
cards would have every player know them all; with three opponents that is far from how they play.

Positions differ only in their nails, cards only in what they are worth on them. So each card that a
seat may hold is looked at once in a position, however many guesses at all cards there are.
"""

from __future__ import annotations

from math import exp

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.games.facir.board import NAILS
from jemaa.games.facir.cards import Deck
from jemaa.games.grid import FULL
from jemaa.players.base import total
from jemaa.players.facir.inference import MOST_CARDS, Knowledge
from jemaa.players.facir.nearness import SHUT, nearness
from jemaa.players.facir.weights import RoundWeights
from jemaa.players.search import Control

if not cython.compiled:
    _exp = exp
    _count = int.bit_count

MOST_WORLDS = MOST_CARDS**3
"""How many guesses at the cards of three others there are at most."""
MOST_DOUBTS = 32
"""How many guesses at all cards an answer is chosen by, at most."""
DEEPEST = 4
"""How many turns are looked ahead at most."""
_MOST_CARDS, _MOST_WORLDS, _DEEPEST = MOST_CARDS, MOST_WORLDS, DEEPEST
_TERMS, _SHUT, _NAILS = SHUT + 1, SHUT, NAILS
_FULL = FULL
_VOID = 4  # where the share of a void round stands, after those of the seats
_LAYS = 0  # in place of the nails after an answer: the card is laid


class Foresight:
    """Values turns of one seat; `begin` says who knows what."""

    def __init__(self, deck: Deck, weights: RoundWeights) -> None:
        """Take the weights for the number of players."""
        self._nearness = nearness(deck)
        # Factors of what a card is worth: the exponentials of the terms of `FacirEvaluator`.
        self._pace = [0.0] * 28  # [order*TERMS + distance]
        self._many = [0.0] * 896  # [distance*128 + ways]
        self._more = [0.0] * 896
        for order, pace in enumerate(weights.pace):
            for distance in range(_TERMS):
                self._pace[order * _TERMS + distance] = exp(pace[distance])
        for distance in range(_TERMS):
            for ways in range(128):
                self._many[distance * 128 + ways] = (1 + ways) ** weights.ways[distance]
                self._more[distance * 128 + ways] = (1 + ways) ** weights.more[distance]
        self._void_at_first, self._void_by_turn = weights.void
        self._clear()
        self.nodes = 0
        """How many positions were looked at in this decision."""

    def _clear(self) -> None:
        self._order = [0] * 4  # who plays, from the next one on
        self._cards = [0] * 40  # [seat*MOST_CARDS + number], the cards that a seat may hold
        self._held = [0] * 4  # how many those are
        self._worth = [0.0] * 40  # what they are worth in the position that is looked at
        self._gains = [0.0] * 20  # [winner*4 + seat] -> the share of the game
        self._world = [0] * 4000  # [world*4 + seat] -> number of the card
        self._likely = [0.0] * 1000
        self._doubt = [0] * 128  # [doubt*4 + seat] -> number of the card
        self._before = [0.0] * 32  # for each doubt, what the others are worth together
        self._beside = [0.0] * 32  # and what that brings to the one who answers
        # By level, that is by how many have answered: nails, answers by card, worlds left.
        self._nails = [0] * 20
        self._answer = [0] * 50
        self._best = [0.0] * 50
        self._group = [0] * 5000
        self._open = [0] * 5000

    def begin(self, known: Knowledge) -> None:
        """Begin a decision."""
        self.nodes = 0
        self._size = len(known.seats)
        self._turns = known.turns
        self._players = len(known.nails)
        for seat, bits in enumerate(known.nails):
            self._nails[seat] = bits
        for winner, shares in enumerate(known.gains):
            for seat, share in enumerate(shares):
                self._gains[winner * 4 + seat] = share
        for index, seat in enumerate(known.seats):
            self._order[index] = seat
            self._held[seat] = 0
            for card in known.cards[index]:
                self._place(seat, card)
        self._doubts = 0
        for doubt in known.doubts[:MOST_DOUBTS]:
            for seat, card in zip(known.seats, doubt, strict=True):
                self._doubt[self._doubts * 4 + seat] = self._place(seat, card)
            self._doubts += 1
        worlds = known.worlds()
        self._worlds = len(worlds)
        for index, (held, likely) in enumerate(worlds):
            self._likely[index] = likely
            for seat, card in zip(known.seats, held, strict=True):
                self._world[index * 4 + seat] = self._place(seat, card)

    def _place(self, seat: int, card: int) -> int:
        """Return the number of a card among those of a seat; the last one if there is no room."""
        held = [self._cards[seat * _MOST_CARDS + number] for number in range(self._held[seat])]
        if card in held:
            return held.index(card)
        if len(held) == _MOST_CARDS:
            return _MOST_CARDS - 1
        self._cards[seat * _MOST_CARDS + len(held)] = card
        self._held[seat] += 1
        return len(held)

    def values(self, own: int, answers: int, control: Control) -> tuple[float, ...]:
        """Return the shares of the game after a turn.

        Args:
            own: the nails of the seat that decides, after its turn.
            answers: how many turns follow before the position is judged; at most `DEEPEST`.
            control: stops it; the shares mean nothing then.
        """
        shares = [0.0, 0.0, 0.0, 0.0, 0.0]
        seat = self._order[self._size - 1]
        before = self._nails[seat]
        self._nails[seat] = own
        self._control = control
        count = self._worlds
        depth = min(answers, _DEEPEST)
        with cython.nogil:
            for index in range(count):
                self._group[index] = index
            self._expect(0, count, depth, shares)
        self._nails[seat] = before
        return tuple(
            [
                total([shares[winner] * self._gains[winner * 4 + seat] for winner in range(5)])
                for seat in range(self._players)
            ]
        )

    def _expect(self, level: int, count: int, answers: int, out: list[float]) -> None:
        """Add the shares of the worlds of a level, by their likelihood."""
        if level == answers:
            self._judge(level, count, out)
            return
        seat = self._order[level % self._size]
        self._choose(level)
        first = level * _MOST_WORLDS
        for index in range(count):
            world = self._group[first + index]
            number = self._world[world * 4 + seat]
            if not self._answer[level * _MOST_CARDS + number]:
                out[seat] += self._likely[world]
                self._open[first + index] = 0
            else:
                self._open[first + index] = 1
        for index in range(count):
            if self._open[first + index]:
                self._follow(level, index, count, answers, out)

    def _follow(self, level: int, start: int, count: int, answers: int, out: list[float]) -> None:
        """Go on with all worlds in which the answer is the same as in the one at `start`."""
        seat = self._order[level % self._size]
        first = level * _MOST_WORLDS
        world = self._group[first + start]
        answer = self._answer[level * _MOST_CARDS + self._world[world * 4 + seat]]
        alike = 0
        for index in range(start, count):
            if self._open[first + index]:
                world = self._group[first + index]
                number = self._world[world * 4 + seat]
                if self._answer[level * _MOST_CARDS + number] == answer:
                    self._open[first + index] = 0
                    self._group[first + _MOST_WORLDS + alike] = world
                    alike += 1
        for other in range(4):
            self._nails[4 * level + 4 + other] = self._nails[4 * level + other]
        self._nails[4 * level + 4 + seat] = answer
        self._expect(level + 1, alike, answers, out)

    def _judge(self, level: int, count: int, out: list[float]) -> None:
        """Add the shares of the worlds of a level as the position stands."""
        self._weigh(level, level)
        void = _exp(self._void_at_first + self._void_by_turn * (self._turns + level))
        for index in range(count):
            world = self._group[level * _MOST_WORLDS + index]
            whole = void
            for place in range(self._size):
                seat = self._order[place]
                whole += self._worth[seat * _MOST_CARDS + self._world[world * 4 + seat]]
            part = self._likely[world] / whole
            for place in range(self._size):
                seat = self._order[place]
                out[seat] += part * self._worth[seat * _MOST_CARDS + self._world[world * 4 + seat]]
            out[_VOID] += part * void

    def _weigh(self, level: int, done: int) -> None:
        """Work out what each card is worth on the nails of a level when so many have answered."""
        windows = [0] * 25
        ways = [0, 0, 0, 0, 0, 0, 0, 0]
        taken = 0
        self.nodes += 1
        for place in range(4):
            taken |= self._nails[4 * level + place]
        for place in range(self._size):
            seat = self._order[place]
            order = (place + 4 * self._size - done) % self._size
            own = self._nails[4 * level + seat]
            self._nearness._look(own, taken & ~own, windows)
            for number in range(self._held[seat]):
                card = self._cards[seat * _MOST_CARDS + number]
                distance = self._nearness._ways(card, windows, ways)
                worth = self._pace[order * _TERMS + distance]
                if distance < _SHUT:
                    worth *= self._many[distance * 128 + ways[distance]]
                    worth *= self._more[distance * 128 + ways[distance + 1]]
                self._worth[seat * _MOST_CARDS + number] = worth

    def _choose(self, level: int) -> None:
        """Find the answer of the seat at a level for each card that it may hold."""
        seat = self._order[level % self._size]
        if self._note_laying(level):
            return
        own = self._nails[4 * level + seat]
        if _count(own) < _NAILS:
            self._try(level, own)
        sources = own
        while sources:
            self._try(level, own & ~(sources & -sources))
            sources &= sources - 1
        self._nails[4 * level + seat] = own

    def _note_laying(self, level: int) -> bool:
        """Note with which cards the seat at a level lays, and return whether it does with all."""
        windows = [0] * 25
        ways = [0, 0, 0, 0, 0, 0, 0, 0]
        seat = self._order[level % self._size]
        taken = 0
        always = True
        for other in range(4):
            taken |= self._nails[4 * level + other]
        own = self._nails[4 * level + seat]
        self._nearness._look(own, taken & ~own, windows)
        for number in range(self._held[seat]):
            card = self._cards[seat * _MOST_CARDS + number]
            if self._nearness._ways(card, windows, ways) <= 1:
                self._answer[level * _MOST_CARDS + number] = _LAYS
                self._best[level * _MOST_CARDS + number] = 2.0  # more than any share
            else:
                self._answer[level * _MOST_CARDS + number] = own
                self._best[level * _MOST_CARDS + number] = -1.0
                always = False
        return always

    def _try(self, level: int, rest: int) -> None:
        """Compare all answers that add one nail to the rest of the seat's nails."""
        seat = self._order[level % self._size]
        own = self._nails[4 * level + seat]
        free = _FULL & ~own
        for other in range(4):
            free &= ~self._nails[4 * level + other]
        while free and not self._control._spend():
            self._nails[4 * level + seat] = rest | free & -free
            free &= free - 1
            self._weigh(level, level + 1)
            self._compare(level)
        self._nails[4 * level + seat] = own

    def _compare(self, level: int) -> None:
        """Keep the answer that has just been weighed for each card with which it is the best."""
        seat = self._order[level % self._size]
        self._weigh_others(level)
        gain = self._gains[5 * seat]
        for number in range(self._held[seat]):
            worth = self._worth[seat * _MOST_CARDS + number]
            value = 0.0
            for doubt in range(self._doubts):
                value += (self._beside[doubt] + worth * gain) / (self._before[doubt] + worth)
            value /= self._doubts
            if value > self._best[level * _MOST_CARDS + number]:
                self._best[level * _MOST_CARDS + number] = value
                self._answer[level * _MOST_CARDS + number] = self._nails[4 * level + seat]

    def _weigh_others(self, level: int) -> None:
        """For each doubt, add up what the others are worth and what that brings to the seat."""
        seat = self._order[level % self._size]
        void = _exp(self._void_at_first + self._void_by_turn * (self._turns + level + 1))
        for doubt in range(self._doubts):
            self._before[doubt] = void
            self._beside[doubt] = void * self._gains[4 * _VOID + seat]
            for place in range(self._size):
                other = self._order[place]
                if other != seat:
                    worth = self._worth[other * _MOST_CARDS + self._doubt[doubt * 4 + other]]
                    self._before[doubt] += worth
                    self._beside[doubt] += worth * self._gains[4 * other + seat]
