-- The imports of files, numbered from 1 within each league. Their results and new players have the ids of these ranges,
-- except for what was deleted since. `player_id` is null where the host imported the file on the command line.
CREATE TABLE league_imports (
    league_id INTEGER NOT NULL REFERENCES leagues (id),
    number INTEGER NOT NULL,
    at TEXT NOT NULL,
    player_id INTEGER REFERENCES players (id),
    file_name TEXT NOT NULL,
    first_player INTEGER NOT NULL,
    last_player INTEGER NOT NULL,
    first_result INTEGER NOT NULL,
    last_result INTEGER NOT NULL,
    undone_at TEXT,
    PRIMARY KEY (league_id, number)
) STRICT, WITHOUT ROWID;

-- The files whose previews wait for a manager's answer, one for each manager of a league, compressed. `date_order` is
-- day-first, month-first or null where it need not be told; `any_date` is 1 for days outside the season.
CREATE TABLE import_previews (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    league_id INTEGER NOT NULL REFERENCES leagues (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    file_name TEXT NOT NULL,
    content BLOB NOT NULL,
    date_order TEXT,
    any_date INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    UNIQUE (league_id, player_id)
) STRICT;
