"""Rooms in PostgreSQL: the store for several server processes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from psycopg.errors import UniqueViolation

from jemaa.core.errors import JemaaError
from jemaa.server.store import (
    DAYS,
    LARGEST,
    ConflictError,
    FateUnknownError,
    KeptReview,
    Listed,
    RepeatedError,
    Row,
    StoreError,
    Summary,
    bounded,
    check_room,
    migrations,
    refusal,
    refuse_newer,
    refuse_older,
    taken,
    unknown,
)
from jemaa.server.store.connections import Connections, DatabaseConnection, LostError

CONNECTIONS = 8
SECONDS = 10.0
PURGE_AT_ONCE = 50
"""So many rooms are forgotten in one transaction, so that nobody's move waits long for it."""

MIGRATING = 0x4A454D41
"""The number of the lock under which one process brings the tables up to date."""

T = TypeVar("T")

# One statement each: it is a transaction of itself, and there is one wait for the network.

ADD_EVENTS = """
INSERT INTO jemaa.events (room, number, at, body)
SELECT moved.room, %(version)s::bigint + place, %(at)s, body
FROM moved, unnest(%(bodies)s::bytea[]) WITH ORDINALITY AS fresh (body, place)
"""
CREATE = f"""
WITH moved AS (
    INSERT INTO jemaa.rooms
        (room, version, at, game, status, to_act, names, devices, wake, levels, progress,
        board, places, scores, code)
    VALUES (%(room)s, %(after)s, %(at)s, %(game)s, %(status)s, %(to_act)s,
        %(names)s::text[], %(devices)s::text[], %(wake)s, %(levels)s::text[],
        %(progress)s::integer[], %(board)s, %(places)s::integer[], %(scores)s::integer[],
        %(code)s)
    ON CONFLICT DO NOTHING RETURNING room
), added AS ({ADD_EVENTS})
SELECT count(*) FROM moved
"""
APPEND = f"""
WITH moved AS (
    UPDATE jemaa.rooms
    SET version = %(after)s, at = %(at)s, game = %(game)s, status = %(status)s,
        to_act = %(to_act)s, names = %(names)s::text[], devices = %(devices)s::text[],
        wake = %(wake)s, levels = %(levels)s::text[], progress = %(progress)s::integer[],
        board = %(board)s, places = %(places)s::integer[], scores = %(scores)s::integer[],
        code = %(code)s
    WHERE room = %(room)s AND version = %(version)s AND NOT EXISTS (
        SELECT FROM jemaa.commands WHERE room = %(room)s AND command = %(command)s)
    RETURNING room
), remembered AS (
    INSERT INTO jemaa.commands (room, command, version)
    SELECT room, %(command)s::text, %(after)s FROM moved WHERE %(command)s::text <> ''
), added AS ({ADD_EVENTS})
SELECT count(*) FROM moved
"""
STATE = """
SELECT version, (
    SELECT version FROM jemaa.commands WHERE room = %(room)s AND command = %(command)s)
FROM jemaa.rooms WHERE room = %(room)s
"""
EVENTS = "SELECT number, at, body FROM jemaa.events WHERE room = %s AND number > %s ORDER BY number"
OF_DEVICE = """
SELECT room, version, at, game, status, to_act, names, devices, wake, levels, progress,
    board, places, scores, code
FROM jemaa.rooms WHERE devices @> %s ORDER BY at DESC, room LIMIT %s
"""
LISTED = """
SELECT room, version, at, game, status, to_act, names, devices, wake, levels, progress,
    board, places, scores, code
FROM jemaa.rooms WHERE %(status)s::text = '' OR status = %(status)s
ORDER BY at DESC, room LIMIT %(limit)s
"""
CODED = """
SELECT room FROM jemaa.rooms WHERE code = %s AND code <> '' ORDER BY at DESC LIMIT 1
"""
VERSIONS = "SELECT room, version FROM jemaa.rooms WHERE room = ANY(%s)"
COUNT = "SELECT count(*) FILTER (WHERE at < %s), count(*) FROM jemaa.rooms"
SEEN = f"""
WITH shown AS (
    INSERT INTO jemaa.days VALUES (%(today)s) ON CONFLICT DO NOTHING
), old AS (
    DELETE FROM jemaa.days
    WHERE day <= (SELECT day FROM jemaa.days ORDER BY day DESC LIMIT 1 OFFSET {DAYS})
)
SELECT day FROM (
    SELECT day FROM jemaa.days WHERE day <= %(today)s UNION SELECT %(today)s::integer
) AS days ORDER BY day DESC LIMIT %(most)s
"""
WAKING = "SELECT room FROM jemaa.rooms WHERE wake <= %s ORDER BY wake, room LIMIT %s"
OLD = "SELECT room FROM jemaa.rooms WHERE at < %s"
# Once more `before`: somebody may have come back while the list was made.
FORGET = """
WITH gone AS (
    DELETE FROM jemaa.rooms WHERE room = ANY(%(rooms)s) AND at < %(before)s RETURNING room
), events AS (
    DELETE FROM jemaa.events USING gone WHERE events.room = gone.room
), commands AS (
    DELETE FROM jemaa.commands USING gone WHERE commands.room = gone.room
), reviews AS (
    DELETE FROM jemaa.reviews USING gone WHERE reviews.room = gone.room
)
SELECT count(*) FROM gone
"""
KEEP_REVIEW = """
WITH kept AS (
    INSERT INTO jemaa.reviews (room, value, body)
    SELECT room, %(value)s, %(body)s FROM jemaa.rooms WHERE room = %(room)s
    ON CONFLICT (room) DO UPDATE SET value = excluded.value, body = excluded.body RETURNING room
)
SELECT count(*) FROM kept
"""
REVIEW = "SELECT value, body FROM jemaa.reviews WHERE room = %s"
VERSION = "SELECT coalesce(max(version), 0) FROM jemaa.schema"
BEAT = """
INSERT INTO jemaa.pulse VALUES (true, now())
ON CONFLICT (here) DO UPDATE SET at = excluded.at RETURNING at
"""


