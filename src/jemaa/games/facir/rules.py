"""The rules of Façir, clause by clause: the cards, the rounds and the end stand here only.

What the nails allow in a turn and where a card fits on them is told in `bed.py`.

What a seat does not know is `UNKNOWN` in the state that its view holds; see `view.py`.
"""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.actions import Move, Outcome
from jemaa.core.state import CHANCE, OVER, State
from jemaa.games.facir import board, cards, moves
from jemaa.games.facir.bed import NailBed, deck_table
from jemaa.games.facir.board import NONE, Parts, Room
from jemaa.games.facir.setup import MOST_TURNS, FacirSetup

if not cython.compiled:
    _count = int.bit_count

DECIDING = board.ROUNDS
"""The number of the deciding round; the others are 0 to 5 (F-41)."""
PHASES = ("deal", "stand", "play", "over")
_DEAL, _STAND, _PLAY, _END = range(4)

# The same as machine words, for compiled code.
_CHANCE, _OVER, _NONE, _DECIDING = CHANCE, OVER, NONE, DECIDING
_NAILS, _QUARTERS, _MOST_TURNS = board.NAILS, cards.QUARTERS, MOST_TURNS
_SHIFT, _PUT_AND_LAY = moves.SHIFT, moves.PUT_AND_LAY
_ONE = 1  # a plain 1 would be shifted as a short word
_DECK = (1 << cards.CARDS) - 1  # every card

_MOVES = moves.MOVES.table
_OUTCOMES = moves.OUTCOMES.table


