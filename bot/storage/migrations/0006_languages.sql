-- The language of a player: that of their Discord when they were last answered, and the one that they have chosen, if any.
-- Players who have always been answered in English have no row.
CREATE TABLE languages (
    player_id INTEGER PRIMARY KEY REFERENCES players (id),
    met TEXT,
    chosen TEXT
) STRICT;
