"""The rules of Marrakech, clause by clause: legality, payment and scoring stand here only.

The market is kept as bitboards (see `jemaa.games.grid`): for each colour the squares where it lies
on top, and two boards of links. The bit of a square in `east` says that this square and its eastern
neighbour show the two halves of one and the same rug; `south` likewise. That is all that M-43
needs: no rug has a name, and equal positions are equal in memory.
"""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.actions import Move, Outcome
from jemaa.core.state import CHANCE, OVER, State
from jemaa.games.grid import CELLS
from jemaa.games.marrakech import board, moves
from jemaa.games.marrakech.setup import COLOURS, RUGS_PER_COLOUR, MarrakechSetup

if not cython.compiled:
    from jemaa.core._bits import count as _count
    from jemaa.core._bits import lowest as _lowest
    from jemaa.core._bits import nth as _nth

    _DRAW, _TURN, _ROLL, _LAY, _END = range(5)
    _TURNS, _ROLLS = 3, 4  # rug ids begin after the turns, draw ids after the rolls
    _NONE, _CHANCE, _OVER = -1, CHANCE, OVER

PHASES = ("draw", "turn", "roll", "lay", "over")
"""The phases: draw a rug (two players), turn Assam, roll the die, lay the rug, game over."""
_ONE = 1  # as a machine word: a plain 1 would be shifted as a short one
_MOVES = moves.MOVES.table
_OUTCOMES = moves.OUTCOMES.table

# Tables for the unchecked API, indexed by cell; each is derived from `board`.
_MARCH = [0] * 1024  # [cell*16 + heading*4 + roll - 1] -> cell*4 + heading
_ALONG = [0] * 64  # places for a rug along a row around Assam, by their left cell
_DOWN = [0] * 64  # places for a rug down a column, by their upper cell
_RUG_ID = [0] * 128  # the move that lays a rug with that left cell, or 64 + that upper cell
_PLACE = [0] * 96  # [move] -> the left cell of its rug, or 64 + the upper one
_FACE = [0] * 6  # the roll of each face of the die
_FACES = [0] * 4  # how many faces show that roll


def _fill_tables() -> None:
    rolls = [roll for roll, (_, faces) in enumerate(board.DIE) for _ in range(faces)]
    for face, roll in enumerate(rolls):
        _FACE[face] = roll
        _FACES[roll] += 1
    for id, (first, second) in enumerate(board.RUGS, _TURNS):
        _PLACE[id] = first if second == first + 1 else 64 + first
        _RUG_ID[_PLACE[id]] = id
    for cell in CELLS:
        for heading in range(4):
            for roll in range(1, 5):
                end, facing = board.march(cell, heading, roll)
                _MARCH[cell * 16 + heading * 4 + roll - 1] = end * 4 + facing
        places = [board.RUGS[number] for number in board.around(cell)]
        _ALONG[cell] = sum(1 << first for first, second in places if second == first + 1)
        _DOWN[cell] = sum(1 << first for first, second in places if second == first + 8)


_fill_tables()


def _flood(seed: int, colour: int) -> int:
    """Return the area of one colour around the seed square: joined by sides, not corners (M-30)."""
    area = seed & colour
    for _ in range(2):  # enough for most areas, and without a branch to guess wrong
        area |= (area << 1 | area >> 1) & colour
        area |= (area << 8 | area >> 8) & colour
    while True:
        grown = area | ((area << 1 | area >> 1) & colour)
        grown |= (grown << 8 | grown >> 8) & colour
        if grown == area:
            return area
        area = grown


def _write(ids: list[int], count: int, places: int, first: int) -> int:
    """Write the moves that lay a rug on these places, and return how many moves there are then."""
    while places:
        ids[count] = _RUG_ID[first + _lowest(places)]
        places &= places - 1
        count += 1
    return count


