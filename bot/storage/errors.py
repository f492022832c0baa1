"""What can go wrong with the disk, in the words a host is told."""

from __future__ import annotations

from engine.errors import CribbageError


class StorageError(CribbageError):
    """The database refuses; nothing was written."""
