"""The table of Marrakech as a page draws it: a plain structure, with everything worked out.

Whoever shows a scene needs no rules: where Assam can land, what it costs and where a rug may lie
are all said here. Squares are named (`c3`), headings are letters (`N`), colours are letters (`r`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict


@dataclass(frozen=True, slots=True)
class LaidRug:
    """A rug on the board; rugs come in the order of laying, so later ones lie on top."""

    colour: str
    squares: tuple[str, str]
    """Where its halves lie. If a game begins in the middle, with rugs on the board already, a half
    whose other half is hidden is named twice: nobody knows where that one lies."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of Assam: where it ends, and the exit he leaves by when he takes an arrow loop."""

    square: str
    heading: str
    loop: str | None
    """The exit, as `c1N`: the square and the heading at which he leaves the board."""


@dataclass(frozen=True, slots=True)
class Payment:
    """What somebody pays: to whom, how much, and the connected squares that are counted (M-30)."""

    payer: int
    to: int
    due: int
    """What the area costs."""
    paid: int
    """What changes hands: less than `due` when the purse is too light (M-33)."""
    area: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a roll would lead."""

    slippers: int
    weight: int
    """How many of the six faces of the die show it."""
    path: tuple[Step, ...]
    payment: Payment | None
    out: bool
    """Whether the payer would fall out of the game by it (M-33)."""


@dataclass(frozen=True, slots=True)
class Direction:
    """One way to turn Assam, with what may follow.

    Whoever rolls next pays: with `rotate=after` that is the next seat, not the one that turns.
    """

    move: str
    """The move that turns him so; empty in the phase `roll`, where there is nothing to choose."""
    heading: str
    landings: tuple[Landing, ...]
    expected: float
    """What it costs on average, in dirhams, rounded to hundredths."""


@dataclass(frozen=True, slots=True)
class Place:
    """Two squares beside Assam for a rug; `reason` says why it cannot lie there, if so."""

    move: str
    squares: tuple[str, str]
    reason: str | None
    clause: str | None


@dataclass(frozen=True, slots=True)
class Stall:
    """What a seat has."""

    seat: int
    colours: str
    """One letter, or two with two players."""
    cash: int
    ones: int
    fives: int
    rugs: dict[str, int]
    """Rugs that are left, by colour."""
    squares: int
    """Squares of its own that are seen."""
    score: int
    fallen: int
    """0 while it is in the game; else the place in the order of falling out, from 1."""


@dataclass(frozen=True, slots=True)
class MarrakechScene:
    """The whole table."""

    game: Literal["marrakech"]
    players: int
    phase: str
    """`draw`, `turn`, `roll`, `lay` or `over`."""
    seat: int
    """Whose turn it is, also while chance speaks."""
    to_act: int | None
    """The seat that must decide; -1 when chance must; None when the game is over."""
    rotate: str
    insolvent: str
    rugs_each: int
    """How many rugs of each colour are played with."""
    progress: tuple[int, int]
    """The number of the rug that is laid next, and of the last one."""
    square: str
    """Where Assam stands."""
    heading: str
    drawn: str | None
    """Two players: the colour of the rug that was drawn for this turn (M-13)."""
    colour: str | None
    """The colour of the rug that will be laid in this turn; None before it is drawn, and once it
    lies."""
    rugs: tuple[LaidRug, ...]
    tops: dict[str, str]
    """The colour on top of each square that is not empty."""
    stalls: tuple[Stall, ...]
    directions: tuple[Direction, ...]
    """In the phase `turn`: the ways to turn Assam, left first. In the phase `roll`: the one way he
    looks. Else empty."""
    places: tuple[Place, ...]
    """In the phase `lay`: every pair of squares beside Assam, allowed or not. Else empty."""
    ranking: tuple[tuple[int, ...], ...]


class MarrakechChange(TypedDict, total=False):
    """What an action has changed on the table, to be shown before the next action is.

    Fields of the scene take the place of the old ones; only the rug comes on top of the others.
    What may be chosen next is not in it.
    """

    phase: str
    seat: int
    to_act: int | None
    square: str
    heading: str
    drawn: str | None
    colour: str | None
    progress: tuple[int, int]
    tops: dict[str, str]
    stalls: tuple[Stall, ...]
    rug: LaidRug
