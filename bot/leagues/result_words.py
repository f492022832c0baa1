"""The words and numbers with which people write results down: scores, forfeits, byes, totals."""

from __future__ import annotations

import re
from typing import Final

FORFEIT: Final = re.compile(
    r"\b(forfeit(ed|s)?|w\s*/\s*o|w\.o\.?|wo|walk\s?-?over|default(ed)?|no[ -]?show|ff|conceded?|kampflos|forfait)\b",
    re.IGNORECASE,
)
WALKOVER: Final = re.compile(r"\b(w\s*/\s*o|w\.o\.?|wo|walk\s?-?over|kampflos)\b", re.IGNORECASE)
"""A forfeit that stands beside the player who gets the win, rather than beside the one who is absent."""

TO_WINNER: Final = re.compile(r"\b(to|wins?|won|for)\b", re.IGNORECASE)
"""Words beside a forfeit with which the player who gets the win is named."""

VOID: Final = re.compile(r"\b(void(ed)?|cancell?ed|annulled|not played|not counted|postponed)\b", re.IGNORECASE)
"""Words beside a game that doesn't count."""

BYE: Final = re.compile(r"\W*(bye|freilos|exempt|free)\W*", re.IGNORECASE)
TOTAL: Final = re.compile(r"\W*(?:sub\W*)?(totals?|sum|average|avg|mean|games played|overall)\b.*", re.IGNORECASE)
TWO_NUMBERS: Final = re.compile(
    r"(?<![\d.])(\d{1,5})(?:\.0+)?\s*(?:-|\u2013|\u2014|\u2212|:|/|to|v|bis|a)\s*(\d{1,5})(?:\.0+)?(?![\d.]*\d)"
)
_FLOAT: Final = re.compile(r"(\d+)[.,]0+")


def number_of(text: str) -> str:
    """A number without the zeros after its point."""
    found = _FLOAT.fullmatch(text.strip())
    return found[1] if found else text.strip()
