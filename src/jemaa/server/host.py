"""What the host of a server can do with its rooms from outside, also while it runs.

Everything goes through the store: a server that has a room in memory finds out when it compares.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from jemaa.core.errors import JemaaError
from jemaa.server.folder import DATABASE, data_folder
from jemaa.server.memory import stored
from jemaa.server.now import now
from jemaa.server.room import events
from jemaa.server.room.room import Room
from jemaa.server.settings import Settings
from jemaa.server.store import store_for
from jemaa.server.store.contract import ConflictError, Store, StoreError

TRIES = 20
"""How often it is tried to end a game in which others move meanwhile."""

T = TypeVar("T")


class CannotCloseError(JemaaError):
    """The game of a room cannot be ended."""


def with_store(settings: Settings, work: Callable[[Store], Awaitable[T]]) -> T:
    """Do something with the store of a server that may be running.

    Raises:
        StoreError: there is no store, or it cannot be used.
    """

    async def run() -> T:
        file = data_folder(settings.data) / DATABASE
        store = store_for(settings.database_address(), file, beside=True)
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


async def load_room(store: Store, name: str) -> Room:
    """Return a room as it is now.

    Raises:
        UnknownRoomError: there is no such room.
    """
    return Room.fold(map(stored, await store.load(name)))


async def close_room(store: Store, name: str) -> Room:
    """End the game of a room, for all who are in it; nobody has won. Its record stays.

    Raises:
        UnknownRoomError: there is no such room.
        CannotCloseError: the game has not begun, or is over.
    """
    for _ in range(TRIES):
        room = await load_room(store, name)
        if room.status == "over":
            raise CannotCloseError(f"the game of room {name} is over already")
        if room.status == "waiting":
            raise CannotCloseError(
                f"the game of room {name} has not begun; delete the room instead"
            )
        closed, at = (events.Closed(),), max(now(), room.at)
        after = room.after(closed, at)
        bodies = [events.encode(event) for event in closed]
        try:
            await store.append(name, room.version, at, bodies, after.summary())
        except ConflictError:
            continue  # somebody has moved meanwhile
        return after
    raise StoreError(f"too much happens in room {name}; please try again")
