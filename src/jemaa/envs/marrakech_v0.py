"""Marrakech for PettingZoo: `env(players=2, render_mode=None)`, and `raw_env` without checks."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from jemaa.envs.aec import BoardEnv, Ordered

if TYPE_CHECKING:
    from pettingzoo import AECEnv

__all__ = ["env", "raw_env"]

raw_env = partial(BoardEnv, "marrakech")
"""Make the environment as it is; see `jemaa.envs.aec.BoardEnv` for the arguments."""


def env(**arguments: Any) -> AECEnv[Any, Any, Any]:
    """Make the environment in a wrapper that checks the order of calls."""
    return Ordered(raw_env(**arguments))
