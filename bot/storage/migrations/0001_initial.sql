-- People, by their Discord account where they have one.
CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    discord_id INTEGER UNIQUE,
    name TEXT NOT NULL
) STRICT;

-- One game at one table. `status` is gathering, playing, over or closed; `place` is here, thread or dm.
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    guild_id INTEGER,
    channel_id INTEGER NOT NULL,
    place TEXT NOT NULL,
    preset TEXT NOT NULL,
    rules TEXT NOT NULL,
    status TEXT NOT NULL,
    seed BLOB NOT NULL,
    previous TEXT UNIQUE REFERENCES tables (id),
    opened_at TEXT NOT NULL
) STRICT;

CREATE INDEX tables_by_status ON tables (status);

-- Who sits where: a person, a robot of some level, or nobody yet. `agreed` is 1 once a person has accepted.
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    player_id INTEGER REFERENCES players (id),
    robot TEXT,
    agreed INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_player ON seats (player_id);

-- Every fact of every game, in order; nothing else is needed to play on.
CREATE TABLE events (
    table_id TEXT NOT NULL REFERENCES tables (id),
    version INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, version)
) STRICT, WITHOUT ROWID;

-- The messages that show a table to a seat; -1 is the public one, -2 the seal, -3 the invitation it began with.
CREATE TABLE screens (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE results (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    side INTEGER NOT NULL,
    games INTEGER NOT NULL,
    scores TEXT NOT NULL,
    ended_by TEXT NOT NULL,
    ended_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Small facts about the bot itself, such as which commands Discord has been told of.
CREATE TABLE notes (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The messages that told somebody it was their turn, and what was then asked; there are never two for one turn.
-- Seat -1 stands for one message to all who are asked.
CREATE TABLE reminders (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    prompt TEXT NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
