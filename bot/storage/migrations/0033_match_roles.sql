-- The role that is pinged in a server when somebody looks for a game.
ALTER TABLE servers ADD COLUMN match_role INTEGER;
