"""Helpers for the tests, each file named for what it does."""
