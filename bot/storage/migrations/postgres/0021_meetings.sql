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

-- Each meeting has rounds from 1, so the rounds of a season are no longer unique.
ALTER TABLE fixtures ADD COLUMN meeting_id BIGINT REFERENCES meetings (id);
ALTER TABLE fixtures DROP CONSTRAINT fixtures_league_id_season_stage_round_place_key;
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

CREATE FUNCTION add_to_totals(side league_sides) RETURNS void LANGUAGE sql AS $$
    INSERT INTO side_totals VALUES (side.league_id, side.season, side.player_id, ifnull(side.meeting_id, 0), 1, side.won,
        side.games, side.legs, side.holes, side.adverse, side.skunks, side.skunked, side.best_hand, side.overscored, side.caught)
    ON CONFLICT (league_id, season, player_id, meeting_id) DO UPDATE SET played = side_totals.played + 1,
        won = side_totals.won + excluded.won, games = side_totals.games + excluded.games,
        legs = side_totals.legs + excluded.legs, holes = side_totals.holes + excluded.holes,
        adverse = side_totals.adverse + excluded.adverse, skunks = side_totals.skunks + excluded.skunks,
        skunked = side_totals.skunked + excluded.skunked, best_hand = greatest(side_totals.best_hand, excluded.best_hand),
        overscored = side_totals.overscored + excluded.overscored, caught = side_totals.caught + excluded.caught;
$$;

CREATE FUNCTION take_from_totals(side league_sides) RETURNS void LANGUAGE sql AS $$
    UPDATE side_totals SET played = played - 1, won = won - side.won, games = games - side.games,
        legs = legs - side.legs, holes = holes - side.holes, adverse = adverse - side.adverse,
        skunks = skunks - side.skunks, skunked = skunked - side.skunked,
        best_hand = CASE WHEN side.best_hand IS NULL THEN best_hand ELSE (SELECT max(best_hand) FROM league_sides
            WHERE league_id = side.league_id AND season = side.season AND counts = 1 AND player_id = side.player_id
            AND meeting_id IS NOT DISTINCT FROM side.meeting_id) END,
        overscored = overscored - side.overscored, caught = caught - side.caught
        WHERE league_id = side.league_id AND season = side.season AND player_id = side.player_id
        AND meeting_id = ifnull(side.meeting_id, 0);
    DELETE FROM side_totals WHERE league_id = side.league_id AND season = side.season AND player_id = side.player_id
        AND meeting_id = ifnull(side.meeting_id, 0) AND played = 0;
$$;

CREATE FUNCTION change_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.counts = 1 AND NOT EXISTS
            (SELECT 1 FROM pending_imports WHERE NEW.result_id BETWEEN first_result AND last_result)
        THEN
            PERFORM add_to_totals(NEW);
        END IF;
    ELSIF TG_OP = 'DELETE' THEN
        IF OLD.counts = 1 AND NOT EXISTS
            (SELECT 1 FROM pending_imports WHERE OLD.result_id BETWEEN first_result AND last_result)
        THEN
            PERFORM take_from_totals(OLD);
        END IF;
    ELSE
        IF OLD.counts = 1 THEN
            PERFORM take_from_totals(OLD);
        END IF;
        IF NEW.counts = 1 THEN
            PERFORM add_to_totals(NEW);
        END IF;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER sides_changed AFTER INSERT OR DELETE OR UPDATE ON league_sides
    FOR EACH ROW EXECUTE FUNCTION change_totals();

CREATE FUNCTION add_import_to_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO side_totals SELECT league_id, season, player_id, ifnull(meeting_id, 0), count(*), sum(won), sum(games),
        sum(legs), sum(holes), sum(adverse), sum(skunks), sum(skunked), max(best_hand), sum(overscored), sum(caught)
        FROM league_sides WHERE result_id BETWEEN OLD.first_result AND OLD.last_result AND counts = 1
        GROUP BY league_id, season, player_id, ifnull(meeting_id, 0)
    ON CONFLICT (league_id, season, player_id, meeting_id) DO UPDATE SET
        played = side_totals.played + excluded.played, won = side_totals.won + excluded.won,
        games = side_totals.games + excluded.games, legs = side_totals.legs + excluded.legs,
        holes = side_totals.holes + excluded.holes, adverse = side_totals.adverse + excluded.adverse,
        skunks = side_totals.skunks + excluded.skunks, skunked = side_totals.skunked + excluded.skunked,
        best_hand = greatest(side_totals.best_hand, excluded.best_hand),
        overscored = side_totals.overscored + excluded.overscored, caught = side_totals.caught + excluded.caught;
    RETURN NULL;
END
$$;
CREATE TRIGGER import_completed AFTER DELETE ON pending_imports FOR EACH ROW EXECUTE FUNCTION add_import_to_totals();

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
