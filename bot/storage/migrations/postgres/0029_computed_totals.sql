-- Each player's counted results in each meeting (0 for results outside meetings) are added up when they are read. The
-- index has them in this order.
DROP TRIGGER sides_changed ON league_sides;
DROP TRIGGER import_completed ON pending_imports;
DROP FUNCTION change_totals, add_import_to_totals, add_to_totals, take_from_totals;
DROP TABLE side_totals;
DROP INDEX league_sides_for_standings;
CREATE INDEX league_sides_for_standings ON league_sides (
    league_id, season, counts, player_id, meeting_id, played_at, won, games, legs, holes, adverse, skunks, skunked,
    best_hand, overscored, caught, opponent_id
);

-- Whether a player has left a game of three that goes on without them. Events were always printed like this; a damaged
-- one is no JSON, and must not end the upgrade.
ALTER TABLE seats ADD COLUMN has_left INTEGER NOT NULL DEFAULT 0;
UPDATE seats SET has_left = 1
    WHERE (SELECT count(*) FROM seats AS every WHERE every.table_id = seats.table_id) = 3
    AND EXISTS (SELECT 1 FROM events WHERE events.table_id = seats.table_id
        AND body LIKE '{"kind":"conceded","seat":' || seats.seat || ',%');

-- The functions of SQLite that the statements do without. The views are made again after every upgrade.
DROP VIEW IF EXISTS complete_leagues, complete_members, complete_names, complete_results, complete_sides;
DROP INDEX leagues_by_name;
DROP INDEX fixtures_in_order;
CREATE UNIQUE INDEX leagues_by_name ON leagues (coalesce(guild_id, 0), folded);
CREATE UNIQUE INDEX fixtures_in_order ON fixtures (league_id, season, stage, coalesce(meeting_id, 0), round, place);
DROP AGGREGATE IF EXISTS json_group_array(anyelement);
DROP FUNCTION IF EXISTS json_appended(jsonb, anyelement), json_as_text(jsonb), json_each(text),
    json_extract(text, text), ifnull(anycompatible, anycompatible), iif(boolean, anycompatible, anycompatible),
    min(anycompatible, anycompatible), max(anycompatible, anycompatible), instr(text, text);

CREATE VIEW complete_sides AS SELECT * FROM league_sides
    WHERE result_id NOT BETWEEN coalesce((SELECT first_result FROM pending_imports), 0)
        AND coalesce((SELECT last_result FROM pending_imports), -1);
CREATE VIEW side_totals AS SELECT league_id, season, player_id, coalesce(meeting_id, 0) AS meeting_id,
    count(*) AS played, sum(won) AS won, sum(games) AS games, sum(legs) AS legs, sum(holes) AS holes,
    sum(adverse) AS adverse, sum(skunks) AS skunks, sum(skunked) AS skunked, max(best_hand) AS best_hand,
    sum(overscored) AS overscored, sum(caught) AS caught
    FROM complete_sides WHERE counts = 1 GROUP BY league_id, season, player_id, meeting_id;
