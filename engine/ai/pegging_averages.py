"""What each hand of four ranks pegs, less what the other player pegs, as the dealer and as the pone.

The numbers come from robots that played each hand against the hands that good players keep.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.ai.kept_hands import FOURS
from engine.ai.pegging_by_rank import Ranks
from engine.ai.tables import TABLES


def _pegged(table: Sequence[int]) -> Mapping[Ranks, float]:
    return {four: net / 100 for four, net in zip(FOURS, table, strict=True)}


PEGGED_BY_DEALER: Final = _pegged(TABLES["pegged"]["dealer"])
PEGGED_BY_PONE: Final = _pegged(TABLES["pegged"]["pone"])
