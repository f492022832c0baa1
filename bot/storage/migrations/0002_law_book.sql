-- Matches: how many games at most, and the games won by each side before this one, as JSON.
ALTER TABLE tables ADD COLUMN best_of INTEGER NOT NULL DEFAULT 1;
ALTER TABLE tables ADD COLUMN won TEXT NOT NULL DEFAULT '[0, 0]';

-- The clock that was agreed, as JSON, and the sides that would adjourn. A table's `status` may now be adjourned, or idle.
ALTER TABLE tables ADD COLUMN clock TEXT;
ALTER TABLE tables ADD COLUMN adjourning TEXT NOT NULL DEFAULT '[]';

-- When somebody last did something at the table, to the hour. Of older games nobody knows; they count from now.
ALTER TABLE tables ADD COLUMN touched_at TEXT NOT NULL DEFAULT '';
UPDATE tables SET touched_at = strftime('%Y-%m-%dT%H:%M:%S', 'now') || '.000000+00:00';

-- Each player's clock: the seconds left for the game, and while something is asked of them what it is and since
-- when, when they are to be reminded, and when their time is over. `remind_at` is null once they have been reminded.
CREATE TABLE clocks (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    "left" REAL,
    asked TEXT,
    since TEXT,
    remind_at TEXT,
    deadline TEXT,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX clocks_by_deadline ON clocks (deadline);

-- What a server's managers have set.
CREATE TABLE servers (
    guild_id INTEGER PRIMARY KEY,
    preset TEXT
) STRICT;
