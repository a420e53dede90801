"""Marrakech told a second time, slowly and in another way, to compare the real rules with.

Squares are pairs of coordinates, every rug ever laid is an entry of a list, and a square knows the
number of its top rug. Nothing here is taken from the package: the loops are a list, written out.
"""

import re

EXITS = """
a1N b1S   b1N a1S   c1N d1S   d1N c1S   e1N f1S   f1N e1S   g1N g1W
g1E g1S   g2E g3W   g3E g2W   g4E g5W   g5E g4W   g6E g7W   g7E g6W
g7S f7N   f7S g7N   e7S d7N   d7S e7N   c7S b7N   b7S c7N   a7S a7E
a7W a7N   a6W a5E   a5W a6E   a4W a3E   a3W a4E   a2W a1E   a1W a2E
"""
"""M-23: where Assam stands and looks before and after a step off the board."""
LOOPS = dict(zip(EXITS.split()[::2], EXITS.split()[1::2], strict=True))

AHEAD = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
TURNS = {
    "L": {"N": "W", "W": "S", "S": "E", "E": "N"},
    "S": {"N": "N", "E": "E", "S": "S", "W": "W"},
    "R": {"N": "E", "E": "S", "S": "W", "W": "N"},
}
DIE = {"1": 1, "2": 2, "3": 2, "4": 1}


def name(square):
    return "abcdefg"[square[0]] + str(square[1] + 1)


def square(text):
    return "abcdefg".index(text[0]), int(text[1]) - 1


def neighbours(place):
    for dx, dy in AHEAD.values():
        x, y = place[0] + dx, place[1] + dy
        if x in range(7) and y in range(7):
            yield x, y


def step(place, heading):
    """Take one step: straight on, or by the loop."""
    dx, dy = AHEAD[heading]
    ahead = place[0] + dx, place[1] + dy
    if ahead in list(neighbours(place)):
        return ahead, heading
    end = LOOPS[name(place) + heading]
    return square(end), end[2]


