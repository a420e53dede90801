"""The table of Façir as one seat may see it: plain data, with everything worked out.

It is made from the seat's view alone, so it cannot tell what the view does not know. Only a
revealed scene, of a game that is over, takes the cards of others from the state itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal, TypedDict

from jemaa.core.actions import Action
from jemaa.core.state import SPECTATOR, Seat
from jemaa.games.facir import moves
from jemaa.games.facir.board import FOOTPRINT, NAILS, NONE, PLACES, ROUNDS, Room
from jemaa.games.facir.cards import EDGES, QUARTERS, hole_bits, seen_edge, turned
from jemaa.games.facir.rules import DECIDING, FacirState
from jemaa.games.facir.view import FacirView, view
from jemaa.games.grid import CELLS, FULL, cells_of, square_name


@dataclass(slots=True)
class Card:
    """A card that may be seen: its number in the deck from 1, and its holes as it stands.

    `pattern` is row by row, `o` for a hole and `.` for none; before it stands, as it is printed.
    """

    number: int
    printed: str
    rotation: int | None
    pattern: str


@dataclass(slots=True)
class PlayerRoom:
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


@dataclass(slots=True)
class Nail:
    """A nail in the bed."""

    square: str
    seat: int


@dataclass(slots=True)
class Stand:
    """One way to stand the own card, and the edge the others would see (mirrored)."""

    move: str
    rotation: int
    pattern: str
    edge: str


@dataclass(slots=True)
class Fit:
    """The own card in one rotation, held over every place of the bed."""

    rotation: int
    marks: dict[str, str]
    """For each square under its top left position how its nine positions match the nails, row by
    row: `t` a nail in a hole, `p` a hole that needs a nail, `x` a nail in the way, `.` nothing
    under nothing."""


@dataclass(slots=True)
class Lay:
    """A move that ends in laying the fakir, and where the card lies then.

    If it fits in several places this is the first one, row by row; there, turned least.
    """

    move: str
    rotation: int
    square: str


@dataclass(slots=True)
class Own:
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


@dataclass(slots=True)
class FacirScene:
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

_NAMES = {cell: square_name(cell) for cell in CELLS}
_PLACE_NAMES = tuple(_NAMES[place] for place in PLACES)


def scene(state: FacirState, seat: Seat, *, revealed: bool) -> FacirScene:
    """Return the table as a seat, or `SPECTATOR`, may see it; revealed, with everybody's card."""
    seen = _view(state, seat)
    known = seen.known
    deck = known.setup.deck
    return FacirScene(
        game="facir",
        players=known.setup.players,
        phase=known.phase,
        seat=known.seat,
        to_act=known.to_act,
        round=round_number(known),
        rounds=ROUNDS,
        deciding=_round(known) == DECIDING,
        starter=known.starter,
        turns=known.turns,
        turn_cap=known.setup.turn_cap,
        repetitions=known.setup.repetitions,
        occurrences=known.occurrences,
        progress=progress(known),
        nails_each=NAILS,
        bag=_bag(known),
        rooms=_rooms(seen, state.rooms if revealed else None),
        nails=standing(known.nails),
        void=tuple(deck[card] for card in known.void),
        own=None if seat == SPECTATOR else _own(seen),
        ranking=known.ranking(),
    )


def change(
    before: FacirState, action: Action, after: FacirState, seat: Seat, *, revealed: bool = False
) -> FacirChange:
    """Return what an action has changed on the table, from the seat's view alone."""
    seen = _view(after, seat)
    known = seen.known
    made = FacirChange(phase=known.phase, seat=known.seat, to_act=known.to_act, turns=known.turns)
    if isinstance(action, moves.Turn):
        made["nails"] = standing(known.nails)
        made["occurrences"] = known.occurrences
    if not isinstance(action, moves.Shift) or after.phase != before.phase:
        made["rooms"] = _rooms(seen, after.rooms if revealed else None)
    if isinstance(action, moves.Deal):
        made["bag"] = _bag(known)
    if before.phase != after.phase:  # a round begins, ends, or its cards are seen
        made["round"] = round_number(known)
        made["deciding"] = _round(known) == DECIDING
        made["progress"] = progress(known)
        made["starter"] = known.starter
        made["occurrences"] = known.occurrences
        made["bag"] = _bag(known)
        made["void"] = tuple(known.setup.deck[card] for card in known.void)
    if seat == before.seat or before.phase != after.phase:
        made["own"] = None if seat == SPECTATOR else _resting(seen)
    return made


