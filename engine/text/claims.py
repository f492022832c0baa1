"""Claims: the points that somebody says some cards count: a number, a spoken count, or several counts."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from engine.messages import Message, message
from engine.text.filler_words import BETWEEN, NOTHING_SAID, TYING
from engine.text.spoken_counts import english_number, parse_count
from engine.text.tokens import plain

NUMBER: Final = (
    rf"(?:[0-9]{{1,2}}|{'|'.join(english_number(number).replace('-', '[ -]') for number in range(29, 10, -1))})"
)
"""A number of points, in words only where it names no rank."""

CLAIM_HINT: Final = message("just type the points after the cards, like = 12")

MOST_RIVALS: Final = 6
"""The largest number of counts that may be compared."""


class Claim(NamedTuple):
    """The points claimed, other counts that may be right instead, and a remark on how the words add up."""

    points: int
    others: tuple[int, ...] = ()
    remark: Message | None = None


def parse_claim(said: str) -> Claim:
    """Return the points that somebody claims for a hand. Raises ``NotationError`` if there are none."""
    if numbers := rival_counts(said):
        return Claim(numbers[0], numbers[1:])
    count = parse_count(said, CLAIM_HINT)
    return Claim(count.points, (), count.remark)


def rival_counts(said: str) -> tuple[int, ...]:
    """Return the counts of a text that names only several counts, such as "27 or 28"; empty for other texts."""
    low = plain(said)[1]
    end, numbers = rival_counts_before(low, 0)
    return numbers if all(map(_says_nothing, _PIECE.finditer(low, end))) else ()


def rival_counts_before(low: str, start: int) -> tuple[int, tuple[int, ...]]:
    """Return where the claimed counts before the cards end, and the counts."""
    found: list[int] = []
    end, between = start, "or"
    for piece in _PIECE.finditer(low, start):
        if piece.lastgroup == "number":
            number = parse_count(piece[0]).points
            may_be_card = (number <= 10 and between in _HOLDING) or (between == "/" and min(number, *found) <= 10)
            if not between or may_be_card or len(found) == MOST_RIVALS:
                break
            found.append(number)
            end, between = piece.end(), ""
        elif piece[0] in BETWEEN or (piece[0] == "/" and found not in ([], [15])):  # 15/2 is one fifteen
            between = piece[0]
        elif not _says_nothing(piece) or (piece[0] in "?!:" and len(found) > 1):
            break
    return (end, tuple(dict.fromkeys(found))) if len(found) > 1 else (start, ())


def _says_nothing(piece: re.Match[str]) -> bool:
    return piece.lastgroup == "sign" or piece[0] in NOTHING_SAID or piece[0] in TYING


def claim_without_filler(said: str) -> str:
    """Return a claim without words that say nothing of the points; empty if nothing else is left."""
    said = _OR_NOT.sub(" ", _SUM_OF.sub(" ", said))
    claim = _LEAD.sub("", _WORD.sub(lambda word: " " if word[0] in NOTHING_SAID else word[0], said)).strip(_SIGNS)
    return claim if _CRIB.sub("", claim).strip(_SIGNS) else ""


_SIGNS: Final = " ?!.,:;"
_HOLDING: Final = ("have", "has", "had", "got", "get", "gets")
"""Verbs that go with cards as well as with points."""

_PIECE: Final = re.compile(
    rf"(?<![0-9a-z])(?P<number>(?!fifteen){NUMBER}|eleven|ten|nine|eight|seven|six|five|four|three|two)(?![0-9a-z])"
    r"|(?P<word>[a-z]+)|(?P<sign>[\s,.;:?!=()*'\"-])|(?P<other>.)"
)
_WORD: Final = re.compile(r"(?<![a-z])[a-z]+(?:['\u2019]s)?(?![a-z])")
_OR_NOT: Final = re.compile(
    r"(?<![a-z])or (?:not|no|what|wrong|right|(?:am|is) (?:i|it|that|he|she)(?: (?:wrong|right))?)(?![a-z])"
)
_SUM_OF: Final = re.compile(r"(?<![a-z])(?:an? )?(?:total|score|sum|count) of(?![a-z])")
_CRIB: Final = re.compile(r"(?<![a-z])(?:crib|box|kitty)(?![a-z])")
_LEAD: Final = re.compile(
    r"^(?:[\s:=>,.?!-]|(?:is|are|for|makes?|score|counts?|totals?|equals?|points?|the|as(?=\s+[a-z0-9]))(?![a-z]))*"
)
