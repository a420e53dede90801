"""Where rooms are kept: what a store promises; SQLite and PostgreSQL fulfil it.

One set of tests checks both. A store knows nothing of the games: it keeps bodies of events in
order, refuses what comes too late or twice, and finds rooms again by device and by deadline.
"""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from importlib import resources
from pathlib import Path
from typing import NamedTuple, Protocol

from jemaa.core.errors import JemaaError


class StoreError(JemaaError):
    """The store cannot answer: disk full, database away. Nothing was changed."""


class FateUnknownError(StoreError):
    """The store went away in the middle: the change may have been made or not.

    Asking again with the same command is safe, it counts once.
    """


class UnknownRoomError(JemaaError):
    """There is no such room."""


class ConflictError(JemaaError):
    """The room has moved on: another version is there already. Nothing was changed."""


class RepeatedError(JemaaError):
    """The command was carried out before; `version` is where it led."""

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__(f"this command was carried out before, at version {version}")


class Row(NamedTuple):
    """An event as it is kept."""

    number: int
    at: int
    body: bytes


class Summary(NamedTuple):
    """What can be known of a room without opening it; replaced with every append."""

    game: str
    status: str
    """`waiting`, `playing` or `over`."""
    to_act: int | None
    names: tuple[str, ...]
    devices: tuple[str, ...]
    """For each seat the hash of the browser that holds it; empty for nobody's."""
    wake: int | None
    """When the room wants to be looked at though nobody speaks (a deadline, a bot's turn), in
    milliseconds since 1970."""
    levels: tuple[str, ...] = ()
    """For each seat the level of the bot that plays there; empty for a person."""
    progress: tuple[int, ...] = ()
    """Where the game stands and where it ends; nothing if that cannot be said."""
    board: str = ""
    """What lies on the board, as everybody may see it; empty before the game begins."""
    places: tuple[int, ...] = ()
    """When the game is over: for each seat its place, from 1; those who share one have the same."""
    scores: tuple[int, ...] = ()
    """When the game is over: the points of each seat."""
    code: str = ""
    """The short code that leads to the room while it waits for players."""


class Listed(NamedTuple):
    """A room in a list."""

    room: str
    version: int
    at: int
    summary: Summary


class KeptReview(NamedTuple):
    """A review as it is kept."""

    value: str
    """The fingerprint of what has valued it."""
    body: bytes


class Store(Protocol):
    """Keeps rooms. Every method may raise `StoreError`; nothing is half done then.

    Those that change something raise `FateUnknownError` where nobody can say whether it was done.
    """

    async def open(self) -> None:
        """Connect, and bring the tables up to date."""

    async def close(self) -> None:
        """Finish what was begun and let go."""

    async def create(self, room: str, at: int, bodies: Sequence[bytes], summary: Summary) -> None:
        """Keep a new room with its first events.

        Raises:
            ConflictError: a room of that name is there already.
        """

    def append(
        self,
        room: str,
        version: int,
        at: int,
        bodies: Sequence[bytes],
        summary: Summary,
        command: str = "",
    ) -> Awaitable[None]:
        """Add events after `version`, durably: once awaited, a power cut loses nothing.

        Whether the command was carried out before is looked at first, then the version: so a
        command that is sent again is `RepeatedError` whatever the version. A question about a
        command alone can therefore be asked with a version that no room has.

        Args:
            room: which room.
            version: the number of the last event so far.
            at: the time of the new events.
            bodies: the new events; may be empty, then only the summary is replaced.
            summary: what the room is like after them.
            command: the client's id of the command; counts once in a room. Empty for none.

        Raises:
            UnknownRoomError: there is no such room.
            RepeatedError: the command was carried out before.
            ConflictError: the room's version is another one.
        """

    async def load(self, room: str, after: int = 0) -> list[Row]:
        """Return the events of a room with numbers above `after`, in order.

        Raises:
            UnknownRoomError: there is no such room.
        """

    async def of_device(self, device: str, limit: int = 100) -> list[Listed]:
        """Return the rooms in which a browser holds a seat, the latest first."""

    async def coded(self, code: str) -> str | None:
        """Return the room that a short code leads to now; None if it leads nowhere."""

    async def waking(self, now: int, limit: int = 100) -> list[str]:
        """Return rooms whose `wake` has come, the earliest first."""

    async def versions(self, rooms: Sequence[str]) -> dict[str, int]:
        """Return the versions of those of these rooms that are there."""

    async def listed(self, *, status: str = "", limit: int = 100) -> list[Listed]:
        """Return rooms, the latest first; all of them, or those of a status."""

    async def count(self, before: int) -> tuple[int, int]:
        """Return in how many rooms nothing has happened since, and how many there are."""

    async def purge(self, before: int) -> int:
        """Forget the rooms in which nothing has happened since; return how many."""

    async def delete(self, room: str) -> None:
        """Forget a room.

        Raises:
            UnknownRoomError: there is no such room.
        """

    async def keep_review(self, room: str, review: KeptReview) -> None:
        """Keep the review of a room, in the place of an earlier one; it goes with the room.

        Raises:
            UnknownRoomError: there is no such room.
        """

    async def review(self, room: str) -> KeptReview | None:
        """Return the review of a room; None if there is none, or no such room."""

    async def seen(self, today: int, most: int) -> list[int]:
        """Note that the clock has shown a day; return the last days it has shown, latest first.

        Later days than this one are left out: the clock may have been wrong.

        Args:
            today: the day, counted from 1970.
            most: how many days to return at most.
        """

    async def check(self) -> None:
        """Write and read something, to see that the store works; raises `StoreError` if not."""