class PostgresStore:
    """Keeps rooms in PostgreSQL, in a schema of its own; many processes may share it.

    A connection that breaks in the middle of an append leaves open whether it was carried out. The
    store then asks again, and recognises its own events. Only when the database stays away is the
    answer `FateUnknownError`: asking again with the same command is safe, it gives `RepeatedError`.

    Args:
        url: where the database is, such as `postgresql://user:password@host/name`.
        connections: how many connections this process uses.
        seconds: how long the database may take for an answer.
        beside: whether servers may use it meanwhile that are of another version: no tables are
            made or brought up to date then.
    """

    def __init__(
        self,
        url: str,
        *,
        connections: int = CONNECTIONS,
        seconds: float = SECONDS,
        beside: bool = False,
    ) -> None:
        self._connections = Connections(url, connections, seconds)
        self._prepare = _look if beside else _migrate

    async def open(self) -> None:
        """Connect, and bring the tables up to date."""
        await self._connections.open()
        try:
            await self._connections.run(
                partial(self._prepare, name=self._connections.name), hurried=False
            )
        except JemaaError:
            await self._connections.close()
            raise

    async def close(self) -> None:
        """Wait for what was begun, and disconnect."""
        await self._connections.close()

    async def create(self, room: str, at: int, bodies: Sequence[bytes], summary: Summary) -> None:
        """Keep a new room with its first events; see the contract."""
        values = _row_of(room, 0, at, bodies, summary)
        await self._change(partial(_create, values=values), values)

    async def append(
        self,
        room: str,
        version: int,
        at: int,
        bodies: Sequence[bytes],
        summary: Summary,
        command: str = "",
    ) -> None:
        """Add events after `version`, durably; see the contract."""
        check_room(room)
        values = _row_of(room, version, at, bodies, summary) | {"command": command}
        await self._change(partial(_append, values=values), values)

    async def load(self, room: str, after: int = 0) -> list[Row]:
        """Return the events of a room with numbers above `after`; see the contract."""
        check_room(room)
        return await self._ask(partial(_load, room=room, after=bounded(after)))

    async def of_device(self, device: str, limit: int = 100) -> list[Listed]:
        """Return the rooms in which a browser holds a seat, the latest first."""
        if not device:
            return []
        return await self._listed(OF_DEVICE, ([device], limit))

    async def coded(self, code: str) -> str | None:
        """Return the room that a short code leads to now; None if it leads nowhere."""
        rows = await self._ask(partial(_select, sql=CODED, values=(code,)))
        return str(rows[0][0]) if rows else None

    async def waking(self, now: int, limit: int = 100) -> list[str]:
        """Return rooms whose `wake` has come, the earliest first."""
        rows = await self._ask(partial(_select, sql=WAKING, values=(now, limit)))
        return [room for (room,) in rows]

    async def versions(self, rooms: Sequence[str]) -> dict[str, int]:
        """Return the versions of those of these rooms that are there."""
        values = ([*rooms],)
        return dict(await self._ask(partial(_select, sql=VERSIONS, values=values)))

    async def listed(self, *, status: str = "", limit: int = 100) -> list[Listed]:
        """Return rooms, the latest first; all of them, or those of a status."""
        return await self._listed(LISTED, {"status": status, "limit": limit})

    async def _listed(self, sql: str, values: Any) -> list[Listed]:
        rows = await self._ask(partial(_select, sql=sql, values=values))
        return [Listed(room, version, at, _summary(*more)) for room, version, at, *more in rows]

    async def count(self, before: int) -> tuple[int, int]:
        """Return in how many rooms nothing has happened since, and how many there are."""
        ((old, all_),) = await self._ask(partial(_select, sql=COUNT, values=(before,)))
        return old, all_

    async def purge(self, before: int) -> int:
        """Forget the rooms in which nothing has happened since; return how many."""
        old = [room for (room,) in await self._ask(partial(_select, sql=OLD, values=(before,)))]
        count = 0
        for first in range(0, len(old), PURGE_AT_ONCE):
            count += await self._forget(old[first : first + PURGE_AT_ONCE], before)
        return count

    async def delete(self, room: str) -> None:
        """Forget a room; see the contract."""
        check_room(room)
        if not await self._forget([room], LARGEST):
            raise unknown(room)

    async def _forget(self, rooms: Sequence[str], before: int) -> int:
        values = {"rooms": [*rooms], "before": before}
        ((gone,),) = await self._ask(partial(_select, sql=FORGET, values=values))
        return int(gone)

    async def keep_review(self, room: str, review: KeptReview) -> None:
        """Keep the review of a room; see the contract."""
        check_room(room)
        values = review._asdict() | {"room": room}
        if not await self._ask(partial(_count, sql=KEEP_REVIEW, values=values)):
            raise unknown(room)

    async def review(self, room: str) -> KeptReview | None:
        """Return the review of a room; see the contract."""
        check_room(room)
        rows = await self._ask(partial(_select, sql=REVIEW, values=(room,)))
        return KeptReview(*rows[0]) if rows else None

    async def seen(self, today: int, most: int) -> list[int]:
        """Note that the clock has shown a day; see the contract."""
        values = {"today": today, "most": most}
        days = await self._ask(partial(_select, sql=SEEN, values=values))
        return [day for (day,) in days]

    async def check(self) -> None:
        """Write and read something, to see that the store works."""
        await self._ask(partial(_select, sql=BEAT, values=()))

    async def _ask(self, question: Callable[[DatabaseConnection], Awaitable[T]]) -> T:
        """Ask, and once more if the connection was lost; for what does no harm twice."""
        try:
            return await self._connections.run(question)
        except LostError:
            return await self._connections.run(question)

    async def _change(
        self, change: Callable[[DatabaseConnection], Awaitable[None]], values: dict[str, Any]
    ) -> None:
        try:
            await self._connections.run(change)
        except LostError:
            try:
                await self._connections.run(partial(_again, change=change, values=values))
            except StoreError as error:
                raise FateUnknownError(str(error)) from error


