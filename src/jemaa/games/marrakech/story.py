"""What happens in Marrakech, told as data: for animation, for the log in any language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from jemaa.games.marrakech.scene import Payment, Step


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
