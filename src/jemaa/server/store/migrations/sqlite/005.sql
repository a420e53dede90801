-- What the list of a browser's games shows, and the codes that lead to rooms while they wait.
ALTER TABLE rooms ADD COLUMN board TEXT NOT NULL DEFAULT '';
ALTER TABLE rooms ADD COLUMN places TEXT NOT NULL DEFAULT '[]';
ALTER TABLE rooms ADD COLUMN scores TEXT NOT NULL DEFAULT '[]';
ALTER TABLE rooms ADD COLUMN code TEXT NOT NULL DEFAULT '';
CREATE INDEX rooms_code ON rooms (code) WHERE code <> '';