_VIEWS: dict[Seat, tuple[FacirState, FacirView]] = {}
"""The last view of each seat: what a move has changed and the scene after it are told together."""


def _view(state: FacirState, seat: Seat) -> FacirView:
    kept = _VIEWS.get(seat)
    if kept is None or kept[0] is not state:
        kept = _VIEWS[seat] = state, view(state, seat)
    return kept[1]


def progress(state: FacirState) -> tuple[int, int]:
    """Return the number of the round, and six; the deciding round is the seventh."""
    return round_number(state), ROUNDS


def round_number(state: FacirState) -> int:
    """Return the number of the round from 1; of a finished game, that of the last round."""
    return _round(state) + 1


def _round(known: FacirState) -> int:
    """Return the number of the round from 0; of a finished game, that of the last round."""
    if not known.is_over:
        return known.round
    tied = [seat for seat, score in enumerate(known.scores()) if score == max(known.scores())]
    return DECIDING if len(tied) > 1 and any(known.won) else ROUNDS - 1


def _bag(known: FacirState) -> int:
    if known.is_over:
        return 0
    players: int = known.setup.players
    drawn = sum(room.card != NONE for room in known.rooms)
    if known.round == DECIDING:
        return sum(known.scores()) - drawn
    return players * (ROUNDS - known.round) - drawn


# The rooms and the nails.


def _rooms(seen: FacirView, open_rooms: tuple[Room, ...] | None) -> tuple[PlayerRoom, ...]:
    """Return everybody's room; the cards in `open_rooms` are shown, else only the own one."""
    known, deck = seen.known, seen.setup.deck
    rooms, playing, won = known.rooms, known.playing, known.won
    nails_left, scores = known.nails_left, known.scores()
    return tuple(
        [
            PlayerRoom(
                seat=seat,
                colour=seen.setup.colours[seat],
                plays=seat in playing,
                dealt=room.card != NONE,
                stood=room.rotation != NONE,
                edge=None if room.edge == NONE else EDGES[room.edge],
                card=_card(deck, open_rooms[seat]) if open_rooms else _own_card(seen, seat),
                nails_left=nails_left[seat],
                won=tuple([deck[card] for card in won[seat]]),
                score=scores[seat],
            )
            for seat, room in enumerate(rooms)
        ]
    )


def _own_card(seen: FacirView, seat: Seat) -> Card | None:
    return _card(seen.setup.deck, seen.known.rooms[seat]) if seat == seen.seat else None


def _card(deck: tuple[str, ...], room: Room) -> Card | None:
    if room.card == NONE:
        return None
    printed = deck[room.card]
    if room.rotation == NONE:
        return Card(room.card + 1, printed, None, printed)
    return Card(room.card + 1, printed, room.rotation, turned(printed, room.rotation))


@lru_cache(maxsize=512)  # everybody sees the same, and change and scene tell it
def standing(boards: tuple[int, ...]) -> tuple[Nail, ...]:
    """Return the nails in the bed, row by row."""
    seats = list(enumerate(boards))
    taken = cells_of(_taken(boards))
    return tuple([_nail(cell, seat) for cell in taken for seat, own in seats if own >> cell & 1])


@cache
def _nail(cell: int, seat: Seat) -> Nail:
    return Nail(_NAMES[cell], seat)


# What only the owner sees.


def _own(seen: FacirView) -> Own:
    acts = seen.to_act == seen.seat
    plays = acts and seen.phase == "play"
    card = _own_card(seen, seen.seat)
    nails = seen.nails[seen.seat]
    return Own(
        seat=seen.seat,
        card=card,
        stands=stands(card.printed) if card and _is_to_stand(seen, card) else (),
        fits=fits(seen) if card and seen.phase == "play" else (),
        free=_squares(FULL & ~_taken(seen.nails)) if plays else (),
        can_put=plays and nails.bit_count() < NAILS,
        movable=_squares(nails) if plays else (),
        lays=_lays(seen, card.printed) if card and plays else (),
    )


