"""Mistakes in Marrakech that the tests must notice, at least one for every clause."""

from tests.mutants import Mutant

BOARD = "games/marrakech/board.py"
RULES = "games/marrakech/rules.py"
SETUP = "games/marrakech/setup.py"

MUTANTS = [
    # Material.
    Mutant("M-1", BOARD, 'HEADINGS = "NESW"', 'HEADINGS = "NWSE"'),
    Mutant("M-2", RULES, "link << 1 + 7 * down", "link << 2 + 6 * down"),
    Mutant("M-3", SETUP, '"b": 15, "n": 12}', '"b": 15, "n": 15}'),
    Mutant("M-4", RULES, "self._cash[owner] += due", "self._cash[owner] += due + 1"),
    Mutant("M-4", BOARD, "COINS_EACH = (5, 5)", "COINS_EACH = (0, 6)"),
    Mutant("M-5", BOARD, "(2, 2), (3, 2)", "(2, 2), (3, 1)"),
    # Setup.
    Mutant("M-10", BOARD, "CENTRE = 8 * 3 + 3", "CENTRE = 8 * 3 + 2"),
    Mutant("M-10", SETUP, 'facing: str = "S"', 'facing: str = "N"'),
    Mutant("M-11", BOARD, "PURSE = 30", "PURSE = 25"),
    Mutant("M-12", SETUP, "{2: 12, 3: 15, 4: 12}", "{2: 12, 3: 12, 4: 12}"),
    Mutant("M-13", RULES, "_ROLLS + colour, self._left[colour]", "_ROLLS + colour, 1"),
    Mutant("M-14", RULES, "self._begin_turn(setup.first)", "self._begin_turn(0)"),
    Mutant(
        "M-14",
        RULES,
        "seat = seat + 1 if seat < self._players - 1 else 0",
        "seat = (seat + 2) % self._players",
    ),
    # The turn.
    Mutant("M-20", RULES, "self._actor = _LAY, self._seat", "self._actor = _TURN, self._seat"),
    Mutant("M-21", RULES, "(self._heading + id + 3)", "(self._heading + id + 2)"),
    Mutant("M-22", BOARD, "for _ in range(roll):", "for _ in range(roll + 1):"),
    Mutant("M-23", BOARD, "(heading in (0, 3))", "(heading in (0, 1))"),
    Mutant("M-23", BOARD, "return x, y, 3 if heading == 0 else 2", "return x, y, 2"),
    Mutant("M-24", RULES, "self._boards[colour] & ~mask", "self._boards[colour] & ~link"),
    # Paying.
    Mutant(
        "M-30",
        RULES,
        "(grown << 8 | grown >> 8) & colour",
        "(grown << 8 | grown >> 8 | grown << 9) & colour",
    ),
    Mutant("M-31", RULES, "(owner != self._seat) & ", ""),
    Mutant(
        "M-32",
        RULES,
        "self._takes_tribute(colour), self._boards[colour]))",
        "self._takes_tribute(colour), self._boards[0] | self._boards[1]))",
    ),
    Mutant("M-33", RULES, "due > self._cash[self._seat]", "due >= self._cash[self._seat]"),
    Mutant("M-33", RULES, " & (self._fallen[owner & 3] == 0)", ""),
    Mutant("M-33", RULES, "order == self._players - 1", "order == self._players"),
    # Laying.
    Mutant("M-40", BOARD, "cell not in (first, second) and", "cell != first and"),
    Mutant("M-41", RULES, "self._east & ~(mask | mask >> 1)", "self._east & ~mask"),
    Mutant("M-41", RULES, "self._south & ~(mask | mask >> 8)", "self._south & ~(mask >> 8)"),
    Mutant(
        "M-42",
        RULES,
        "_ALONG[self._cell] & ~self._east, 0)",
        "_ALONG[self._cell] & ~self._east & ~self._boards[self._colour], 0)",
    ),
    Mutant(
        "M-43",
        RULES,
        "_DOWN[self._cell] & ~self._south, 64)",
        "_DOWN[self._cell], 64)",
    ),
    Mutant(
        "M-43",
        RULES,
        "_ALONG[self._cell] & ~self._east, _DOWN[self._cell] & ~self._south\n        # Without",
        "_ALONG[self._cell], _DOWN[self._cell]\n        # Without",
    ),
    # The end.
    Mutant("M-50", RULES, "if self._rugs_of(seat):", "if self._rugs_of(seat) > 1:"),
    Mutant("M-51", RULES, "self._seen(seat) + self", "2 * self._seen(seat) + self"),
    Mutant("M-52", RULES, "* 1000 + self._cash[seat]", "* 1000"),
    Mutant("M-53", RULES, "self._fallen[seat] - self._players if", "-self._fallen[seat] if"),
    # Variants.
    Mutant("V-1", RULES, "if self._turns_after and self._rugs_of(", "if self._turns_after and ("),
    Mutant("V-2", RULES, "if short and not self._stays:", "if short:"),
    Mutant("V-3", SETUP, "tuple(EDITIONS))", "(60, 58))"),
]
