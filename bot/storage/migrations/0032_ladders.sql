-- Where the winners of a server's ladder are announced, the role that the first of a month gets, and the month, by its first
-- day, in which that was done last.
ALTER TABLE servers ADD COLUMN ladder_channel INTEGER;
ALTER TABLE servers ADD COLUMN ladder_role INTEGER;
ALTER TABLE servers ADD COLUMN ladder_month TEXT;
