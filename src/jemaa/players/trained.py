"""What a network has learned, as a player: `policy("FILE")`. It needs numpy and nothing else.

The file is an archive of numpy, as `examples/train_ppo.py` saves it: `game` and `layout` say which
observations it was trained on, `weight0`, `bias0`, `weight1` ... are its layers. All but the last
are followed by max(0, x); the last gives a number for each action, and the largest legal one wins.

A network may look at the game from several places, as from wherever Assam stands: `places` lists
numbers of the observation, of which one is 1 and tells the place; for each place a row of `inputs`
says which numbers of the observation it sees, and a row of `outputs` which actions it speaks of.
After the observation come a 0 and a 1, and after the actions one that means nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

from jemaa.core.errors import SetupError, quoted, require
from jemaa.core.game import Game
from jemaa.core.observer import Layout
from jemaa.core.view import View
from jemaa.players.base import Decision, Limit, NamedPlayer, ranked
from jemaa.players.search import Control

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Layers = list[tuple[NDArray[Any], NDArray[Any]]]

MOST_LAYERS = 16
"""No network has more."""
UNLIKED = -1e9
"""What an action gets that the network does not speak of."""
FIELD = "policy(file)"
"""What errors name."""


class Trained(NamedPlayer):
    """Plays what a network prefers."""

    def __init__(self, game: Game[Any, Any], file: str) -> None:
        """Make a player.

        Raises:
            SetupError: the file cannot be read, or was trained on something else.
            MissingExtraError: numpy is not installed.
        """
        self.name = f'policy("{file}")'
        self._numpy = require("numpy")
        self._layout = game.observer.layout
        self._tables: tuple[NDArray[Any], ...] | None = None
        self._layers = self._read(file)

    def choose(self, view: View, limit: Limit | Control | None = None) -> Decision:
        """Choose a move; the weight of a candidate is its chance by the network."""
        preferences = self.preferences(view)
        moves = view.legal()
        liked = [float(preferences[move.id]) for move in moves]
        chances = self._numpy.exp(self._numpy.array(liked) - max(liked))
        chances /= chances.sum()
        candidates = ranked(dict(zip(moves, chances.tolist(), strict=True)), {})
        return Decision(candidates[0].move, candidates, 1)

    def preferences(self, view: View) -> NDArray[Any]:
        """Return the number that the network gives to each action, legal or not."""
        np = self._numpy
        planes = np.empty(self._layout.plane_size, np.uint8)
        size = self._layout.flat_size
        seen = np.zeros(size + 2, np.float32)
        view.observe_into(planes, seen[planes.size : size])
        seen[: planes.size] = planes
        seen[-1] = 1
        if self._tables is None:
            return self._apply(seen[:size])
        places, inputs, outputs = self._tables
        place = int(seen[places].argmax())
        found: NDArray[Any] = np.full(self._layout.actions + 1, UNLIKED, np.float32)
        found[outputs[place]] = self._apply(seen[inputs[place]])
        return found[:-1]

    def _apply(self, seen: NDArray[Any]) -> NDArray[Any]:
        for weight, bias in self._layers[:-1]:
            seen = self._numpy.maximum(seen @ weight + bias, 0)
        weight, bias = self._layers[-1]
        found: NDArray[Any] = seen @ weight + bias
        return found

    def _read(self, file: str) -> Layers:
        """Return the layers of a file; it can hold numbers and texts, but no program."""
        try:
            with self._numpy.load(file, allow_pickle=False) as archive:
                arrays = dict(archive)
        except OSError as error:
            raise SetupError(FIELD, f"{quoted(file)}: {error.strerror or error}") from None
        except (ValueError, TypeError, EOFError, BadZipFile):
            message = f"{quoted(file)} is no archive of numpy (.npz) with a network"
            raise SetupError(FIELD, message) from None
        self._check_head(file, arrays)
        wanted = self._read_places(file, arrays)
        layers: Layers = []
        while f"weight{len(layers)}" in arrays and len(layers) < MOST_LAYERS:
            number = len(layers)
            layers.append(self._layer(file, arrays, number))
        sizes = [weight.shape[0] for weight, _ in layers] + [len(layers[-1][1])] if layers else []
        fits = all(len(layers[n][1]) == sizes[n + 1] for n in range(len(layers)))
        if not layers or not fits or (sizes[0], sizes[-1]) != wanted:
            raise SetupError(
                FIELD,
                f"the layers of {quoted(file)} have the sizes {sizes}; they must go from"
                f" {wanted[0]} to {wanted[1]}",
            )
        return layers

    def _read_places(self, file: str, arrays: dict[str, Any]) -> tuple[int, int]:
        """Read from where the network looks; return how many inputs and outputs it has."""
        np, layout = self._numpy, self._layout
        if "places" not in arrays:
            return layout.flat_size, layout.actions
        tables = [arrays.get(name) for name in ("places", "inputs", "outputs")]
        limits = (layout.flat_size, layout.flat_size + 2, layout.actions + 1)
        fits = all(
            table is not None
            and table.ndim == dimensions
            and table.dtype.kind in "iu"
            and table.size
            and 0 <= table.min() <= table.max() < limit
            for table, dimensions, limit in zip(tables, (1, 2, 2), limits, strict=True)
        )
        if not fits or len({len(table) for table in tables if table is not None}) != 1:
            message = f"places, inputs and outputs of {quoted(file)} do not fit together"
            raise SetupError(FIELD, message)
        self._tables = tuple(np.asarray(table, np.intp) for table in tables)
        return self._tables[1].shape[1], self._tables[2].shape[1]

    def _check_head(self, file: str, arrays: dict[str, Any]) -> None:
        layout: Layout = self._layout
        for name, wanted in (("game", layout.game), ("layout", layout.version)):
            found = arrays[name].tolist() if name in arrays else None
            if found != wanted:
                raise SetupError(
                    FIELD, f"{quoted(file)} is for {name} {quoted(found)}, not {quoted(wanted)}"
                )

    def _layer(
        self, file: str, arrays: dict[str, Any], number: int
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        np = self._numpy
        try:
            weight = np.ascontiguousarray(arrays[f"weight{number}"], np.float32)
            bias = np.ascontiguousarray(arrays[f"bias{number}"], np.float32)
            fits = weight.ndim == 2 and bias.shape == weight.shape[1:]
        except (KeyError, ValueError, TypeError):
            fits = False
        if not fits or not (np.isfinite(weight).all() and np.isfinite(bias).all()):
            message = f"layer {number} of {quoted(file)} is no table of numbers with a bias"
            raise SetupError(FIELD, message)
        return weight, bias
