-- Each player's counted results in each meeting (0 for results outside meetings) are added up when they are read. The
-- index has them in this order.
DROP TRIGGER side_added;
DROP TRIGGER side_removed;
DROP TRIGGER side_changed_from;
DROP TRIGGER side_changed_to;
DROP TRIGGER import_completed;
DROP TABLE side_totals;
DROP INDEX league_sides_for_standings;
CREATE INDEX league_sides_for_standings ON league_sides (
    league_id, season, counts, player_id, meeting_id, played_at, won, games, legs, holes, adverse, skunks, skunked,
    best_hand, overscored, caught, opponent_id
);
CREATE VIEW side_totals AS SELECT league_id, season, player_id, coalesce(meeting_id, 0) AS meeting_id,
    count(*) AS played, sum(won) AS won, sum(games) AS games, sum(legs) AS legs, sum(holes) AS holes,
    sum(adverse) AS adverse, sum(skunks) AS skunks, sum(skunked) AS skunked, max(best_hand) AS best_hand,
    sum(overscored) AS overscored, sum(caught) AS caught
    FROM complete_sides WHERE counts = 1 GROUP BY league_id, season, player_id, meeting_id;

-- Whether a player has left a game of three that goes on without them. Events were always printed like this; a damaged
-- one is no JSON, and must not end the upgrade.
ALTER TABLE seats ADD COLUMN has_left INTEGER NOT NULL DEFAULT 0;
UPDATE seats SET has_left = 1
    WHERE (SELECT count(*) FROM seats AS every WHERE every.table_id = seats.table_id) = 3
    AND EXISTS (SELECT 1 FROM events WHERE events.table_id = seats.table_id
        AND body LIKE '{"kind":"conceded","seat":' || seats.seat || ',%');
