"""Rooms kept by the browser, in IndexedDB.

A shelf answers a few questions, each in one transaction (`web/src/local/shelf.ts`); everything that
a store promises beyond that is done here. Several tabs may use one shelf, like several servers one
database.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from jemaa.server.store import (
    DAYS,
    KeptReview,
    Listed,
    Row,
    StoreError,
    Summary,
    bounded,
    check_room,
    refusal,
    taken,
    unknown,
)


class ShelfError(Exception):
    """The browser could not do it. Nothing was changed."""


class Shelf(Protocol):
    """Answers questions about what is kept. Questions and answers are JSON."""

    async def ask(self, question: str) -> str:
        """Answer a question, durably.

        Raises:
            ShelfError: it cannot be answered, and nothing has changed.
        """


class ShelfStore:
    """A store on a shelf."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._is_open = False

    async def open(self) -> None:
        """Look whether the shelf works."""
        self._is_open = True
        await self.check()

    async def close(self) -> None:
        """Let go; there is nothing to finish."""
        self._is_open = False

    async def create(self, room: str, at: int, bodies: Sequence[bytes], summary: Summary) -> None:
        """Keep a new room with its first events; see `Store`."""
        check_room(room)
        is_new = await self._ask("create", room=room, at=at, bodies=_texts(bodies), summary=summary)
        if not is_new:
            raise taken(room)

    async def append(
        self,
        room: str,
        version: int,
        at: int,
        bodies: Sequence[bytes],
        summary: Summary,
        command: str = "",
    ) -> None:
        """Add events after `version`; see `Store`."""
        check_room(room)
        fault = await self._ask(
            "append",
            room=room,
            version=bounded(version),
            at=at,
            bodies=_texts(bodies),
            summary=summary,
            command=command,
        )
        if fault is not None:
            raise refusal(room, version, fault["version"], fault["led"])

    async def load(self, room: str, after: int = 0) -> list[Row]:
        """Return the events of a room with numbers above `after`; see `Store`."""
        check_room(room)
        rows = await self._ask("load", room=room, after=bounded(after))
        if rows is None:
            raise unknown(room)
        return [Row(number, at, body.encode("latin-1")) for number, at, body in rows]

    async def of_device(self, device: str, limit: int = 100) -> list[Listed]:
        """Return the rooms in which a browser holds a seat, the latest first."""
        rooms = await self.listed(limit=-1)
        return [one for one in rooms if device in one.summary.devices][:limit] if device else []

    async def coded(self, code: str) -> str | None:
        """Return the room that a short code leads to now; None if it leads nowhere."""
        found = [one.room for one in await self.listed(limit=-1) if one.summary.code == code != ""]
        return found[0] if found else None

    async def waking(self, now: int, limit: int = 100) -> list[str]:
        """Return rooms whose `wake` has come, the earliest first."""
        found = [
            (one.summary.wake, one.room)
            for one in await self.listed(limit=-1)
            if one.summary.wake is not None and one.summary.wake <= now
        ]
        return [room for _, room in sorted(found)[:limit]]

    async def versions(self, rooms: Sequence[str]) -> dict[str, int]:
        """Return the versions of those of these rooms that are there."""
        wanted = set(rooms)
        return {one.room: one.version for one in await self.listed(limit=-1) if one.room in wanted}

    async def listed(self, *, status: str = "", limit: int = 100) -> list[Listed]:
        """Return rooms, the latest first; all of them, or those of a status."""
        rows = await self._ask("rooms")
        found = [
            Listed(room, version, at, msgspec.convert(summary, Summary))
            for room, version, at, summary in rows
        ]
        found.sort(key=lambda one: (-one.at, one.room))
        chosen = [one for one in found if status in ("", one.summary.status)]
        return chosen if limit < 0 else chosen[:limit]

    async def count(self, before: int) -> tuple[int, int]:
        """Return in how many rooms nothing has happened since, and how many there are."""
        rooms = await self.listed(limit=-1)
        return sum(one.at < before for one in rooms), len(rooms)

    async def purge(self, before: int) -> int:
        """Forget the rooms in which nothing has happened since; return how many."""
        old = [one.room for one in await self.listed(limit=-1) if one.at < before]
        return int(await self._ask("delete", rooms=old))

    async def delete(self, room: str) -> None:
        """Forget a room; see `Store`."""
        check_room(room)
        if not await self._ask("delete", rooms=[room]):
            raise unknown(room)

    async def keep_review(self, room: str, review: KeptReview) -> None:
        """Keep the review of a room; see `Store`."""
        check_room(room)
        (body,) = _texts([review.body])
        if not await self._ask("keep", room=room, value=review.value, body=body):
            raise unknown(room)

    async def review(self, room: str) -> KeptReview | None:
        """Return the review of a room; see `Store`."""
        check_room(room)
        found = await self._ask("review", room=room)
        return None if found is None else KeptReview(found[0], found[1].encode("latin-1"))

    async def seen(self, today: int, most: int) -> list[int]:
        """Note that the clock has shown a day; return the last days it has shown."""
        days: list[int] = await self._ask("seen", today=today, keep=DAYS)
        return [day for day in days if day <= today][:most]

    async def check(self) -> None:
        """Write and read something, to see that the shelf works."""
        await self._ask("check")

    async def _ask(self, kind: str, **facts: Any) -> Any:
        if not self._is_open:
            raise StoreError("the store is not open")
        question = msgspec.json.encode({"kind": kind, **facts}).decode()
        try:
            return msgspec.json.decode(await self._shelf.ask(question))
        except ShelfError as error:
            raise StoreError(f"the browser's storage does not work: {error}") from error


def _texts(bodies: Sequence[bytes]) -> list[str]:
    """Return bytes as texts that JSON can carry: a sign for each byte."""
    return [body.decode("latin-1") for body in bodies]
