-- What the list of a browser's games shows, and the codes that lead to rooms while they wait.
ALTER TABLE jemaa.rooms ADD COLUMN board text NOT NULL DEFAULT '';
ALTER TABLE jemaa.rooms ADD COLUMN places integer[] NOT NULL DEFAULT '{}';
ALTER TABLE jemaa.rooms ADD COLUMN scores integer[] NOT NULL DEFAULT '{}';
ALTER TABLE jemaa.rooms ADD COLUMN code text NOT NULL DEFAULT '';
CREATE INDEX rooms_code ON jemaa.rooms (code) WHERE code <> '';
