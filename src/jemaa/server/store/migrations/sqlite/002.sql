-- JSON lists; rooms from before have no more than their names.
ALTER TABLE rooms ADD COLUMN levels TEXT NOT NULL DEFAULT '[]';
ALTER TABLE rooms ADD COLUMN progress TEXT NOT NULL DEFAULT '[]';
