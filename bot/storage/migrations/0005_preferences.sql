-- The preferences of a player: pictures beside the text, suits in four colours, pips on court cards, a ping when it is
-- their turn, and counts spoken in full. Players without a row have the defaults.
CREATE TABLE preferences (
    player_id INTEGER PRIMARY KEY REFERENCES players (id),
    pictures INTEGER NOT NULL,
    four_colours INTEGER NOT NULL,
    pips INTEGER NOT NULL,
    ping INTEGER NOT NULL,
    spoken INTEGER NOT NULL
) STRICT;

-- What a player has been told of once, so that it is never told twice.
CREATE TABLE told (
    player_id INTEGER NOT NULL REFERENCES players (id),
    what TEXT NOT NULL,
    PRIMARY KEY (player_id, what)
) STRICT, WITHOUT ROWID;

-- Where a server's games go unless somebody says otherwise (here, thread or dm), the one channel in which they are
-- played if its managers have named one, and whether the bot has said good day there.
ALTER TABLE servers ADD COLUMN place TEXT;
ALTER TABLE servers ADD COLUMN channel_id INTEGER;
ALTER TABLE servers ADD COLUMN greeted INTEGER NOT NULL DEFAULT 0;
