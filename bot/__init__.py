"""The cribbage bot: people, tables, storage and Discord around the engine."""
