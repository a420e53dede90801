"""How a game of Façir can be set up, and what is refused (F-3, F-10, F-23, F-42)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from jemaa.core.errors import SetupError, quoted
from jemaa.core.setup import Setup, check_seat, one_of, whole_number
from jemaa.games.facir.cards import DEFAULT_DECK, Deck, DeckError, check_deck, deck_code, parse_code

COLOURS = "rybn"
"""Red, yellow, blue, brown."""
COLOUR_NAMES = {"r": "red", "y": "yellow", "b": "blue", "n": "brown"}
MOST_TURNS = 1000
"""No round is longer, even without a turn cap: a record must end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FacirSetup(Setup):
    """The settings of Façir; bad values name the setting.

    >>> print(FacirSetup(players=2, turn_cap=None))
    players=2,turn-cap=none
    """

    colours: str = ""
    """The colour letter of the nails of each seat. Empty means the usual ones."""
    deck: Deck = DEFAULT_DECK
    """F-3: the 24 cards, each a text of nine characters; see `jemaa.games.facir.cards`."""
    boxed: str = "no"
    """F-3: `yes` if cards of the deck may be equal, and have 3 or 6 holes: as a box has them."""
    repetitions: int | None = 3
    """F-42: the round is void when a position occurs so often; None for no such rule."""
    turn_cap: int | None = 200
    """F-42: the round is void after so many turns; None for no such rule (then 1,000 end it)."""

    def __post_init__(self) -> None:
        one_of("players", self.players, (2, 3, 4))
        check_seat("first", self.first, self.players)
        object.__setattr__(self, "colours", self.colours or COLOURS[: self.players])
        self._check_colours()
        one_of("boxed", self.boxed, ("no", "yes"))
        self._check_deck()
        _check_limit("repetitions", self.repetitions, 2, 9)
        _check_limit("turn_cap", self.turn_cap, 1, MOST_TURNS)

    def _check_colours(self) -> None:
        letters = self.colours
        if not isinstance(letters, str) or len(letters) != self.players:
            raise SetupError(
                "colours", f"{quoted(letters)} is not one letter for each of {self.players} players"
            )
        for letter in letters:
            if letter not in COLOURS:
                raise SetupError("colours", f"{quoted(letter)} is not one of {', '.join(COLOURS)}")
            if letters.count(letter) > 1:
                raise SetupError("colours", f"{COLOUR_NAMES[letter]} ({letter}) is given twice")

    def _check_deck(self) -> None:
        if self.deck is DEFAULT_DECK:  # setups are made often: reading a position makes one
            return
        if not isinstance(self.deck, (tuple, list)):
            raise SetupError("deck", f"{quoted(self.deck)} is no list of cards")
        object.__setattr__(self, "deck", tuple(self.deck))
        try:
            check_deck(self.deck, boxed=self.boxed == "yes")
        except DeckError as error:
            raise SetupError("deck", str(error)) from error

    @classmethod
    def read(cls, name: str, value: str) -> Any:
        """Read one setting from its text."""
        if name in ("repetitions", "turn_cap"):
            return None if value == "none" else whole_number(name, value)
        if name == "deck":
            return parse_code(value)
        return Setup.read(name, value)

    @classmethod
    def write(cls, name: str, value: Any) -> str:
        """Print one setting as `read` reads it."""
        return deck_code(value) if name == "deck" else Setup.write(name, value)


def _check_limit(name: str, value: object, least: int, most: int) -> None:
    if value is not None and not (type(value) is int and least <= value <= most):
        raise SetupError(
            name, f"{quoted(value)} is not possible; choose {least} to {most}, or none"
        )
