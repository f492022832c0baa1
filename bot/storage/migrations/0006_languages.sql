-- In which language a player is spoken to: the one in which his Discord was when he was last answered, and the one that he
-- has chosen himself, if any. Of one who has always been answered in English nothing is kept.
CREATE TABLE languages (
    player_id INTEGER PRIMARY KEY REFERENCES players (id),
    met TEXT,
    chosen TEXT
) STRICT;
