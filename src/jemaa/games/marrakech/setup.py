"""How a game of Marrakech can be set up, and what is refused (M-3, M-10 to M-14, V-1 to V-3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from jemaa.core.errors import SetupError, quoted
from jemaa.core.setup import Setup, check_seat, one_of, whole_number
from jemaa.games.marrakech.board import HEADINGS

COLOURS = "rybn"
"""Red, yellow, blue, brown; a colour's number is its place here."""
COLOUR_NAMES = {"r": "red", "y": "yellow", "b": "blue", "n": "brown"}
EDITIONS = {60: {"r": 15, "y": 15, "b": 15, "n": 15}, 57: {"r": 15, "y": 15, "b": 15, "n": 12}}
"""M-3: rugs of each colour in the box. The books do not say which colour is short; here brown."""
USUAL_COLOURS = {2: ("ry", "bn"), 3: ("r", "y", "b"), 4: ("r", "y", "b", "n")}
RUGS_PER_COLOUR = {2: 12, 3: 15, 4: 12}
"""M-12, M-13."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarrakechSetup(Setup):
    """The settings of Marrakech; bad values name the setting.

    >>> print(MarrakechSetup(players=3, rotate="after"))
    players=3,rotate=after
    """

    colours: tuple[str, ...] = ()
    """The colour letters of each seat: one, or two with two players. Empty means the usual ones."""
    edition: int = 60
    """V-3: 60 or 57 rugs in the box."""
    rotate: str = "before"
    """V-1: Assam is turned `before` the roll, or `after` the rug for the next player."""
    insolvent: str = "out"
    """V-2: who cannot pay is `out`, or `stays` and has paid what they had."""
    facing: str = "S"
    """M-10: where Assam looks at the start."""

    def __post_init__(self) -> None:
        one_of("players", self.players, (2, 3, 4))
        check_seat("first", self.first, self.players)
        one_of("edition", self.edition, tuple(EDITIONS))
        one_of("rotate", self.rotate, ("before", "after"))
        one_of("insolvent", self.insolvent, ("out", "stays"))
        one_of("facing", self.facing, tuple(HEADINGS))
        if not isinstance(self.colours, (tuple, list, str)):
            raise SetupError("colours", f"{quoted(self.colours)} is no list with one entry a seat")
        colours = tuple(self.colours) or USUAL_COLOURS[self.players]
        object.__setattr__(self, "colours", colours)
        self._check_colours()

    def _check_colours(self) -> None:
        each = 2 if self.players == 2 else 1
        if len(self.colours) != self.players:
            raise SetupError(
                "colours",
                f"{len(self.colours)} given for {self.players} players: give one entry a seat",
            )
        used: set[str] = set()
        for seat, letters in enumerate(self.colours):
            if not isinstance(letters, str) or len(letters) != each:
                raise SetupError(
                    "colours",
                    f"seat {seat} has {quoted(letters)}; with {self.players} players a seat has"
                    f" {each} of the letters {', '.join(COLOURS)}",
                )
            for letter in letters:
                self._check_colour(seat, letter, used)
                used.add(letter)

    def _check_colour(self, seat: int, letter: str, used: set[str]) -> None:
        if letter not in COLOURS:
            raise SetupError(
                "colours", f"seat {seat} has {quoted(letter)}; the colours are {', '.join(COLOURS)}"
            )
        if letter in used:
            raise SetupError("colours", f"{COLOUR_NAMES[letter]} ({letter}) is given twice")
        have, need = EDITIONS[self.edition][letter], RUGS_PER_COLOUR[self.players]
        if have < need:
            raise SetupError(
                "colours",
                f"the {self.edition}-rug edition has only {have} {COLOUR_NAMES[letter]} rugs and"
                f" {self.players} players need {need} of a colour (M-3); choose another colour",
            )

    @classmethod
    def read(cls, name: str, value: str) -> Any:
        """Read one setting from its text."""
        if name == "edition":
            return whole_number(name, value)
        if name == "colours":
            return tuple(value.split("+"))
        return Setup.read(name, value)
