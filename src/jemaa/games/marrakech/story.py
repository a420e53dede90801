"""What happens in Marrakech, as data: an action, and a whole game in numbers.

Actions are told for animation, and for the log in any language. Counted is what each seat has paid,
received and covered, and how lucky it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.actions import Action
from jemaa.games.grid import cells_of
from jemaa.games.marrakech.board import HEADINGS
from jemaa.games.marrakech.moves import Draw, Roll, Rug, Turn
from jemaa.games.marrakech.rules import MarrakechState
from jemaa.games.marrakech.scene import FACES, Payment, Step, landings, path, payment_on
from jemaa.games.marrakech.setup import COLOURS

if not cython.compiled:
    from jemaa.games.marrakech.scene import _NAMES

FIGURES = {
    "rolls": "how often it has sent Assam on his walk",
    "payments": "how often it has had to pay",
    "own_landings": "its rolls that ended on a rug of its own",
    "free_landings": "its rolls that cost nothing, whatever Assam ended on",
    "dirhams_paid": "the sum of its payments",
    "biggest_payment": "the most it has paid at once",
    "expected_paid": "the sum, over its rolls, of what it would pay on average",
    "dirhams_received": "the sum of what others have paid to it",
    "biggest_receipt": "the most it has received at once",
    "expected_received": "the sum, over the rolls of others, of what it would receive on average",
    "luck": "how much more the die has left it than on average: in paying and in receiving",
    "squares": "its squares that are seen now",
    "most_squares": "the most of its squares that were seen at any time",
    "largest_area": "its largest connected area of one colour at any time",
    "squares_covered": "squares of others that its rugs have covered",
    "squares_lost": "its squares that rugs of others have covered",
}
"""What is counted for each seat, by name. The luck of all seats together is nothing."""

_Tally = dict[str, list[float]]


@dataclass(slots=True)
class Drawn:
    """A rug was drawn from the pile (M-13)."""

    kind: Literal["draw"]
    seat: int
    colour: str


@dataclass(slots=True)
class Turned:
    """Assam was turned, or left as he stood."""

    kind: Literal["turn"]
    seat: int
    turn: str
    """`L`, `S` or `R`."""
    heading: str


@dataclass(slots=True)
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


@dataclass(slots=True)
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
    seat = before._seat
    match action:
        case Turn():
            heading = (before._heading + action.quarter) & 3
            return Turned("turn", seat, action.text, HEADINGS[heading])
        case Roll():
            return _rolled(before, action, after)
        case Rug():
            return _laid(before, action)
        case Draw():
            return Drawn("draw", seat, COLOURS[action.colour])
    raise TypeError(f"{action!r} is no action of Marrakech")


def _rolled(before: MarrakechState, roll: Roll, after: MarrakechState) -> Rolled:
    cell, slippers = before._cell, roll.slippers
    return Rolled(
        "roll",
        before._seat,
        slippers,
        start=_NAMES[cell],
        path=path(cell, before._heading, slippers),
        payment=payment_on(before, after._cell),
        out=after._fallen[before._seat] > 0,
    )


def _laid(before: MarrakechState, rug: Rug) -> Laid:
    covered = {}
    for cell in rug.cells:
        colour = before.top(cell)
        if colour is not None:
            covered[_NAMES[cell]] = COLOURS[colour]
    first, second = rug.cells
    squares = (_NAMES[first], _NAMES[second])
    return Laid("lay", before._seat, COLOURS[before._colour], squares, covered)


def statistics(
    states: Sequence[MarrakechState], actions: Sequence[Action]
) -> dict[str, tuple[int | float, ...]]:
    """Count the `FIGURES` of each seat in the game so far."""
    tally: _Tally = {name: [0] * states[0].setup.players for name in FIGURES}
    _see_areas(tally, states[0])
    for before, action, after in zip(states, actions, states[1:], strict=False):
        if isinstance(action, Roll):
            _count_roll(tally, before, after)
        elif isinstance(action, Rug):
            _count_rug(tally, before, action, after)
    *_, final = states  # compiled, there is no counting from the end
    for seat, squares in enumerate(final.visible()):
        tally["squares"][seat] = squares
        spared = tally["expected_paid"][seat] - tally["dirhams_paid"][seat]
        gained = tally["dirhams_received"][seat] - tally["expected_received"][seat]
        tally["luck"][seat] = spared + gained
    return {name: tuple(map(_rounded, figures)) for name, figures in tally.items()}


def _rounded(figure: float) -> int | float:
    return figure if isinstance(figure, int) else round(figure, 2) + 0.0  # no negative zero


def _count_roll(tally: _Tally, before: MarrakechState, after: MarrakechState) -> None:
    seat = before.seat
    cell = after.assam[0]
    tally["rolls"][seat] += 1
    tally["own_landings"][seat] += before.owner_on(cell) == seat
    tally["free_landings"][seat] += before.tribute(cell) == 0
    _count_money(tally, seat, _gains(before, after))
    for way in landings(before):
        payment = way["payment"]
        if payment is not None:
            share = payment["paid"] * way["weight"] / FACES
            tally["expected_paid"][seat] += share
            tally["expected_received"][payment["to"]] += share


def _count_money(tally: _Tally, payer: int, gains: list[int]) -> None:
    """Count a payment, or none, by what each seat has more than before."""
    for seat, gain in enumerate(gains):
        total, biggest = "dirhams_received", "biggest_receipt"
        if seat == payer:
            total, biggest = "dirhams_paid", "biggest_payment"
            tally["payments"][seat] += gain < 0
        tally[total][seat] += abs(gain)
        tally[biggest][seat] = max(abs(gain), tally[biggest][seat])


def _gains(before: MarrakechState, after: MarrakechState) -> list[int]:
    """Return how much more each seat has than before; only who has rolled can have less."""
    return [more - less for less, more in zip(before.cash, after.cash, strict=True)]


def _count_rug(tally: _Tally, before: MarrakechState, rug: Rug, after: MarrakechState) -> None:
    seat = before.seat
    for owner in map(before.owner_on, rug.cells):
        if owner is not None and owner != seat:
            tally["squares_covered"][seat] += 1
            tally["squares_lost"][owner] += 1
    tally["most_squares"][seat] = max(after.visible()[seat], tally["most_squares"][seat])
    _see_area(tally, after, rug.cells[0])  # no other area has grown


def _see_areas(tally: _Tally, first: MarrakechState) -> None:
    """Look at what lies on the board already: a game may begin in the middle."""
    tally["most_squares"][:] = first.visible()
    for board in first.boards:
        for cell in cells_of(board):
            _see_area(tally, first, cell)


def _see_area(tally: _Tally, state: MarrakechState, cell: int) -> None:
    seat = state.owner_on(cell)
    assert seat is not None  # there is a rug
    tally["largest_area"][seat] = max(state.area(cell).bit_count(), tally["largest_area"][seat])