class Naive:
    """A game in progress; `options` tells what can happen, `play` does it in place."""

    def __init__(self, setup):
        self.players = setup.players
        self.after = setup.rotate == "after"
        self.stays = setup.insolvent == "stays"
        self.colours = setup.colours
        self.seat = setup.first
        self.place, self.heading = (3, 3), setup.facing
        self.cash = [30] * self.players
        number = 15 if self.players == 3 else 12
        self.left = {letter: number for letters in setup.colours for letter in letters}
        self.rugs = []
        """The colour of every rug laid so far."""
        self.top = {}
        """The number of the rug on top of each square that has one."""
        self.out = []
        """Who fell out, in this order."""
        self.phase, self.colour = "", None
        self._begin()

    @classmethod
    def of(cls, state):
        """Take over a position from its text; halves that stand alone become rugs of their own."""
        board, assam, purses, rugs, turn = str(state).split()[2:]
        naive = cls(state.setup)
        for y, row in enumerate(board.split("/")):
            naive._read_row(y, re.findall(r"[rybn][ES]?|\d", row))
        naive.place, naive.heading = square(assam), assam[2]
        naive.cash = [0 if word[0] == "x" else int(word) for word in purses.split(",")]
        fallen = sorted((word, seat) for seat, word in enumerate(purses.split(",")) if "x" in word)
        naive.out = [seat for _, seat in fallen]
        naive.left = {letter: int(number) for letter, number in re.findall(r"(\w)(\d+)", rugs)}
        seat, phase, colour = [*turn.split(":"), naive.colours[int(turn[0])]][:3]
        naive.seat, naive.phase = int(seat), phase
        naive.colour = None if phase == "draw" else colour
        return naive

    def _read_row(self, y, tokens):
        x = 0
        for token in tokens:
            if token.isdigit():
                x += int(token)
                continue
            if (x, y) not in self.top:
                self.top[x, y] = len(self.rugs)
                self.rugs.append(token[0])
            dx, dy = {"E": (1, 0), "S": (0, 1)}.get(token[1:], (0, 0))
            self.top[x + dx, y + dy] = self.top[x, y]
            x += 1

    def copy(self):
        new = Naive.__new__(Naive)
        new.__dict__.update(self.__dict__)
        new.cash, new.rugs, new.out = self.cash[:], self.rugs[:], self.out[:]
        new.left, new.top = dict(self.left), dict(self.top)
        return new

    # What can happen.

    def options(self):
        """Return what can happen next as {notation: weight}; moves have the weight 0."""
        if self.phase == "turn":
            return dict.fromkeys("LSR", 0)
        if self.phase == "roll":
            return DIE
        if self.phase == "draw":
            return {c: self.left[c] for c in self.colours[self.seat] if self.left[c]}
        if self.phase == "lay":
            return dict.fromkeys(self._places(), 0)
        return {}

    def _places(self):
        pairs = {
            tuple(sorted((first, second), key=lambda place: (place[1], place[0])))
            for first in neighbours(self.place)
            for second in neighbours(first)
            if second != self.place and not self._same_rug(first, second)
        }
        return sorted(name(first) + name(second) for first, second in pairs)

    def _same_rug(self, first, second):
        return first in self.top and self.top[first] == self.top.get(second)

    # What happens then.

    def play(self, text):
        if self.phase == "draw":
            self.colour = text
            self.phase = "roll" if self.after else "turn"
        elif self.phase == "turn":
            self.heading = TURNS[text][self.heading]
            if self.after:
                self._pass_on()
            else:
                self.phase = "roll"
        elif self.phase == "roll":
            for _ in range(int(text)):
                self.place, self.heading = step(self.place, self.heading)
            self.phase = "lay"
            self._pay()
        else:
            self._lay(square(text[:2]), square(text[2:]))

    def _begin(self):
        if self.players == 2:
            self.phase, self.colour = "draw", None
        else:
            self.phase = "roll" if self.after else "turn"
            self.colour = self.colours[self.seat]

    def _next(self):
        seat = (self.seat + 1) % self.players
        while seat in self.out:
            seat = (seat + 1) % self.players
        return seat

    def _pass_on(self):
        if self._rugs_left(self._next()) == 0:
            self.phase = "over"
        else:
            self.seat = self._next()
            self._begin()

    def _rugs_left(self, seat):
        return sum(self.left[letter] for letter in self.colours[seat])

    def colour_at(self, place):
        return self.rugs[self.top[place]] if place in self.top else None

    def owner(self, colour):
        return next(seat for seat, letters in enumerate(self.colours) if colour in letters)

    def area(self, place, found=None):
        """Count the squares of one colour around a square, by recursion."""
        found = {place} if found is None else found
        for beside in neighbours(place):
            if beside not in found and self.colour_at(beside) == self.colour_at(place):
                found.add(beside)
                self.area(beside, found)
        return len(found)

    def due(self):
        """Return what the player owes where Assam stands, before looking into his purse."""
        colour = self.colour_at(self.place)
        if colour is None or self.owner(colour) in [self.seat, *self.out]:
            return 0
        return self.area(self.place)

    def _pay(self):
        due = self.due()
        if due == 0:
            return
        paid = min(due, self.cash[self.seat])
        self.cash[self.seat] -= paid
        self.cash[self.owner(self.colour_at(self.place))] += paid
        if paid < due and not self.stays:
            self.out.append(self.seat)
            if len(self.out) == self.players - 1:
                self.phase = "over"
            else:
                self._pass_on()

    def _lay(self, first, second):
        self.rugs.append(self.colour)
        self.top[first] = self.top[second] = len(self.rugs) - 1
        self.left[self.colour] -= 1
        if self.after and self._rugs_left(self._next()):
            self.phase = "turn"
        else:
            self._pass_on()

    # What can be compared.

    def tops(self):
        """Return the colour of every square that has one, by its name."""
        return {name(place): self.rugs[rug] for place, rug in self.top.items()}

    def whole_rugs(self):
        """Return the rugs of which both halves are seen, as notation."""
        seen = {}
        for place in sorted(self.top, key=lambda place: (place[1], place[0])):
            seen.setdefault(self.top[place], []).append(name(place))
        return {"".join(names) for names in seen.values() if len(names) == 2}

    def scores(self):
        squares = [self.colour_at(place) for place in self.top]
        return tuple(
            cash + sum(colour in letters for colour in squares)
            for cash, letters in zip(self.cash, self.colours, strict=True)
        )
