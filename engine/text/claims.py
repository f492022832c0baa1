"""Claims: the points that somebody says some cards count, found beside the cards of a text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.errors import NotationError
from engine.messages import Message, message
from engine.text.spoken_counts import parse_count
from engine.text.tokens import Token

CLAIM_HINT: Final = message("just type the points after the cards, like = 12")


class Claim(NamedTuple):
    """The points claimed, other counts that may be right instead, and a remark on how the words add up."""

    points: int
    others: tuple[int, ...] = ()
    remark: Message | None = None


def parse_claim(said: str) -> Claim:
    """Return the points that somebody claims for a hand. Raises ``NotationError`` if there are none."""
    if numbers := _SEVERAL.fullmatch(said.strip()):
        first, *others = map(int, _NUMBER.findall(numbers[0]))
        return Claim(first, tuple(others))
    count = parse_count(said, CLAIM_HINT)
    return Claim(count.points, (), count.remark)


def find_claim(tokens: Sequence[Token], low: str) -> tuple[Claim | None, list[Token]]:
    """Return the claim in a text, and the tokens that do not belong to it."""
    spoken = _SPOKEN.search(low)
    said = None if spoken is None else _spoken(spoken[0])
    if spoken is not None:
        tokens = [token for token in tokens if not spoken.start() <= token.start < spoken.end()]
        if spoken["fifteen"] and said is not None:
            return said, tokens
    places = [place for place in range(len(tokens)) if _is_claimed(tokens, place)]
    for place in tuple(places):  # "8 or 10": both numbers are claimed
        for step, beside in ((-1, place - 2), (1, place + 2)):
            if (
                0 <= beside < len(tokens)
                and _value(tokens[beside]) is not None
                and _is_between(tokens[place + step], low)
            ):
                places.append(beside)
    if not places:
        return said, list(tokens)
    values = [tokens[place].value or 0 for place in sorted({*places})]
    first, *others = dict.fromkeys(values)
    return Claim(first, tuple(others)), [token for place, token in enumerate(tokens) if place not in places]


def _spoken(words: str) -> Claim | None:
    try:
        count = parse_count(words.strip(" ,.-"), CLAIM_HINT)
    except NotationError:
        numbers = _NUMBER.findall(words)
        return Claim(int(numbers[-1])) if numbers and int(numbers[-1]) <= 29 else None
    return Claim(count.points, (), count.remark)


def _value(token: Token) -> int | None:
    return token.value if token.value is not None and token.value <= 29 and token.suit is None else None


def _is_between(token: Token, low: str) -> bool:
    return token.kind == "either" or low[token.start : token.end] == "/"


def _is_claimed(tokens: Sequence[Token], place: int) -> bool:
    """Return whether a number gives points: by its size, or by what stands before and behind it."""
    token = tokens[place]
    if _value(token) is None:
        return False
    before, after = _near(tokens, place, -1), _near(tokens, place, 1)
    if after.kind == "points" or (
        after.kind == "play" and token.kind == "card" and before.kind not in ("card", "play")
    ):
        return True
    if token.kind != "card":
        return token.value != 15 or before.kind == "say"
    if after.kind in ("card", "starter", "of", "crib") or before.kind in ("starter", "up", "card"):
        return False
    if before.kind == "say":
        said = [other.kind for other in tokens[: tokens.index(before)] if other.kind not in ("sign", "thin")]
        return not said or said[-1] not in ("starter", "up")
    return before.kind == "for_" and after.kind != "card"


_NOTHING: Final = Token("", 0, 0)


def _near(tokens: Sequence[Token], place: int, step: int) -> Token:
    """Return the next token in a direction that is more than a separator; "=" is one that counts."""
    for other in tokens[place + step :: step] if step > 0 else reversed(tokens[:place]):
        is_idle = not other.kind and other.value is None and step < 0
        if other.kind not in ("sign", "thin") and not is_idle:
            return other
    return _NOTHING


_NUMBER: Final = re.compile(r"\d+")
_SEVERAL: Final = re.compile(r"\d{1,2}(?:\s*(?:,|/|or|vs)\s*\d{1,2})+")
_SPOKEN: Final = re.compile(
    r"""(?<![a-z0-9(]) (?: (?P<fifteen>15|fifteen)s? [\s-]* (?:for\s)? (?:2|two) (?![a-z0-9])
        | (?:an?\s)? (?:pair|run|flush|double\srun|triple\srun) (?:\sof\s\w+)? \s (?:is|for|makes) \s (?=\w) )
      (?: [\s,.;&+=-]++ (?: \d{1,2} | fifteens? | and | an? | the | his | pairs? | runs? | double | triple | royal | of | is | then
        | for | flush | nobs? | makes? | two | three | four | five | six | seven | eight | nine | ten | eleven | twelve
        | thirteen | fourteen | sixteen | seventeen | eighteen | twenty | another | points? | total | one | right | jack
        | \w+teen | \d+ ) (?![a-z0-9]) | \d{1,2} (?![a-z0-9]) )*+""",
    re.VERBOSE,
)
"""A count as players speak it: "15-2, 15-4 and a pair is 6"."""
