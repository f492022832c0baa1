-- What a season, a fixture or a result has beyond its columns, as JSON; what it leaves out has its default.
ALTER TABLE seasons ADD COLUMN more TEXT NOT NULL DEFAULT '{}';
ALTER TABLE fixtures ADD COLUMN more TEXT NOT NULL DEFAULT '{}';
ALTER TABLE league_results ADD COLUMN more TEXT NOT NULL DEFAULT '{}';
