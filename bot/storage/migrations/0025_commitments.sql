-- Whether the commitment to the shuffle was posted before the first card was shown: shown, late, or unknown for games that
-- began before this was noted; null before any card is shown.
ALTER TABLE tables ADD COLUMN sealed TEXT;

UPDATE tables SET sealed = 'unknown' WHERE id IN (SELECT table_id FROM events);
