"""The table of Marrakech as a page draws it: plain data, with everything worked out.

Whoever shows a scene needs no rules: where Assam can land, what it costs and where a rug may lie
are all said here. Squares are named (`c3`), headings are letters (`N`), colours are letters (`r`).

A server makes a scene for every move, so its parts are plain dicts, which are made and written
down the fastest; what does not depend on the position is made once and shared: the paths of Assam,
the rugs, the places. Whoever wants to change a scene copies it first.

This file is compiled when a C compiler is at hand (`scene.pxd` says which names are machine words).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Literal, TypedDict

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.actions import Action
from jemaa.core.state import given
from jemaa.games.grid import CELLS, cells_of, on_board, square_name
from jemaa.games.marrakech.board import DIE, HEADINGS, STEP, around, coins, step
from jemaa.games.marrakech.moves import MOVES, Rug, Turn
from jemaa.games.marrakech.rules import PHASES, MarrakechState
from jemaa.games.marrakech.setup import COLOURS, RUGS_PER_COLOUR
from jemaa.games.marrakech.validate import refusal

if not cython.compiled:
    from jemaa.core._bits import lowest as _lowest
    from jemaa.games.marrakech.rules import _LAY, _MARCH, _NONE, _ROLL, _TURN


class LaidRug(TypedDict):
    """A rug on the board; rugs come in the order of laying, so later ones lie on top."""

    colour: str
    squares: tuple[str, str]
    """Where its halves lie. If a game begins in the middle, with rugs on the board already, a half
    whose other half is hidden is named twice: nobody knows where that one lies."""


class Step(TypedDict):
    """One step of Assam: where it ends, and the exit he leaves by when he takes an arrow loop."""

    square: str
    heading: str
    loop: str | None
    """The exit, as `c1N`: the square and the heading at which he leaves the board."""


class Payment(TypedDict):
    """What somebody pays: to whom, how much, and the connected squares that are counted (M-30)."""

    payer: int
    to: int
    due: int
    """What the area costs."""
    paid: int
    """What changes hands: less than `due` when the purse is too light (M-33)."""
    area: tuple[str, ...]


class Landing(TypedDict):
    """Where a roll would lead."""

    slippers: int
    weight: int
    """How many of the six faces of the die show it."""
    path: tuple[Step, ...]
    payment: Payment | None
    out: bool
    """Whether the payer would fall out of the game by it (M-33)."""


class Direction(TypedDict):
    """One way to turn Assam, with what may follow.

    Whoever rolls next pays: with `rotate=after` that is the next seat, not the one that turns.
    """

    move: str
    """The move that turns him so; empty in the phase `roll`, where there is nothing to choose."""
    heading: str
    landings: tuple[Landing, ...]
    expected: float
    """What it costs on average, in dirhams, rounded to hundredths."""


class Place(TypedDict):
    """Two squares beside Assam for a rug; `reason` says why it cannot lie there, if so."""

    move: str
    squares: tuple[str, str]
    reason: str | None
    clause: str | None


class Stall(TypedDict):
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


class MarrakechScene(TypedDict):
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


# How it is made.

_NAMES = tuple([square_name(cell) if cell in CELLS else "" for cell in range(64)])
_TURNS = tuple(move for move in MOVES if isinstance(move, Turn))
_RUGS = tuple(move for move in MOVES if isinstance(move, Rug))
_coins = lru_cache(maxsize=1 << 11)(coins)  # purses change only when somebody pays
FACES = sum(weight for _, weight in DIE)
"""How many faces the die has."""


def scene(state: MarrakechState, rugs: Sequence[LaidRug]) -> MarrakechScene:
    """Return the table; nothing is hidden, so it is the same for everybody.

    Args:
        state: the position.
        rugs: all rugs on the board, in the order of laying.
    """
    setup = state.setup
    return {
        "game": "marrakech",
        "players": state._players,
        "phase": PHASES[state._phase],
        "seat": state._seat,
        "to_act": state.to_act,
        "rotate": setup.rotate,
        "insolvent": setup.insolvent,
        "rugs_each": RUGS_PER_COLOUR[state._players],
        "progress": progress(state),
        "square": _NAMES[state._cell],
        "heading": HEADINGS[state._heading],
        "drawn": _drawn(state),
        "colour": _to_lay(state),
        "rugs": tuple(rugs),
        "tops": tops(state),
        "stalls": stalls(state),
        "directions": directions(state),
        "places": _places(state) if state._phase == _LAY else (),
        "ranking": state.ranking(),
    }


def change(before: MarrakechState, action: Action, after: MarrakechState) -> MarrakechChange:
    """Return what an action has changed on the table, which is the same for everybody."""
    made: MarrakechChange = {
        "phase": PHASES[after._phase],
        "seat": after._seat,
        "to_act": after.to_act,
        "square": _NAMES[after._cell],
        "heading": HEADINGS[after._heading],
        "drawn": _drawn(after),
        "colour": _to_lay(after),
        "progress": progress(after),
    }
    if isinstance(action, Rug):
        made["rug"] = laid_rug(before, action)
        made["tops"] = tops(after)
        made["stalls"] = stalls(after)
    elif _has_paid(before, after):
        made["stalls"] = stalls(after)
    return made


def _has_paid(before: MarrakechState, after: MarrakechState) -> bool:
    """Whether money has changed hands, or somebody has fallen out though they had none."""
    for seat in range(before._players):
        if before._cash[seat] != after._cash[seat] or before._fallen[seat] != after._fallen[seat]:
            return True
    return False


def progress(state: MarrakechState) -> tuple[int, int]:
    """Return the number of the rug that is laid next, and of the last; who is out lays no more.

    When all of them lie, both are the same.
    """
    given(state)
    each: int = RUGS_PER_COLOUR[state._players]
    laid = left = 0
    for colour in range(4):
        owner = state._owner[colour]
        if owner != _NONE:
            laid += each - state._left[colour]
            left += 0 if state._fallen[owner] else state._left[colour]
    return laid + (left > 0), laid + left


def _drawn(state: MarrakechState) -> str | None:
    return COLOURS[state._colour] if state._players == 2 and state._colour != _NONE else None


def _to_lay(state: MarrakechState) -> str | None:
    is_laid = state._phase == _TURN and state._turns_after
    return None if is_laid or state._colour == _NONE else COLOURS[state._colour]


# Rugs and stalls.


def laid_rug(before: MarrakechState, rug: Rug) -> LaidRug:
    """Return the rug that a move lays."""
    return _laid(before.colour or 0, rug.cells)


def found_rugs(first: MarrakechState) -> list[LaidRug]:
    """Return the rugs of a position without a history: lost halves, then whole rugs."""
    halves, whole = [], []
    for colour, board in enumerate(first.boards):
        joined = 0
        for links, beside in zip(first.links, (1, 8), strict=True):
            joined |= board & (links | links << beside)
            whole += [_laid(colour, (cell, cell + beside)) for cell in cells_of(board & links)]
        halves += [_laid(colour, (cell, cell)) for cell in cells_of(board & ~joined)]
    return halves + whole


@cache
def _laid(colour: int, cells: tuple[int, int]) -> LaidRug:
    return {"colour": COLOURS[colour], "squares": (_NAMES[cells[0]], _NAMES[cells[1]])}


def tops(state: MarrakechState) -> dict[str, str]:
    """Return the colour on top of each square that is not empty."""
    found: dict[str, str] = {}
    for colour in range(4):
        letter = COLOURS[colour]
        board = state._boards[colour]
        while board:
            found[_NAMES[_lowest(board)]] = letter
            board &= board - 1
    return found


def stalls(state: MarrakechState) -> tuple[Stall, ...]:
    """Return what each seat has."""
    purses = _coins(state.cash)
    return tuple([_stall(state, seat, purses[seat]) for seat in range(state._players)])


def _stall(state: MarrakechState, seat: int, purse: tuple[int, int]) -> Stall:
    colours: str = state.setup.colours[seat]
    rugs: dict[str, int] = {}
    for letter in colours:
        rugs[letter] = state._left[COLOURS.index(letter)]
    return {
        "seat": seat,
        "colours": colours,
        "cash": state._cash[seat],
        "ones": purse[0],
        "fives": purse[1],
        "rugs": rugs,
        "squares": state._seen(seat),
        "score": state._score(seat),
        "fallen": state._fallen[seat],
    }


# Where Assam can go, and what it costs.


def directions(state: MarrakechState) -> tuple[Direction, ...]:
    """Return the ways to turn Assam with what may follow; in the phase `roll`, the one he looks."""
    if state._phase == _ROLL:
        return (_direction(state, 0, ""),)
    if state._phase != _TURN:
        return ()
    # With `after` it is the next seat that rolls and pays, once he has been turned.
    roller = state.after(_TURNS[1]) if state._turns_after else state
    return tuple([_direction(roller, turn.id - 1, turn.text) for turn in _TURNS])


def _direction(roller: MarrakechState, quarter: int, move: str) -> Direction:
    ways = landings(roller, quarter)
    return {
        "move": move,
        "heading": HEADINGS[(roller._heading + quarter) & 3],
        "landings": ways,
        "expected": round(expected(ways), 2),
    }


def landings(state: MarrakechState, quarter: int = 0) -> tuple[Landing, ...]:
    """Return where each roll leads, and what it costs the seat whose turn it is.

    Args:
        state: the position.
        quarter: by how much Assam is turned before, as in `Turn.quarter`.
    """
    first = 16 * state._cell + 4 * ((state._heading + quarter) & 3)
    return tuple([_landing(state, first + roll) for roll in range(4)])


def _landing(state: MarrakechState, way: int) -> Landing:
    payment = payment_on(state, _MARCH[way] >> 2)
    free = _free_landing(way)
    if payment is None:
        return free
    out = payment["paid"] < payment["due"] and not state._stays
    return free | {"payment": payment, "out": out}


def _free_landing(way: int) -> Landing:
    """Return a way as `_MARCH` counts them, where nothing is paid."""
    found = _FREE[way]
    if found is None:
        slippers, weight = DIE[way & 3]
        steps = path(way >> 4, way >> 2 & 3, slippers)
        found = _FREE[way] = {
            "slippers": slippers,
            "weight": weight,
            "path": steps,
            "payment": None,
            "out": False,
        }
    return found


_FREE: list[Landing | None] = [None] * 1024


def expected(ways: Sequence[Landing], to: int | None = None) -> float:
    """Return what a roll costs on average, in dirhams; or only what goes to one seat."""
    paid: int = 0
    for way in ways:
        payment = way["payment"]
        if payment is not None and (to is None or payment["to"] == to):
            paid += payment["paid"] * way["weight"]
    return paid / FACES


def payment_on(state: MarrakechState, cell: int) -> Payment | None:
    """Return what the seat whose turn it is pays if Assam ends on a cell; None if it is free."""
    due = state._due(cell)
    if not due:
        return None
    return {
        "payer": state._seat,
        "to": state._owner[state._top(cell)],
        "due": due,
        "paid": min(due, state._cash[state._seat]),
        "area": _squares(state.area(cell)),
    }


def _squares(board: int) -> tuple[str, ...]:
    names = []
    while board:
        names.append(_NAMES[_lowest(board)])
        board &= board - 1
    return tuple(names)


@cache
def path(cell: int, heading: int, slippers: int) -> tuple[Step, ...]:
    """Return the steps of Assam from a cell, looking so.

    >>> [step["square"] for step in path(2, 0, 2)], path(2, 0, 1)[0]["loop"]
    (['d1', 'd2'], 'c1N')
    """
    x, y = cell & 7, cell >> 3
    steps = []
    for _ in range(slippers):
        dx, dy = STEP[heading]
        leaves = not on_board(x + dx, y + dy)
        loop = _NAMES[8 * y + x] + HEADINGS[heading] if leaves else None
        x, y, heading = step(x, y, heading)
        steps.append(Step(square=_NAMES[8 * y + x], heading=HEADINGS[heading], loop=loop))
    return tuple(steps)


# Where a rug may lie.


def _places(state: MarrakechState) -> tuple[Place, ...]:
    return tuple(
        [
            _place(rug) if state._allows(rug.id) else _forbidden(state, rug)
            for rug in _around(state._cell)
        ]
    )


@cache
def _around(cell: int) -> tuple[Rug, ...]:
    return tuple(_RUGS[number] for number in around(cell))


@cache
def _place(rug: Rug, reason: str | None = None, clause: str | None = None) -> Place:
    first, second = rug.cells
    squares = (_NAMES[first], _NAMES[second])
    return {"move": rug.text, "squares": squares, "reason": reason, "clause": clause}


_FORBIDDEN: dict[Rug, Place] = {}


def _forbidden(state: MarrakechState, rug: Rug) -> Place:
    # A refusal prints the whole position, which takes longer than all the rest. But beside Assam
    # there is one reason only to refuse a place (M-43), so it is enough to ask once.
    if rug not in _FORBIDDEN:
        refused = refusal(state, rug)
        _FORBIDDEN[rug] = _place(rug, refused.reason, refused.clause)
    return _FORBIDDEN[rug]
