"""One game at a time, as environments that are stepped from Python need it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from operator import index
from typing import TYPE_CHECKING, Any

from jemaa import catalog, svg
from jemaa.catalog import Chooser
from jemaa.core.actions import Move
from jemaa.core.batch import Batch as Core
from jemaa.core.errors import PlayerError, SetupError, quoted, require
from jemaa.core.observer import Layout
from jemaa.core.setup import one_of
from jemaa.core.state import SPECTATOR, State
from jemaa.envs.batch import check_flag, make_setup, whole
from jemaa.players.base import Decision, Limit

if TYPE_CHECKING:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
else:
    np = require("numpy")
    spaces = require("gymnasium.spaces")

RENDER_MODES = ("human", "ansi", "rgb_array")
PICTURE_SIZE = 480
"""How wide the picture of `rgb_array` is."""
SAMPLED = "random"
"""The opponent whose moves compiled code draws; they depend on the seed of the environment."""


class Table:
    """A game that is stepped by numbers, in memory of its own."""

    def __init__(self, game: str, setup: Any, settings: Mapping[str, Any], centred: bool) -> None:
        """Lay the table; `reset` begins."""
        check_flag("centred", centred)
        self.game = catalog.game(game)
        self.setup = make_setup(self.game, setup, settings)
        self.layout: Layout = self.game.observer.layout
        self._actions = self.layout.actions
        self.players: int = self.setup.players
        start = self.game.start(self.setup)
        seed = fresh_seed()
        self._core = Core(
            start, self.game.observer, 1, seed, same_step=False, centred=bool(centred)
        )
        self._action = np.zeros(1, np.int32)
        self._eyes = np.zeros(1, np.int8)
        self._planes = np.zeros(self.layout.plane_size, np.uint8)
        self._scalars = np.zeros(self.layout.scalar_size, np.float32)
        self._mask = np.zeros(self.layout.actions, np.int8)
        self._rewards = np.zeros(self.players, np.float32)
        self._actor = np.zeros(1, np.int8)
        self._flags = np.zeros((2, 1), np.uint8)
        self._core.bind(
            rewards=self._rewards,
            actors=self._actor,
            done=self._flags[0],
            illegal=self._flags[1],
            planes=self._planes,
            scalars=self._scalars,
            mask=self._mask.view(np.uint8),
        )
        self._seat = self._seen_by = 0

    def reset(self, seed: int | None = None) -> int:
        """Begin a game and return the seat to act; with a seed, chance begins anew too."""
        if seed is not None:
            self._core.seed(whole("seed", seed, 0))
        self._flags[0] = 1
        self._core.restart(self._flags[0])
        return self._look()

    def step(self, action: int) -> int:
        """Make a move and return the seat to act then, negative when the game is over."""
        # A number that does not fit would be cut: none of these is a move either.
        self._action[0] = action if 0 <= action < self._actions else self._actions
        self._core.step(self._action)
        return self._look()

    def _look(self) -> int:
        self._seat = seat = self._actor.item()
        self._seen_by = seat if seat > 0 else 0
        return seat

    @property
    def is_over(self) -> bool:
        """Whether the game has ended in the last step."""
        return bool(self._flags.item(0))

    @property
    def is_illegal(self) -> bool:
        """Whether the last step has ended the game because it was not legal."""
        return bool(self._flags.item(1))

    @property
    def rewards(self) -> list[float]:
        """What each seat got in the last step."""
        found: list[float] = self._rewards.tolist()
        return found

    @property
    def state(self) -> State:
        """The position, secrets and all."""
        return self._core.state(0)

    def sample(self) -> int:
        """Return a random legal move."""
        self._core.sample(self._action)
        return int(self._action[0])

    def observe(self, seat: int) -> NDArray[np.float32]:
        """Return what a seat sees, as a new array."""
        if seat != self._seen_by:
            self._eyes[0] = self._seen_by = seat
            self._core.observe(self._eyes)
        return np.concatenate((self._planes, self._scalars), dtype=np.float32)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return what a seat can do, as a new array: nothing unless it has to act."""
        return self._mask.copy() if seat == self._seat else np.zeros_like(self._mask)

    def answer(self, chooser: Chooser | str) -> int:
        """Return the move that somebody chooses who sees what the seat to act may know.

        Raises:
            PlayerError: it is no legal move.
        """
        if isinstance(chooser, str):
            return self.sample()
        return answered(self.state, self._seat, chooser)

    def render(self, mode: str | None, seat: int | None = None) -> Any:
        """Return the table as text or as a picture, as a seat or a spectator sees it."""
        state = self.state
        view = state.view(SPECTATOR if seat is None else seat)
        if mode == "rgb_array":
            return pixels(svg.board(view, size=PICTURE_SIZE))
        text = view.draw()
        if mode == "human":
            print(text)  # noqa: T201  (that is what this mode is for)
            return None
        return text if mode == "ansi" else None


