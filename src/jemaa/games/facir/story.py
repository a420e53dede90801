"""What happens in Façir, as data: an action, told to one seat, and a whole game in numbers.

What a seat is told holds only what it may know; all that is counted has happened in public.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Literal

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.actions import Action
from jemaa.core.state import Seat
from jemaa.games.facir.board import FOOTPRINT, NONE, PLACES
from jemaa.games.facir.cards import EDGES, QUARTERS, hole_bits, turned
from jemaa.games.facir.lying import resting_place
from jemaa.games.facir.moves import Deal, Put, Shift, Stand, Turn
from jemaa.games.facir.rules import FacirState
from jemaa.games.facir.scene import Nail, standing
from jemaa.games.facir.setup import MOST_TURNS
from jemaa.games.grid import square_name

if not cython.compiled:
    from jemaa.games.facir.rules import _DECIDING, _NONE, _PLAY

FIGURES = {
    "rounds_won": "rounds it has won of the six",
    "deciding_won": "1 if it has won the deciding round, else 0",
    "void_rounds": "void rounds, the same for all",
    "cards_won": "cards it has won",
    "turns": "turns it has had",
    "nails_put": "nails it has put into the bed",
    "nails_moved": "how often it has moved a nail",
    "fastest_round": "its own turns in the shortest round it has won; 0 if it has won none",
    "borrowed_nails": "nails of others in the holes of the cards it has laid",
    "close_rounds": "rounds that others have won while one hole of its own card was wrong, or none",
}
"""What is counted for each seat, by name."""

_CLOSE = 1


@dataclass(slots=True)
class Dealt:
    """Somebody has drawn a card; only they are told which."""

    kind: Literal["deal"]
    seat: int
    card: str | None
    """As printed."""


@dataclass(slots=True)
class Stood:
    """Somebody has stood their card; only they are told how.

    The last one to do so lets all edges be seen, by seat, as the others see them (mirrored).
    """

    kind: Literal["stand"]
    seat: int
    rotation: int | None
    edges: dict[int, str] | None


@dataclass(slots=True)
class Shown:
    """A card that the end of a round has shown to all."""

    seat: int
    card: str
    """As printed."""


@dataclass(slots=True)
class LaidFakir:
    """A card that was laid: turned so, with its top left position on that square.

    If it fits in several places this is the first one, row by row; there, turned least.
    """

    card: str
    """As printed."""
    rotation: int
    square: str


@dataclass(slots=True)
class Played:
    """A turn: a nail put or moved, and perhaps a fakir laid or the round void."""

    kind: Literal["play"]
    seat: int
    source: str | None
    """Where the nail came from; None when it was a new one or none was touched."""
    target: str | None
    """Where it went; None when no nail was touched."""
    laid: LaidFakir | None
    void: bool
    """Whether it has ended the round without a winner (F-42)."""
    round: int
    """The round it belongs to, from 1."""
    deciding: bool
    shown: tuple[Shown, ...]
    """The cards of a round that this turn has ended."""
    turn: int
    """Which turn of its round it is, from 1."""
    nails: tuple[Nail, ...]
    """How the nails stood when the round ended; empty if it goes on."""
    void_by: Literal["turns", "repetitions"] | None
    """What has made the round void: its number of turns, or a position that came too often."""


FacirStory = Dealt | Stood | Played


def story(
    before: FacirState, action: Action, after: FacirState, seat: Seat, revealed: bool
) -> FacirStory:
    """Return what an action has done as a seat is told it, and nothing that it may not know."""
    knows = revealed or seat == before._seat
    match action:
        case Turn():
            return _played(before, action, after)
        case Deal():
            card = before.setup.deck[action.card] if knows else None
            return Dealt("deal", before._seat, card)
        case Stand():
            return Stood("stand", before._seat, action.rotation if knows else None, _edges(after))
    raise TypeError(f"{action!r} is no action of Façir")


def _edges(after: FacirState) -> dict[int, str] | None:
    """Return the edges once everybody has stood; the table of edges is mirrored already."""
    if after._phase != _PLAY:
        return None
    edges = {}
    for seat in range(after._players):
        if after._edge[seat] != _NONE:
            edges[seat] = EDGES[after._edge[seat]]
    return edges


def _played(before: FacirState, turn: Turn, after: FacirState) -> Played:
    for kept in _LAST:
        if kept[0] is before and kept[1] is turn and kept[2] is after:
            return kept[3]
    told = _tell_turn(before, turn, after._phase != _PLAY)
    _LAST[:] = [(before, turn, after, told)]
    return told


_LAST: list[tuple[FacirState, Turn, FacirState, Played]] = []
"""The turn that was told last, if one was: it is the same for all eyes, one after the other."""


def _tell_turn(before: FacirState, turn: Turn, ended: bool) -> Played:
    source, target = _holes(turn)
    return Played(
        "play",
        before._seat,
        source,
        target,
        laid=_laid(before, turn) if turn.lays else None,
        void=ended and not turn.lays,
        round=before._round + 1,
        deciding=before._round == _DECIDING,
        shown=_shown(before) if ended else (),
        turn=before._turns + 1,
        nails=standing(_nails_then(before, turn)) if ended else (),
        void_by=_void_by(before) if ended and not turn.lays else None,
    )


def _void_by(before: FacirState) -> Literal["turns", "repetitions"]:
    """Return why the turn after this position has made the round void."""
    cap = before.setup.turn_cap or MOST_TURNS
    return "turns" if before._turns + 1 >= cap else "repetitions"


@cache  # there are 4,803 turns
def _holes(turn: Turn) -> tuple[str | None, str | None]:
    if isinstance(turn, Put):
        return None, square_name(turn.cell)
    if isinstance(turn, Shift):
        source, target = turn.cells
        return square_name(source), square_name(target)
    return None, None


def _laid(before: FacirState, turn: Turn) -> LaidFakir:
    card = before.setup.deck[before._card[before._seat]]
    rotation, square = resting_place(card, before._taken() ^ turn.changed)
    return LaidFakir(card, rotation, square)


def _nails_then(before: FacirState, turn: Turn) -> tuple[int, ...]:
    """Return everybody's nails after the nail action of a turn."""
    nails = list(before.nails)
    nails[before._seat] ^= turn.changed
    return tuple(nails)