def _summary(
    game: str,
    status: str,
    to_act: int | None,
    names: list[str],
    devices: list[str],
    wake: int | None,
    levels: list[str],
    progress: list[int],
    board: str,
    places: list[int],
    scores: list[int],
    code: str,
) -> Summary:
    held = (tuple(names), tuple(devices), wake, tuple(levels), tuple(progress))
    return Summary(game, status, to_act, *held, board, tuple(places), tuple(scores), code)


def _row_of(
    room: str, version: int, at: int, bodies: Sequence[bytes], summary: Summary
) -> dict[str, Any]:
    """Return the values of a change, by the names the statements use."""
    return summary._asdict() | {
        "room": room,
        "version": bounded(version),
        "after": bounded(version + len(bodies)),
        "at": at,
        "bodies": list(bodies),
        "names": list(summary.names),
        "devices": list(summary.devices),
        "levels": list(summary.levels),
        "progress": list(summary.progress),
        "places": list(summary.places),
        "scores": list(summary.scores),
    }


async def _create(db: DatabaseConnection, values: dict[str, Any]) -> None:
    """Keep a new room."""
    if not await _count(db, CREATE, values):
        raise taken(values["room"])


async def _append(db: DatabaseConnection, values: dict[str, Any]) -> None:
    """Add events to a room, or refuse."""
    try:
        done = await _count(db, APPEND, values)
    except UniqueViolation:
        done = 0
    if not done:
        # Asked apart: the statement above may have waited for the very append that it lost to,
        # and still sees the room as it was before.
        version, led = (await _select(db, STATE, values) or [(None, None)])[0]
        raise refusal(values["room"], values["version"], version, led)