def answered(state: State, seat: int, chooser: Chooser) -> int:
    """Return the id of the move that a player chooses in a position.

    Raises:
        PlayerError: it is no legal move.
    """
    said = chooser.choose(state.view(seat), Limit())
    move = said.move if isinstance(said, Decision) else said
    if isinstance(move, str):
        move = state.game.move(move)
    if not isinstance(move, Move) or move not in state.legal():
        name = getattr(chooser, "name", type(chooser).__name__)
        raise PlayerError(name, "illegal-move", f"{quoted(move)} is no legal move in {state}")
    return int(move.id)


def action_number(action: object) -> int:
    """Return an action as a whole number; whether it is legal is another matter.

    Raises:
        SetupError: it is no whole number, as what a network says before the best is chosen.
    """
    try:
        return index(action)  # type: ignore[arg-type]
    except TypeError:
        raise SetupError("action", f"{quoted(action)} is no whole number") from None


def fresh_seed() -> int:
    """Return a seed that nobody has chosen."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> np.uint64(1))


def observation_space(layout: Layout) -> spaces.Box:
    """Return the space of flat observations."""
    high = np.array([1.0] * layout.plane_size + layout.scalar_highs, np.float32)
    return spaces.Box(np.zeros_like(high), high, dtype=np.float32)


def check_render_mode(mode: str | None) -> None:
    """Refuse a mode that there is not."""
    if mode is not None:
        one_of("render_mode", mode, RENDER_MODES)


Opponents = str | Chooser | Sequence[str | Chooser]


def seat_opponents(
    game: str, opponents: Opponents, settings: dict[str, Any]
) -> tuple[list[Chooser | str], dict[str, Any]]:
    """Return one opponent for each other seat, and the settings with the number of players.

    Raises:
        SetupError: their number is not that of the other seats, or one cannot play.
        UnknownNameError: there is no player of that name.
    """
    if "setup" in settings:
        raise SetupError("setup", "give settings by their names, as players=3")
    single = isinstance(opponents, str) or not isinstance(opponents, Sequence)
    if single:
        players = settings.get("players", 2)
        if type(players) is not int or not 2 <= players <= 4:
            raise SetupError("players", f"{quoted(players)} is not possible; choose 2, 3 or 4")
        opponents = [opponents] * (players - 1)  # type: ignore[list-item]
    else:
        if not 1 <= len(opponents) <= 3:  # type: ignore[arg-type]
            raise SetupError("opponents", f"{len(opponents)} are given; give 1, 2 or 3")  # type: ignore[arg-type]
        players = settings.get("players", len(opponents) + 1)  # type: ignore[arg-type]
    if players != len(opponents) + 1:  # type: ignore[arg-type]
        raise SetupError(
            "opponents",
            f"{len(opponents)} are given for {quoted(players)} players; "  # type: ignore[arg-type]
            "give one for each other seat",
        )
    table = [_opponent(game, one) for one in opponents]  # type: ignore[union-attr]
    return table, settings | {"players": players}


def _opponent(game: str, one: object) -> Chooser | str:
    if one == SAMPLED:
        return SAMPLED
    if isinstance(one, str):
        return catalog.player(game, one)
    if not callable(getattr(one, "choose", None)):
        raise SetupError(
            "opponents", f"{quoted(one)} is neither a name nor has it choose(view, limit)"
        )
    return one  # type: ignore[return-value]


def pixels(picture: str) -> NDArray[np.uint8]:
    """Return an SVG picture as an array of height, width and three colours."""
    resvg, image = require("resvg_py"), require("PIL.Image")
    found = image.open(BytesIO(resvg.svg_to_bytes(svg_string=picture, background="#ffffff")))
    array: NDArray[np.uint8] = np.asarray(found.convert("RGB"))
    return array
