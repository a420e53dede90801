"""Mistakes in Façir that the tests must notice, at least one for every clause."""

from tests.mutants import Mutant

BED = "games/facir/bed.py"
BOARD = "games/facir/board.py"
CARDS = "games/facir/cards.py"
RULES = "games/facir/rules.py"
SETUP = "games/facir/setup.py"
VALIDATE = "games/facir/validate.py"
VIEW = "games/facir/view.py"

MUTANTS = [
    # Material.
    Mutant("F-1", BOARD, "NAILS = 7", "NAILS = 6"),
    Mutant("F-1", SETUP, "if letters.count(letter) > 1:", "if letters.count(letter) > 2:"),
    Mutant("F-2", CARDS, '"ooo....o.", "oo.oo...."', '"ooo....o.", "oo.o....."'),
    Mutant("F-2", CARDS, '"oo.oo....", "oo.o....o"', '"oo.oo....", "o..oo...."'),
    Mutant("F-3", CARDS, '"oo..o...o", "oo...o.o."', '"oo..o...o", "oo..o.o.."'),
    Mutant("F-3", CARDS, "known.setdefault(turned(card, quarters), number)", "pass"),
    Mutant(
        "F-3", CARDS, "raise DeckError(number, fault + where)", "raise DeckError(0, fault + where)"
    ),
    Mutant("F-4", RULES, "won | self._void | self._cards_in_rooms()", "won | self._void"),
    # Setup.
    Mutant("F-10", SETUP, "self.players, (2, 3, 4)", "self.players, (1, 2, 3, 4)"),
    Mutant("F-10", RULES, "self._nails = [0, 0, 0, 0]", "self._nails = [1, 0, 0, 0]"),
    Mutant("F-11", BOARD, "ROUNDS = 6", "ROUNDS = 5"),
    Mutant("F-11", RULES, "weights[count] = 1", "weights[count] = 2"),
    # The round.
    Mutant("F-20", RULES, "self._card[self._seat] = id", "self._card[self._seat] = id ^ 1"),
    Mutant(
        "F-20",
        VIEW,
        "state._card[seat] if is_own else _hidden(state._card[seat])",
        "state._card[seat]",
    ),
    Mutant("F-21", RULES, "self._rotation[self._seat] = id", "self._rotation[self._seat] = id & 1"),
    Mutant(
        "F-21",
        VIEW,
        "state._rotation[seat] if is_own else _hidden(state._rotation[seat])",
        "state._rotation[seat]",
    ),
    Mutant("F-22", CARDS, "return card[CARD_SIZE - 1 :: -1]", "return card[:CARD_SIZE]"),
    Mutant("F-23", RULES, "(self._first + self._round)", "self._first"),
    Mutant("F-23", RULES, "seat = (self._first + self._round)", "seat = (self._round)"),
    Mutant(
        "F-24",
        BED,
        "_count(own) < _NAILS and not self._taken() >> _CELL[id - _PUT] & 1",
        "_count(own) < _NAILS and not own >> _CELL[id - _PUT] & 1",
    ),
    Mutant(
        "F-24",
        BED,
        "bool(own >> self._source(id) & 1",
        "bool(self._taken() >> self._source(id) & 1",
    ),
    Mutant(
        "F-24", RULES, "^= _ONE << source | _ONE << target", "|= _ONE << source | _ONE << target"
    ),
    Mutant("F-25", BED, "targets[0] = free if nails < _NAILS else 0", "targets[0] = free"),
    Mutant("F-25", BED, "if _count(own) >= _NAILS:", "if _count(own) > _NAILS:"),
    # Laying the fakir.
    Mutant("F-30", BOARD, "range(SIZE - CARD_SIZE + 1) for x", "range(SIZE - CARD_SIZE) for x"),
    Mutant("F-30", BED, "if window == self._table._holes[turned]:", "if turned == -1:"),
    Mutant("F-30", BED, "own & (surplus if surplus else outside)", "own & outside"),
    Mutant("F-30", BED, "if not surplus:\n", "if True:\n"),
    Mutant(
        "F-30",
        BED,
        "window = nails >> _PLACES[place] & _FOOTPRINT\n",
        "window = nails >> _PLACES[place] & self._table._holes[card * _QUARTERS]\n",
    ),
    Mutant(
        "F-30",
        BED,
        "cards.hole_bits(standing)",
        "cards.hole_bits(standing[::-1] if rotation else standing)",
    ),
    Mutant(
        "F-31",
        RULES,
        "if id >= _PUT_AND_LAY:\n            #",
        "if self._fits(self._taken()):\n            #",
    ),
    Mutant("F-31", VALIDATE, "str(state.view(state.seat))", "str(state)"),
    Mutant(
        "F-31",
        VIEW,
        "known._edge[seat] = state._edge[seat]",
        "known._edge[seat] = state._card[seat]",
    ),
    Mutant(
        "F-32",
        RULES,
        "self._won[self._seat] |= self._cards_in_rooms()",
        "self._won[self._seat] |= _ONE << self._card[self._seat]",
    ),
    Mutant("F-33", RULES, "            self._nails[seat] = 0\n", ""),
    Mutant("F-33", RULES, "            self._edge[seat] = _NONE\n", ""),
    # The end.
    Mutant(
        "F-40",
        RULES,
        "return 2 * _count(self._won[seat])",
        "return -2 * _count(self._won[seat])",
    ),
    Mutant("F-41", RULES, "self._playing = self._tied()", "self._playing &= -self._tied()"),
    Mutant("F-41", RULES, "return won & ~self._cards_in_rooms()", "return won"),
    Mutant("F-41", RULES, "self._decider = self._seat", "self._decider = _NONE"),
    Mutant("F-41", RULES, "while not self._playing >> seat & 1:", "while False:"),
    Mutant("F-41", RULES, "if most and _count", "if _count"),
    Mutant(
        "F-42",
        RULES,
        "self._occurrences() >= self._repetitions",
        "self._occurrences() > self._repetitions",
    ),
    Mutant("F-42", RULES, "if self._turns >= self._turn_cap:", "if self._turns > self._turn_cap:"),
    Mutant("F-42", RULES, "if seat == self._seat and not (", "if not ("),
    Mutant("F-42", RULES, "self._void |= self._cards_in_rooms()", "pass"),
    Mutant("F-42", SETUP, "turn_cap: int | None = 200", "turn_cap: int | None = 100"),
]
