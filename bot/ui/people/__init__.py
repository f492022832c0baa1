"""A player's own preferences, stats and data on Discord."""
