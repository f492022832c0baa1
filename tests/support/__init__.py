"""Helpers of the tests, each named for what it does."""
