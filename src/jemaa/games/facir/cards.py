"""The fakir cards: the default deck, decks of one's own, and what a turned card looks like.

A card is a text of nine characters, row by row, `o` for a hole and `.` for none. A deck file has
one card a line; spaces within a line, blank lines and what follows a `#` do not count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from jemaa.core.errors import JemaaError, quoted
from jemaa.core.setup import TEXT_SIZE
from jemaa.games.facir.board import CARD_SIZE, FOOTPRINT, PLACES

Deck: TypeAlias = tuple[str, ...]

CARDS = 24
"""F-2: how many cards there are."""
HOLES = (4, 5)
"""F-2: the fewest and the most holes of a card."""
BOXED_HOLES = (3, 6)
"""F-3: the same in a deck that is taken as it comes out of a box."""
QUARTERS = 4
"""F-21: a card can be turned by 0, 90, 180 or 270 degrees."""
EDGES = ("...", "..o", ".o.", ".oo", "o..", "o.o", "oo.", "ooo")
"""What can be seen of a card, by number: the leftmost position is the highest bit."""

DEFAULT_DECK: Deck = (
    *("ooo....o.", "oo.oo....", "oo.o....o", "oo..o...o", "oo...o.o.", "oo...o..o"),
    *("oo....oo.", "oo....o.o", "o.oo....o", "o..oo...o", "o..o.o.o.", ".o.ooo..."),
    *("ooooo....", "oooo.o...", "oooo...o.", "ooo.oo...", "ooo.o.o..", "ooo.o..o."),
    *("ooo.o...o", "ooo..o.o.", "oo..ooo..", "oo..oo.o.", "o.ooo..o.", "o..ooo.o."),
)
"""F-3: made for this program; the printed patterns are described nowhere."""


class DeckError(JemaaError, ValueError):
    """A deck that cannot be played with; `card` is the number of the faulty card, from 1."""

    def __init__(self, card: int, message: str) -> None:
        self.card = card
        super().__init__(f"card {card}: {message}")


@lru_cache(maxsize=2048)  # that is every pattern in every rotation
def turned(card: str, quarters: int) -> str:
    """Turn a card clockwise by that many quarters, as its owner sees it.

    >>> turned("ooo....o.", 1)
    '..oo.o..o'
    """
    for _ in range(quarters % QUARTERS):
        card = "".join(card[6 + y - 3 * x] for y in range(CARD_SIZE) for x in range(CARD_SIZE))
    return card


def seen_edge(card: str) -> str:
    """Return what the others see of a card that stands like this (F-22).

    It is the top row, mirrored, because they look at the back.

    >>> seen_edge("oo.......")
    '.oo'
    """
    return card[CARD_SIZE - 1 :: -1]


def hole_bits(card: str) -> int:
    """Return the holes of a card in the top left corner of the board as bits.

    >>> bin(hole_bits("oo.o....."))
    '0b100000011'
    """
    return sum(1 << 8 * (i // 3) + i % 3 for i, mark in enumerate(card) if mark == "o")


def lying(card: str) -> tuple[tuple[int, int], ...]:
    """Return every way a card can lie on the board (F-30): its holes and its positions, as bits.

    >>> len(lying("oo.oo...."))
    100
    """
    ways = {hole_bits(turned(card, quarters)): None for quarters in range(QUARTERS)}
    return tuple((bits << place, FOOTPRINT << place) for bits in ways for place in PLACES)


def check_deck(deck: Sequence[str], lines: Sequence[int] = (), *, boxed: bool = False) -> None:
    """Check that a deck is one to play with (F-2, F-3).

    Args:
        deck: the cards.
        lines: where each card stands in the file it was read from.
        boxed: whether cards may be equal, and have 3 or 6 holes.

    Raises:
        DeckError: a card is wrong, and the error tells which; or there are not 24.
    """
    known: dict[str, int] = {}
    for number, card in enumerate(deck, 1):
        fault = _form_fault(card) or _holes_fault(card, boxed)
        if not fault and not boxed and card in known:
            fault = f"{quoted(card)} is equal to card {known[card]} when turned; {_REMEDY}"
        if fault:
            where = f" (line {lines[number - 1]})" if lines else ""
            raise DeckError(number, fault + where)
        for quarters in range(QUARTERS):
            known.setdefault(turned(card, quarters), number)
    if len(deck) != CARDS:
        missing = min(len(deck), CARDS) + 1
        raise DeckError(missing, f"the deck has {len(deck)} cards, but {CARDS} are needed")


_REMEDY = "a deck that is printed so is played with boxed=yes"


def _form_fault(card: str) -> str:
    if not isinstance(card, str) or len(card) != CARD_SIZE**2 or set(card) - set("o."):
        return f"{quoted(card)} is not nine characters, 'o' for a hole and '.' for none"
    return ""


def _holes_fault(card: str, boxed: bool) -> str:
    holes = card.count("o")
    least, most = BOXED_HOLES if boxed else HOLES
    if least <= holes <= most:
        return ""
    known = BOXED_HOLES[0] <= holes <= BOXED_HOLES[1]
    hint = f"; {_REMEDY}" if known else ""
    return f"{quoted(card)} has {holes} holes, but a card has {least} to {most}{hint}"


def parse_deck(text: str, *, boxed: bool = False) -> Deck:
    """Read a deck file; `boxed` as in `check_deck`.

    Raises:
        DeckError: a card is wrong, and the error tells its number and line; or there are not 24; or
            the text is too long.
    """
    if len(text) > TEXT_SIZE:
        raise DeckError(1, f"the deck has {len(text):,} characters; {TEXT_SIZE:,} are allowed")
    cards, lines = [], []
    for at, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        card = "".join(line.partition("#")[0].split())
        if card:
            cards.append(card)
            lines.append(at)
    check_deck(cards, lines, boxed=boxed)
    return tuple(cards)


def deck_setting(text: str, settings: Mapping[str, Any]) -> Deck:
    """Read a deck file for a setup with these other settings.

    Raises:
        DeckError: as `parse_deck` does.
    """
    return parse_deck(text, boxed=settings.get("boxed") == "yes")


def deck_text(deck: Deck) -> str:
    """Print a deck as a file: `parse_deck(deck_text(deck)) == deck`.

    >>> deck_text(DEFAULT_DECK).splitlines()[0]
    'ooo ... .o.'
    """
    return "".join(f"{card[:3]} {card[3:6]} {card[6:]}\n" for card in deck)


def deck_code(deck: Deck) -> str:
    """Print a deck in one word: three hex digits a card, the first position is the highest bit.

    >>> deck_code(("ooo....o.",))
    '1c2'
    """
    return "".join(f"{int(card.replace('o', '1').replace('.', '0'), 2):03x}" for card in deck)


def parse_code(code: str) -> Deck:
    """Read what `deck_code` prints; a piece that is no card gives itself, for the error."""
    pieces = [code[at : at + 3] for at in range(0, len(code), 3)]
    return tuple(_card_of(piece) for piece in pieces)


def _card_of(piece: str) -> str:
    if len(piece) != 3 or set(piece) - set("0123456789abcdef") or int(piece, 16) >= 1 << 9:
        return piece
    return f"{int(piece, 16):09b}".replace("1", "o").replace("0", ".")
