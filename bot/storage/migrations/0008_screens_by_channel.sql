-- The tables that a channel shows are looked up at every command and message there.
CREATE INDEX screens_by_channel ON screens (channel_id);
