-- Who counts a player's hands in the games that they open: 1 the bot, 0 the players, null while they have not said.
ALTER TABLE preferences ADD COLUMN bot_counts INTEGER;
