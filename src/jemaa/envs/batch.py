"""Many games at once in arrays of numpy, on several threads: what training programs step."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Thread
from typing import TYPE_CHECKING, Any, Literal
from weakref import finalize

from jemaa import catalog
from jemaa.core.batch import LEAVE, MOST_GAMES, NOBODY
from jemaa.core.batch import Batch as Core
from jemaa.core.errors import SetupError, quoted, require
from jemaa.core.game import Game
from jemaa.core.observer import Layout
from jemaa.core.setup import one_of
from jemaa.core.state import State, compiled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = require("numpy")

__all__ = ["LEAVE", "MOST_GAMES", "NOBODY", "Batch"]

MOST_THREADS = 256
MOST_SEED = 2**63 - 1
Masks = Literal["bytes", "bits", "ids", "none"]


class Batch:
    """So many games of one setup that are stepped together.

    After `reset` and after every `step` all arrays below hold the positions as they are now, each
    seen by the seat that has to act. Chance has spoken already. They are the same arrays for ever:
    copy what you want to keep.

    What happens depends on the seed and the actions alone, not on the number of threads.

    >>> batch = Batch("marrakech", 8, players=3, seed=1)
    >>> batch.planes.shape, batch.scalars.shape, batch.mask.shape
    ((8, 10, 7, 7), (8, 23), (8, 87))
    >>> batch.step(batch.sample())
    >>> batch.actors
    array([0, 0, 0, 0, 0, 0, 0, 0], dtype=int8)

    Attributes:
        planes: uint8 `[games, planes, 7, 7]`; None without `observe`.
        scalars: float32 `[games, scalars]`; None without `observe`.
        mask: uint8 `[games, actions]`, 1 for a legal action; None unless `masks` is `bytes`.
        bits: uint8 `[games, packed]`, one bit for an action, lowest first; with `masks="bits"`.
        legal: int32 `[games, most_legal]`, the ids of legal actions; with `masks="ids"`.
        counts: int32 `[games]`, how many of `legal` hold.
        rewards: float32 `[games, seats]`: what each seat got in the last step, by its own number.
        actors: int8 `[games]`: the seat to act, or `NOBODY` in a game that is over.
        done: bool `[games]`: whether the last step has ended a game.
        illegal: bool `[games]`: whether it did so because the action was not legal.
    """

    def __init__(
        self,
        game: str = "marrakech",
        games: int = 1024,
        *,
        seed: int = 0,
        threads: int = 1,
        observe: bool = True,
        masks: Masks = "bytes",
        centred: bool = False,
        autoreset: Literal["same", "next"] = "same",
        buffers: Mapping[str, NDArray[Any]] | None = None,
        setup: Any = None,
        **settings: Any,
    ) -> None:
        """Make a batch and begin all games.

        Args:
            game: `marrakech` or `facir`.
            games: how many.
            seed: where dice, cards and samples come from.
            threads: how many work on a step; uncompiled there is always one.
            observe: whether planes and scalars are written.
            masks: in which form legal actions are written.
            centred: take the mean from the rewards, so that they add up to 0 instead of 1.
            autoreset: whether the next game begins in the `same` step that has ended one, or in
                the `next` step, which then ignores the action.
            buffers: arrays of your own to write into, by the names above; they must have the shape
                and the type that is said there, and lie in memory row by row.
            setup: how each game is set up, as `jemaa.game(...).setup` makes it.
            settings: the same by names; without any, the usual game of two.

        Raises:
            SetupError: an argument has a wrong value; it names the argument.
        """
        one_of("masks", masks, ("bytes", "bits", "ids", "none"))
        one_of("autoreset", autoreset, ("same", "next"))
        seed = whole("seed", seed, 0, MOST_SEED)
        threads = whole("threads", threads, 1, MOST_THREADS)
        games = whole("games", games, 1, MOST_GAMES)
        check_flag("observe", observe)
        check_flag("centred", centred)
        if buffers is not None and not isinstance(buffers, Mapping):
            raise SetupError("buffers", f"{quoted(buffers)} names no arrays")
        played = catalog.game(game)
        self.game = played
        self.setup = make_setup(played, setup, settings)
        self.layout: Layout = played.observer.layout
        self.games = games
        self.players: int = self.setup.players
        self.threads = min(threads, games) if compiled else 1
        self._core = Core(
            played.start(self.setup),
            played.observer,
            games,
            seed,
            same_step=autoreset == "same",
            centred=centred,
            threads=self.threads,
        )
        # The threads know the core only, so that a batch can be forgotten; they end with it. At the
        # end of the program they are left where they are: they hold nothing.
        finalize(self, self._core.dismiss).atexit = False
        for who in range(1, self.threads):
            Thread(target=self._core.follow, args=(who,), daemon=True).start()
        self._actions = np.zeros(games, np.int32)
        self._make_arrays(observe, masks, dict(buffers or {}))
        self.restart(np.ones(games, np.uint8))

    def _make_arrays(self, observe: bool, masks: Masks, given: dict[str, NDArray[Any]]) -> None:
        layout, games = self.layout, self.games
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "rewards": ((games, self.players), np.float32),
            "actors": ((games,), np.int8),
            "done": ((games,), np.bool_),
            "illegal": ((games,), np.bool_),
        }
        if observe:
            shapes["planes"] = ((games, *layout.plane_shape), np.uint8)
            shapes["scalars"] = ((games, layout.scalar_size), np.float32)
        if masks == "bytes":
            shapes["mask"] = ((games, layout.actions), np.uint8)
        elif masks == "bits":
            shapes["bits"] = ((games, layout.packed_size), np.uint8)
        elif masks == "ids":
            shapes["legal"] = ((games, layout.most_legal), np.int32)
            shapes["counts"] = ((games,), np.int32)
        for name in given:
            if name not in shapes:
                raise SetupError("buffers", f"{quoted(name)} is none of: {', '.join(shapes)}")
        arrays = {
            name: _checked(name, given[name], shape, kind)
            if name in given
            else np.zeros(shape, kind)
            for name, (shape, kind) in shapes.items()
        }
        _check_apart({name: arrays[name] for name in given})
        self.planes = arrays.get("planes")
        self.scalars = arrays.get("scalars")
        self.mask = arrays.get("mask")
        self.bits = arrays.get("bits")
        self.legal = arrays.get("legal")
        self.counts = arrays.get("counts")
        self.rewards = arrays["rewards"]
        self.actors = arrays["actors"]
        self.done = arrays["done"]
        self.illegal = arrays["illegal"]
        self._core.bind(**{name: _row(array) for name, array in arrays.items()})

    def __repr__(self) -> str:
        return f"<Batch of {self.games:,} games of {self.game.title}, {self.setup}>"

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew; with a seed, chance too."""
        if seed is not None:
            self._core.seed(whole("seed", seed, 0, MOST_SEED))
        self.restart(np.ones(self.games, np.uint8))

    def restart(self, which: NDArray[Any]) -> None:
        """Begin anew those games where `which` is not 0; the others stay as they are."""
        self._core.restart(self._given("which", which, np.uint8))

    def step(self, actions: NDArray[Any]) -> None:
        """Make one move in each game; `LEAVE` (-1) leaves a game as it is.

        An action that is not legal ends the game: whoever chose it gets -1, the others 0, and
        `illegal` tells so. Nothing is raised.
        """
        self._core.step(self._given("actions", actions, np.int32))

    def sample(self) -> NDArray[np.int32]:
        """Return a random legal action for each game, in an array that the next call overwrites."""
        self._core.sample(self._actions)
        return self._actions

    def observe(self, seats: NDArray[Any]) -> None:
        """Write planes and scalars as other seats see them, until the next step.

        Args:
            seats: for each game the seat that looks; -1 leaves the row of that game as it is.
        """
        self._core.observe(self._given("seats", seats, np.int8))

    def flat(self) -> NDArray[np.float32]:
        """Return what is seen as one row of numbers for each game, made anew; see `layout`."""
        if self.planes is None or self.scalars is None:
            raise SetupError("observe", "this batch was made without observations")
        out = np.empty((self.games, self.layout.flat_size), np.float32)
        out[:, : self.layout.plane_size] = self.planes.reshape(self.games, -1)
        out[:, self.layout.plane_size :] = self.scalars
        return out

    def state(self, index: int) -> State:
        """Return the position of one game, secrets and all."""
        return self._core.state(whole("index", index, 0, self.games - 1))

    def put(self, index: int, state: State) -> None:
        """Go on from another position in one game."""
        self._core.put(whole("index", index, 0, self.games - 1), state)

    def close(self) -> None:
        """End the threads; the batch still works, with one."""
        self._core.dismiss()

    def _given(self, name: str, values: Any, kind: Any) -> NDArray[Any]:
        if type(values) is np.ndarray and values.dtype == kind and values.shape == (self.games,):
            flags = values.flags
            if flags.c_contiguous and flags.writeable:
                return values  # the usual case: looking closer would take as long as a few games
        array = np.asarray(values)
        if array.shape != (self.games,):
            raise SetupError(name, f"the shape is {array.shape}, not ({self.games},)")
        if array.dtype != kind:
            if array.dtype.kind not in "iub":
                raise SetupError(name, f"whole numbers are needed, not {array.dtype}")
            # A number that does not fit must not become another one that does.
            limits = np.iinfo(kind)
            array = np.clip(array, limits.min, limits.max).astype(kind)
        return np.require(array, requirements=["C", "W"])


