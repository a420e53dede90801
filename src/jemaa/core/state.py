"""A position of a game as a value, and the unchecked API behind it that search and playouts use.

To its users a state never changes: `after` gives a new one. Inside compiled loops a private copy is
advanced in place through the names that begin with an underscore; they check nothing.

This file is compiled when a C compiler is at hand (`state.pxd` says which names are machine words)
and runs as it stands when not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self, TypeAlias, TypeGuard

try:
    import cython
except ImportError:  # pragma: no cover  (the wheel may be used where Cython is not installed)
    from jemaa.core import _nocython as cython

from jemaa.core.actions import Action, Move, Outcome
from jemaa.core.errors import InvalidNotationError, SetupError

if TYPE_CHECKING:
    from jemaa.core.game import Game
    from jemaa.core.view import View

compiled: bool = cython.compiled
"""Whether this is the compiled form."""

Seat: TypeAlias = int
CHANCE = -1
"""`to_act` where chance decides."""
OVER = -2
"""What `_actor` holds when the game is over; users read None."""
SPECTATOR = -3
"""The seat of somebody who only watches: they see the least."""
MOST_SEATS = 4
"""No game seats more: compiled code keeps one number for each seat in arrays of this length."""

if not cython.compiled:
    _CHANCE = CHANCE
    _OVER = OVER

# Room for the longest list of legal moves of any game. One pair of buffers is enough: they are
# filled and read in one go, under the interpreter's lock.
_ids = [0] * 1024
_weights = [0] * 1024

_games: dict[type, Game[Any, Any]] = {}


def register(state_type: type, game: Game[Any, Any]) -> None:
    """Make `state.game` answer for that type of states.

    Raises:
        SetupError: the game seats more than `MOST_SEATS`.
    """
    if max(game.seats) > MOST_SEATS:
        raise SetupError(
            "seats",
            f"{game.name} seats {max(game.seats)}; no game can seat over {MOST_SEATS}",
        )
    _games[state_type] = game


def given(state: object) -> None:
    """Refuse None instead of a position: compiled code would read where nothing is.

    Raises:
        TypeError: it is None.
    """
    if state is None:
        raise TypeError("there is no position here: give a state, not None")


class State:
    """A position. Subclasses hold the fields and the rules of one game.

    Laws, checked by `jemaa.core.testing.check_game`:
        - unless the game is over, `legal()` or `outcomes()` is not empty, never both;
        - weights are positive integers;
        - `after` leaves the state as it was; equal states have equal futures;
        - `game.parse(str(state)) == state`.
    """

    setup: Any
    """What the game was set up with."""
    _actor: int
    _seat: int
    _players: int

    # The unchecked API: in place, without the interpreter's lock when compiled.

    def _legal(self, ids: list[int]) -> int:
        """Write the ids of the legal moves into `ids` and return their number."""
        return 0

    def _chances(self, ids: list[int], weights: list[int]) -> int:
        """Write the ids of the outcomes and their weights, and return their number."""
        return 0

    def _allows(self, id: int) -> bool:
        """Whether that move or outcome is possible now."""
        return False

    def _pick(self, draw: int) -> int:
        """Return the id of a random action: `draw` is uniform in 0 .. 2**32 - 1."""
        return 0

    def _play(self, id: int) -> None:
        """Do that move or outcome, which must be possible."""

    def _step(self, draw: int) -> None:
        """Do a random action: `draw` is uniform in 0 .. 2**32 - 1."""
        self._play(self._pick(draw))

    def _proceed(self, id: int, draw: int) -> int:
        """Do a move, then what chance brings if it is its turn; return how many draws were used.

        If the move is not possible, nothing happens and it returns -1.
        """
        if not self._allows(id):
            return -1
        self._play(id)
        if self._actor != _CHANCE:
            return 0
        self._step(draw)
        return 1

    def _stride(self, draws: list[int], count: int) -> int:
        """Do random actions, one for each draw, until the game is over; return how many."""
        done = 0
        while done < count and self._actor != _OVER:
            self._step(draws[done])
            done += 1
        return done

    def _assign(self, other: State) -> None:
        """Become equal to another state of the same setup."""

    def _standing(self, seat: Seat) -> int:
        """Return a number that ranks a seat: the greater, the better; equal ones tie."""
        return 0

    def _shares(self, out: list[float]) -> None:
        """Write the share of the win that each seat has if the game ends as it stands."""
        best = self._standing(0)
        for seat in range(1, self._players):
            best = max(best, self._standing(seat))
        winners = 0
        for seat in range(self._players):
            winners += self._standing(seat) == best
        for seat in range(self._players):
            out[seat] = 1.0 / winners if self._standing(seat) == best else 0.0

    # The same with objects: each game names its tables.

    def _copy(self) -> Self:
        raise NotImplementedError

    def _moves(self) -> list[Move]:
        raise NotImplementedError

    def _outcomes(self) -> list[Outcome]:
        raise NotImplementedError

    def _key(self) -> tuple[Any, ...]:
        """Return everything that the future depends on."""
        raise NotImplementedError

    # What users call.

    @property
    def game(self) -> Game[Any, Any]:
        """The game this is a position of."""
        return _games[type(self)]

    @property
    def to_act(self) -> Seat | None:
        """The seat that must decide, `CHANCE`, or None when the game is over."""
        return None if self._actor == _OVER else self._actor

    @property
    def is_over(self) -> bool:
        """Whether nothing can happen any more."""
        return bool(self._actor == _OVER)

    @property
    def phase(self) -> str:
        """The name of what happens next."""
        raise NotImplementedError

    def legal(self) -> tuple[Move, ...]:
        """Return the moves of the seat to act, always in the order of their ids."""
        if self._actor < 0:
            return ()
        moves = self._moves()
        count = self._legal(_ids)
        return tuple([moves[_ids[i]] for i in range(count)])

    def outcomes(self) -> tuple[tuple[Outcome, int], ...]:
        """Return what chance can bring here, each with its weight; empty where a player decides."""
        if self._actor != _CHANCE:
            return ()
        outcomes = self._outcomes()
        count = self._chances(_ids, _weights)
        return tuple([(outcomes[_ids[i]], _weights[i]) for i in range(count)])

    def after(self, action: Action | str) -> Self:
        """Return the position after a move or an outcome, given as such or by its notation.

        Raises:
            IllegalMoveError: the rules do not allow it here; it tells the reason and the clause.
            InvalidNotationError: the text is neither a move nor an outcome of this game.
        """
        if not self._accepts(action):
            if isinstance(action, str):
                return self.after(self._read(action))
            raise self.game.refusal(self, action)
        new = self._copy()
        new._play(action.id)
        return new

    def _read(self, text: str) -> Action:
        by = CHANCE if self._actor == _CHANCE else self._seat
        try:
            return self.game.action(by, text)
        except InvalidNotationError:
            # The other kind is read too: the refusal then says what must come first.
            other = self.game.moves if by == CHANCE else self.game.outcomes
            if text in other:
                return other.by_text(text)
            raise

    def _accepts(self, action: object) -> TypeGuard[Action]:
        if self._actor >= 0:
            moves = self._moves()
            return (
                isinstance(action, Move)
                and action.id < len(moves)
                and moves[action.id] is action
                and self._allows(action.id)
            )
        if self._actor == _OVER:
            return False
        outcomes = self._outcomes()
        return (
            isinstance(action, Outcome)
            and action.id < len(outcomes)
            and outcomes[action.id] is action
            and self._allows(action.id)
        )

    def view(self, seat: Seat) -> View:
        """Return what that seat knows; `SPECTATOR` knows only what is public."""
        view: View = self.game.view(self, seat)
        return view

    def draw(self, language: str = "en") -> str:
        """Return the board as text, as the seat to act sees it; `str(state)` is the position.

        Where nobody has to decide it is what a spectator sees.
        """
        return self.view(self._actor if self._actor >= 0 else SPECTATOR).draw(language)

    def scores(self) -> tuple[int, ...]:
        """Return the points of each seat so far."""
        raise NotImplementedError

    def ranking(self) -> tuple[tuple[Seat, ...], ...]:
        """Return the seats from best to worst as it stands; seats that tie share a place."""
        standings = [self._standing(seat) for seat in range(self._players)]
        return tuple(
            tuple([seat for seat, other in enumerate(standings) if other == standing])
            for standing in sorted(set(standings), reverse=True)
        )

    def returns(self) -> tuple[float, ...]:
        """Return each seat's share of the win: 1 in all when the game is over, before that 0."""
        shares = [0.0, 0.0, 0.0, 0.0]
        if self._actor == _OVER:
            self._shares(shares)
        return tuple([shares[seat] for seat in range(self._players)])

    def __str__(self) -> str:
        return self.game.text(self)

    def __repr__(self) -> str:
        return f"jemaa.parse({str(self)!r})"

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return self.game.svg(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return type(self) is type(other) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memo: Any) -> State:
        return self

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self.game.parse, (str(self),)
