"""How the database is written."""

from __future__ import annotations

from typing import Literal, TypeAlias

Sync: TypeAlias = Literal["full", "normal"]
"""When SQLite waits for the disk: ``full`` at every commit, ``normal`` only at checkpoints.

With ``normal`` a power cut may lose the last moves, never the whole file. A killed process loses nothing either way.
"""
