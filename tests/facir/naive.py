"""Façir once more, in the simplest way one can write it: dictionaries, coordinates, no bits.

It is slow and shares no code with the package; the tests compare the two.
"""

from collections import Counter
from functools import cache
from itertools import product

HOLES = [(x, y) for y in range(7) for x in range(7)]
LETTERS = "abcdefg"


def name(hole):
    return LETTERS[hole[0]] + str(hole[1] + 1)


def hole_of(text):
    return LETTERS.index(text[0]), int(text[1]) - 1


def points(card):
    """Return the coordinates of a card's holes."""
    return {(x, y) for x, y in product(range(3), repeat=2) if card[3 * y + x] == "o"}


def quarter(shape):
    """Turn a shape clockwise: what was at the top comes to the right."""
    return {(2 - y, x) for x, y in shape}


def orientations(card):
    shapes = [points(card)]
    for _ in range(3):
        shapes.append(quarter(shapes[-1]))
    return shapes


def seen(card, rotation):
    """Return what the others see: the top row from behind."""
    shape = orientations(card)[rotation]
    return "".join("o" if (x, 0) in shape else "." for x in (2, 1, 0))


def moved(shape, dx, dy):
    return {(x + dx, y + dy) for x, y in shape}


@cache
def ways(card):
    """Return every way to lay a card: the holes it covers, and those of them that need a nail."""
    whole = set(product(range(3), repeat=2))
    return [
        (moved(whole, dx, dy), moved(shape, dx, dy))
        for shape in orientations(card)
        for dx, dy in product(range(5), repeat=2)
    ]


def fits(card, nails):
    """Tell whether a card can be laid on a set of nails."""
    return any(nails & covered == needed for covered, needed in ways(card))


class Naive:
    """A game in progress; `do` takes the texts of moves and outcomes."""

    def __init__(self, setup):
        self.setup = setup
        self.players = list(range(setup.players))
        self.won = {seat: set() for seat in self.players}
        self.void = set()
        self.number = 0
        self.decider = None
        self.over = False
        self.begin(self.players)

    def begin(self, seats):
        n = len(self.players)
        order = [(self.setup.first + self.number + i) % n for i in range(n)]
        self.order = [seat for seat in order if seat in seats]
        self.cards = {}
        self.rotations = {}
        self.nails = {}
        self.turns = 0
        self.seen = Counter()

    @property
    def phase(self):
        if self.over:
            return "over"
        if len(self.cards) < len(self.order):
            return "deal"
        return "stand" if len(self.rotations) < len(self.order) else "play"

    @property
    def seat(self):
        counts = {"deal": len(self.cards), "stand": len(self.rotations), "play": self.turns}
        return self.order[counts[self.phase] % len(self.order)]

    def legal(self):
        if self.phase == "deal":
            return [str(card) for card in self.bag()]
        if self.phase == "stand":
            return ["^0", "^1", "^2", "^3"]
        plain = [text for text, _ in self.actions()]
        card = self.setup.deck[self.cards[self.seat] - 1]
        laying = [text + "!" for text, nails in self.actions() if fits(card, nails)]
        return plain + laying + (["!"] if fits(card, set(self.nails)) else [])

    def bag(self):
        won = set().union(*self.won.values())
        cards = won if self.number == 6 else set(range(1, 25)) - won - self.void
        return sorted(cards - set(self.cards.values()))

    def actions(self):
        """Return nail actions, each with the nails after it: puts first, then shifts."""
        own = [hole for hole in HOLES if self.nails.get(hole) == self.seat]
        free = [hole for hole in HOLES if hole not in self.nails]
        taken = set(self.nails)
        if len(own) < 7:
            yield from ((name(hole), taken | {hole}) for hole in free)
        for source in own:
            yield from ((name(source) + name(hole), taken - {source} | {hole}) for hole in free)

    def do(self, text):
        if self.phase == "deal":
            self.cards[self.seat] = int(text)
        elif self.phase == "stand":
            self.rotations[self.seat] = int(text[1])
        elif "!" in text:
            self.finish(self.seat)
        else:
            self.act(text)

    def act(self, text):
        seat = self.seat
        if len(text) == 4:
            del self.nails[hole_of(text[:2])]
        self.nails[hole_of(text[-2:])] = seat
        self.turns += 1
        self.seen[frozenset(self.nails.items()), self.seat] += 1
        often = self.seen[frozenset(self.nails.items()), self.seat]
        if self.turns == (self.setup.turn_cap or 1000) or often == self.setup.repetitions:
            self.finish(None)

    def finish(self, winner):
        if self.number == 6:
            self.decider = winner
            self.over = True
            return
        (self.void if winner is None else self.won[winner]).update(self.cards.values())
        self.number += 1
        seats = self.players if self.number < 6 else self.tied()
        if len(seats) < 2:
            self.over = True
        else:
            self.begin(seats)

    def tied(self):
        most = max(map(len, self.won.values()))
        return [seat for seat in self.players if most and len(self.won[seat]) == most]