def make_setup(game: Game[Any, Any], setup: Any, settings: Mapping[str, Any]) -> Any:
    """Return a setup that is given whole, or by settings; two play if nobody says otherwise.

    Raises:
        SetupError: a setting has a wrong value, or the setup is given twice or is another game's.
    """
    if setup is None:
        return game.setup(**({"players": 2} | dict(settings)))
    if settings:
        raise SetupError("setup", f"give it, or settings ({', '.join(settings)}), but not both")
    game.check_setup(setup)
    return setup


def whole(name: str, value: object, least: int, most: int | None = None) -> int:
    """Return a whole number, Python's or numpy's, as Python's: a seed of 64 bits must not overflow.

    Raises:
        SetupError: it is none, or too small or too large.
    """
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise SetupError(name, f"{quoted(value)} is no whole number")
    number = int(value)
    if number < least or (most is not None and number > most):
        range = f"{least} or more" if most is None else f"{least} to {most:,}"
        raise SetupError(name, f"{quoted(value)} is not possible; choose {range}")
    return number


def check_flag(name: str, value: object) -> None:
    """Refuse what is neither true nor false: `"no"` would be true."""
    if not isinstance(value, (bool, np.bool_)):
        raise SetupError(name, f"{quoted(value)} is not possible; choose True or False")


def _check_apart(arrays: Mapping[str, NDArray[Any]]) -> None:
    """Refuse arrays that lie in the same memory: one would overwrite the other."""
    names = list(arrays)
    for place, name in enumerate(names):
        for other in names[:place]:
            if np.may_share_memory(arrays[name], arrays[other]):
                raise SetupError(name, f"the array shares its memory with that of {other}")


def _checked(name: str, array: Any, shape: tuple[int, ...], kind: Any) -> NDArray[Any]:
    if not isinstance(array, np.ndarray) or array.shape != shape or array.dtype != kind:
        found = f"{getattr(array, 'dtype', type(array).__name__)} {getattr(array, 'shape', '')}"
        raise SetupError(name, f"an array of {np.dtype(kind)} {shape} is needed, not {found}")
    if not array.flags.c_contiguous or not array.flags.writeable:
        raise SetupError(name, "the array must lie row by row in memory that can be written")
    return array


def _row(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array as one row of numbers, with bytes for booleans."""
    row = array.reshape(-1)
    return row.view(np.uint8) if row.dtype == np.bool_ else row
