-- Ends of games that not everyone has been shown yet: they are drawn again at the next start.
CREATE TABLE pending_ends (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    is_announced INTEGER NOT NULL DEFAULT 0 CHECK (is_announced IN (0, 1))
) WITHOUT ROWID;
