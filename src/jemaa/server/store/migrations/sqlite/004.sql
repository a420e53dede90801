-- Reviews of finished games; each room has the latest one.
CREATE TABLE reviews (
    room  TEXT PRIMARY KEY,
    value TEXT NOT NULL, -- the fingerprint of what has valued it
    body  BLOB NOT NULL
) STRICT, WITHOUT ROWID;
