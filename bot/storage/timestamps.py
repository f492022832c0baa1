"""Timestamps in the file: UTC in ISO 8601, all of the same length, so that they sort as text."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.storage.errors import check_stored_values


def format_timestamp(time: datetime) -> str:
    """Return a time as text in UTC."""
    return time.astimezone(UTC).isoformat(timespec="microseconds")


def parse_timestamp(text: str) -> datetime:
    """Return the time that a text represents. Raises ``DamagedData``."""
    with check_stored_values("a time"):
        return datetime.fromisoformat(text)
