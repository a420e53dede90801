"""The table of Marrakech as a page draws it: plain data, with everything worked out.

Whoever shows a scene needs no rules: where Assam can land, what it costs and where a rug may lie
are all said here. Squares are named (`c3`), headings are letters (`N`), colours are letters (`r`).

A server makes a scene for every event, so what does not depend on the position is made once and
kept: the paths of Assam, the rugs, the places. Compiled, a scene takes about 0.1 ms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal, TypedDict

from jemaa.core.actions import Action
from jemaa.games.grid import CELLS, cells_of, on_board, square_name
from jemaa.games.marrakech.board import DIE, HEADINGS, STEP, around, coins, march, step
from jemaa.games.marrakech.moves import MOVES, Rug, Turn
from jemaa.games.marrakech.rules import MarrakechState
from jemaa.games.marrakech.setup import COLOURS, RUGS_PER_COLOUR
from jemaa.games.marrakech.validate import refusal


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


# How it is made.

_NAMES = {cell: square_name(cell) for cell in CELLS}
_TURNS = tuple(move for move in MOVES if isinstance(move, Turn))
_RUGS = tuple(move for move in MOVES if isinstance(move, Rug))
KEPT = 1 << 11
"""So many parts of each kind are kept: from turn to turn most of a table stays as it is."""
FACES = sum(weight for _, weight in DIE)
"""How many faces the die has."""


def scene(state: MarrakechState, rugs: Sequence[LaidRug]) -> MarrakechScene:
    """Return the table; nothing is hidden, so it is the same for everybody.

    Args:
        state: the position.
        rugs: all rugs on the board, in the order of laying.
    """
    cell, heading = state.assam
    return MarrakechScene(
        game="marrakech",
        players=state.setup.players,
        phase=state.phase,
        seat=state.seat,
        to_act=state.to_act,
        rotate=state.setup.rotate,
        insolvent=state.setup.insolvent,
        rugs_each=RUGS_PER_COLOUR[state.setup.players],
        progress=progress(state),
        square=_NAMES[cell],
        heading=HEADINGS[heading],
        drawn=_drawn(state),
        colour=_to_lay(state),
        rugs=tuple(rugs),
        tops=tops(state),
        stalls=stalls(state),
        directions=directions(state),
        places=_places(state) if state.phase == "lay" else (),
        ranking=state.ranking(),
    )


def change(before: MarrakechState, action: Action, after: MarrakechState) -> MarrakechChange:
    """Return what an action has changed on the table, which is the same for everybody."""
    cell, heading = after.assam
    made = MarrakechChange(
        phase=after.phase,
        seat=after.seat,
        to_act=after.to_act,
        square=_NAMES[cell],
        heading=HEADINGS[heading],
        drawn=_drawn(after),
        colour=_to_lay(after),
        progress=progress(after),
    )
    if isinstance(action, Rug):
        made["rug"] = laid_rug(before, action)
        made["tops"] = tops(after)
    if isinstance(action, Rug) or before.cash != after.cash or before.fallen != after.fallen:
        made["stalls"] = stalls(after)
    return made


def progress(state: MarrakechState) -> tuple[int, int]:
    """Return the number of the rug that is laid next, and of the last; who is out lays no more.

    When all of them lie, both are the same.
    """
    return _progress(state.setup.colours, state.rugs_left, state.fallen)


@lru_cache(maxsize=KEPT)
def _progress(
    colours: tuple[str, ...], left: tuple[int, ...], fallen: tuple[int, ...]
) -> tuple[int, int]:
    most = RUGS_PER_COLOUR[len(colours)] * sum(map(len, colours))
    laid = most - sum(left)
    end = laid + sum(
        left[COLOURS.index(letter)]
        for own, out in zip(colours, fallen, strict=True)
        if not out
        for letter in own
    )
    return min(laid + 1, end), end


def _drawn(state: MarrakechState) -> str | None:
    drawn = state.colour is not None and state.setup.players == 2
    return COLOURS[state.colour or 0] if drawn else None


def _to_lay(state: MarrakechState) -> str | None:
    laid = state.phase == "turn" and state.setup.rotate == "after"
    return None if laid or state.colour is None else COLOURS[state.colour]


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
    return LaidRug(COLOURS[colour], (_NAMES[cells[0]], _NAMES[cells[1]]))


def tops(state: MarrakechState) -> dict[str, str]:
    """Return the colour on top of each square that is not empty."""
    return _tops(state.boards)


@lru_cache(maxsize=KEPT)
def _tops(boards: tuple[int, ...]) -> dict[str, str]:
    return {
        _NAMES[cell]: letter
        for letter, board in zip(COLOURS, boards, strict=True)
        for cell in cells_of(board)
    }


def stalls(state: MarrakechState) -> tuple[Stall, ...]:
    """Return what each seat has."""
    return _stalls(
        state.setup.colours,
        state.rugs_left,
        state.cash,
        state.visible(),
        state.scores(),
        state.fallen,
    )


@lru_cache(maxsize=KEPT)
def _stalls(
    colours: tuple[str, ...],
    rugs: tuple[int, ...],
    cash: tuple[int, ...],
    squares: tuple[int, ...],
    scores: tuple[int, ...],
    fallen: tuple[int, ...],
) -> tuple[Stall, ...]:
    left = dict(zip(COLOURS, rugs, strict=True))
    return tuple(
        Stall(
            seat=seat,
            colours=colours[seat],
            cash=cash[seat],
            ones=ones,
            fives=fives,
            rugs={letter: left[letter] for letter in colours[seat]},
            squares=squares[seat],
            score=scores[seat],
            fallen=fallen[seat],
        )
        for seat, (ones, fives) in enumerate(coins(cash))
    )


# Where Assam can go, and what it costs.


def directions(state: MarrakechState) -> tuple[Direction, ...]:
    """Return the ways to turn Assam with what may follow; in the phase `roll`, the one he looks."""
    if state.phase == "roll":
        return (_direction(state, 0, ""),)
    if state.phase != "turn":
        return ()
    # With `after` it is the next seat that rolls and pays, once he has been turned.
    roller = state.after(_TURNS[1]) if state.setup.rotate == "after" else state
    return tuple([_direction(roller, turn.quarter, turn.text) for turn in _TURNS])


def _direction(roller: MarrakechState, quarter: int, move: str) -> Direction:
    ways = landings(roller, quarter)
    heading = (roller.assam[1] + quarter) % len(HEADINGS)
    return Direction(move, HEADINGS[heading], ways, round(expected(ways), 2))


def landings(state: MarrakechState, quarter: int = 0) -> tuple[Landing, ...]:
    """Return where each roll leads, and what it costs the seat whose turn it is.

    Args:
        state: the position.
        quarter: by how much Assam is turned before, as in `Turn.quarter`.
    """
    cell, heading = state.assam
    heading = (heading + quarter) % len(HEADINGS)
    return tuple([_landing(state, cell, heading, slippers, weight) for slippers, weight in DIE])


def _landing(state: MarrakechState, cell: int, heading: int, slippers: int, weight: int) -> Landing:
    payment = payment_on(state, _end(cell, heading, slippers))
    if payment is None:
        return _free_landing(cell, heading, slippers, weight)
    out = payment.paid < payment.due and state.setup.insolvent == "out"
    return Landing(slippers, weight, path(cell, heading, slippers), payment, out)


@cache
def _free_landing(cell: int, heading: int, slippers: int, weight: int) -> Landing:
    return Landing(slippers, weight, path(cell, heading, slippers), None, False)


def expected(ways: Sequence[Landing], to: int | None = None) -> float:
    """Return what a roll costs on average, in dirhams; or only what goes to one seat."""
    paid = 0
    for way in ways:
        payment = way.payment
        if payment is not None and (to is None or payment.to == to):
            paid += payment.paid * way.weight
    return paid / FACES


def payment_on(state: MarrakechState, cell: int) -> Payment | None:
    """Return what the seat whose turn it is pays if Assam ends on a cell; None if it is free."""
    due = state.tribute(cell)
    if not due:
        return None
    owner = state.owner_on(cell)
    assert owner is not None  # somebody takes the tribute
    paid = min(due, state.cash[state.seat])
    return _payment(state.seat, owner, due, paid, state.area(cell))


@lru_cache(maxsize=2 * KEPT)
def _payment(payer: int, to: int, due: int, paid: int, area: int) -> Payment:
    return Payment(payer, to, due, paid, tuple([_NAMES[cell] for cell in cells_of(area)]))


@cache
def path(cell: int, heading: int, slippers: int) -> tuple[Step, ...]:
    """Return the steps of Assam from a cell, looking so.

    >>> [step.square for step in path(2, 0, 2)], path(2, 0, 1)[0].loop
    (['d1', 'd2'], 'c1N')
    """
    x, y = cell & 7, cell >> 3
    steps = []
    for _ in range(slippers):
        dx, dy = STEP[heading]
        leaves = not on_board(x + dx, y + dy)
        loop = _NAMES[8 * y + x] + HEADINGS[heading] if leaves else None
        x, y, heading = step(x, y, heading)
        steps.append(Step(_NAMES[8 * y + x], HEADINGS[heading], loop))
    return tuple(steps)


@cache
def _end(cell: int, heading: int, slippers: int) -> int:
    return march(cell, heading, slippers)[0]


# Where a rug may lie.


def _places(state: MarrakechState) -> tuple[Place, ...]:
    allowed = set(state.legal())
    return tuple(
        _place(rug) if rug in allowed else _forbidden(state, rug) for rug in _around(state.assam[0])
    )


@cache
def _around(cell: int) -> tuple[Rug, ...]:
    return tuple(_RUGS[number] for number in around(cell))


@cache
def _place(rug: Rug, reason: str | None = None, clause: str | None = None) -> Place:
    first, second = rug.cells
    return Place(rug.text, (_NAMES[first], _NAMES[second]), reason, clause)


_FORBIDDEN: dict[Rug, Place] = {}


def _forbidden(state: MarrakechState, rug: Rug) -> Place:
    # A refusal prints the whole position, which takes longer than all the rest. But beside Assam
    # there is one reason only to refuse a place (M-43), so it is enough to ask once.
    if rug not in _FORBIDDEN:
        refused = refusal(state, rug)
        _FORBIDDEN[rug] = _place(rug, refused.reason, refused.clause)
    return _FORBIDDEN[rug]
