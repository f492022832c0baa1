-- Every message about a table, and what is to become one (message 0). `kind` is screen (it shows the table), outdated (it
-- did and is to be deleted), commitment, invitation (to a game that is played elsewhere), reminder, notice, unsent (a
-- notice that is still to be sent), home (the channel in which the end is announced) or end (the announcement). It is for
-- a player, or for everyone (null). `revision` is that of the table that a screen shows (null: none, or without its
-- pictures) or that a notice is about; `about` the prompts of a reminder, the kind of a notice, or an unsent one as JSON.
CREATE TABLE messages (
    table_id TEXT NOT NULL REFERENCES tables (id),
    kind TEXT NOT NULL,
    player_id INTEGER,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    revision INTEGER,
    about TEXT NOT NULL
) STRICT;
CREATE INDEX messages_by_table ON messages (table_id, kind);
CREATE INDEX messages_by_kind ON messages (kind, table_id);
CREATE INDEX messages_by_channel ON messages (channel_id, kind, table_id);

INSERT INTO messages (table_id, kind, player_id, channel_id, message_id, revision, about)
    SELECT screens.table_id, CASE screens.seat WHEN -2 THEN 'commitment' WHEN -3 THEN 'invitation' ELSE 'screen' END,
        seats.player_id, channel_id, message_id,
        CASE WHEN screens.seat >= -1 AND shown_revision >= 0 THEN shown_revision END, ''
    FROM screens LEFT JOIN seats ON seats.table_id = screens.table_id AND seats.seat = screens.seat
    WHERE screens.seat < 0 OR seats.player_id IS NOT NULL;

INSERT INTO messages (table_id, kind, player_id, channel_id, message_id, revision, about)
    SELECT reminders.table_id, 'reminder', seats.player_id, channel_id, message_id, NULL, prompt
    FROM reminders LEFT JOIN seats ON seats.table_id = reminders.table_id AND seats.seat = reminders.seat
    WHERE reminders.seat = -1 OR seats.player_id IS NOT NULL;

-- Notices had the seat less 10, and unsent ones -100 less the revision.
INSERT INTO messages (table_id, kind, player_id, channel_id, message_id, revision, about)
    SELECT reminders.table_id, 'notice', seats.player_id, channel_id, message_id, NULL, prompt
    FROM reminders LEFT JOIN seats ON seats.table_id = reminders.table_id AND seats.seat = reminders.seat + 10
    WHERE reminders.seat BETWEEN -11 AND -7 AND (reminders.seat = -11 OR seats.player_id IS NOT NULL);

INSERT INTO messages (table_id, kind, channel_id, message_id, revision, about)
    SELECT table_id, 'unsent', 0, 0, -100 - seat, replace(prompt, '"left": [-1]', '"left": [null]')
    FROM reminders WHERE seat <= -100;

INSERT INTO messages (table_id, kind, channel_id, message_id, about)
    SELECT table_id, 'home', channel_id, 0, '' FROM announcements;

INSERT INTO messages (table_id, kind, channel_id, message_id, about)
    SELECT table_id, 'end', channel_id, message_id, '' FROM announcements WHERE message_id IS NOT NULL;

INSERT INTO messages (table_id, kind, channel_id, message_id, about)
    SELECT table_id, 'outdated', channel_id, message_id, '' FROM outdated_messages;

DROP TABLE screens;
DROP TABLE reminders;
DROP TABLE announcements;
DROP TABLE outdated_messages;
