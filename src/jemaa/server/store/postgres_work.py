"""What the PostgreSQL store says to its database: the statements, and functions of a connection."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from psycopg.errors import UniqueViolation

from jemaa.server.store import (
    DAYS,
    ConflictError,
    RepeatedError,
    Row,
    StoreError,
    Summary,
    bounded,
    refusal,
    taken,
    unknown,
)
from jemaa.server.store.connections import DatabaseConnection
from jemaa.server.store.migrate import migrations, refuse_newer, refuse_older

MIGRATING = 0x4A454D41
"""The number of the lock under which one process brings the tables up to date."""


def row_of(
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
    }


# One statement each: it is a transaction of itself, and there is one wait for the network.

ADD_EVENTS = """
INSERT INTO jemaa.events (room, number, at, body)
SELECT moved.room, %(version)s::bigint + place, %(at)s, body
FROM moved, unnest(%(bodies)s::bytea[]) WITH ORDINALITY AS fresh (body, place)
"""
CREATE = f"""
WITH moved AS (
    INSERT INTO jemaa.rooms
        (room, version, at, game, status, to_act, names, devices, wake, levels, progress)
    VALUES (%(room)s, %(after)s, %(at)s, %(game)s, %(status)s, %(to_act)s,
        %(names)s::text[], %(devices)s::text[], %(wake)s, %(levels)s::text[],
        %(progress)s::integer[])
    ON CONFLICT DO NOTHING RETURNING room
), added AS ({ADD_EVENTS})
SELECT count(*) FROM moved
"""
APPEND = f"""
WITH moved AS (
    UPDATE jemaa.rooms
    SET version = %(after)s, at = %(at)s, game = %(game)s, status = %(status)s,
        to_act = %(to_act)s, names = %(names)s::text[], devices = %(devices)s::text[],
        wake = %(wake)s, levels = %(levels)s::text[], progress = %(progress)s::integer[]
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
SELECT room, version, at, game, status, to_act, names, devices, wake, levels, progress
FROM jemaa.rooms WHERE devices @> %s ORDER BY at DESC, room LIMIT %s
"""
LISTED = """
SELECT room, version, at, game, status, to_act, names, devices, wake, levels, progress
FROM jemaa.rooms WHERE %(status)s::text = '' OR status = %(status)s
ORDER BY at DESC, room LIMIT %(limit)s
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
)
SELECT count(*) FROM gone
"""
VERSION = "SELECT coalesce(max(version), 0) FROM jemaa.schema"
BEAT = """
INSERT INTO jemaa.pulse VALUES (true, now())
ON CONFLICT (here) DO UPDATE SET at = excluded.at RETURNING at
"""


async def create(db: DatabaseConnection, values: dict[str, Any]) -> None:
    """Keep a new room."""
    if not await count(db, CREATE, values):
        raise taken(values["room"])


async def append(db: DatabaseConnection, values: dict[str, Any]) -> None:
    """Add events to a room, or refuse."""
    try:
        done = await count(db, APPEND, values)
    except UniqueViolation:
        done = 0
    if not done:
        # Asked apart: the statement above may have waited for the very append that it lost to,
        # and still sees the room as it was before.
        version, led = (await select(db, STATE, values) or [(None, None)])[0]
        raise refusal(values["room"], values["version"], version, led)


async def again(
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
        stored = await select(db, EVENTS, (values["room"], values["version"]))
        if not ours or stored[: len(ours)] != ours:
            raise


async def load(db: DatabaseConnection, room: str, after: int) -> list[Row]:
    """Return the events of a room."""
    rows = [Row(*row) for row in await select(db, EVENTS, (room, after))]
    if not rows and not await select(db, "SELECT FROM jemaa.rooms WHERE room = %s", (room,)):
        raise unknown(room)
    return rows


async def select(db: DatabaseConnection, sql: str, values: Any) -> list[tuple[Any, ...]]:
    """Ask any question."""
    cursor = await db.execute(sql, values, binary=True)
    return await cursor.fetchall()


async def count(db: DatabaseConnection, sql: str, values: Any) -> int:
    """Ask for one number."""
    ((count,),) = await select(db, sql, values)
    return int(count)


async def look(db: DatabaseConnection, name: str) -> None:
    """See that the tables are those of this program, and change nothing."""
    if not await select(db, "SELECT WHERE to_regclass('jemaa.schema') IS NOT NULL", ()):
        raise StoreError(f"{name} has no rooms: no server has used it yet")
    known = len(migrations("postgres"))
    version = await count(db, VERSION, ())
    refuse_newer(name, version, known)
    refuse_older(name, version, known)


async def migrate(db: DatabaseConnection, name: str) -> None:
    """Bring the tables up to date."""
    scripts = migrations("postgres")
    async with db.transaction():
        # Several processes may start at once: one does it, the others wait and find it done.
        await db.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
        await db.execute("CREATE SCHEMA IF NOT EXISTS jemaa")
        await db.execute("CREATE TABLE IF NOT EXISTS jemaa.schema (version integer NOT NULL)")
        version = await count(db, VERSION, ())
        refuse_newer(name, version, len(scripts))
        for number, script in enumerate(scripts[version:], start=version + 1):
            await db.execute(script)
            await db.execute("INSERT INTO jemaa.schema VALUES (%s)", (number,))
