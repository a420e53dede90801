"""The games for Gymnasium: one agent against named opponents, alone or many at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from jemaa.core.errors import SetupError, quoted, require
from jemaa.core.setup import one_of
from jemaa.envs.batch import LEAVE, MOST_GAMES, Batch, whole
from jemaa.envs.table import (
    RENDER_MODES,
    Opponents,
    Table,
    action_number,
    answered,
    check_render_mode,
    fresh_seed,
    observation_space,
    seat_opponents,
)

if TYPE_CHECKING:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray
else:
    np = require("numpy")
    gymnasium = require("gymnasium")
    spaces = gymnasium.spaces
    AutoresetMode = require("gymnasium.vector").AutoresetMode
    ResetNeeded = require("gymnasium.error").ResetNeeded
    VectorEnv = gymnasium.vector.VectorEnv
    batch_space = require("gymnasium.vector.utils").batch_space


if TYPE_CHECKING:
    Step = tuple[
        NDArray[np.float32],
        NDArray[np.float64],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]


class SingleEnv(gymnasium.Env):  # type: ignore[type-arg, unused-ignore]
    """One agent at a table with opponents.

    Everything that happens between two moves of the agent is part of a step. The reward is the
    agent's share of the win when the game ends, 0 before. `action_masks()` and
    `info["action_mask"]` say what is legal. An action that is not ends the game with a reward of
    -1, and `info["illegal"]` is True; nothing is raised.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  (Gymnasium's own name)
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        *,
        opponents: Opponents = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        centred: bool = False,
        **settings: Any,
    ) -> None:
        """Make an environment.

        Args:
            game: `marrakech` or `facir`.
            opponents: a name for all other seats, as `"trader"`, or a list with a name or an object
                with `choose(view, limit)` for each; the list begins clockwise of the agent.
            seat: where the agent sits; None means another seat by chance in every game.
            render_mode: `human`, `ansi` or `rgb_array`.
            centred: take the mean share from the reward.
            settings: how the game is set up, as `players=3`.

        Raises:
            SetupError: an argument has a wrong value; it names the argument.
            UnknownNameError: there is no player of that name.
        """
        check_render_mode(render_mode)
        self.opponents, chosen = seat_opponents(game, opponents, settings)
        self.table = Table(game, None, chosen, centred)
        check_seat(seat, self.table.players)
        self.render_mode = render_mode
        self.layout = self.table.layout
        self.observation_space = observation_space(self.layout)
        self.action_space = spaces.Discrete(self.layout.actions)
        self._fixed_seat = seat
        self.seat = seat or 0
        self._playing = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin a game and let the opponents move until it is the agent's turn."""
        super().reset(seed=seed)
        if seed is not None:
            self.table.reset(int(self.np_random.integers(2**62)))
        while True:
            if self._fixed_seat is None:
                self.seat = int(self.np_random.integers(self.table.players))
            actor = self._go_on(self.table.reset())
            if actor >= 0:
                break  # otherwise the others have ended the game before the agent's first turn
        self._playing = True
        return self._shown()

    def step(self, action: int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Make the agent's move, and those of the others until it is the agent's turn again.

        Raises:
            ResetNeeded: no game has begun, or it is over.
        """
        number = action_number(action)
        if not self._playing:
            raise ResetNeeded("no game is going on; call reset() first")
        self._playing = self._go_on(self.table.step(number)) >= 0
        over = self.table.is_over
        observation, info = self._shown()
        if self.table.is_illegal:
            info["illegal"] = True
        if self.render_mode == "human":
            self.render()
        return observation, self.table.rewards[self.seat], over, False, info

    def _go_on(self, actor: int) -> int:
        while actor >= 0 and actor != self.seat:
            place = (actor - self.seat) % self.table.players - 1
            actor = self.table.step(self.table.answer(self.opponents[place]))
        return actor

    def _shown(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        return self.table.observe(self.seat), {
            "action_mask": self.action_masks(),
            "seat": self.seat,
        }

    def action_masks(self) -> NDArray[np.int8]:
        """Return what the agent can do now: 1 for each legal action."""
        return self.table.mask(self.seat)

    def render(self) -> Any:
        """Return the table as the agent sees it."""
        return self.table.render(self.render_mode, self.seat)


class ManyEnv(VectorEnv):  # type: ignore[type-arg, unused-ignore]
    """Many tables at once, on a batch; each like `SingleEnv`.

    `metadata["autoreset_mode"]` says when the next game begins: in the next step, which ignores the
    action, or in the same one; then `info["final_obs"]` has what was seen at the end.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponents: Opponents = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        centred: bool = False,
        threads: int = 1,
        autoreset_mode: AutoresetMode | str = "NextStep",
        **settings: Any,
    ) -> None:
        """Make an environment; see `SingleEnv` for what is not named here.

        Args:
            game: `marrakech` or `facir`.
            num_envs: how many tables.
            opponents: who plays against the agent.
            seat: where the agent sits; None means another seat by chance in every game.
            render_mode: only None: a batch is not shown.
            centred: take the mean share from the reward.
            threads: how many work on a step.
            autoreset_mode: `NextStep` or `SameStep`, or Gymnasium's own constant.
            settings: how the game is set up.
        """
        if render_mode is not None:
            raise SetupError("render_mode", "many tables are not shown; use gymnasium.make")
        mode = autoreset_mode.value if isinstance(autoreset_mode, AutoresetMode) else autoreset_mode
        one_of("autoreset_mode", mode, ("NextStep", "SameStep"))
        num_envs = whole("num_envs", num_envs, 1, MOST_GAMES)
        self.opponents, chosen = seat_opponents(game, opponents, settings)
        self.batch = Batch(
            game,
            num_envs,
            seed=fresh_seed(),
            threads=threads,
            centred=centred,
            autoreset="next",
            **chosen,
        )
        check_seat(seat, self.batch.players)
        self.layout = self.batch.layout
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode(mode)}
        self._same_step = mode == "SameStep"
        self.single_observation_space = observation_space(self.layout)
        self.single_action_space = spaces.Discrete(self.layout.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._fixed_seat = seat
        self.seats = np.full(num_envs, seat or 0, np.int8)
        self._over = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin all games."""
        super().reset(seed=seed)
        if seed is not None:
            self.batch.reset(int(self.np_random.integers(2**62)))
        self._begin(np.ones(self.num_envs, np.bool_))
        self._over[:] = False
        return self._shown()

    def step(self, actions: Any) -> Step:
        """Make one move at each table, and those of the opponents."""
        begins = self._over.copy()
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,):
            raise SetupError("actions", f"the shape is {chosen.shape}, not ({self.num_envs},)")
        if chosen.dtype.kind not in "iub":
            raise SetupError("actions", f"whole numbers are needed, not {chosen.dtype}")
        # A number that does not fit into 32 bits is as little a move as one below 0.
        legal = (chosen >= 0) & (chosen < self.layout.actions)
        chosen = np.where(legal, chosen, self.layout.actions).astype(np.int64)
        if begins.any():
            self._begin(begins)
        rewards, over, illegal = self._play(np.where(begins, LEAVE, chosen))
        self._over = over
        if not self._same_step or not over.any():
            return self._result(rewards, over, illegal, {})
        final = self._shown()[0]
        self._begin(over)
        self._over = np.zeros_like(over)
        ends = np.full(self.num_envs, None, dtype=object)
        for index in np.flatnonzero(over):
            ends[index] = final[index]
        return self._result(rewards, over, illegal, {"final_obs": ends, "_final_obs": over.copy()})

    def _result(
        self,
        rewards: NDArray[np.float64],
        over: NDArray[np.bool_],
        illegal: NDArray[np.bool_],
        more: dict[str, Any],
    ) -> Step:
        observations, info = self._shown()
        if illegal.any():
            info |= {"illegal": illegal, "_illegal": illegal.copy()}
        return observations, rewards, over.copy(), np.zeros_like(over), info | more

    def _begin(self, which: NDArray[np.bool_]) -> None:
        """Begin anew at some tables, until it is the agent's turn at each."""
        which = which.copy()
        while which.any():
            if self._fixed_seat is None:
                drawn = self.np_random.integers(self.batch.players, size=self.num_envs)
                self.seats = np.where(which, drawn, self.seats).astype(np.int8)
            self.batch.restart(which)
            which &= self._play(np.full(self.num_envs, LEAVE))[1]

    def _play(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
        """Make moves, and then those of the opponents; return rewards, ends, and illegal ends."""
        batch = self.batch
        rewards = np.zeros(self.num_envs)
        over = np.zeros(self.num_envs, np.bool_)
        illegal = np.zeros(self.num_envs, np.bool_)
        tables = np.arange(self.num_envs)
        while (actions != LEAVE).any() or (waiting := self._waiting()).any():
            if not (actions != LEAVE).any():
                actions = self._answers(waiting)
            batch.step(actions)
            rewards += batch.rewards[tables, self.seats]
            over |= batch.done
            illegal |= batch.illegal
            actions = np.full(self.num_envs, LEAVE)
        return rewards, over, illegal

    def _waiting(self) -> NDArray[np.bool_]:
        """Return the tables where an opponent is to act."""
        found = (self.batch.actors >= 0) & (self.batch.actors != self.seats)
        return cast("NDArray[np.bool_]", found)

    def _answers(self, waiting: NDArray[np.bool_]) -> NDArray[Any]:
        actions = np.where(waiting, self.batch.sample(), LEAVE)
        if all(isinstance(one, str) for one in self.opponents):
            return actions
        for index in np.flatnonzero(waiting):
            actor = int(self.batch.actors[index])
            place = (actor - int(self.seats[index])) % self.batch.players - 1
            one = self.opponents[place]
            if not isinstance(one, str):
                actions[index] = answered(self.batch.state(int(index)), actor, one)
        return actions

    def _shown(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        self.batch.observe(self.seats)
        everywhere = np.ones(self.num_envs, np.bool_)
        info = {
            "action_mask": self.action_masks(),
            "_action_mask": everywhere,
            "seat": self.seats.copy(),
            "_seat": everywhere.copy(),
        }
        return self.batch.flat(), info

    def action_masks(self) -> NDArray[np.int8]:
        """Return what the agent can do at each table; nothing where the game is over."""
        return cast("NDArray[np.int8]", self.batch.mask).view(np.int8).copy()

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self.batch.close()


def check_seat(seat: int | None, players: int) -> None:
    """Refuse a seat that there is not."""
    if seat is not None and (type(seat) is not int or not 0 <= seat < players):
        raise SetupError("seat", f"{quoted(seat)} is no seat; choose 0 to {players - 1}, or None")
