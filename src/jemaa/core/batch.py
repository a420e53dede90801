"""Many games at once, for programs that learn: one call makes a move in each of them.

All results go into buffers that the caller owns. Work is given by ranges of games, and runs without
the interpreter's lock, so several threads can each take a range. Every game has its own two
generators, one for its dice and cards and one for `sample`: what happens in a game depends on the
seed, its number and the actions, and on nothing else.

`jemaa.envs.Batch` is the same with arrays of numpy and with threads.
"""

from __future__ import annotations

from array import array
from typing import Any

try:
    import cython
except ImportError:  # pragma: no cover
    from jemaa.core import _nocython as cython

from jemaa.core.errors import SetupError, quoted
from jemaa.core.observer import Observer, check_room
from jemaa.core.playout import derive_seed
from jemaa.core.state import CHANCE, OVER, State

if not cython.compiled:
    from jemaa.core._rows import (
        bytes_from,
        bytes_of,
        fetch,
        floats_from,
        floats_of,
        ids_from,
        ids_of,
        seats_of,
    )
    from jemaa.core.playout import GOLDEN, MASK, _mix

    _CHANCE, _OVER, _LEAVE, _NOBODY = CHANCE, OVER, -1, -1

    def _pointers(table: Any, states: list[State]) -> list[State]:
        return states


LEAVE = -1
"""The action that leaves a game as it is."""
NOBODY = -1
"""The actor of a game that is over."""
MOST_GAMES = 1_000_000
"""No batch is larger."""


