-- Run after every upgrade: a view with * has the columns that its table had when the view was made.
CREATE OR REPLACE VIEW complete_leagues AS SELECT * FROM leagues
    WHERE id <> coalesce((SELECT league_id FROM pending_imports WHERE creates = 1), 0);

CREATE OR REPLACE VIEW complete_members AS SELECT * FROM members
    WHERE player_id NOT BETWEEN coalesce((SELECT first_player FROM pending_imports), 0)
        AND coalesce((SELECT last_player FROM pending_imports), -1);

CREATE OR REPLACE VIEW complete_names AS SELECT * FROM league_names
    WHERE player_id NOT BETWEEN coalesce((SELECT first_player FROM pending_imports), 0)
        AND coalesce((SELECT last_player FROM pending_imports), -1);

CREATE OR REPLACE VIEW complete_results AS SELECT * FROM league_results
    WHERE id NOT BETWEEN coalesce((SELECT first_result FROM pending_imports), 0)
        AND coalesce((SELECT last_result FROM pending_imports), -1);

CREATE OR REPLACE VIEW complete_sides AS SELECT * FROM league_sides
    WHERE result_id NOT BETWEEN coalesce((SELECT first_result FROM pending_imports), 0)
        AND coalesce((SELECT last_result FROM pending_imports), -1);

-- The highest ids that were given, as SQLite notes them.
CREATE OR REPLACE VIEW sqlite_sequence AS
    SELECT 'leagues' AS name, CASE WHEN is_called THEN last_value ELSE 0 END AS seq FROM leagues_id_seq;
