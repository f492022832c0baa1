"""Leagues: seasons, fixtures, results, standings and ratings, without Discord."""
