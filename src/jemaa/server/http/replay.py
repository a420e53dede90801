"""A finished game, position by position, with everything open."""

from __future__ import annotations

from typing import Any

import msgspec

from jemaa.core.state import SPECTATOR
from jemaa.server import wire
from jemaa.server.room import redact
from jemaa.server.room.reasons import RefusalError
from jemaa.server.room.room import Room


class Ply(msgspec.Struct, frozen=True):
    """One move or outcome, and the table after it."""

    happening: wire.Happening
    scene: Any


class Replay(msgspec.Struct, frozen=True):
    """A whole game; what was taken back is not in it."""

    room: wire.RoomInfo
    start: Any
    """The table before the first move."""
    plies: tuple[Ply, ...]
    statistics: dict[str, tuple[int | float, ...]]
    """For each figure one number for each seat."""


def replay(room: Room) -> Replay:
    """Return a finished game for the replay page.

    Raises:
        RefusalError: `not-over`.
    """
    if room.status != "over":
        raise RefusalError("not-over", "the game is still going on; its replay tells secrets")
    match = room.line.match()
    states, actions = match.states, match.actions
    scenes = [
        room.game.scene(states[: step + 1], actions[:step], SPECTATOR, revealed=True)
        for step in range(len(states))
    ]
    plies = zip(_happenings(room), scenes[1:], strict=True)
    return Replay(
        room=redact.info(room, room.at),
        start=scenes[0],
        plies=tuple(Ply(happening, scene) for happening, scene in plies),
        statistics=room.game.statistics(states, actions),
    )


def _happenings(room: Room) -> list[wire.Happening]:
    """Return the moves and outcomes that were not taken back."""
    kept: list[wire.Happening] = []
    for happening in redact.happenings(room, 0, SPECTATOR):
        if happening.kind == "played":
            kept.append(happening)
        elif happening.kind == "undone" and happening.to is not None:
            del kept[happening.to :]
    return kept