class MarrakechState(State):
    """A position of Marrakech."""

    setup: MarrakechSetup

    def __init__(self, setup: MarrakechSetup) -> None:
        """Set up the market (M-10 to M-14)."""
        self.setup = setup
        self._boards = [0, 0, 0, 0]
        self._east = self._south = 0
        self._cash = [0, 0, 0, 0]
        self._left = [0, 0, 0, 0]
        self._fallen = [0, 0, 0, 0]
        self._owner = [_NONE, _NONE, _NONE, _NONE]
        self._colour_of = [_NONE, _NONE, _NONE, _NONE]
        for seat, letters in enumerate(setup.colours):
            self._cash[seat] = board.PURSE
            self._colour_of[seat] = COLOURS.index(letters[0])
            for letter in letters:
                self._owner[COLOURS.index(letter)] = seat
                self._left[COLOURS.index(letter)] = RUGS_PER_COLOUR[setup.players]
        self._players = setup.players
        self._turns_after = setup.rotate == "after"
        self._stays = setup.insolvent == "stays"
        self._cell = board.CENTRE
        self._heading = board.HEADINGS.index(setup.facing)
        self._begin_turn(setup.first)

    def _restore(
        self,
        boards: list[int],
        links: tuple[int, int],
        cash: list[int],
        left: list[int],
        fallen: list[int],
        assam: tuple[int, int],
        turn: tuple[int, int, int],
    ) -> None:
        """Become the position that the notation has read."""
        for i in range(4):
            self._boards[i], self._cash[i] = boards[i], cash[i]
            self._left[i], self._fallen[i] = left[i], fallen[i]
        self._east, self._south = links
        self._cell, self._heading = assam
        self._seat, self._phase, self._colour = turn
        self._actor = _CHANCE if self._phase in (_DRAW, _ROLL) else self._seat
        if self._phase == _END:
            self._actor = _OVER

    # The turn (M-20): [draw] - turn - roll, march, pay - lay; with V-1 [draw] - roll - lay - turn.

    def _begin_turn(self, seat: int) -> None:
        self._seat = seat
        if self._players == 2:
            self._phase, self._actor, self._colour = _DRAW, _CHANCE, _NONE
        else:
            self._colour = self._colour_of[seat]
            self._aim()

    def _aim(self) -> None:
        self._phase = _ROLL if self._turns_after else _TURN
        self._actor = _CHANCE if self._turns_after else self._seat

    def _play(self, id: int) -> None:
        if self._phase == _LAY:
            self._lay(_PLACE[id])
        elif self._phase == _ROLL:
            self._march(id)
        elif self._phase == _TURN:
            self._turn(id)
        else:
            self._colour = id - _ROLLS
            self._aim()

    def _turn(self, id: int) -> None:
        self._heading = (self._heading + id + 3) & 3
        if self._turns_after:
            self._pass_on()
        else:
            self._phase, self._actor = _ROLL, _CHANCE

    def _march(self, id: int) -> None:
        """Move Assam (M-22, M-23), then pay (M-30 to M-33)."""
        end = _MARCH[self._cell * 16 + self._heading * 4 + id]
        self._cell, self._heading = end >> 2, end & 3
        self._phase, self._actor = _LAY, self._seat
        self._pay(self._due(self._cell))

    def _top(self, cell: int) -> int:
        """Return the colour on top of a cell (M-24); 0 as well if it is empty."""
        second, third = self._boards[2] >> cell & 1, self._boards[3] >> cell & 1
        return (self._boards[1] >> cell & 1) + 2 * second + 3 * third

    def _due(self, cell: int) -> int:
        """Return what the mover owes on a cell (M-30), whatever they have."""
        colour = self._top(cell)
        # Where nothing is due the area of no square is counted: there is no branch to guess.
        seed = self._boards[colour] & _ONE << cell
        return _count(_flood(seed * self._takes_tribute(colour), self._boards[colour]))

    def _pay(self, due: int) -> None:
        # Mostly nothing, and to nobody on an empty square: that is not worth a branch to guess.
        owner = self._owner[self._top(self._cell)] & 3
        short = due > self._cash[self._seat]
        due = self._cash[self._seat] if short else due
        self._cash[self._seat] -= due
        self._cash[owner] += due
        if short and not self._stays:
            self._fall()

    def _takes_tribute(self, colour: int) -> bool:
        """Whether the mover pays on that colour: not their own (M-31), not a dead one (M-33)."""
        owner = self._owner[colour]
        # Nobody's colour lies nowhere, so any answer will do for it.
        return (owner != self._seat) & (self._fallen[owner & 3] == 0)

    def _fall(self) -> None:
        """The player is out (M-33): no rug this turn, and no more turns."""
        order = 1
        for seat in range(self._players):
            order += self._fallen[seat] > 0
        self._fallen[self._seat] = order
        if order == self._players - 1:
            self._end()
        else:
            self._pass_on()

    def _lay(self, place: int) -> None:
        """Lay the rug; what it covers is cut from its other half (M-40 to M-43)."""
        down = place >= 64
        link = _ONE << (place & 63)
        mask = link | link << 1 + 7 * down
        for colour in range(4):
            self._boards[colour] = self._boards[colour] & ~mask | mask * (colour == self._colour)
        self._east = self._east & ~(mask | mask >> 1) | link * (not down)
        self._south = self._south & ~(mask | mask >> 8) | link * down
        self._left[self._colour] -= 1
        if self._turns_after and self._rugs_of(self._next_seat()):
            self._phase = _TURN
        else:
            self._pass_on()

    def _pass_on(self) -> None:
        """Pass the turn to the next player who is still in; the last rug ends the game (M-50)."""
        seat = self._next_seat()
        if self._rugs_of(seat):
            self._begin_turn(seat)
        else:
            self._end()

    def _next_seat(self) -> int:
        """Go clockwise to the next one who is in (M-14)."""
        seat = self._seat
        while True:
            seat = seat + 1 if seat < self._players - 1 else 0
            if not self._fallen[seat]:
                return seat

    def _rugs_of(self, seat: int) -> int:
        if self._players > 2:
            return self._left[self._colour_of[seat]]
        rugs = 0
        for colour in range(4):
            rugs += self._left[colour] * (self._owner[colour] == seat)
        return rugs

    def _end(self) -> None:
        # One form of the end whatever led to it, so that equal positions are equal.
        self._phase, self._actor, self._seat, self._colour = _END, _OVER, 0, _NONE

    # What is possible.

    def _legal(self, ids: list[int]) -> int:
        if self._phase == _TURN:
            ids[0], ids[1], ids[2] = 0, 1, 2
            return _TURNS
        count = _write(ids, 0, _ALONG[self._cell] & ~self._east, 0)
        return _write(ids, count, _DOWN[self._cell] & ~self._south, 64)

    def _chances(self, ids: list[int], weights: list[int]) -> int:
        if self._phase == _ROLL:
            for roll in range(_ROLLS):
                ids[roll], weights[roll] = roll, _FACES[roll]
            return _ROLLS
        count = 0
        for colour in range(4):
            if self._owner[colour] == self._seat and self._left[colour]:
                ids[count], weights[count] = _ROLLS + colour, self._left[colour]
                count += 1
        return count

    def _allows(self, id: int) -> bool:
        if self._phase == _TURN:
            return id < _TURNS
        if self._phase == _ROLL:
            return id < _ROLLS
        if self._phase == _DRAW:
            colour = id - _ROLLS
            return colour >= 0 and self._owner[colour] == self._seat and self._left[colour] > 0
        along, down = _ALONG[self._cell] & ~self._east, _DOWN[self._cell] & ~self._south
        # Without a branch: nobody could guess which way a rug lies.
        is_down = _PLACE[id] >= 64
        places = along * (not is_down) | down * is_down
        return bool(places >> (_PLACE[id] & 63) & (id >= _TURNS))

    def _pick(self, draw: int) -> int:
        if self._phase == _LAY:
            return _RUG_ID[self._place(draw)]
        if self._phase == _TURN:
            return draw * _TURNS >> 32
        if self._phase == _ROLL:
            return _FACE[draw * 6 >> 32]
        return _ROLLS + self._drawn(draw)

    def _drawn(self, draw: int) -> int:
        n, drawn = draw * self._rugs_of(self._seat) >> 32, 0
        for colour in range(3):  # as many as come before the one drawn; no branch to guess
            n -= self._left[colour] * (self._owner[colour] == self._seat)
            drawn += n >= 0
        return drawn

    def _place(self, draw: int) -> int:
        along, down = _ALONG[self._cell] & ~self._east, _DOWN[self._cell] & ~self._south
        count = _count(along)
        n = draw * (count + _count(down)) >> 32
        is_down = n >= count
        return 64 * is_down + _nth(down if is_down else along, n - count * is_down)

    def _step(self, draw: int) -> None:
        # As in `State`, but by name: compiled, these calls are direct.
        MarrakechState._play(self, MarrakechState._pick(self, draw))

    def _proceed(self, id: int, draw: int) -> int:
        if self._phase == _TURN and not self._turns_after and id < _TURNS:
            # Compiled, what changes in between never leaves the processor.
            self._turn(id)
            self._march(_FACE[draw * 6 >> 32])
            return 1
        if not MarrakechState._allows(self, id):
            return _NONE
        if self._phase == _LAY:
            self._lay(_PLACE[id])
        else:
            self._turn(id)
        if self._actor != _CHANCE:
            return 0
        if self._phase == _ROLL:
            self._march(_FACE[draw * 6 >> 32])
        else:
            self._colour = self._drawn(draw)
            self._aim()
        return 1

    def _stride(self, draws: list[int], count: int) -> int:
        done = 0
        while done < count and self._actor != _OVER:
            if self._phase == _TURN and not self._turns_after and done + 3 <= count:
                # A whole turn: compiled, what changes in between never leaves the processor.
                self._turn(draws[done] * _TURNS >> 32)
                self._march(_FACE[draws[done + 1] * 6 >> 32])
                done += 2
                if self._phase == _LAY:  # unless the player has fallen
                    self._lay(self._place(draws[done]))
                    done += 1
            else:
                MarrakechState._step(self, draws[done])
                done += 1
        return done

    def _seen(self, seat: int) -> int:
        """Count the squares where the seat's colours lie on top."""
        seen = 0
        for colour in range(4):
            seen += _count(self._boards[colour]) * (self._owner[colour] == seat)
        return seen

    def _score(self, seat: int) -> int:
        """Count visible halves and dirhams, one point each (M-51)."""
        return self._seen(seat) + self._cash[seat]

    def _standing(self, seat: int) -> int:
        """Rank a seat: in or how late out, then score, then dirhams (M-51 to M-53), all < 1000."""
        fallen = self._fallen[seat] - self._players if self._fallen[seat] else 0
        return (1000 * fallen + self._score(seat)) * 1000 + self._cash[seat]

    def _copy(self) -> MarrakechState:
        new = MarrakechState.__new__(MarrakechState)
        new.setup = self.setup
        if not cython.compiled:
            new._boards, new._cash, new._left = [0] * 4, [0] * 4, [0] * 4
            new._fallen, new._owner, new._colour_of = [0] * 4, [0] * 4, [0] * 4
        new._assign(self)
        return new

    def _assign(self, other: State) -> None:
        self._actor = other._actor
        self._boards[:] = cython.cast(MarrakechState, other)._boards
        self._east = cython.cast(MarrakechState, other)._east
        self._south = cython.cast(MarrakechState, other)._south
        self._cash[:] = cython.cast(MarrakechState, other)._cash
        self._left[:] = cython.cast(MarrakechState, other)._left
        self._fallen[:] = cython.cast(MarrakechState, other)._fallen
        self._owner[:] = cython.cast(MarrakechState, other)._owner
        self._colour_of[:] = cython.cast(MarrakechState, other)._colour_of
        self._cell = cython.cast(MarrakechState, other)._cell
        self._heading = cython.cast(MarrakechState, other)._heading
        self._seat = cython.cast(MarrakechState, other)._seat
        self._phase = cython.cast(MarrakechState, other)._phase
        self._colour = cython.cast(MarrakechState, other)._colour
        self._players = cython.cast(MarrakechState, other)._players
        self._turns_after = cython.cast(MarrakechState, other)._turns_after
        self._stays = cython.cast(MarrakechState, other)._stays

    def _moves(self) -> list[Move]:
        return _MOVES

    def _outcomes(self) -> list[Outcome]:
        return _OUTCOMES

    def _key(self) -> tuple[Any, ...]:
        turn = self._seat, self._phase, self._colour
        market = self.boards, self.links, self.assam
        return self.setup, market, self.cash, self.fallen, self.rugs_left, turn

    # What can be seen.

    @property
    def phase(self) -> str:
        """What happens next: `draw`, `turn`, `roll`, `lay` or `over`."""
        return PHASES[self._phase]

    @property
    def seat(self) -> int:
        """Whose turn it is, also while chance decides; 0 when the game is over."""
        return self._seat

    @property
    def assam(self) -> tuple[int, int]:
        """Assam's cell and heading."""
        return self._cell, self._heading

    @property
    def colour(self) -> int | None:
        """The colour of the rug to be laid this turn, None while it is not drawn yet."""
        return None if self._colour == _NONE else self._colour

    @property
    def boards(self) -> tuple[int, ...]:
        """For each colour the squares where it lies on top, as bits."""
        return tuple([self._boards[colour] for colour in range(4)])

    @property
    def links(self) -> tuple[int, int]:
        """The squares whose rug goes on to the east, and those whose rug goes on to the south."""
        return self._east, self._south

    @property
    def cash(self) -> tuple[int, ...]:
        """The dirhams of each seat."""
        return tuple([self._cash[seat] for seat in range(self._players)])

    @property
    def rugs_left(self) -> tuple[int, ...]:
        """For each colour the rugs that are not laid yet."""
        return tuple([self._left[colour] for colour in range(4)])

    @property
    def fallen(self) -> tuple[int, ...]:
        """For each seat 0 while it is in, else the order in which it fell out, from 1 (M-33)."""
        return tuple([self._fallen[seat] for seat in range(self._players)])

    def next_seat(self) -> int:
        """Return the seat whose turn comes next."""
        return self._next_seat()

    def rugs_of(self, seat: int) -> int:
        """Return how many rugs a seat has not laid yet, all its colours together."""
        return self._rugs_of(seat)

    def owner(self, colour: int) -> int | None:
        """Return the seat that plays a colour, None if nobody does."""
        return None if self._owner[colour] == _NONE else self._owner[colour]

    def top(self, cell: int) -> int | None:
        """Return the colour on top of a cell, None if it is empty (M-24)."""
        colour = self._top(cell)
        return colour if self._boards[colour] >> cell & 1 else None

    def owner_on(self, cell: int) -> int | None:
        """Return the seat whose rug is on top of a cell, None if it is empty."""
        colour = self.top(cell)
        return None if colour is None else self.owner(colour)

    def visible(self) -> tuple[int, ...]:
        """Return for each seat the squares where its colours lie on top (M-51)."""
        return tuple([self._seen(seat) for seat in range(self._players)])

    def scores(self) -> tuple[int, ...]:
        """Return visible halves + dirhams of each seat (M-51)."""
        return tuple([self._score(seat) for seat in range(self._players)])

    def area(self, cell: int) -> int:
        """Return the area of one colour around a cell as bits; 0 if the cell is empty (M-30)."""
        return _flood(_ONE << cell, self._boards[self._top(cell)])

    def tribute(self, cell: int) -> int:
        """Return what the player whose turn it is owes if Assam ends on a cell (M-30 to M-33)."""
        return self._due(cell)
