-- The practice hands of each player, the latest with the highest number; only that one may be without an answer.
-- `wish` is the kind that the player chose, empty where the level decides; `what` and `cards` are what was dealt. Once
-- the hand is counted, `answered_at` says when, `points` and `said` are the answer (null where the player asked to see the
-- count), `total` is the true count, and `met` and `missed` name the skills that it took and those that failed, separated
-- by spaces.
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
