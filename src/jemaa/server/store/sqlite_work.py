"""What the SQLite store does with its file: the statements, each as a function of a connection."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from jemaa.server.store import DAYS, Listed, Row, Summary, refusal, taken, unknown

SPARE = 16384
"""So many bytes must find room for the store to be called sound."""

DEVICES = 4
"""Where the devices are in what `_columns` gives."""

_texts = msgspec.json.Decoder(tuple[str, ...])
_numbers = msgspec.json.Decoder(tuple[int, ...])

NEW_ROOM = """
INSERT INTO rooms
(room, version, at, game, status, to_act, names, devices, wake, levels, progress)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
"""
CHANGE_ROOM = """
UPDATE rooms
SET version = ?, at = ?, game = ?, status = ?, to_act = ?, names = ?, devices = ?, wake = ?,
    levels = ?, progress = ?
WHERE room = ?
"""
ADD_EVENT = "INSERT INTO events (room, number, at, body) VALUES (?, ?, ?, ?)"
STATE = """
SELECT version, devices, (SELECT version FROM commands WHERE room = ?1 AND command = ?2)
FROM rooms WHERE room = ?1
"""
EVENTS = "SELECT number, at, body FROM events WHERE room = ? AND number > ? ORDER BY number"
OF_DEVICE = """
SELECT room, version, at, game, status, to_act, names, devices, wake, levels, progress
FROM holders JOIN rooms USING (room)
WHERE device = ? ORDER BY at DESC, room LIMIT ?
"""
LISTED = """
SELECT room, version, at, game, status, to_act, names, devices, wake, levels, progress
FROM rooms WHERE ? = '' OR status = ? ORDER BY at DESC, room LIMIT ?
"""
COUNT = "SELECT count(*) FILTER (WHERE at < ?), count(*) FROM rooms"
WAKING = "SELECT room FROM rooms WHERE wake <= ? ORDER BY wake, room LIMIT ?"
OLD = "SELECT room FROM rooms WHERE at < ?"


def create(
    db: sqlite3.Connection, room: str, at: int, bodies: Sequence[bytes], summary: Summary
) -> None:
    """Keep a new room."""
    if not db.execute(NEW_ROOM, (room, len(bodies), at, *_columns(summary))).rowcount:
        raise taken(room)
    _add_events(db, room, 0, at, bodies)
    _hold(db, room, summary.devices)


def append(
    db: sqlite3.Connection,
    room: str,
    version: int,
    at: int,
    bodies: Sequence[bytes],
    summary: Summary,
    command: str,
) -> None:
    """Add events to a room, or refuse."""
    found, devices, led = db.execute(STATE, (room, command)).fetchone() or (None, None, None)
    if found != version or led is not None:
        raise refusal(room, version, found, led)
    after = version + len(bodies)
    columns = _columns(summary)
    db.execute(CHANGE_ROOM, (after, at, *columns, room))
    _add_events(db, room, version, at, bodies)
    if command:
        db.execute("INSERT INTO commands VALUES (?, ?, ?)", (room, command, after))
    if devices != columns[DEVICES]:
        db.execute("DELETE FROM holders WHERE room = ?", (room,))
        _hold(db, room, summary.devices)


def _add_events(
    db: sqlite3.Connection, room: str, version: int, at: int, bodies: Sequence[bytes]
) -> None:
    db.executemany(
        ADD_EVENT, [(room, number, at, body) for number, body in enumerate(bodies, version + 1)]
    )


def _hold(db: sqlite3.Connection, room: str, devices: Sequence[str]) -> None:
    held = [(device, room) for device in sorted(set(devices)) if device]
    db.executemany("INSERT INTO holders VALUES (?, ?)", held)


def _columns(summary: Summary) -> tuple[Any, ...]:
    first = (summary.game, summary.status, summary.to_act)
    people = (_json(summary.names), _json(summary.devices))
    return *first, *people, summary.wake, _json(summary.levels), _json(summary.progress)


@lru_cache(maxsize=1 << 12)  # from move to move little of it changes
def _json(values: tuple[str, ...] | tuple[int, ...]) -> str:
    return msgspec.json.encode(values).decode()


def load(db: sqlite3.Connection, room: str, after: int) -> list[Row]:
    """Return the events of a room."""
    rows = [Row(*row) for row in db.execute(EVENTS, (room, after))]
    if not rows and not db.execute("SELECT 1 FROM rooms WHERE room = ?", (room,)).fetchone():
        raise unknown(room)
    return rows


def listed(db: sqlite3.Connection, sql: str, values: Sequence[Any]) -> list[Listed]:
    """Return the rooms that a statement finds."""
    return [
        Listed(room, version, at, _summary(*columns))
        for room, version, at, *columns in db.execute(sql, values)
    ]


def versions(db: sqlite3.Connection, rooms: Sequence[str]) -> dict[str, int]:
    """Return the versions of those of these rooms that are there."""
    names = msgspec.json.encode(rooms).decode()
    found = db.execute(
        "SELECT room, version FROM rooms WHERE room IN (SELECT value FROM json_each(?))", (names,)
    )
    return dict(found.fetchall())


def seen(db: sqlite3.Connection, today: int, most: int) -> list[tuple[int]]:
    """Note a day, forget those of long ago, and return the last ones."""
    db.execute("INSERT INTO days VALUES (?) ON CONFLICT DO NOTHING", (today,))
    db.execute(
        "DELETE FROM days WHERE day <= (SELECT day FROM days ORDER BY day DESC LIMIT 1 OFFSET ?)",
        (DAYS,),
    )
    found = db.execute(
        "SELECT day FROM days WHERE day <= ? ORDER BY day DESC LIMIT ?", (today, most)
    )
    return found.fetchall()


def _summary(
    game: str,
    status: str,
    to_act: int | None,
    names: str,
    devices: str,
    wake: int | None,
    levels: str,
    progress: str,
) -> Summary:
    return Summary(
        game,
        status,
        to_act,
        _texts.decode(names),
        _texts.decode(devices),
        wake,
        _texts.decode(levels),
        _numbers.decode(progress),
    )


def select(db: sqlite3.Connection, sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Ask any question."""
    return db.execute(sql, values).fetchall()


def forget(db: sqlite3.Connection, rooms: Sequence[str], before: int) -> int:
    """Remove these rooms, if they are still old; return how many."""
    count = 0
    for room in rooms:
        # Once more `before`: somebody may have come back while the list was made.
        gone = db.execute("DELETE FROM rooms WHERE room = ? AND at < ?", (room, before)).rowcount
        if gone:
            count += 1
            for table in ("events", "commands", "holders"):
                db.execute(f"DELETE FROM {table} WHERE room = ?", (room,))
    return count


def beat(db: sqlite3.Connection) -> None:
    """Write something and take it out again."""
    # New pages are asked for: a database that is full can still change what it has.
    db.execute("INSERT INTO pulse VALUES (zeroblob(?))", (SPARE,))
    db.execute("DELETE FROM pulse")
