-- The import of a file that is being written, at most one. Its rows are in their tables already, under the ids of these
-- ranges; the views below leave them out until the import is complete and its row here is deleted. `creates` is 1 where
-- the league is created with the file. An import that was killed leaves its row here, and is removed at the next start.
CREATE TABLE pending_imports (
    number INTEGER PRIMARY KEY CHECK (number = 1),
    league_id INTEGER NOT NULL,
    creates INTEGER NOT NULL,
    first_player INTEGER NOT NULL,
    last_player INTEGER NOT NULL,
    first_result INTEGER NOT NULL,
    last_result INTEGER NOT NULL
) STRICT;

CREATE VIEW complete_leagues AS SELECT * FROM leagues
    WHERE id <> ifnull((SELECT league_id FROM pending_imports WHERE creates), 0);

CREATE VIEW complete_members AS SELECT * FROM members
    WHERE player_id NOT BETWEEN ifnull((SELECT first_player FROM pending_imports), 0)
        AND ifnull((SELECT last_player FROM pending_imports), -1);

CREATE VIEW complete_names AS SELECT * FROM league_names
    WHERE player_id NOT BETWEEN ifnull((SELECT first_player FROM pending_imports), 0)
        AND ifnull((SELECT last_player FROM pending_imports), -1);

CREATE VIEW complete_results AS SELECT * FROM league_results
    WHERE id NOT BETWEEN ifnull((SELECT first_result FROM pending_imports), 0)
        AND ifnull((SELECT last_result FROM pending_imports), -1);

CREATE VIEW complete_sides AS SELECT * FROM league_sides
    WHERE result_id NOT BETWEEN ifnull((SELECT first_result FROM pending_imports), 0)
        AND ifnull((SELECT last_result FROM pending_imports), -1);
