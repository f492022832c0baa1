"""The languages that the bot speaks besides English: one file each, and one catalogue of every sentence."""
