"""Counting practice on Discord."""
