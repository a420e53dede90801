"""The table of Façir as one seat may see it: plain data, with everything worked out.

It is made from views alone, so it cannot tell what they do not know: from a spectator's what all
may see, once for everybody, and from the seat's own what only it may see. Only a revealed scene, of
a game that is over, takes the cards of others from the state itself.

A server makes scenes for every move, so their parts are plain dicts, which are made and written
down the fastest, and shared where they are the same. Whoever wants to change a scene copies it
first.

This file is compiled when a C compiler is at hand (`scene.pxd` says which names are machine words).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypedDict

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.actions import Action
from jemaa.core.state import SPECTATOR, Seat, given
from jemaa.games.facir import moves
from jemaa.games.facir.board import ROUNDS
from jemaa.games.facir.cards import EDGES, QUARTERS, seen_edge, turned
from jemaa.games.facir.lying import Fit, Lay, fits, lays
from jemaa.games.facir.rules import PHASES, FacirState
from jemaa.games.facir.view import view
from jemaa.games.grid import CELLS, square_name

if not cython.compiled:
    from jemaa.core._bits import count as _count
    from jemaa.core._bits import lowest as _lowest
    from jemaa.games.facir.bed import _FULL, _NAILS
    from jemaa.games.facir.rules import _DECIDING, _END, _NONE, _PLAY, _STAND


class Card(TypedDict):
    """A card that may be seen: its number in the deck from 1, and its holes as it stands.

    `pattern` is row by row, `o` for a hole and `.` for none; before it stands, as it is printed.
    """

    number: int
    printed: str
    rotation: int | None
    pattern: str


class PlayerRoom(TypedDict):
    """What is known of a seat and of the card in its room."""

    seat: int
    colour: str
    plays: bool
    """Whether it takes part in this round; in a deciding round some only look on (F-41)."""
    dealt: bool
    stood: bool
    edge: str | None
    """What the others see over the screen, as they see it: from behind, so mirrored (F-22). None
    until all cards stand."""
    card: Card | None
    """Only the own card, or every card when the game is looked at after its end."""
    nails_left: int
    won: tuple[str, ...]
    """The cards it has won, as printed."""
    score: int


class Nail(TypedDict):
    """A nail in the bed."""

    square: str
    seat: int


class Stand(TypedDict):
    """One way to stand the own card, and the edge the others would see (mirrored)."""

    move: str
    rotation: int
    pattern: str
    edge: str


class Own(TypedDict):
    """What only the owner of the view sees; absent for spectators."""

    seat: int
    card: Card | None
    stands: tuple[Stand, ...]
    """In the phase `stand`, until the own card stands: also before it is this seat's turn, so that
    all can choose at the same time. Else empty."""
    fits: tuple[Fit, ...]
    """In the phase `play`: the own card over the bed, in each rotation that makes a difference.
    Else empty."""
    free: tuple[str, ...]
    """Holes where a nail may go now; empty when it is not this seat's turn."""
    can_put: bool
    movable: tuple[str, ...]
    """The own nails that may be moved now."""
    lays: tuple[Lay, ...]
    """Moves that win the round now (F-30)."""


class FacirScene(TypedDict):
    """The whole table as one seat may see it."""

    game: Literal["facir"]
    players: int
    phase: str
    """`deal`, `stand`, `play` or `over`."""
    seat: int
    to_act: int | None
    round: int
    """From 1; the deciding round is number 7. When the game is over, the last one."""
    rounds: int
    """How many rounds there are without a deciding one: 6."""
    deciding: bool
    starter: int
    turns: int
    """Turns that this round has had."""
    turn_cap: int | None
    repetitions: int | None
    occurrences: int
    """How often the position has occurred in this round (F-42)."""
    progress: tuple[int, int]
    """The number of the round, and of the last one; a deciding round is one more than that."""
    nails_each: int
    """How many nails each seat has, in the bed and in hand."""
    bag: int
    """How many cards are in the bag: at first those for six rounds (F-11), in the deciding round
    those that were won (F-41)."""
    rooms: tuple[PlayerRoom, ...]
    nails: tuple[Nail, ...]
    void: tuple[str, ...]
    """The cards of void rounds, as printed."""
    own: Own | None
    ranking: tuple[tuple[int, ...], ...]


class FacirChange(TypedDict, total=False):
    """What an action has changed on the table, as one seat may see it.

    Its fields take the place of those of the scene. What may be chosen next is not in it.
    """

    phase: str
    seat: int
    to_act: int | None
    round: int
    deciding: bool
    progress: tuple[int, int]
    starter: int
    turns: int
    occurrences: int
    bag: int
    rooms: tuple[PlayerRoom, ...]
    nails: tuple[Nail, ...]
    void: tuple[str, ...]
    own: Own | None


