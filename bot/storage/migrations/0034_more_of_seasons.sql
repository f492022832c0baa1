-- What a season or a fixture has beyond its columns, as JSON; what it leaves out has its default.
ALTER TABLE seasons ADD COLUMN more TEXT NOT NULL DEFAULT '{}';
ALTER TABLE fixtures ADD COLUMN more TEXT NOT NULL DEFAULT '{}';
