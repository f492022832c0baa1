-- A league and what it has agreed. `guild_id` is null until a server adopts one that was imported; `folded` is the name
-- as it is compared. The id of one that was deleted is never given again, for buttons may still name it. `scheme` is acc,
-- games or legs; `format` is open, single, double, night, swiss or knockout. `many` are the games of a club night or the
-- rounds of a Swiss. `post_day` is 0 for Monday; `posted_on` is the local day on which the table was last posted.
CREATE TABLE leagues (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER,
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    preset TEXT NOT NULL,
    rules TEXT NOT NULL,
    scheme TEXT NOT NULL,
    format TEXT NOT NULL,
    best_of INTEGER NOT NULL,
    many INTEGER,
    minimum INTEGER NOT NULL,
    clock TEXT,
    zone TEXT NOT NULL,
    manager_role INTEGER,
    channel_id INTEGER,
    post_day INTEGER,
    post_hour INTEGER,
    posted_on TEXT,
    created_at TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX leagues_by_name ON leagues (ifnull(guild_id, 0), folded);

-- A league's seasons, numbered from 1; the last one is open until it is closed. Days are local ones. `stage` is joining,
-- playing, playoffs or closed, and `crowned` names the players who won it, as JSON.
CREATE TABLE seasons (
    league_id INTEGER NOT NULL REFERENCES leagues (id),
    number INTEGER NOT NULL,
    stage TEXT NOT NULL,
    starts_on TEXT,
    ends_on TEXT,
    closed_at TEXT,
    crowned TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (league_id, number)
) STRICT, WITHOUT ROWID;

-- The members of a league. `status` is in or withdrawn; members who leave before they have played are deleted.
CREATE TABLE members (
    league_id INTEGER NOT NULL REFERENCES leagues (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    status TEXT NOT NULL,
    joined_at TEXT NOT NULL,
    PRIMARY KEY (league_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX members_by_player ON members (player_id);

-- The names by which files know the players of a league, as they are compared.
CREATE TABLE league_names (
    league_id INTEGER NOT NULL REFERENCES leagues (id),
    folded TEXT NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (league_id, folded)
) STRICT, WITHOUT ROWID;

-- Players' claims to one of those names, until a manager has accepted or refused.
CREATE TABLE claims (
    league_id INTEGER NOT NULL REFERENCES leagues (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    named_id INTEGER NOT NULL REFERENCES players (id),
    asked_at TEXT NOT NULL,
    PRIMARY KEY (league_id, player_id)
) STRICT, WITHOUT ROWID;

-- Managers by name, besides those who have the role.
CREATE TABLE managers (
    league_id INTEGER NOT NULL REFERENCES leagues (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (league_id, player_id)
) STRICT, WITHOUT ROWID;

-- The matches to be played: `first_id` deals first, and has a bye where `second_id` is null. `stage` is league or playoff;
-- in a playoff `place` says where in its round the match stands. `drawn_at` is since when a bye counts.
CREATE TABLE fixtures (
    id INTEGER PRIMARY KEY,
    league_id INTEGER NOT NULL REFERENCES leagues (id),
    season INTEGER NOT NULL,
    stage TEXT NOT NULL,
    round INTEGER NOT NULL,
    place INTEGER NOT NULL,
    first_id INTEGER NOT NULL REFERENCES players (id),
    second_id INTEGER REFERENCES players (id),
    best_of INTEGER NOT NULL,
    drawn_at TEXT NOT NULL,
    UNIQUE (league_id, season, stage, round, place)
) STRICT;

-- One result: of a game or a match at a table of ours, entered by hand, imported from a file, or a forfeit. `status` is
-- entered (it waits for the other player), counted, disputed or void. `imported` tells one row of a file, or one entry by
-- hand, from all others, so that none is kept twice.
CREATE TABLE league_results (
    id INTEGER PRIMARY KEY,
    league_id INTEGER NOT NULL REFERENCES leagues (id),
    season INTEGER NOT NULL,
    stage TEXT NOT NULL,
    status TEXT NOT NULL,
    fixture_id INTEGER REFERENCES fixtures (id),
    table_id TEXT UNIQUE REFERENCES tables (id),
    imported TEXT,
    ended_by TEXT NOT NULL,
    played_at TEXT NOT NULL,
    entered_by INTEGER REFERENCES players (id),
    confirmed_by INTEGER REFERENCES players (id),
    UNIQUE (league_id, imported)
) STRICT;

CREATE UNIQUE INDEX one_result_a_fixture ON league_results (fixture_id)
    WHERE fixture_id IS NOT NULL AND status IN ('counted', 'entered', 'disputed');
CREATE INDEX league_results_by_season ON league_results (league_id, season, played_at);
CREATE INDEX league_results_in_order ON league_results (league_id, played_at);

-- Each player's side of a result, with all that the standings need, so that one index tells a whole table. `side` is 0
-- or 1, as it was entered. `counts` is 1 where the result is counted and of the league itself. `games` are those won,
-- with doubles, `legs` without; `skunks` and `skunked` are games; `adverse` are the other's holes. The rest is known of games
-- at our tables alone.
CREATE TABLE league_sides (
    result_id INTEGER NOT NULL REFERENCES league_results (id),
    side INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players (id),
    opponent_id INTEGER NOT NULL REFERENCES players (id),
    league_id INTEGER NOT NULL,
    season INTEGER NOT NULL,
    counts INTEGER NOT NULL,
    played_at TEXT NOT NULL,
    won INTEGER NOT NULL,
    games INTEGER NOT NULL,
    legs INTEGER NOT NULL,
    holes INTEGER NOT NULL,
    adverse INTEGER NOT NULL,
    skunks INTEGER NOT NULL,
    skunked INTEGER NOT NULL,
    dealt_first INTEGER,
    best_hand INTEGER,
    hands INTEGER NOT NULL DEFAULT 0,
    hand_points INTEGER NOT NULL DEFAULT 0,
    cribs INTEGER NOT NULL DEFAULT 0,
    crib_points INTEGER NOT NULL DEFAULT 0,
    pegged INTEGER NOT NULL DEFAULT 0,
    overscored INTEGER NOT NULL DEFAULT 0,
    caught INTEGER NOT NULL DEFAULT 0,
    muggins_taken INTEGER NOT NULL DEFAULT 0,
    muggins_given INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (result_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX league_sides_for_standings ON league_sides (
    league_id, season, counts, player_id, played_at, won, games, legs, holes, adverse, skunks, skunked, best_hand,
    overscored, caught, opponent_id
);
CREATE INDEX league_sides_by_pair ON league_sides (player_id, opponent_id, league_id, season);

-- What managers and players have changed, and why; `player_id` is null where the host did it from the command line.
CREATE TABLE league_log (
    id INTEGER PRIMARY KEY,
    league_id INTEGER NOT NULL REFERENCES leagues (id),
    at TEXT NOT NULL,
    player_id INTEGER REFERENCES players (id),
    what TEXT NOT NULL,
    reason TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE INDEX league_log_by_league ON league_log (league_id, id);

-- Each player's rating after each result that counts, in the order of play; `pool` is a server's id, or the negative id
-- of a league that no server has adopted. Stands only as far as `rating_pools` says; the rest is worked out anew.
CREATE TABLE rating_steps (
    pool INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players (id),
    played_at TEXT NOT NULL,
    result_id INTEGER NOT NULL REFERENCES league_results (id),
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    PRIMARY KEY (pool, player_id, played_at, result_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_steps_in_order ON rating_steps (pool, played_at, result_id);

-- From where on a pool's ratings are to be worked out anew: after the result `stale_after` (0 for none) of that moment;
-- null where they stand. `marks` counts how often something has changed, so that work on an older state is told apart.
CREATE TABLE rating_pools (
    pool INTEGER PRIMARY KEY,
    stale_from TEXT,
    stale_after INTEGER NOT NULL DEFAULT 0,
    marks INTEGER NOT NULL DEFAULT 0
) STRICT;

-- A table may be played in a league, for a fixture, and with a first dealer by seat whom the fixture names.
ALTER TABLE tables ADD COLUMN league_id INTEGER REFERENCES leagues (id);
ALTER TABLE tables ADD COLUMN fixture_id INTEGER REFERENCES fixtures (id);
ALTER TABLE tables ADD COLUMN first_dealer INTEGER;
CREATE INDEX tables_by_league ON tables (league_id) WHERE league_id IS NOT NULL;
CREATE INDEX tables_by_fixture ON tables (fixture_id) WHERE fixture_id IS NOT NULL;

-- Two tables cannot be open for one fixture, whoever presses at the same moment.
CREATE UNIQUE INDEX one_open_table_a_fixture ON tables (fixture_id)
    WHERE fixture_id IS NOT NULL AND status IN ('gathering', 'playing', 'adjourned', 'idle');