def _is_to_stand(seen: FacirView, card: Card) -> bool:
    return seen.phase == "stand" and card.rotation is None


def _resting(seen: FacirView) -> Own:
    """Return the own card while nothing can be chosen."""
    card = _own_card(seen, seen.seat)
    return Own(seen.seat, card, stands=(), fits=(), free=(), can_put=False, movable=(), lays=())


def _squares(board: int) -> tuple[str, ...]:
    return tuple([_NAMES[cell] for cell in cells_of(board)])


def _taken(boards: tuple[int, ...]) -> int:
    taken = 0
    for nails in boards:
        taken |= nails
    return taken


@lru_cache(maxsize=512)
def stands(printed: str) -> tuple[Stand, ...]:
    """Return the four ways to stand a card."""
    patterns = [turned(printed, rotation) for rotation in range(QUARTERS)]
    return tuple(
        Stand(f"^{rotation}", rotation, pattern, seen_edge(pattern))
        for rotation, pattern in enumerate(patterns)
    )


def fits(seen: FacirView) -> tuple[Fit, ...]:
    """Return how the own card matches the nails, at all places and in all rotations that matter."""
    assert seen.card is not None
    printed, taken = seen.setup.deck[seen.card], _taken(seen.nails)
    windows = [taken >> place & FOOTPRINT for place in PLACES]
    return tuple(
        [
            Fit(rotation, dict(zip(_PLACE_NAMES, map(marks.__getitem__, windows), strict=True)))
            for rotation, marks in _ways_marked(printed)
        ]
    )


@lru_cache(maxsize=512)
def _ways(printed: str) -> tuple[tuple[int, str], ...]:
    """Return the rotations of a card that make a difference, with what it looks like then."""
    found: dict[str, int] = {}
    for rotation in range(QUARTERS):
        found.setdefault(turned(printed, rotation), rotation)
    return tuple((rotation, pattern) for pattern, rotation in found.items())


@lru_cache(maxsize=512)
def _ways_marked(printed: str) -> tuple[tuple[int, _Marks], ...]:
    return tuple((rotation, _Marks(pattern)) for rotation, pattern in _ways(printed))


class _Marks(dict[int, str]):
    """How a card, turned so, matches the nails in the 3x3 holes under it, by those nails.

    What was asked once is kept: a scene asks a hundred times, and there are 512 answers.
    """

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern

    def __missing__(self, window: int) -> str:
        nails = [window >> cell & 1 for cell in _POSITIONS]
        marks = [_MARKS[pair] for pair in zip(self._pattern, nails, strict=True)]
        self[window] = "".join(marks)
        return self[window]


_POSITIONS = tuple(cells_of(FOOTPRINT))
_MARKS = {("o", 1): "t", ("o", 0): "p", (".", 1): "x", (".", 0): "."}


# Laying.


def _lays(seen: FacirView, printed: str) -> tuple[Lay, ...]:
    taken = _taken(seen.nails)
    return tuple(
        Lay(turn.text, *resting_place(printed, taken ^ turn.changed))
        for turn in moves.laying(seen.legal())
    )


def nails_after(boards: tuple[int, ...], turn: moves.Turn) -> int:
    """Return all holes with a nail in them, anybody's, after the nail action of a turn."""
    return _taken(boards) ^ turn.changed


def resting_place(printed: str, taken: int) -> tuple[int, str]:
    """Return how a card can lie on these nails: its rotation and the square of its top left hole.

    If it fits in several places this is the first one, row by row; there, turned least.

    Raises:
        ValueError: it fits nowhere.
    """
    rotations = _rotations(printed)
    for place in PLACES:
        rotation = rotations.get(taken >> place & FOOTPRINT)
        if rotation is not None:
            return rotation, _NAMES[place]
    raise ValueError(f"the card {printed} fits nowhere")


@lru_cache(maxsize=512)
def _rotations(printed: str) -> dict[int, int]:
    """Return the rotation that shows certain holes, by those holes in the top left corner."""
    return {hole_bits(pattern): rotation for rotation, pattern in _ways(printed)}
