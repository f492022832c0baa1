-- Whether somebody was given a hint or took a move back: such a game counts for nothing.
ALTER TABLE tables ADD COLUMN helped INTEGER NOT NULL DEFAULT 0;

-- Practice deals have tips, which are help.
UPDATE tables SET helped = 1 WHERE 'lesson at ' || id IN (SELECT what FROM told);
