-- The code with which a server adopts a league that was imported on the command line, as a SHA-256; it is used once.
CREATE TABLE adoption_codes (
    league_id INTEGER PRIMARY KEY REFERENCES leagues (id) ON DELETE CASCADE,
    digest TEXT NOT NULL UNIQUE
) STRICT;
