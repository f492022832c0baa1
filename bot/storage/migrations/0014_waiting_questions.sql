-- Questions about cards that a player has asked during a deal, and that are answered after it; each is deleted once it is
-- answered. `table_id` is the game and `deal` the number of the deal that the answer waits for.
CREATE TABLE waiting_questions (
    id INTEGER PRIMARY KEY,
    player_id INTEGER NOT NULL REFERENCES players (id),
    table_id TEXT NOT NULL REFERENCES tables (id),
    deal INTEGER NOT NULL,
    question TEXT NOT NULL,
    UNIQUE (player_id, question)
) STRICT;

CREATE INDEX waiting_questions_by_table ON waiting_questions (table_id);
