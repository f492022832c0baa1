-- The tie-breaks of a league as JSON, the first one first; null stands for the usual ones.
ALTER TABLE leagues ADD COLUMN tie_breaks TEXT;
