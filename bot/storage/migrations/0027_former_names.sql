-- The names that a person has had, so that erasing finds what still says them: those before a rename, with `league_id` 0,
-- and the name at the time when the person's last row in a league was deleted. `named_id` is the row of `players` that
-- has the name: the person's own, or that of a team that is no longer theirs.
CREATE TABLE former_names (
    player_id INTEGER NOT NULL REFERENCES players (id),
    league_id INTEGER NOT NULL,
    named_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (player_id, league_id, named_id, name)
) STRICT, WITHOUT ROWID;
