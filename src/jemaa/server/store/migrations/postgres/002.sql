-- Rooms from before have no more than their names.
ALTER TABLE jemaa.rooms ADD COLUMN levels text[] NOT NULL DEFAULT '{}';
ALTER TABLE jemaa.rooms ADD COLUMN progress integer[] NOT NULL DEFAULT '{}';
