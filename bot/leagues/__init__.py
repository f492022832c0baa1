"""Leagues: how players stand; nothing here knows of Discord."""
