"""Who may know what in Façir, and guesses at what a seat does not know.

Public are the nails and their history, the cards of finished rounds, who has been dealt a card, who
has stood it and, once all have, the edges. A card and its rotation are known to their owner alone.

A server makes a view for every seat after every move, so this is compiled: see `view.pxd`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from jemaa.core.chance import Random
from jemaa.core.errors import InvalidPositionError
from jemaa.core.game import check_view_seat
from jemaa.core.state import SPECTATOR, Seat
from jemaa.core.view import View
from jemaa.games.facir.bed import deck_table
from jemaa.games.facir.board import NONE, UNKNOWN, Room
from jemaa.games.facir.cards import EDGES, QUARTERS, turned
from jemaa.games.facir.rules import FacirState
from jemaa.games.facir.setup import FacirSetup

_NONE, _UNKNOWN = NONE, UNKNOWN  # as machine words, for compiled code


class FacirView(View):
    """What a seat knows of a position of Façir."""

    __slots__ = ()
    _known: FacirState

    @property
    def setup(self) -> FacirSetup:
        """What the game was set up with."""
        return self._known.setup

    @property
    def known(self) -> FacirState:
        """The position as far as it is known; cards and rotations of others are `UNKNOWN` there."""
        return self._known

    @property
    def card(self) -> int | None:
        """The own card, by its place in the deck; None if there is none."""
        room = self._own_room()
        return None if room.card == NONE else room.card

    @property
    def rotation(self) -> int | None:
        """How many quarters the own card is turned clockwise; None until it stands."""
        room = self._own_room()
        return None if room.rotation == NONE else room.rotation

    @property
    def pattern(self) -> str | None:
        """The own card as it stands, or as it is printed until then; None without one."""
        if self.card is None:
            return None
        return turned(self.setup.deck[self.card], self.rotation or 0)

    @property
    def edges(self) -> tuple[str | None, ...]:
        """For each seat what the others see of its card, as in `oo.`; None until all stand."""
        return tuple(None if room.edge == NONE else EDGES[room.edge] for room in self._known.rooms)

    @property
    def dealt(self) -> tuple[bool, ...]:
        """For each seat whether it has a card."""
        return tuple(room.card != NONE for room in self._known.rooms)

    @property
    def stood(self) -> tuple[bool, ...]:
        """For each seat whether its card stands."""
        return tuple(room.rotation != NONE for room in self._known.rooms)

    @property
    def nails(self) -> tuple[int, ...]:
        """For each seat the holes with its nails, as bits."""
        return self._known.nails

    @property
    def nails_left(self) -> tuple[int, ...]:
        """For each seat how many nails it has not put yet."""
        return self._known.nails_left

    @property
    def won(self) -> tuple[tuple[int, ...], ...]:
        """For each seat the cards it has won, by their place in the deck."""
        return self._known.won

    @property
    def void(self) -> tuple[int, ...]:
        """The cards of void rounds."""
        return self._known.void

    @property
    def unseen(self) -> tuple[int, ...]:
        """The cards that the others can hold or that can be drawn, as far as this seat knows."""
        return self._known.bag

    @property
    def round(self) -> int:
        """The number of the round, from 0."""
        return self._known.round

    @property
    def starter(self) -> int:
        """The seat that starts this round."""
        return self._known.starter

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that play in this round, from its starter on."""
        return self._known.playing

    @property
    def turns(self) -> int:
        """How many turns this round has had."""
        return self._known.turns

    def _own_room(self) -> Room:
        return Room() if self.seat == SPECTATOR else self._known.rooms[self.seat]


def view(state: FacirState, seat: Seat) -> FacirView:
    """Return what a seat knows, named field by field: nothing becomes public by accident."""
    check_view_seat(seat, state.setup.players)
    return FacirView(seat, _known_to(state, seat))


def _known_to(state: FacirState, seat: Seat) -> FacirState:
    """Return the position as a seat knows it.

    A view is built, never cut: it begins with nothing, and is filled in with what is named below.
    """
    known = state._blank()
    _show_round(state, known)
    _show_trail(state, known)
    for other in range(4):
        _show_seat(state, known, other, other == seat)
    return known


