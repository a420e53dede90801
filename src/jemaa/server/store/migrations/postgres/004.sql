-- Reviews of finished games; each room has the latest one.
CREATE TABLE jemaa.reviews (
    room  text COLLATE "C" PRIMARY KEY,
    value text NOT NULL, -- the fingerprint of what has valued it
    body  bytea NOT NULL
);
