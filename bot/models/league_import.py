"""What an import must know of the database before it writes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Content: TypeAlias = tuple[str, int, int, int, int, int, int]
"""What tells a result from others: when it was played, by whom, both scores and both games."""


@dataclass(frozen=True, slots=True)
class FreeIds:
    """The first ids that are free. Whoever takes one that is taken meanwhile is refused, with all that he writes."""

    league: int
    player: int
    result: int
