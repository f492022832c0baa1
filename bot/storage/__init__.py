"""Where games are kept: SQLite, and the only SQL of the project."""