LARGEST = 2**63 - 1
"""The largest whole number that a database keeps."""

DAYS = 400
"""So many days that the clock has shown are remembered."""


def bounded(number: int) -> int:
    """Bring a number from outside into the range of the database; no room is that long.

    >>> bounded(10**30) == LARGEST
    True
    """
    return max(-1, min(number, LARGEST))


def check_room(room: str) -> None:
    """Refuse names that no room can have, before a database stumbles over them.

    Raises:
        UnknownRoomError: the name holds a zero character or half a surrogate pair.
    """
    if "\0" in room or (not room.isascii() and any("\ud800" <= c <= "\udfff" for c in room)):
        raise unknown(room)


def unknown(room: str) -> UnknownRoomError:
    """Return the error for a room that is not there."""
    return UnknownRoomError(f"there is no room {room!r}")


def taken(room: str) -> ConflictError:
    """Return the error for a room that is there already."""
    return ConflictError(f"there is a room {room!r} already")


def refusal(room: str, expected: int, version: int | None, led: int | None) -> Exception:
    """Return the error for an append that was refused.

    Args:
        room: which room.
        expected: the version that the append was for.
        version: the version that the room has; None if there is no room.
        led: where the command led when it was carried out before; None if it was not.
    """
    if version is None:
        return unknown(room)
    if led is not None:
        return RepeatedError(led)
    return ConflictError(f"room {room!r} is at version {version}, not {expected}")


def migrations(kind: str) -> list[str]:
    """Return the SQL of all migrations of a kind of database, the first one first.

    They are numbered files such as `migrations/sqlite/001.sql`. One that has been released is never
    changed: what comes later goes into the next one.
    """
    folder = resources.files("jemaa.server.store") / "migrations" / kind
    files = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".sql")),
        key=lambda file: file.name,
    )
    return [file.read_text("utf-8") for file in files]


def refuse_newer(name: str, version: int, known: int) -> None:
    """Refuse a database of a newer program: it may hold what we would destroy.

    Raises:
        StoreError: it is newer.
    """
    if version > known:
        raise StoreError(
            f"{name} has version {version} of the tables, and this program knows {known}: "
            "it was used by a newer jemaa; install that one, or give another database"
        )


def refuse_older(name: str, version: int, known: int) -> None:
    """Refuse a database of an older program: only a server brings it up to date.

    Raises:
        StoreError: it is older.
    """
    if version < known:
        raise StoreError(
            f"{name} has version {version} of the tables, and this program needs {known}: "
            "start the server of this jemaa once, it brings them up to date"
        )


def store_for(url: str, file: Path, *, beside: bool = False) -> Store:
    """Return the store for an address: empty for the SQLite file, or `postgresql://...`.

    Args:
        url: the address.
        file: the SQLite file.
        beside: whether servers may use it meanwhile; nothing is made or brought up to date then.

    Raises:
        StoreError: no store has such an address, or its library is not installed.
    """
    # Loaded when used: a server on SQLite does not need PostgreSQL's library.
    if not url:
        from jemaa.server.store.sqlite import SqliteStore

        return SqliteStore(file, beside=beside)
    if url.partition("://")[0] in ("postgresql", "postgres"):
        try:
            from jemaa.server.store.postgres import PostgresStore
        except ImportError as error:
            raise StoreError(
                f"{error}: PostgreSQL needs more, run pip install 'jemaa[postgres]'"
            ) from error
        return PostgresStore(url, beside=beside)
    raise StoreError("no store has this address; give one that begins with postgresql://, or none")
