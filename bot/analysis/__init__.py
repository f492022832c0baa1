"""Thinking about cards in processes of their own, so that nobody waits for it."""
