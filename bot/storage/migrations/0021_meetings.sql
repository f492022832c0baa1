-- The meetings of a season: club nights, rounds or tournaments, numbered from 1 in each season. `day` is the local day;
-- `format` is night, single, double, swiss or free; `games` are the games of a night or the rounds of a Swiss. `stage` is
-- open (people check in), playing or closed. The id of one that was deleted is never given again.
CREATE TABLE meetings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    league_id INTEGER NOT NULL REFERENCES leagues (id),
    season INTEGER NOT NULL,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    day TEXT NOT NULL,
    format TEXT NOT NULL,
    games INTEGER NOT NULL,
    stage TEXT NOT NULL,
    closed_at TEXT,
    UNIQUE (league_id, season, number)
) STRICT;

-- Who came to a meeting. `status` is here or left, for people who left early.
CREATE TABLE attendance (
    meeting_id INTEGER NOT NULL REFERENCES meetings (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    status TEXT NOT NULL,
    came_at TEXT NOT NULL,
    left_at TEXT,
    PRIMARY KEY (meeting_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX attendance_by_player ON attendance (player_id);

-- What a season made of meetings counts, as JSON.
ALTER TABLE seasons ADD COLUMN counting TEXT NOT NULL DEFAULT '{}';

-- Results and fixtures may belong to a meeting.
ALTER TABLE league_results ADD COLUMN meeting_id INTEGER REFERENCES meetings (id);
ALTER TABLE league_sides ADD COLUMN meeting_id INTEGER;
CREATE INDEX league_sides_by_meeting ON league_sides (meeting_id, player_id) WHERE meeting_id IS NOT NULL;

-- Each meeting has rounds from 1, so the rounds of a season are no longer unique. SQLite changes that in a new table only.
CREATE TABLE new_fixtures (
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
    meeting_id INTEGER REFERENCES meetings (id)
) STRICT;
INSERT INTO new_fixtures SELECT id, league_id, season, stage, round, place, first_id, second_id, best_of, drawn_at, NULL
    FROM fixtures;
DROP TABLE fixtures;
ALTER TABLE new_fixtures RENAME TO fixtures;
CREATE UNIQUE INDEX fixtures_in_order ON fixtures (league_id, season, stage, ifnull(meeting_id, 0), round, place);
CREATE INDEX fixtures_by_meeting ON fixtures (meeting_id) WHERE meeting_id IS NOT NULL;

-- Each player's counted results in each meeting (0 for results outside meetings), added up. The triggers below keep it
-- level with `league_sides`, whoever writes there; rows of an import that is not complete are added when it is.
CREATE TABLE side_totals (
    league_id INTEGER NOT NULL,
    season INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    meeting_id INTEGER NOT NULL,
    played INTEGER NOT NULL,
    won INTEGER NOT NULL,
    games INTEGER NOT NULL,
    legs INTEGER NOT NULL,
    holes INTEGER NOT NULL,
    adverse INTEGER NOT NULL,
    skunks INTEGER NOT NULL,
    skunked INTEGER NOT NULL,
    best_hand INTEGER,
    overscored INTEGER NOT NULL,
    caught INTEGER NOT NULL,
    PRIMARY KEY (league_id, season, player_id, meeting_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX side_totals_by_meeting ON side_totals (league_id, season, meeting_id);

INSERT INTO side_totals SELECT league_id, season, player_id, 0, count(*), sum(won), sum(games), sum(legs), sum(holes),
    sum(adverse), sum(skunks), sum(skunked), max(best_hand), sum(overscored), sum(caught)
    FROM complete_sides WHERE counts = 1 GROUP BY league_id, season, player_id;

CREATE TRIGGER side_added AFTER INSERT ON league_sides WHEN NEW.counts = 1 AND NOT EXISTS
    (SELECT 1 FROM pending_imports WHERE NEW.result_id BETWEEN first_result AND last_result)
BEGIN
    INSERT INTO side_totals VALUES (NEW.league_id, NEW.season, NEW.player_id, ifnull(NEW.meeting_id, 0), 1, NEW.won,
        NEW.games, NEW.legs, NEW.holes, NEW.adverse, NEW.skunks, NEW.skunked, NEW.best_hand, NEW.overscored, NEW.caught)
    ON CONFLICT DO UPDATE SET played = played + 1, won = won + excluded.won, games = games + excluded.games,
        legs = legs + excluded.legs, holes = holes + excluded.holes, adverse = adverse + excluded.adverse,
        skunks = skunks + excluded.skunks, skunked = skunked + excluded.skunked,
        best_hand = max(ifnull(best_hand, excluded.best_hand), ifnull(excluded.best_hand, best_hand)),
        overscored = overscored + excluded.overscored, caught = caught + excluded.caught;
END;

CREATE TRIGGER side_removed AFTER DELETE ON league_sides WHEN OLD.counts = 1 AND NOT EXISTS
    (SELECT 1 FROM pending_imports WHERE OLD.result_id BETWEEN first_result AND last_result)
BEGIN
    UPDATE side_totals SET played = played - 1, won = won - OLD.won, games = games - OLD.games,
        legs = legs - OLD.legs, holes = holes - OLD.holes, adverse = adverse - OLD.adverse,
        skunks = skunks - OLD.skunks, skunked = skunked - OLD.skunked,
        best_hand = iif(OLD.best_hand IS NULL, best_hand, (SELECT max(best_hand) FROM league_sides
            WHERE league_id = OLD.league_id AND season = OLD.season AND counts = 1 AND player_id = OLD.player_id
            AND meeting_id IS OLD.meeting_id)),
        overscored = overscored - OLD.overscored, caught = caught - OLD.caught
        WHERE league_id = OLD.league_id AND season = OLD.season AND player_id = OLD.player_id
        AND meeting_id = ifnull(OLD.meeting_id, 0);
    DELETE FROM side_totals WHERE league_id = OLD.league_id AND season = OLD.season AND player_id = OLD.player_id
        AND meeting_id = ifnull(OLD.meeting_id, 0) AND played = 0;
END;

CREATE TRIGGER side_changed_from AFTER UPDATE ON league_sides WHEN OLD.counts = 1
BEGIN
    UPDATE side_totals SET played = played - 1, won = won - OLD.won, games = games - OLD.games,
        legs = legs - OLD.legs, holes = holes - OLD.holes, adverse = adverse - OLD.adverse,
        skunks = skunks - OLD.skunks, skunked = skunked - OLD.skunked,
        best_hand = iif(OLD.best_hand IS NULL, best_hand, (SELECT max(best_hand) FROM league_sides
            WHERE league_id = OLD.league_id AND season = OLD.season AND counts = 1 AND player_id = OLD.player_id
            AND meeting_id IS OLD.meeting_id)),
        overscored = overscored - OLD.overscored, caught = caught - OLD.caught
        WHERE league_id = OLD.league_id AND season = OLD.season AND player_id = OLD.player_id
        AND meeting_id = ifnull(OLD.meeting_id, 0);
    DELETE FROM side_totals WHERE league_id = OLD.league_id AND season = OLD.season AND player_id = OLD.player_id
        AND meeting_id = ifnull(OLD.meeting_id, 0) AND played = 0;
END;

CREATE TRIGGER side_changed_to AFTER UPDATE ON league_sides WHEN NEW.counts = 1
BEGIN
    INSERT INTO side_totals VALUES (NEW.league_id, NEW.season, NEW.player_id, ifnull(NEW.meeting_id, 0), 1, NEW.won,
        NEW.games, NEW.legs, NEW.holes, NEW.adverse, NEW.skunks, NEW.skunked, NEW.best_hand, NEW.overscored, NEW.caught)
    ON CONFLICT DO UPDATE SET played = played + 1, won = won + excluded.won, games = games + excluded.games,
        legs = legs + excluded.legs, holes = holes + excluded.holes, adverse = adverse + excluded.adverse,
        skunks = skunks + excluded.skunks, skunked = skunked + excluded.skunked,
        best_hand = max(ifnull(best_hand, excluded.best_hand), ifnull(excluded.best_hand, best_hand)),
        overscored = overscored + excluded.overscored, caught = caught + excluded.caught;
END;

CREATE TRIGGER import_completed AFTER DELETE ON pending_imports
BEGIN
    INSERT INTO side_totals SELECT league_id, season, player_id, ifnull(meeting_id, 0), count(*), sum(won), sum(games),
        sum(legs), sum(holes), sum(adverse), sum(skunks), sum(skunked), max(best_hand), sum(overscored), sum(caught)
        FROM league_sides WHERE result_id BETWEEN OLD.first_result AND OLD.last_result AND counts = 1
        GROUP BY league_id, season, player_id, ifnull(meeting_id, 0)
    ON CONFLICT DO UPDATE SET played = played + excluded.played, won = won + excluded.won,
        games = games + excluded.games, legs = legs + excluded.legs, holes = holes + excluded.holes,
        adverse = adverse + excluded.adverse, skunks = skunks + excluded.skunks, skunked = skunked + excluded.skunked,
        best_hand = max(ifnull(best_hand, excluded.best_hand), ifnull(excluded.best_hand, best_hand)),
        overscored = overscored + excluded.overscored, caught = caught + excluded.caught;
END;

-- One person's record that was merged into another's: `moved` is what belonged to the first, as JSON, so that it can be
-- given back. `undone_at` is null until then.
CREATE TABLE merges (
    id INTEGER PRIMARY KEY,
    league_id INTEGER NOT NULL REFERENCES leagues (id),
    from_id INTEGER NOT NULL REFERENCES players (id),
    into_id INTEGER NOT NULL REFERENCES players (id),
    at TEXT NOT NULL,
    moved TEXT NOT NULL,
    undone_at TEXT
) STRICT;

CREATE INDEX merges_by_league ON merges (league_id, id);