class FacirState(NailBed):
    """A position of Façir."""

    setup: FacirSetup

    def __init__(self, setup: FacirSetup) -> None:
        """Set up the empty board and the first deal (F-10, F-11)."""
        self._clear(setup)
        self._playing = (1 << setup.players) - 1
        self._begin_round()

    def _clear(self, setup: FacirSetup) -> None:
        self.setup = setup
        self._table = deck_table(setup.deck)
        self._players = setup.players
        self._first = setup.first
        self._repetitions = setup.repetitions or 0
        self._turn_cap = setup.turn_cap or _MOST_TURNS
        self._nails = [0, 0, 0, 0]
        self._card = [_NONE, _NONE, _NONE, _NONE]
        self._rotation = [_NONE, _NONE, _NONE, _NONE]
        self._edge = [_NONE, _NONE, _NONE, _NONE]
        self._won = [0, 0, 0, 0]
        self._trail = [0] * 1000
        self._trail_length = 0
        self._void = 0
        self._round = 0
        self._turns = 0
        self._decider = _NONE

    @classmethod
    def of_parts(cls, setup: FacirSetup, parts: Parts) -> FacirState:
        """Make the position that consists of these parts; nothing is checked."""
        new = cls(setup)
        new._restore(parts)
        return new

    def _restore(self, parts: Parts) -> None:
        for seat in range(self._players):
            self._nails[seat] = parts.nails[seat]
            self._won[seat] = parts.won[seat]
            self._card[seat], self._rotation[seat], self._edge[seat] = parts.rooms[seat]
        self._void = parts.void
        self._round = parts.round
        self._playing = parts.playing
        self._starter = self._first_of_round()
        self._seat = parts.seat
        self._turns = parts.turns
        self._decider = parts.decider
        for index, (source, target) in enumerate(parts.trail):
            self._trail[index] = source << 6 | target
        self._trail_length = len(parts.trail)
        self._phase = PHASES.index(parts.phase)
        if self._phase == _END:
            self._actor = _OVER
        else:
            self._actor = _CHANCE if self._phase == _DEAL else self._seat

    # The round: everybody is dealt a card (F-20), stands it (F-21), then turns follow (F-24).

    def _begin_round(self) -> None:
        """Begin the round that `_round` counts, for those in `_playing`."""
        self._starter = self._first_of_round()
        self._seat = self._starter
        self._phase = _DEAL
        self._actor = _CHANCE

    def _first_of_round(self) -> int:
        """Return who starts: one seat further each round (F-23), but somebody who plays (F-41)."""
        seat = (self._first + self._round) % self._players
        while not self._playing >> seat & 1:
            seat = (seat + 1) % self._players
        return seat

    def _next_seat(self, seat: int) -> int:
        """Go clockwise to the next one who plays in this round."""
        while True:
            seat = seat + 1 if seat < self._players - 1 else 0
            if self._playing >> seat & 1:
                return seat

    def _previous_seat(self, seat: int) -> int:
        while True:
            seat = seat - 1 if seat > 0 else self._players - 1
            if self._playing >> seat & 1:
                return seat

    def _play(self, id: int) -> None:
        if self._phase == _PLAY:
            self._turn(id)
        elif self._phase == _STAND:
            self._stand(id)
        else:
            self._deal(id)

    def _deal(self, id: int) -> None:
        self._card[self._seat] = id
        self._seat = self._next_seat(self._seat)
        if self._seat == self._starter:
            self._phase = _STAND
            self._actor = self._seat

    def _stand(self, id: int) -> None:
        """Stand the card; nothing is seen of any until the last one stands (F-21, F-22)."""
        self._rotation[self._seat] = id
        self._seat = self._next_seat(self._seat)
        self._actor = self._seat
        if self._seat == self._starter:
            self._phase = _PLAY
            for seat in range(self._players):
                if self._playing >> seat & 1:
                    self._edge[seat] = self._table._edges[
                        self._card[seat] * _QUARTERS + self._rotation[seat]
                    ]

    def _turn(self, id: int) -> None:
        """Take a turn (F-24): a nail action, laying, or both."""
        if id >= _PUT_AND_LAY:
            # Whoever lays wins the round and all nails go back, so the nail need not be touched.
            self._win_round()
            return
        if id < _SHIFT:
            self._nails[self._seat] |= self._change(id)
            self._trail_length = 0
        else:
            self._shift(id)
        self._turns += 1
        self._seat = self._next_seat(self._seat)
        self._actor = self._seat
        if self._is_void():
            self._void_round()

    def _shift(self, id: int) -> None:
        source = self._source(id - _SHIFT)
        target = self._target(id - _SHIFT)
        self._nails[self._seat] ^= _ONE << source | _ONE << target
        if self._repetitions:
            self._trail[self._trail_length] = source << 6 | target
            self._trail_length += 1

    # Void rounds (F-42).

    def _is_void(self) -> bool:
        if self._turns >= self._turn_cap:
            return True
        return self._repetitions > 0 and self._occurrences() >= self._repetitions

    def _occurrences(self) -> int:
        """Count how often the nails have stood like this in the round with the same seat to move.

        Nails are never taken off, so nothing older than the last put can have been the same. Since
        then there were only shifts: they are undone one by one, and the position is the same where
        no seat has a hole changed.
        """
        changed = [0, 0, 0, 0]
        found = 1
        seat = self._seat
        for index in range(self._trail_length - 1, -1, -1):
            seat = self._previous_seat(seat)
            changed[seat] ^= _ONE << (self._trail[index] >> 6) | _ONE << (self._trail[index] & 63)
            if seat == self._seat and not (changed[0] | changed[1] | changed[2] | changed[3]):
                found += 1
        return found

    def _void_round(self) -> None:
        """Nobody takes the cards: they are turned up and leave the game."""
        if self._round != _DECIDING:
            self._void |= self._cards_in_rooms()
        self._end_round()

    # The end of a round and of the game (F-32 to F-41).

    def _win_round(self) -> None:
        """Whoever laid takes all cards of the round; in the deciding round they win the game."""
        if self._round == _DECIDING:
            self._decider = self._seat
        else:
            self._won[self._seat] |= self._cards_in_rooms()
        self._end_round()

    def _cards_in_rooms(self) -> int:
        bits = 0
        for seat in range(self._players):
            if self._card[seat] >= 0:
                bits |= _ONE << self._card[seat]
        return bits

    def _end_round(self) -> None:
        """Take the nails back (F-33) and go on to the next round, the deciding round or the end."""
        for seat in range(self._players):
            self._nails[seat] = 0
            self._card[seat] = _NONE
            self._rotation[seat] = _NONE
            self._edge[seat] = _NONE
        self._turns = 0
        self._trail_length = 0
        self._round += 1
        if self._round == _DECIDING:
            self._playing = self._tied()
        if self._round > _DECIDING or (self._playing & (self._playing - 1)) == 0:
            self._end()
        else:
            self._begin_round()

    def _tied(self) -> int:
        """Return who has most cards, as bits; nobody if there is no card to decide with (F-41)."""
        most = 0
        for seat in range(self._players):
            most = max(most, _count(self._won[seat]))
        tied = 0
        for seat in range(self._players):
            if most and _count(self._won[seat]) == most:
                tied |= 1 << seat
        return tied

    def _end(self) -> None:
        # One form of the end whatever led to it, so that equal positions are equal.
        self._phase = _END
        self._actor = _OVER
        self._round = 0
        self._playing = (1 << self._players) - 1
        self._starter = self._first_of_round()
        self._seat = 0

    # What is possible.

    def _bag(self) -> int:
        """Return the cards that can be drawn: those nobody has seen, or those that were won (F-41).

        The 12 or 18 cards of F-11 come from the 24 unseen, so it is the same to draw one by one, as
        cards are needed.
        """
        won = self._won[0] | self._won[1] | self._won[2] | self._won[3]
        if self._round == _DECIDING:
            return won & ~self._cards_in_rooms()
        return _DECK & ~(won | self._void | self._cards_in_rooms())

    def _legal(self, ids: list[int]) -> int:
        if self._phase == _STAND:
            for rotation in range(_QUARTERS):
                ids[rotation] = rotation
            return _QUARTERS
        return self._write_turns(ids)

    def _chances(self, ids: list[int], weights: list[int]) -> int:
        bag = self._bag()
        count = 0
        while bag:
            ids[count] = _count((bag & -bag) - 1)
            weights[count] = 1
            bag &= bag - 1
            count += 1
        return count

    def _allows(self, id: int) -> bool:
        if self._phase == _DEAL:
            return bool(self._bag() >> id & 1)
        if self._phase == _STAND:
            return id < _QUARTERS
        return self._allows_turn(id)

    def _pick(self, draw: int) -> int:
        if self._phase == _PLAY:
            return self._pick_turn(draw)
        if self._phase == _STAND:
            return draw * _QUARTERS >> 32
        return self._pick_bit(self._bag(), draw)

    def _step(self, draw: int) -> None:
        # As in `State`, but by name: compiled, these calls are direct.
        FacirState._play(self, FacirState._pick(self, draw))

    def _standing(self, seat: int) -> int:
        """Rank a seat: cards won, then the deciding round (F-40, F-41)."""
        return 2 * _count(self._won[seat]) + (self._decider == seat)

    # The value.

    def _copy(self) -> FacirState:
        new = self._blank()
        new._assign(self)
        return new

    def _blank(self) -> FacirState:
        """Return a state of the same setup in which nothing is filled in yet."""
        new = FacirState.__new__(FacirState)
        new.setup = self.setup
        new._table = self._table
        new._players = self._players
        new._first = self._first
        new._repetitions = self._repetitions
        new._turn_cap = self._turn_cap
        if not cython.compiled:
            new._nails, new._card, new._rotation = [0] * 4, [0] * 4, [0] * 4
            new._edge, new._won, new._trail = [0] * 4, [0] * 4, [0] * 1000
        return new

    def _assign(self, other: State) -> None:
        # Both have the same setup, so what follows from it is the same already.
        self._actor = other._actor
        self._nails[:] = cython.cast(FacirState, other)._nails
        self._card[:] = cython.cast(FacirState, other)._card
        self._rotation[:] = cython.cast(FacirState, other)._rotation
        self._edge[:] = cython.cast(FacirState, other)._edge
        self._won[:] = cython.cast(FacirState, other)._won
        self._void = cython.cast(FacirState, other)._void
        self._round = cython.cast(FacirState, other)._round
        self._starter = cython.cast(FacirState, other)._starter
        self._seat = cython.cast(FacirState, other)._seat
        self._phase = cython.cast(FacirState, other)._phase
        self._turns = cython.cast(FacirState, other)._turns
        self._playing = cython.cast(FacirState, other)._playing
        self._decider = cython.cast(FacirState, other)._decider
        self._trail_length = cython.cast(FacirState, other)._trail_length
        for index in range(self._trail_length):
            self._trail[index] = cython.cast(FacirState, other)._trail[index]

    def _moves(self) -> list[Move]:
        return _MOVES

    def _outcomes(self) -> list[Outcome]:
        return _OUTCOMES

    def _key(self) -> tuple[Any, ...]:
        return (self.setup, self.parts)

    # What can be seen.

    @property
    def parts(self) -> Parts:
        """Everything this position consists of."""
        return Parts(
            nails=self.nails,
            rooms=self.rooms,
            won=tuple([self._won[seat] for seat in range(self._players)]),
            void=self._void,
            phase=PHASES[self._phase],
            round=self._round,
            seat=self._seat,
            turns=self._turns,
            playing=self._playing,
            decider=self._decider,
            trail=self.trail,
        )

    @property
    def phase(self) -> str:
        """What happens next: `deal`, `stand`, `play` or `over`."""
        return PHASES[self._phase]

    @property
    def round(self) -> int:
        """The number of the round, from 0; `DECIDING` is the deciding round; 0 when it is over."""
        return self._round

    @property
    def starter(self) -> int:
        """The seat that starts this round."""
        return self._starter

    @property
    def seat(self) -> int:
        """Who acts or is dealt a card; 0 when the game is over."""
        return self._seat

    @property
    def turns(self) -> int:
        """How many turns this round has had."""
        return self._turns

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that play in this round, from its starter on."""
        seats = [self._starter]
        seat = self._next_seat(self._starter)
        while seat != self._starter:
            seats.append(seat)
            seat = self._next_seat(seat)
        return tuple(seats)

    @property
    def nails(self) -> tuple[int, ...]:
        """For each seat the holes with its nails, as bits."""
        return tuple([self._nails[seat] for seat in range(self._players)])

    @property
    def nails_left(self) -> tuple[int, ...]:
        """For each seat how many nails it has not put yet."""
        return tuple([_NAILS - _count(self._nails[seat]) for seat in range(self._players)])

    @property
    def rooms(self) -> tuple[Room, ...]:
        """For each seat what stands in its room."""
        return tuple(
            [
                Room(self._card[seat], self._rotation[seat], self._edge[seat])
                for seat in range(self._players)
            ]
        )

    @property
    def won(self) -> tuple[tuple[int, ...], ...]:
        """For each seat the cards it has won, by their place in the deck."""
        return tuple([_cards_of(self._won[seat]) for seat in range(self._players)])

    @property
    def void(self) -> tuple[int, ...]:
        """The cards of void rounds (F-42)."""
        return _cards_of(self._void)

    @property
    def bag(self) -> tuple[int, ...]:
        """The cards that can still be drawn; in a view, those that this seat does not know of."""
        return _cards_of(self._bag())

    @property
    def decider(self) -> int | None:
        """Who has won the deciding round, None if nobody has (F-41)."""
        return None if self._decider == _NONE else self._decider

    @property
    def trail(self) -> tuple[tuple[int, int], ...]:
        """The shifts since the last put, as pairs of cells; none where repetitions do not count."""
        codes = [self._trail[index] for index in range(self._trail_length)]
        return tuple([(code >> 6, code & 63) for code in codes])

    @property
    def occurrences(self) -> int:
        """How often the nails have stood like this in the round with this seat to move (F-42)."""
        return self._occurrences()

    def fits(self) -> bool:
        """Whether the card of the seat to move fits as the nails stand now (F-30)."""
        return bool(self._fits(self._taken()))

    # The result.

    def scores(self) -> tuple[int, ...]:
        """Return how many cards each seat has won in the six rounds (F-40)."""
        return tuple([_count(self._won[seat]) for seat in range(self._players)])


def _cards_of(bits: int) -> tuple[int, ...]:
    return tuple([card for card in range(cards.CARDS) if bits >> card & 1])
