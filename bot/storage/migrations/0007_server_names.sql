-- What players are called in one server, where that is not the name of their account. Nothing of it is shown elsewhere.
CREATE TABLE server_names (
    guild_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players (id),
    name TEXT NOT NULL,
    PRIMARY KEY (guild_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX server_names_by_player ON server_names (player_id);
