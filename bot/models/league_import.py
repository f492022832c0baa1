"""The database's contents that an import needs before it writes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

Content: TypeAlias = tuple[str, int, int, int, int, int, int]
"""What makes a result different from others: when it was played, the two players, both scores and both games."""


@dataclass(frozen=True, slots=True)
class StoredResult:
    """A result of a league as imports compare it; ``imported`` is the key of the row of a file that it came from."""

    imported: str | None
    content: Content


@dataclass(frozen=True, slots=True)
class FreeIds:
    """The first free ids; an import whose ids are taken before it begins to write is refused as a whole."""

    league: int
    player: int
    result: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingImport:
    """The import that is being written: its new players and results have the ids of these ranges.

    Nobody sees any of them until it is complete. ``creates`` is whether the league is created with the file.
    """

    league_id: int
    creates: bool
    players: range
    results: range


@dataclass(frozen=True, slots=True)
class NumberedImport:
    """An import that was taken in. ``left`` is how many of its results the league still has."""

    number: int
    at: datetime
    player_id: int | None
    file_name: str
    first_player: int
    last_player: int
    first_result: int
    last_result: int
    undone_at: datetime | None = None
    left: int = 0


@dataclass(frozen=True, slots=True)
class WaitingFile:
    """A file whose preview waits for an answer; ``content`` is compressed."""

    league_id: int
    player_id: int
    file_name: str
    content: bytes
    order: str | None
    any_date: bool
    created_at: datetime
