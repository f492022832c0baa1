-- What each player was dealt to count at practice, the latest with the highest number; only that one may be open still.
-- `wish` is what he asked for, empty where the level decides; `what` and `cards` are what he was dealt. Once it is
-- counted, `answered_at` says when, `points` and `said` what he said (null where he asked to be shown), `total` what is
-- true, and `met` and `missed` name the skills that it took and those that failed, parted by spaces.
CREATE TABLE practice (
    player_id INTEGER NOT NULL REFERENCES players (id),
    number INTEGER NOT NULL,
    level TEXT NOT NULL,
    wish TEXT NOT NULL,
    timed INTEGER NOT NULL,
    what TEXT NOT NULL,
    cards TEXT NOT NULL,
    dealt_at TEXT NOT NULL,
    answered_at TEXT,
    points INTEGER,
    said TEXT,
    total INTEGER,
    met TEXT NOT NULL DEFAULT '',
    missed TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (player_id, number)
) STRICT, WITHOUT ROWID;