# How it is made.

_NAMES = tuple([square_name(cell) if cell in CELLS else "" for cell in range(64)])
_ROUNDS = ROUNDS


def scene(state: FacirState, seat: Seat, revealed: bool) -> FacirScene:
    """Return the table as a seat, or `SPECTATOR`, may see it; revealed, with everybody's card."""
    known = _known(state, seat)
    made = _table(state).copy()
    made["rooms"] = _rooms(made, state if revealed else known, seat, revealed)
    made["own"] = None if seat == SPECTATOR else _own(known, seat)
    return made


def change(
    before: FacirState, action: Action, after: FacirState, seat: Seat, revealed: bool
) -> FacirChange:
    """Return what an action has changed on the table, as a seat, or `SPECTATOR`, may see it."""
    known = _known(after, seat)
    table = _table(after)
    new_phase = before._phase != after._phase  # a round begins, ends, or its edges are seen
    made: FacirChange = {
        "phase": table["phase"],
        "seat": table["seat"],
        "to_act": table["to_act"],
        "turns": table["turns"],
    }
    if isinstance(action, moves.Turn):
        made["nails"] = table["nails"]
        made["occurrences"] = table["occurrences"]
    if new_phase or not isinstance(action, moves.Shift):
        made["rooms"] = _rooms(table, after if revealed else known, seat, revealed)
    if isinstance(action, moves.Deal):
        made["bag"] = table["bag"]
    if new_phase:
        _change_round(made, table)
    if new_phase or seat == before._seat:
        made["own"] = None if seat == SPECTATOR else _resting(known, seat)
    return made


def _change_round(made: FacirChange, table: FacirScene) -> None:
    made["round"] = table["round"]
    made["deciding"] = table["deciding"]
    made["progress"] = table["progress"]
    made["starter"] = table["starter"]
    made["occurrences"] = table["occurrences"]
    made["bag"] = table["bag"]
    made["void"] = table["void"]


# What was asked last is kept: what a move has changed and the scene after it are told together,
# and to all eyes one after the other.

_KNOWN: dict[Seat, tuple[FacirState, FacirState]] = {}
"""For each seat the last position, and what its view knows of it."""
_TABLES: list[tuple[FacirState, FacirScene]] = []
"""The last position, and what all may see of it; nothing at first."""


def _known(state: FacirState, seat: Seat) -> FacirState:
    """Return the position as the view of a seat knows it."""
    kept = _KNOWN.get(seat)
    if kept is None or kept[0] is not state:
        kept = _KNOWN[seat] = state, view(state, seat).known
    return kept[1]


def _table(state: FacirState) -> FacirScene:
    """Return what all may see."""
    for kept in _TABLES:
        if kept[0] is state:
            return kept[1]
    table = _open_table(_known(state, SPECTATOR))
    _TABLES[:] = [(state, table)]
    return table


def _open_table(known: FacirState) -> FacirScene:
    """Return the scene of a spectator, by what their view knows."""
    setup = known.setup
    number = _round(known)
    return {
        "game": "facir",
        "players": known._players,
        "phase": PHASES[known._phase],
        "seat": known._seat,
        "to_act": known.to_act,
        "round": number + 1,
        "rounds": _ROUNDS,
        "deciding": number == _DECIDING,
        "starter": known._starter,
        "turns": known._turns,
        "turn_cap": setup.turn_cap,
        "repetitions": setup.repetitions,
        "occurrences": known._occurrences(),
        "progress": progress(known),
        "nails_each": _NAILS,
        "bag": _bag(known),
        "rooms": _open_rooms(known),
        "nails": standing(known.nails),
        "void": _printed(known, known._void),
        "own": None,
        "ranking": known.ranking(),
    }


def progress(state: FacirState) -> tuple[int, int]:
    """Return the number of the round, and six; the deciding round is the seventh."""
    given(state)
    return _round(state) + 1, _ROUNDS


def _round(known: FacirState) -> int:
    """Return the number of the round from 0; of a finished game, that of the last round."""
    if known._phase != _END:
        return known._round
    return _DECIDING if _count(known._tied()) > 1 else _ROUNDS - 1


def _bag(known: FacirState) -> int:
    """Return how many cards are in the bag: see `FacirScene`."""
    if known._phase == _END:
        return 0
    drawn = 0
    for seat in range(known._players):
        drawn += known._card[seat] != _NONE
    if known._round == _DECIDING:
        return sum(known.scores()) - drawn
    return known._players * (_ROUNDS - known._round) - drawn


