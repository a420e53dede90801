"""Everything that can happen in Marrakech: 3 turns + 84 rugs, 4 rolls + 4 draws."""

from __future__ import annotations

from collections.abc import Callable

from jemaa.core.actions import Action, Codec, Move, Outcome
from jemaa.games.grid import square_name
from jemaa.games.marrakech.board import DIE, RUGS
from jemaa.games.marrakech.setup import COLOURS


class Turn(Move):
    """Turn Assam left (`L`) or right (`R`), or leave him as he stands (`S`) (M-21)."""

    __slots__ = ()

    @property
    def quarter(self) -> int:
        """How many quarters to the right: -1, 0 or 1."""
        return "LSR".index(self.text) - 1

    def _lookup(self) -> Callable[[str], Action]:
        return move


class Rug(Move):
    """Lay the rug on two squares, as in `c3c4` (M-40)."""

    __slots__ = ()

    @property
    def cells(self) -> tuple[int, int]:
        """The two cells it covers, the smaller one first."""
        return RUGS[self.id - 3]

    def _lookup(self) -> Callable[[str], Action]:
        return move


class Roll(Outcome):
    """The die shows one to four slippers (M-5)."""

    __slots__ = ()
    kind = "roll"

    @property
    def slippers(self) -> int:
        """How many steps Assam takes."""
        return self.id + 1

    def _lookup(self) -> Callable[[str], Action]:
        return outcome


class Draw(Outcome):
    """The top rug of the pile has this colour (M-13)."""

    __slots__ = ()
    kind = "draw"

    @property
    def colour(self) -> int:
        """The colour's number."""
        return self.id - len(DIE)

    def _lookup(self) -> Callable[[str], Action]:
        return outcome


def _all_moves() -> list[Move]:
    turns: list[Move] = [Turn(id, text) for id, text in enumerate("LSR")]
    names = (square_name(first) + square_name(second) for first, second in RUGS)
    return turns + [Rug(id, text) for id, text in enumerate(names, len(turns))]


def _all_outcomes() -> list[Outcome]:
    rolls: list[Outcome] = [Roll(id, str(face)) for id, (face, _) in enumerate(DIE)]
    return rolls + [Draw(id, letter) for id, letter in enumerate(COLOURS, len(rolls))]


MOVES = Codec("move", _all_moves(), "write L, S or R to turn Assam, or two squares as in c3c4")
OUTCOMES = Codec("outcome", _all_outcomes(), "write a roll 1-4 or a drawn colour r, y, b or n")


def move(text: str) -> Move:
    """Read a move; the two squares of a rug may come in either order.

    >>> move("c4c3")
    Rug('c3c4')
    """
    if len(text) == 4 and text[2:] + text[:2] in MOVES:
        text = text[2:] + text[:2]
    return MOVES.by_text(text)


def outcome(text: str) -> Outcome:
    """Read an outcome of chance.

    >>> outcome("3").slippers
    3
    """
    return OUTCOMES.by_text(text)
