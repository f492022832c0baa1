-- Settings and preferences that have no columns of their own, as JSON; those that it leaves out have their defaults.
ALTER TABLE leagues ADD COLUMN more TEXT NOT NULL DEFAULT '{}';
ALTER TABLE preferences ADD COLUMN more TEXT NOT NULL DEFAULT '{}';
