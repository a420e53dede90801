"""How much a player may think."""

from __future__ import annotations

from dataclasses import dataclass

from jemaa.core.errors import SetupError


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """A budget for one decision; None means no limit of that kind.

    With `nodes` or `turns` alone the same position always gives the same answer; `seconds` depends
    on the machine.
    """

    seconds: float | None = None
    nodes: int | None = None
    turns: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "nodes", "turns"):
            value = getattr(self, name)
            if value is not None and value <= 0:
                raise SetupError(name, f"{value} is too little; give a number above 0")