async def _again(
    db: DatabaseConnection,
    change: Callable[[DatabaseConnection], Awaitable[None]],
    values: dict[str, Any],
) -> None:
    """Make a change that has perhaps been made: a refusal may be due to ourselves."""
    try:
        await change(db)
    except (ConflictError, RepeatedError):
        ours = [
            Row(values["version"] + place, values["at"], body)
            for place, body in enumerate(values["bodies"], 1)
        ]
        stored = await _select(db, EVENTS, (values["room"], values["version"]))
        if not ours or stored[: len(ours)] != ours:
            raise


async def _load(db: DatabaseConnection, room: str, after: int) -> list[Row]:
    """Return the events of a room."""
    rows = [Row(*row) for row in await _select(db, EVENTS, (room, after))]
    if not rows and not await _select(db, "SELECT FROM jemaa.rooms WHERE room = %s", (room,)):
        raise unknown(room)
    return rows


async def _select(db: DatabaseConnection, sql: str, values: Any) -> list[tuple[Any, ...]]:
    """Ask any question."""
    cursor = await db.execute(sql, values, binary=True)
    return await cursor.fetchall()


async def _count(db: DatabaseConnection, sql: str, values: Any) -> int:
    """Ask for one number."""
    ((count,),) = await _select(db, sql, values)
    return int(count)


async def _look(db: DatabaseConnection, name: str) -> None:
    """See that the tables are those of this program, and change nothing."""
    if not await _select(db, "SELECT WHERE to_regclass('jemaa.schema') IS NOT NULL", ()):
        raise StoreError(f"{name} has no rooms: no server has used it yet")
    known = len(migrations("postgres"))
    version = await _count(db, VERSION, ())
    refuse_newer(name, version, known)
    refuse_older(name, version, known)


async def _migrate(db: DatabaseConnection, name: str) -> None:
    """Bring the tables up to date."""
    scripts = migrations("postgres")
    async with db.transaction():
        # Several processes may start at once: one does it, the others wait and find it done.
        await db.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
        await db.execute("CREATE SCHEMA IF NOT EXISTS jemaa")
        await db.execute("CREATE TABLE IF NOT EXISTS jemaa.schema (version integer NOT NULL)")
        version = await _count(db, VERSION, ())
        refuse_newer(name, version, len(scripts))
        for number, script in enumerate(scripts[version:], start=version + 1):
            await db.execute(script)
            await db.execute("INSERT INTO jemaa.schema VALUES (%s)", (number,))
