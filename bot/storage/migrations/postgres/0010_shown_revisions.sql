-- Every change of a table has a number, and each message keeps the number of the change that it shows. Whatever
-- differs is drawn at the next start, finished games included.
ALTER TABLE tables ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE screens ADD COLUMN shown_revision INTEGER NOT NULL DEFAULT -1;

-- The channel in which the end of a game in a thread is announced, and the announcement once it has been made.
CREATE TABLE announcements (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    channel_id INTEGER NOT NULL,
    message_id INTEGER
) STRICT, WITHOUT ROWID;

-- Messages that no longer show their table and are still to be deleted.
CREATE TABLE outdated_messages (
    message_id INTEGER PRIMARY KEY,
    channel_id INTEGER NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX outdated_messages_by_table ON outdated_messages (table_id);

DROP TABLE pending_ends;
