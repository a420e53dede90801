"""What each seat has paid, received and covered in a game of Marrakech, and how lucky it was."""

from __future__ import annotations

from collections.abc import Sequence

from jemaa.core.actions import Action
from jemaa.core.grid import cells_of
from jemaa.games.marrakech.moves import Roll, Rug
from jemaa.games.marrakech.rules import MarrakechState
from jemaa.games.marrakech.stage import expected

FIGURES = {
    "rolls": "how often it has sent Assam on his walk",
    "dirhams_paid": "the sum of its payments",
    "dirhams_received": "the sum of what others have paid to it",
    "biggest_payment": "the most it has paid at once",
    "expected_paid": "the sum, over its rolls, of what it would pay on average",
    "luck": "how much less it has paid than on average",
    "own_landings": "its rolls that ended on a rug of its own",
    "free_landings": "its rolls that cost nothing, whatever Assam ended on",
    "squares": "its squares that are seen now",
    "most_squares": "the most of its squares that were seen at any time",
    "largest_area": "its largest connected area of one colour at any time",
    "squares_covered": "squares of others that its rugs have covered",
}
"""What is counted for each seat, by name."""

_Tally = dict[str, list[float]]


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
    for seat, squares in enumerate(states[-1].visible()):
        tally["squares"][seat] = squares
        tally["luck"][seat] = tally["expected_paid"][seat] - tally["dirhams_paid"][seat]
    return {name: tuple(map(_rounded, figures)) for name, figures in tally.items()}


def _rounded(figure: float) -> int | float:
    return figure if isinstance(figure, int) else round(figure, 2) + 0.0  # no negative zero


def _count_roll(tally: _Tally, before: MarrakechState, after: MarrakechState) -> None:
    seat = before.seat
    paid = before.cash[seat] - after.cash[seat]
    tally["rolls"][seat] += 1
    tally["dirhams_paid"][seat] += paid
    tally["biggest_payment"][seat] = max(paid, tally["biggest_payment"][seat])
    tally["expected_paid"][seat] += expected(before)
    cell = after.assam[0]
    tally["own_landings"][seat] += _owner(before, cell) == seat
    tally["free_landings"][seat] += before.tribute(cell) == 0
    for other, (less, more) in enumerate(zip(before.cash, after.cash, strict=True)):
        tally["dirhams_received"][other] += max(0, more - less)


def _count_rug(tally: _Tally, before: MarrakechState, rug: Rug, after: MarrakechState) -> None:
    seat = before.seat
    owners = [_owner(before, cell) for cell in rug.cells]
    tally["squares_covered"][seat] += sum(owner not in (None, seat) for owner in owners)
    tally["most_squares"][seat] = max(after.visible()[seat], tally["most_squares"][seat])
    _see_area(tally, after, rug.cells[0])  # no other area has grown


def _see_areas(tally: _Tally, first: MarrakechState) -> None:
    """Look at what lies on the board already: a game may begin in the middle."""
    tally["most_squares"][:] = first.visible()
    for board in first.boards:
        for cell in cells_of(board):
            _see_area(tally, first, cell)


def _see_area(tally: _Tally, state: MarrakechState, cell: int) -> None:
    seat = _owner(state, cell)
    assert seat is not None  # there is a rug
    tally["largest_area"][seat] = max(state.area(cell).bit_count(), tally["largest_area"][seat])


def _owner(state: MarrakechState, cell: int) -> int | None:
    """Give the seat whose rug lies on top of a cell, None if there is none."""
    for colour, board in enumerate(state.boards):
        if board >> cell & 1:
            return state.owner(colour)
    return None
