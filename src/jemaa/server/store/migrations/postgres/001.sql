CREATE TABLE jemaa.rooms (
    room    text COLLATE "C" PRIMARY KEY,
    version bigint NOT NULL, -- the number of the last event
    at      bigint NOT NULL, -- the time of the last event
    game    text NOT NULL,
    status  text NOT NULL,
    to_act  integer,
    names   text[] NOT NULL,
    devices text[] NOT NULL,
    wake    bigint
) WITH (fillfactor = 70); -- every append changes the row: leave it room beside itself

CREATE INDEX rooms_wake ON jemaa.rooms (wake) WHERE wake IS NOT NULL;
CREATE INDEX rooms_devices ON jemaa.rooms USING gin (devices);

CREATE TABLE jemaa.events (
    room   text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    at     bigint NOT NULL,
    body   bytea NOT NULL,
    PRIMARY KEY (room, number)
);

CREATE TABLE jemaa.commands (
    room    text COLLATE "C" NOT NULL,
    command text COLLATE "C" NOT NULL,
    version bigint NOT NULL, -- where it led
    PRIMARY KEY (room, command)
);

-- For the check.
CREATE TABLE jemaa.pulse (
    here boolean PRIMARY KEY CHECK (here), -- one row, and no second
    at   timestamptz NOT NULL
);
