"""Moments as they are written in the file: UTC, all of one length, so that they sort as texts."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.storage.errors import reading


def written(moment: datetime) -> str:
    """A moment as text."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def read(text: str) -> datetime:
    """The moment that a text tells."""
    with reading("a time"):
        return datetime.fromisoformat(text)
