-- The bracket of a season's knockout or playoffs is of single or double elimination.
ALTER TABLE seasons ADD COLUMN elimination TEXT NOT NULL DEFAULT 'single';
