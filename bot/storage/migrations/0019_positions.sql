-- The positions of each player's practice of discards and plays, the latest with the highest number; only that one may be
-- without an answer. A position is the decision at `place` among the events of a game: the player's own at `table_id`, or
-- one that robots play from `seed`, where it is that of `seat`. `chosen` are the cards of the answer, and `lost` the points
-- that they lose against the best choice.
CREATE TABLE practice_positions (
    player_id INTEGER NOT NULL REFERENCES players (id),
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    place INTEGER NOT NULL,
    table_id TEXT REFERENCES tables (id),
    seed TEXT,
    seat INTEGER NOT NULL,
    asked_at TEXT NOT NULL,
    answered_at TEXT,
    chosen TEXT,
    lost REAL,
    PRIMARY KEY (player_id, number)
) STRICT, WITHOUT ROWID;