# The rooms and the nails.


def _open_rooms(known: FacirState) -> tuple[PlayerRoom, ...]:
    """Return everybody's room as all see it, without cards."""
    nails_left, scores = known.nails_left, known.scores()
    return tuple(
        [_room(known, seat, nails_left[seat], scores[seat]) for seat in range(known._players)]
    )


def _room(known: FacirState, seat: Seat, nails_left: int, score: int) -> PlayerRoom:
    edge = known._edge[seat]
    return {
        "seat": seat,
        "colour": known.setup.colours[seat],
        "plays": bool(known._playing >> seat & 1),
        "dealt": known._card[seat] != _NONE,
        "stood": known._rotation[seat] != _NONE,
        "edge": None if edge == _NONE else EDGES[edge],
        "card": None,
        "nails_left": nails_left,
        "won": _printed(known, known._won[seat]),
        "score": score,
    }


def _printed(known: FacirState, cards: int) -> tuple[str, ...]:
    """Return cards, given as bits, as they are printed."""
    deck: tuple[str, ...] = known.setup.deck
    found = []
    while cards:
        found.append(deck[_lowest(cards)])
        cards &= cards - 1
    return tuple(found)


def _rooms(
    table: FacirScene, shown: FacirState, seat: Seat, revealed: bool
) -> tuple[PlayerRoom, ...]:
    """Return the rooms with the own card in its room; revealed, with everybody's."""
    rooms = list(table["rooms"])
    for other in range(shown._players):
        if revealed or other == seat:
            rooms[other] = rooms[other].copy()
            rooms[other]["card"] = _card(shown, other)
    return tuple(rooms)


def _card(known: FacirState, seat: Seat) -> Card | None:
    """Return the card of a seat, if it is known."""
    card, rotation = known._card[seat], known._rotation[seat]
    if card < 0:
        return None
    printed = known.setup.deck[card]
    return {
        "number": card + 1,
        "printed": printed,
        "rotation": None if rotation == _NONE else rotation,
        "pattern": printed if rotation == _NONE else turned(printed, rotation),
    }


def standing(boards: tuple[int, ...]) -> tuple[Nail, ...]:
    """Return the nails in the bed, row by row; they are given as bits for each seat."""
    nails = [0, 0, 0, 0]
    taken = 0
    for seat in range(len(boards)):
        nails[seat] = boards[seat]
        taken |= nails[seat]
    found = []
    while taken:
        cell = _lowest(taken)
        taken &= taken - 1
        for seat in range(4):
            if nails[seat] >> cell & 1:
                found.append(_nail(cell, seat))
    return tuple(found)


def _nail(cell: int, seat: Seat) -> Nail:
    found = _NAIL[cell << 2 | seat]
    if found is None:
        found = _NAIL[cell << 2 | seat] = {"square": _NAMES[cell], "seat": seat}
    return found


_NAIL: list[Nail | None] = [None] * 256


# What only the owner sees.


def _own(known: FacirState, seat: Seat) -> Own:
    own = _resting(known, seat)
    card = own["card"]
    if known._phase == _STAND and card is not None and card["rotation"] is None:
        own["stands"] = stands(card["printed"])
    if known._phase == _PLAY:
        own["fits"] = fits(known, seat)
    if known._phase == _PLAY and known._actor == seat:
        own["free"] = _squares(_FULL & ~known._taken())
        own["can_put"] = _count(known._nails[seat]) < _NAILS
        own["movable"] = _squares(known._nails[seat])
        own["lays"] = lays(known)
    return own


def _resting(known: FacirState, seat: Seat) -> Own:
    """Return the own card while nothing can be chosen."""
    return {
        "seat": seat,
        "card": _card(known, seat),
        "stands": (),
        "fits": (),
        "free": (),
        "can_put": False,
        "movable": (),
        "lays": (),
    }


def _squares(board: int) -> tuple[str, ...]:
    names = []
    while board:
        names.append(_NAMES[_lowest(board)])
        board &= board - 1
    return tuple(names)


@lru_cache(maxsize=512)  # that is every card
def stands(printed: str) -> tuple[Stand, ...]:
    """Return the four ways to stand a card."""
    patterns = [turned(printed, rotation) for rotation in range(QUARTERS)]
    return tuple(
        [
            {
                "move": f"^{rotation}",
                "rotation": rotation,
                "pattern": pattern,
                "edge": seen_edge(pattern),
            }
            for rotation, pattern in enumerate(patterns)
        ]
    )
