-- What players added to the shuffle of a game: Discord's ids of their presses and messages, and words of their own. Each
-- counts from the pack before_pack on, such as deal:2; seat is where the player sat then. Of a word the SHA-256 counts, so that the word can be erased.
CREATE TABLE contributions (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    before_pack TEXT NOT NULL,
    seat INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players (id),
    value TEXT NOT NULL,
    word TEXT,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

-- The seed of the game that follows, whose commitment is posted with this game's own; null where there is none yet.
ALTER TABLE tables ADD COLUMN next_seed BLOB;

-- The seed of the next game that a player starts alone against robots, and whether its commitment was shown to them.
CREATE TABLE promised_seeds (
    player_id INTEGER PRIMARY KEY REFERENCES players (id),
    seed BLOB NOT NULL,
    is_shown INTEGER NOT NULL
) STRICT;