def _show_round(state: FacirState, known: FacirState) -> None:
    """Fill in which round it is, whose turn, and what has become of the cards."""
    known._actor = state._actor
    known._seat = state._seat
    known._phase = state._phase
    known._round = state._round
    known._starter = state._starter
    known._turns = state._turns
    known._playing = state._playing
    known._decider = state._decider
    known._void = state._void


def _show_trail(state: FacirState, known: FacirState) -> None:
    known._trail_length = state._trail_length
    for index in range(state._trail_length):
        known._trail[index] = state._trail[index]


def _show_seat(state: FacirState, known: FacirState, seat: Seat, is_own: bool) -> None:
    """Fill in the nails and cards of a seat; of the card in another's room only the edge."""
    known._nails[seat] = state._nails[seat]
    known._won[seat] = state._won[seat]
    known._edge[seat] = state._edge[seat]
    known._card[seat] = state._card[seat] if is_own else _hidden(state._card[seat])
    known._rotation[seat] = state._rotation[seat] if is_own else _hidden(state._rotation[seat])


def _hidden(number: int) -> int:
    """Return what others know of a card or its rotation: whether there is one."""
    return _NONE if number == _NONE else _UNKNOWN


def resample(view: FacirView, rng: Random) -> FacirState:
    """Return a random position that fits a view, just as likely as its cards can have come about.

    The others hold different cards that this seat has not seen; each is as likely as it has
    rotations that show the edge which is seen, as if everybody stood their card at random.

    Raises:
        InvalidPositionError: no cards fit what the view shows.
    """
    rooms = list(view.known.rooms)
    seats = _hidden_seats(view)
    for seat, card in zip(seats, _draw_cards(view, seats, rng), strict=True):
        rooms[seat] = Room(card, _rotation(view, seat, card, rng), rooms[seat].edge)
    return FacirState.of_parts(view.setup, view.known.parts._replace(rooms=tuple(rooms)))


def check_possible(view: FacirView) -> None:
    """Refuse a view that no cards fit."""
    _draw_cards(view, _hidden_seats(view), Random(0))


def _draw_cards(view: FacirView, seats: list[Seat], rng: Random) -> list[int]:
    """Draw cards for the seats whose cards are hidden."""
    if view.phase != "play":  # no edge is seen, so all cards are alike
        return rng.sample(view.unseen, len(seats))
    weights = [_weights(view, seat) for seat in seats]
    drawn: list[int] = []
    for place in range(len(seats)):
        ways = _ways_by_card(weights[place:], frozenset(drawn))
        if not any(ways.values()):
            raise InvalidPositionError(
                "rooms", "no cards that are left fit what is seen", str(view)
            )
        drawn += rng.choices(list(ways), list(ways.values()))
    return drawn


def _hidden_seats(view: FacirView) -> list[Seat]:
    return [seat for seat, room in enumerate(view.known.rooms) if room.card == UNKNOWN]


def _weights(view: FacirView, seat: Seat) -> dict[int, int]:
    """Return the cards that a seat can hold, each with the number of rotations it can have."""
    found = {card: len(_rotations(view, seat, card)) for card in view.unseen}
    return {card: weight for card, weight in found.items() if weight}


def _rotations(view: FacirView, seat: Seat, card: int) -> list[int]:
    edge = view.known.rooms[seat].edge
    table = deck_table(view.setup.deck)
    return [
        rotation
        for rotation in range(QUARTERS)
        if edge == NONE or table.edge(card, rotation) == edge
    ]


def _rotation(view: FacirView, seat: Seat, card: int, rng: Random) -> int:
    if view.known.rooms[seat].rotation == NONE:
        return NONE
    rotations = _rotations(view, seat, card)
    return rotations[rng.randrange(len(rotations))]


def _ways_by_card(weights: Sequence[Mapping[int, int]], used: frozenset[int]) -> dict[int, int]:
    """Return each card of the first seat with the ways in which the other seats can go on then."""
    return {
        card: weight * _ways(weights[1:], used | {card})
        for card, weight in weights[0].items()
        if card not in used
    }


def _ways(weights: Sequence[Mapping[int, int]], used: frozenset[int]) -> int:
    """Count the ways to give seats different cards, none of them used."""
    if not weights:
        return 1
    if len(weights) == 1:  # the same as below, without a loop in the innermost place
        return sum(weights[0].values()) - sum(weights[0].get(card, 0) for card in used)
    return sum(_ways_by_card(weights, used).values())
