-- The daily hand: what each player discarded of the six cards of a day (UTC, as YYYY-MM-DD), and the points that it loses to
-- the best discard. `guild_id` is the server in which the player answered, NULL for a private message.
CREATE TABLE daily_answers (
    player_id INTEGER NOT NULL REFERENCES players (id),
    day TEXT NOT NULL,
    discard TEXT NOT NULL,
    lost REAL NOT NULL,
    guild_id INTEGER,
    PRIMARY KEY (player_id, day)
) STRICT;

CREATE INDEX daily_answers_by_day ON daily_answers (day);
CREATE INDEX daily_answers_by_guild ON daily_answers (guild_id, day);

-- The channel in which a server gets the daily hand, and the last day whose hand was posted there.
CREATE TABLE daily_posts (
    guild_id INTEGER PRIMARY KEY,
    channel_id INTEGER NOT NULL,
    posted_on TEXT NOT NULL
) STRICT;
