"""The games for PettingZoo: agents take turns, each with what it sees and what it can do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jemaa.core.errors import require
from jemaa.envs.table import (
    RENDER_MODES,
    Table,
    action_number,
    check_render_mode,
    observation_space,
)

if TYPE_CHECKING:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
else:
    np = require("numpy")
    spaces = require("gymnasium.spaces")
    AECEnv = require("pettingzoo").AECEnv
    OrderEnforcingWrapper = require("pettingzoo.utils.wrappers").OrderEnforcingWrapper


class BoardEnv(AECEnv):
    """One game of two to four agents.

    An observation is `{"observation": float32[...], "action_mask": int8[actions]}`. All are paid
    when the game ends: each its share of the win. An action that is not legal ends the game: who
    chose it gets -1, the others 0, and `infos[agent]["illegal"]` is True.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        centred: bool = False,
        setup: Any = None,
        **settings: Any,
    ) -> None:
        """Make an environment.

        Args:
            game: `marrakech` or `facir`.
            render_mode: `human`, `ansi` or `rgb_array`.
            centred: take the mean from the rewards, so that they add up to 0 instead of 1.
            setup: how the game is set up, as `jemaa.game(...).setup` makes it.
            settings: the same by names, as `players=3`.

        Raises:
            SetupError: an argument has a wrong value; it names the argument.
        """
        super().__init__()
        check_render_mode(render_mode)
        self.metadata = {
            "name": f"{game}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.table = Table(game, setup, settings, centred)
        self.layout = self.table.layout
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        mask = spaces.Box(0, 1, (self.layout.actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": observation_space(self.layout), "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self.layout.actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return what an agent can see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return what an agent can do; the mask says what of it is legal."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; with a seed, dice and cards begin anew too."""
        seat = self.table.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees and can do now."""
        seat = self._seats[agent]
        return {"observation": self.table.observe(seat), "action_mask": self.table.mask(seat)}

    def step(self, action: int | None) -> None:
        """Make the move of the agent whose turn it is; None when the game is over for it."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat = self.table.step(-1 if action is None else action_number(action))
        if self.table.is_over:
            self._end(agent)
        else:
            # Nobody is paid before the end, so there is nothing to add up.
            self.agent_selection = self.possible_agents[seat]
        if self.render_mode == "human":
            self.render()

    def _end(self, mover: str) -> None:
        for agent, reward in zip(self.possible_agents, self.table.rewards, strict=True):
            self.rewards[agent] = reward
            self.terminations[agent] = True
        if self.table.is_illegal:
            self.infos[mover]["illegal"] = True
        self._accumulate_rewards()
        after = (self._seats[mover] + 1) % self.table.players
        self.agent_selection = self.possible_agents[after]

    def render(self) -> Any:
        """Return the table as the agent to act sees it, in the mode that was asked for."""
        if self.render_mode is None:
            return None
        over = any(self.terminations.values()) or not self.agents
        return self.table.render(
            self.render_mode, None if over else self._seats[self.agent_selection]
        )

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class Ordered(OrderEnforcingWrapper):
    """Complains when the methods of an environment are called in a wrong order.

    What every step reads is handed through by name: to look names up in wrappers takes long.
    """

    @property
    def agents(self) -> list[str]:
        """Who still plays."""
        playing: list[str] = self.env.agents
        return playing

    @property
    def agent_selection(self) -> str:
        """Who acts."""
        agent: str = self.env.agent_selection
        return agent

    def last(self, observe: bool = True) -> Any:
        """Return what the agent to act sees, what it was paid, and whether the game is over."""
        return self.env.last(observe) if self._has_reset else super().last(observe)
