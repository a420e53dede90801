-- "JEMA": by this `jemaa restore` knows its own files.
PRAGMA application_id = 0x4A454D41;

CREATE TABLE rooms (
    room    TEXT PRIMARY KEY,
    version INTEGER NOT NULL, -- the number of the last event
    at      INTEGER NOT NULL, -- the time of the last event
    game    TEXT NOT NULL,
    status  TEXT NOT NULL,
    to_act  INTEGER,
    names   TEXT NOT NULL,    -- a JSON list, like devices
    devices TEXT NOT NULL,
    wake    INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX rooms_wake ON rooms (wake) WHERE wake IS NOT NULL;

CREATE TABLE events (
    room   TEXT NOT NULL,
    number INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    body   BLOB NOT NULL,
    PRIMARY KEY (room, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE commands (
    room    TEXT NOT NULL,
    command TEXT NOT NULL,
    version INTEGER NOT NULL, -- where it led
    PRIMARY KEY (room, command)
) STRICT, WITHOUT ROWID;

-- The devices of `rooms` once more, the other way round.
CREATE TABLE holders (
    device TEXT NOT NULL,
    room   TEXT NOT NULL,
    PRIMARY KEY (device, room)
) STRICT, WITHOUT ROWID;

CREATE INDEX holders_room ON holders (room);

-- For the check: what is written here is taken out again.
CREATE TABLE pulse (
    beat BLOB NOT NULL
) STRICT;
