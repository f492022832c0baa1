"""The frequencies of the dealer's and the pone's discards, by pairs of ranks.

The numbers come from robots that were dealt six cards each and made the most valuable discard.
"""

from __future__ import annotations

from engine.ai.tables import TABLES


def likelihood(first: int, second: int, *, dealer: bool) -> float:
    """Return the relative likelihood that two given cards of these ranks are discarded together.

    Ranks count from the ace, 1. There are 16 pairs of cards of two ranks, and 6 of one rank.
    """
    low, high = sorted((first, second))
    table: list[list[int]] = TABLES["discards"]["dealer" if dealer else "pone"]
    return table[high - 1][low - 1] / (6 if low == high else 16)