def _shown(before: FacirState) -> tuple[Shown, ...]:
    """Return the cards of a round that is over: all see them (F-32, F-42)."""
    deck = before.setup.deck
    held = [(seat, before._card[seat]) for seat in range(before._players)]
    return tuple([Shown(seat, deck[card]) for seat, card in held if card != _NONE])


def statistics(
    states: Sequence[FacirState], actions: Sequence[Action]
) -> dict[str, tuple[int | float, ...]]:
    """Count the `FIGURES` of each seat in the game so far."""
    players = states[0].setup.players
    tally = {name: [0] * players for name in FIGURES}
    turns = [0] * players  # in this round
    for before, action, after in zip(states, actions, states[1:], strict=False):
        if isinstance(action, Turn):
            turns[before.seat] += 1
            _count_turn(tally, before, action)
            if after.phase != "play":
                _count_round(tally, before, action, turns[before.seat])
                turns = [0] * players
    *_, final = states  # compiled, there is no counting from the end
    tally["cards_won"] = list(final.scores())
    return {name: tuple(figures) for name, figures in tally.items()}


def _count_turn(tally: dict[str, list[int]], before: FacirState, turn: Turn) -> None:
    tally["turns"][before.seat] += 1
    tally["nails_put"][before.seat] += isinstance(turn, Put)
    tally["nails_moved"][before.seat] += isinstance(turn, Shift)


def _count_round(tally: dict[str, list[int]], last: FacirState, turn: Turn, turns: int) -> None:
    """Count a round that has ended with this turn, the winner's turn number so and so."""
    if not turn.lays:
        tally["void_rounds"] = [rounds + 1 for rounds in tally["void_rounds"]]
        return
    winner = last.seat
    tally["deciding_won" if last._round == _DECIDING else "rounds_won"][winner] += 1
    _count_cards(tally, last, turn)
    fastest = tally["fastest_round"][winner]
    tally["fastest_round"][winner] = min(fastest, turns) if fastest else turns


def _count_cards(tally: dict[str, list[int]], last: FacirState, turn: Turn) -> None:
    """Compare the cards of a round that was won with its last nails; all have been shown."""
    taken = last._taken() ^ turn.changed
    for seat, room in enumerate(last.rooms):
        if room.card == NONE:
            continue
        wrong, holes = _best_place(last.setup.deck[room.card], taken)
        if seat != last.seat:
            tally["close_rounds"][seat] += wrong <= _CLOSE
        else:
            others = taken & ~(last.nails[seat] ^ turn.changed)
            tally["borrowed_nails"][seat] += (holes & others).bit_count()


def _best_place(printed: str, taken: int) -> tuple[int, int]:
    """Return how many of the nine positions of a card are wrong where it fits best, and its holes.

    Of equally good places it is the first one, row by row.
    """
    ways = [hole_bits(turned(printed, rotation)) for rotation in range(QUARTERS)]
    return min(
        (
            ((taken >> place & FOOTPRINT ^ holes).bit_count(), holes << place)
            for place in PLACES
            for holes in ways
        ),
        key=itemgetter(0),
    )