class Batch:
    """So many games of one setup, each with its own chance.

    Wherever chance decides, it has spoken already: a game waits for a seat, or is over.
    """

    def __init__(
        self,
        start: State,
        observer: Observer,
        games: int,
        seed: int,
        *,
        same_step: bool = True,
        centred: bool = False,
    ) -> None:
        """Make a batch; `bind` must come before any work.

        Args:
            start: the first position of every game.
            observer: writes the observations.
            games: how many.
            seed: where dice, cards and samples come from.
            same_step: begin the next game in the step that has ended one. Otherwise it begins with
                the next action of that game, whichever it is.
            centred: take the mean from the rewards, so that they add up to 0 instead of 1.
        """
        if type(games) is not int or not 1 <= games <= MOST_GAMES:
            raise SetupError(
                "games", f"{quoted(games)} is not possible; choose 1 to {MOST_GAMES:,}"
            )
        if start is None or observer is None or start.game.name != observer.layout.game:
            raise SetupError("start", f"{quoted(start)} is no position that the observer knows")
        self.games = games
        self._start = start
        self.players = self._start._players
        self.observer = observer
        self._same_step = same_step
        self._centre = 1.0 / self.players if centred else 0.0
        self._states = [self._start._copy() for _ in range(games)]
        self._table = array("Q", bytes(8 * games))
        self._pointed = _pointers(self._table, self._states)
        self._chance = array("Q", bytes(8 * games))
        self._choice = array("Q", bytes(8 * games))
        self._held: list[Any] = []
        self.seed(seed)

    def seed(self, seed: int) -> None:
        """Begin all generators anew; the games go on from where they are."""
        for index in range(self.games):
            self._chance[index] = derive_seed(seed, 2 * index)
            self._choice[index] = derive_seed(seed, 2 * index + 1)

    def bind(
        self,
        *,
        rewards: Any,
        actors: Any,
        done: Any,
        illegal: Any,
        planes: Any = None,
        scalars: Any = None,
        mask: Any = None,
        bits: Any = None,
        legal: Any = None,
        counts: Any = None,
    ) -> None:
        """Say where to write; each buffer is one row of numbers, game after game.

        Args:
            rewards: a float of 32 bits for each seat of each game.
            actors: a signed byte for each game: the seat to act, or `NOBODY`.
            done: a byte for each game: 1 if this step has ended one.
            illegal: a byte for each game: 1 if it has ended because the action was not legal.
            planes: bytes; without them nothing is observed.
            scalars: floats of 32 bits; they come with the planes.
            mask: a byte for each action.
            bits: the same with a bit for each action.
            legal: ids of 32 bits, `most_legal` for each game.
            counts: how many of these hold; they come with `legal`.

        Raises:
            SetupError: a buffer has another size, or one of two is missing.
        """
        layout = self.observer.layout
        for pair in (("planes", planes, scalars), ("legal", legal, counts)):
            if (pair[1] is None) != (pair[2] is None):
                raise SetupError(pair[0], "both buffers of a pair are needed, or neither")
        sizes = {
            "rewards": (rewards, 4 * self.players),
            "actors": (actors, 1),
            "done": (done, 1),
            "illegal": (illegal, 1),
            "planes": (planes, layout.plane_size),
            "scalars": (scalars, 4 * layout.scalar_size),
            "mask": (mask, layout.actions),
            "bits": (bits, layout.packed_size),
            "legal": (legal, 4 * layout.most_legal),
            "counts": (counts, 4),
        }
        for name, (buffer, size) in sizes.items():
            if buffer is not None:
                check_room(name, buffer, size * self.games)
        # A view keeps its buffer from going away, and from being made smaller.
        self._held = [memoryview(buffer) for buffer, _ in sizes.values() if buffer is not None]
        self._rewards = floats_of(rewards)
        self._actors = seats_of(actors)
        self._done = bytes_of(done)
        self._illegal = bytes_of(illegal)
        self._has_planes = planes is not None
        self._has_mask = mask is not None
        self._has_bits = bits is not None
        self._has_legal = legal is not None
        if planes is not None:
            self._planes = bytes_of(planes)
            self._scalars = floats_of(scalars)
        if mask is not None:
            self._mask = bytes_of(mask)
        if bits is not None:
            self._bits = bytes_of(bits)
        if legal is not None:
            self._legal = ids_of(legal)
            self._counts = ids_of(counts)

    def _check(self, first: int, last: int) -> None:
        if not self._held:
            raise SetupError("bind", "the batch has no buffers yet; call bind")
        if not 0 <= first <= last <= self.games:
            raise SetupError("games", f"{first} to {last} is no range of {self.games:,} games")

    # Each of these works on the games from `first` up to but not with `last`.

    def restart(self, which: Any, first: int, last: int) -> None:
        """Begin anew the games whose byte in `which` is not 0."""
        self._check(first, last)
        check_room("which", which, self.games)
        chosen = bytes_of(which)
        with cython.nogil:
            for index in range(first, last):
                if chosen[index]:
                    self._restart(cython.cast(State, self._pointed[index]), index)

    def step(self, actions: Any, first: int, last: int) -> None:
        """Make one move in each game; `LEAVE` leaves a game as it is.

        An action that is not legal ends the game: whoever chose it gets -1, the others 0.

        Args:
            actions: ids of 32 bits, one for each game of the batch.
            first: the first game of the range.
            last: the end of the range.
        """
        self._check(first, last)
        check_room("actions", actions, 4 * self.games)
        ids = ids_of(actions)
        with cython.nogil:
            for index in range(first, last):
                fetch(self._pointed[index + 2 if index + 2 < last else index])
                self._advance(cython.cast(State, self._pointed[index]), index, ids[index])

    def sample(self, actions: Any, first: int, last: int) -> None:
        """Write a random legal action for each game; 0 where nobody has to decide."""
        self._check(first, last)
        check_room("actions", actions, 4 * self.games)
        ids = ids_of(actions)
        with cython.nogil:
            for index in range(first, last):
                fetch(self._pointed[index + 2 if index + 2 < last else index])
                self._choose(cython.cast(State, self._pointed[index]), index, ids)

    def observe(self, seats: Any, first: int, last: int) -> None:
        """Write planes and scalars of each game as the seat sees it that `seats` names.

        Masks are not touched. A negative number leaves the row of that game as it is.
        """
        self._check(first, last)
        check_room("seats", seats, self.games)
        eyes = seats_of(seats)
        with cython.nogil:
            for index in range(first, last):
                if 0 <= eyes[index] < self.players:
                    self._see(cython.cast(State, self._pointed[index]), index, eyes[index])

    def state(self, index: int) -> State:
        """Return the position of one game, secrets and all."""
        self._check(index, index + 1)
        game = self._states[index]
        return game._copy()

    def put(self, index: int, state: State) -> None:
        """Go on from another position in one game; it must have the setup of the batch."""
        self._check(index, index + 1)
        if type(state) is not type(self._start):
            raise SetupError("state", f"{quoted(state)} is no position of this game")
        if state.setup != self._start.setup:
            raise SetupError("state", f"its setup is {state.setup}, not {self._start.setup}")
        game = self._states[index]
        game._assign(state)
        self._let_chance_speak(game, index)
        self._clear(index)
        self._show(game, index)

    # One game, without the interpreter's lock.

    def _clear(self, index: int) -> None:
        self._done[index] = 0
        self._illegal[index] = 0
        # By hand: a call for so few bytes would take longer than all the rest of this.
        first = index * self.players
        self._rewards[first] = self._rewards[first + 1] = 0.0
        if self.players > 2:
            self._rewards[first + 2] = 0.0
        if self.players > 3:
            self._rewards[first + 3] = 0.0

    def _restart(self, game: State, index: int) -> None:
        self._clear(index)
        self._begin(game, index)
        self._show(game, index)

    def _begin(self, game: State, index: int) -> None:
        game._assign(self._start)
        self._let_chance_speak(game, index)

    def _let_chance_speak(self, game: State, index: int) -> None:
        rng = self._chance[index]
        while game._actor == _CHANCE:
            rng = (rng + GOLDEN) & MASK
            game._step(_mix(rng) >> 32)
        self._chance[index] = rng

    def _choose(self, game: State, index: int, ids: Any) -> None:
        rng = (self._choice[index] + GOLDEN) & MASK
        self._choice[index] = rng
        ids[index] = game._pick(_mix(rng) >> 32) if game._actor >= 0 else 0

    def _advance(self, game: State, index: int, id: int) -> None:
        if id == _LEAVE:
            self._clear(index)
            return
        if game._actor == _OVER:
            self._restart(game, index)
            return
        self._clear(index)
        if id < 0 or id >= self.observer._actions or not self._play(game, index, id):
            self._illegal[index] = 1
            self._rewards[index * self.players + game._actor] = -1.0
            self._over(game, index, True)
        elif game._actor == _OVER:
            self._pay(game, index)
            self._over(game, index, False)
        else:
            self._show(game, index)

    def _play(self, game: State, index: int, id: int) -> bool:
        """Play on to the next decision if the action is legal, and return whether it is."""
        # One draw is made ahead: it does not wait for the move, nor the move for it.
        rng = (self._chance[index] + GOLDEN) & MASK
        used = game._proceed(id, _mix(rng) >> 32)
        if used > 0:
            self._chance[index] = rng
        if game._actor == _CHANCE:
            self._let_chance_speak(game, index)
        return used >= 0

    def _over(self, game: State, index: int, forfeited: bool) -> None:
        """End a game: show the next one at once, or the end of this one."""
        self._done[index] = 1
        if self._same_step:
            self._begin(game, index)
        elif forfeited:
            game._actor = _OVER
        self._show(game, index)

    def _pay(self, game: State, index: int) -> None:
        shares = [0.0, 0.0, 0.0, 0.0]
        game._shares(shares)
        for seat in range(self.players):
            self._rewards[index * self.players + seat] = shares[seat] - self._centre

    def _show(self, game: State, index: int) -> None:
        """Write who is to act, what they see and what they can do."""
        self._actors[index] = game._actor if game._actor >= 0 else _NOBODY
        self._see(game, index, game._actor if game._actor >= 0 else 0)
        if self._has_mask:
            self.observer._mask(game, bytes_from(self._mask, index * self.observer._actions))
        if self._has_bits:
            self.observer._pack(
                game, bytes_from(self._bits, index * ((self.observer._actions + 7) >> 3))
            )
        if self._has_legal:
            self._counts[index] = (
                game._legal(ids_from(self._legal, index * self.observer._most_legal))
                if game._actor >= 0
                else 0
            )

    def _see(self, game: State, index: int, seat: int) -> None:
        if self._has_planes:
            self.observer._observe(
                game,
                seat,
                bytes_from(self._planes, index * self.observer._planes_size),
                floats_from(self._scalars, index * self.observer._scalars_size),
            )
