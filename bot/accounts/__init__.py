"""Accounts: players with their preferences, languages, practice and stored data, and the settings of servers."""
