"""What happens in Marrakech, told as data: for animation, for the log in any language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from jemaa.core.actions import Action
from jemaa.games.grid import square_name
from jemaa.games.marrakech.board import HEADINGS
from jemaa.games.marrakech.moves import Draw, Roll, Rug, Turn
from jemaa.games.marrakech.rules import MarrakechState
from jemaa.games.marrakech.scene import Payment, Step, path, payment_on
from jemaa.games.marrakech.setup import COLOURS


@dataclass(frozen=True, slots=True)
class Drawn:
    """A rug was drawn from the pile (M-13)."""

    kind: Literal["draw"]
    seat: int
    colour: str


@dataclass(frozen=True, slots=True)
class Turned:
    """Assam was turned, or left as he stood."""

    kind: Literal["turn"]
    seat: int
    turn: str
    """`L`, `S` or `R`."""
    heading: str


@dataclass(frozen=True, slots=True)
class Rolled:
    """The die was rolled: Assam has walked, and somebody may have paid."""

    kind: Literal["roll"]
    seat: int
    slippers: int
    start: str
    path: tuple[Step, ...]
    payment: Payment | None
    out: bool
    """Whether the payer fell out of the game by it (M-33)."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A rug was laid."""

    kind: Literal["lay"]
    seat: int
    colour: str
    squares: tuple[str, str]
    covered: dict[str, str]
    """The colours that were on top of its squares before."""


MarrakechStory = Drawn | Turned | Rolled | Laid


def story(before: MarrakechState, action: Action, after: MarrakechState) -> MarrakechStory:
    """Return what an action has done; nothing is hidden, so it is the same for everybody."""
    seat = before.seat
    match action:
        case Turn():
            heading = (before.assam[1] + action.quarter) % len(HEADINGS)
            return Turned("turn", seat, action.text, HEADINGS[heading])
        case Roll():
            return _rolled(before, action, after)
        case Rug():
            return _laid(before, action)
        case Draw():
            return Drawn("draw", seat, COLOURS[action.colour])
    raise TypeError(f"{action!r} is no action of Marrakech")


def _rolled(before: MarrakechState, roll: Roll, after: MarrakechState) -> Rolled:
    cell, heading = before.assam
    steps = path(cell, heading, roll.slippers)
    return Rolled(
        kind="roll",
        seat=before.seat,
        slippers=roll.slippers,
        start=square_name(cell),
        path=steps,
        payment=payment_on(before, after.assam[0]),
        out=after.fallen[before.seat] > 0,
    )


def _laid(before: MarrakechState, rug: Rug) -> Laid:
    covered = {
        square_name(cell): COLOURS[colour]
        for cell in rug.cells
        if (colour := before.top(cell)) is not None
    }
    first, second = map(square_name, rug.cells)
    return Laid("lay", before.seat, COLOURS[before.colour or 0], (first, second), covered)
