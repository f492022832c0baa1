"""Discord: what players see, press and type."""
