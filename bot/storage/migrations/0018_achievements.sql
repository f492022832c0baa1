-- What each player has achieved, once for each kind: the game that brought it, in it the deal (0 for the whole game) and the
-- cards with the starter, and when that game ended.
CREATE TABLE achievements (
    player_id INTEGER NOT NULL REFERENCES players (id),
    kind TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id),
    deal INTEGER NOT NULL,
    cards TEXT NOT NULL,
    earned_at TEXT NOT NULL,
    PRIMARY KEY (player_id, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX achievements_by_table ON achievements (table_id);

-- The figures of each player in each finished game, for the board of a server; points are sums over the hands and cribs.
CREATE TABLE game_figures (
    player_id INTEGER NOT NULL REFERENCES players (id),
    table_id TEXT NOT NULL REFERENCES tables (id),
    guild_id INTEGER,
    ended_at TEXT NOT NULL,
    won INTEGER NOT NULL,
    hands INTEGER NOT NULL,
    hand_points INTEGER NOT NULL,
    best_hand INTEGER,
    cribs INTEGER NOT NULL,
    crib_points INTEGER NOT NULL,
    pegged INTEGER NOT NULL,
    PRIMARY KEY (player_id, table_id)
) STRICT, WITHOUT ROWID;

-- The board of a server comes from this index alone.
CREATE INDEX game_figures_by_server ON game_figures (
    guild_id, ended_at, won, hands, hand_points, best_hand, pegged
);

-- Finished games whose achievements and figures are not stored yet, the games of earlier versions among them.
CREATE TABLE unexamined_games (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

INSERT INTO unexamined_games (table_id) SELECT table_id FROM results;
