-- Reviews of finished games, one for each player: how many decisions were judged, the points that the player and the other
-- lost, and the judged decisions as JSON.
CREATE TABLE reviews (
    table_id TEXT NOT NULL REFERENCES tables (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    decisions INTEGER NOT NULL,
    lost REAL NOT NULL,
    theirs_lost REAL NOT NULL,
    judged TEXT NOT NULL,
    PRIMARY KEY (table_id, player_id)
) STRICT;

CREATE INDEX reviews_by_player ON reviews (player_id);

-- Whether a player gets the review of each game in a DM, and whether a league allows reviews of its games.
ALTER TABLE preferences ADD COLUMN reviews INTEGER NOT NULL DEFAULT 0;
ALTER TABLE leagues ADD COLUMN reviews INTEGER NOT NULL DEFAULT 1;
