"""Many games at once, for programs that learn: one call makes a move in each of them.

All results go into buffers that the caller owns. Work runs without the interpreter's lock, and
several threads can share it: see `follow`. Every game has its own two
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
    from jemaa.core._crew import attend, call, crew_of, dismiss, finish, gather, hire, take
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
    _RESTART, _STEP, _SAMPLE, _OBSERVE = range(4)

    def _pointers(table: Any, states: list[State]) -> list[State]:
        return states


LEAVE = -1
"""The action that leaves a game as it is."""
NOBODY = -1
"""The actor of a game that is over."""
MOST_GAMES = 1_000_000
"""No batch is larger."""
PIECE = 64
"""So many games a thread takes at once: it then seldom writes into a cache line of another one."""


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
        threads: int = 1,
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
            threads: how many share the work, the caller among them; the others `follow`.
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
        self._busy = False
        self.threads = threads
        self._piece = games if threads == 1 else min(PIECE, -(-games // threads))
        self._hired = hire(threads, -(-games // self._piece))
        self._crew = crew_of(self._hired)
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
        self._check_free()
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

    def _check(self) -> None:
        if not self._held:
            raise SetupError("bind", "the batch has no buffers yet; call bind")
        self._check_free()

    def _check_free(self) -> None:
        if self._busy:
            raise SetupError("batch", "another thread is working with it")

    # Each of these works on all games.

    def restart(self, which: Any) -> None:
        """Begin anew the games whose byte in `which` is not 0."""
        self._check()
        check_room("which", which, self.games)
        self._which = bytes_of(which)
        self._share(_RESTART)

    def step(self, actions: Any) -> None:
        """Make one move in each game; `LEAVE` leaves a game as it is.

        An action that is not legal ends the game: whoever chose it gets -1, the others 0.

        Args:
            actions: ids of 32 bits, one for each game.
        """
        self._check()
        check_room("actions", actions, 4 * self.games)
        self._ids = ids_of(actions)
        self._share(_STEP)

    def sample(self, actions: Any) -> None:
        """Write a random legal action for each game; 0 where nobody has to decide."""
        self._check()
        check_room("actions", actions, 4 * self.games)
        self._ids = ids_of(actions)
        self._share(_SAMPLE)

    def observe(self, seats: Any) -> None:
        """Write planes and scalars of each game as the seat sees it that `seats` names.

        Masks are not touched. A negative number leaves the row of that game as it is.
        """
        self._check()
        check_room("seats", seats, self.games)
        self._eyes = seats_of(seats)
        self._share(_OBSERVE)

    def follow(self, who: int) -> None:
        """Do a share of the work of each call until `dismiss`: what another thread is for.

        Args:
            who: its number, from 1. A thread that has not come when everything is done is not
                waited for.
        """
        if not 0 < who < self.threads:
            raise SetupError("who", f"{quoted(who)} is none of {self.threads} threads")
        with cython.nogil:
            while attend(self._crew, who):
                self._take_part(who)
                finish(self._crew, who)

    def dismiss(self) -> None:
        """Let all threads that follow end; the caller then works alone."""
        self._check_free()
        dismiss(self._crew)

    def _share(self, work: int) -> None:
        """Do the work on all games, together with the other threads."""
        self._work = work
        self._busy = True
        with cython.nogil:
            call(self._crew)
            self._take_part(0)
            gather(self._crew)
        self._busy = False

    def _take_part(self, who: int) -> None:
        piece = take(self._crew, who)
        while piece >= 0:
            first = piece * self._piece
            self._do(first, min(first + self._piece, self.games))
            piece = take(self._crew, who)

    def _do(self, first: int, last: int) -> None:
        """Work on the games from `first` up to but not with `last`."""
        if self._work == _STEP:
            for index in range(first, last):
                fetch(self._pointed[index + 2 if index + 2 < last else index])
                self._advance(cython.cast(State, self._pointed[index]), index, self._ids[index])
        elif self._work == _SAMPLE:
            for index in range(first, last):
                fetch(self._pointed[index + 2 if index + 2 < last else index])
                self._choose(cython.cast(State, self._pointed[index]), index)
        elif self._work == _OBSERVE:
            for index in range(first, last):
                if 0 <= self._eyes[index] < self.players:
                    self._see(cython.cast(State, self._pointed[index]), index, self._eyes[index])
        else:
            for index in range(first, last):
                if self._which[index]:
                    self._restart(cython.cast(State, self._pointed[index]), index)

    def state(self, index: int) -> State:
        """Return the position of one game, secrets and all."""
        self._check_index(index)
        game = self._states[index]
        return game._copy()

    def put(self, index: int, state: State) -> None:
        """Go on from another position in one game; it must have the setup of the batch."""
        self._check_index(index)
        if type(state) is not type(self._start):
            raise SetupError("state", f"{quoted(state)} is no position of this game")
        if state.setup != self._start.setup:
            raise SetupError("state", f"its setup is {state.setup}, not {self._start.setup}")
        game = self._states[index]
        game._assign(state)
        self._let_chance_speak(game, index)
        self._clear(index)
        self._show(game, index)

    def _check_index(self, index: int) -> None:
        self._check()
        if not 0 <= index < self.games:
            raise SetupError("index", f"{index} is none of {self.games:,} games")

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

    def _choose(self, game: State, index: int) -> None:
        rng = (self._choice[index] + GOLDEN) & MASK
        self._choice[index] = rng
        self._ids[index] = game._pick(_mix(rng) >> 32) if game._actor >= 0 else 0

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
