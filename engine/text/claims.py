"""Claims: the points that somebody says some cards count, found beside the cards of a text."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final, NamedTuple

from engine.cards import Rank
from engine.errors import NotationError
from engine.messages import Message, message
from engine.text.questions import MOST_PLAYED, Face, running_counts
from engine.text.spoken_counts import parse_count
from engine.text.typed_cards import Token
from engine.text.vocabulary import NUMBERS

CLAIM_HINT: Final = message("just type the points after the cards, like = 12")


class Claim(NamedTuple):
    """The points claimed, other counts that may be right instead, and a remark on how the words add up."""

    points: int
    others: tuple[int, ...] = ()
    remark: Message | None = None


def parse_claim(said: str) -> Claim:
    """Return the points that somebody claims for a hand. Raises ``NotationError`` if there are none."""
    if _SEVERAL.fullmatch(said.strip()):
        first, *others = map(int, _NUMBER.findall(said))
        return Claim(first, tuple(others))
    count = parse_count(said, CLAIM_HINT)
    return Claim(count.points, (), count.remark)


def find_claim(tokens: Sequence[Token], low: str) -> tuple[Claim | None, list[Token]]:
    """Return the claim in a text, and its tokens with those of the claim as ``"claim"``."""
    spoken = _SPOKEN.search(low)
    rest = [
        replace(token, kind="claim", value=None) if spoken and spoken.start() <= token.start < spoken.end() else token
        for token in tokens
    ]
    cards = list(accumulate([token.kind == "card" for token in rest], initial=0))
    enough = 3 if any(token.kind in ("play", "lead") for token in rest) else 5
    places = [
        place for place in range(len(rest)) if _is_claimed(rest, place, low, cards, is_after=cards[place] >= enough)
    ]
    best = [place for place in places if any(token.kind == "points" for token in rest[place + 1 : place + 2])]
    for chosen in (places, best):
        for place in tuple(chosen):  # "8 or 10": both numbers are claimed
            for step, pair in ((-2, rest[max(place - 2, 0) : place][::-1]), (2, rest[place + 1 : place + 3])):
                if len(pair) == 2 and _value(pair[1]) is not None and _is_either(pair[0], low):
                    chosen.append(place + step)
    if len(places) == 1:  # "he says 8, me 10: A 7 7 8 K"
        places += [place for place in range(places[0] + 1, len(rest)) if _is_set_against(rest, place, low)][:1]
    said = None if spoken is None else _spoken(spoken, tokens)
    if said is not None and (not places or (spoken and spoken["fifteen"] and rest[max(places)].start < spoken.start())):
        return said, rest
    claimed = {*places}
    values = [rest[place].value or 0 for place in sorted({*(best or places)})]
    rest = [replace(token, kind="claim") if place in claimed else token for place, token in enumerate(rest)]
    return (Claim(values[0], tuple(dict.fromkeys(values))[1:]) if values else None), rest


class PartOfCount(NamedTuple):
    """A part of a count that may be declared alone, such as ``"fifteens"``, and the signs for that."""

    name: str
    points: int
    start: int
    signs: tuple[str, ...]

    def is_within(self, cards: Iterable[Token]) -> bool:
        """Return whether the number of points is one of these cards."""
        return any(card.start <= self.start < card.end for card in cards)


def parts_of_count(low: str, claim: Claim | None) -> Iterator[PartOfCount]:
    """Yield the parts of a count that may be declared alone; ``claim`` is what is claimed for all of it."""
    only = ("part only",) if _ONLY.search(low) else ()
    is_spoken = _SPOKEN_PARTS.search(low) is not None
    for how, pattern in enumerate(_PART_CLAIMS):
        for found in pattern.finditer(low):
            part = next(name for begin, name in _PARTS.items() if found["part"].startswith(begin))
            points = int(found["points"]) if found["points"].isdigit() else NUMBERS[found["points"]]
            if points in _PART_POINTS[part]:
                beside = claim is not None and claim.points != points
                is_all = how == _LAST_OF_ALL or (found["part"].endswith("s") and not is_spoken)
                plainly = ("plainly",) if is_all and not beside else ()
                sign = (f"part {how}", "part beside" if beside else "part", *only, *plainly)
                yield PartOfCount(part, points, found.start("points"), sign)


class CountedPlay(NamedTuple):
    """A play with the scores that stand beside its cards: the place of the card, the count and the points.

    ``said`` are the tokens that give them, ``right`` is how many counts above ten are those of the cards, and
    ``points`` are those behind all.
    """

    cards: list[Token]
    written: list[tuple[int, int | None, int | None]]
    said: set[Token]
    right: int
    points: int | None = None

    def is_rather_than(self, cards: Sequence[Token]) -> bool:
        """Return whether scores that are plain enough make other cards of a play unlikely: the scores, or too few."""
        is_plain = self.right > 0 or len(self.written) > 1
        scored, named = {card.start for card in self.cards[: self.written[-1][0] + 1]}, {card.start for card in cards}
        is_less = named < scored or (named == scored and len(self.written) > 1)
        return is_plain and (not self.said.isdisjoint(cards) or is_less)


def read_counted_play(tokens: Sequence[Token], low: str) -> CountedPlay:
    """Return the play whose counts and points stand behind its cards, in words or figures, with or without brackets.

    ``6 for 2``, ``seven fifteen two``, ``9 makes 24, run for 3``, ``4 he says 2``. A count up to ten may look like a
    card, as in ``K 10, 5 15``, and is taken for a count where that makes more of the other counts right.
    """
    first = next((place for place, token in enumerate(tokens) if token.kind in ("card", "combination")), 0)
    if {token.kind for token in tokens[first : first + 1]} != {"card"} or (first and tokens[first - 1].kind == "say"):
        # A count that is spoken, "fifteen two, and a pair is four", or claimed, "he says 8".
        return CountedPlay([], [], set(), 0)
    plays = [_counted_play(tokens, low, is_each_counted=is_each_counted) for is_each_counted in (False, True)]
    best = max(plays, key=lambda play: play.right)
    is_scored = len(best.written) > 1 or any(points is not None for _, _, points in best.written)
    return best if is_scored else best._replace(written=[])


def _counted_play(tokens: Sequence[Token], low: str, *, is_each_counted: bool) -> CountedPlay:
    found = CountedPlay([], [], set(), 0)
    counts, right, place = {0}, 0, 0
    while place < len(tokens):
        token = tokens[place]
        behind = tokens[place : place + _MOST_BEHIND]
        score = _score_behind(behind, low, counts, found.cards[-1], is_small=is_each_counted) if found.cards else None
        if token.kind == "written":
            found.written.append((len(found.cards) - 1, token.value, token.points))
            right += token.value in counts and (token.value or 0) > Rank.TEN
        elif score is not None:
            count, points, used = score
            last = found.written[-1] if found.written else None
            if last is None or last[0] < len(found.cards) - 1:
                found.written.append((len(found.cards) - 1, count, points))
            elif last[2] is None and count is None:
                found.written[-1] = (*last[:2], points)  # "Q (30) for 3"
            found.said.update(behind[:used])
            right += count in counts and count is not None and count > Rank.TEN
            counts = {count} if count in counts and count is not None else counts
            place += used - 1
        elif (
            place
            and tokens[place - 1].kind == "written"
            and _are_points_at_end(tokens[place - 1 :], low, is_each_written=len(found.written) == len(found.cards))
        ):
            found.written[-1] = (*found.written[-1][:2], token.value)
            found.said.add(token)
        elif token.kind == "card" and not _is_again(tokens[max(place - 1, 0) : place + 1], found):
            found.cards.append(token)
            pips = token.rank.pips
            counts = {count + pips if count + pips <= 31 else pips for count in counts}
        elif token.kind == "go":
            counts = counts | {0}
        place += 1
    return found._replace(right=right)


def _are_points_at_end(tokens: Sequence[Token], low: str, *, is_each_written: bool) -> bool:
    """Return whether a number right behind a count in brackets, with no card behind it, gives points.

    It stands in words, or every card has its count.
    """
    kinds = [token.kind for token in tokens]
    is_word = tokens[1].value is not None and (is_each_written or low[tokens[1].start].isalpha())
    return is_word and tokens[0].points is None and not {"card", "written"} & {*kinds[2:]}


def _is_again(tokens: Sequence[Token], play: CountedPlay) -> bool:
    """Return whether a number behind "is" repeats the points of the last card: ``5 (20, three). Is three correct?``."""
    last = play.written[-1] if play.written else (0, None, None)
    return tokens[0].kind == "say" and tokens[-1].value == last[2] and last[0] == len(play.cards) - 1


def _score_behind(
    tokens: Sequence[Token], low: str, counts: Container[int], card: Token, *, is_small: bool
) -> tuple[int | None, int | None, int] | None:
    """Return the count and the points that stand behind a card, and the number of their tokens; None for no score.

    ``counts`` are those that the card may make; ``is_small`` takes figures up to ten for them, too.
    """
    first, link = _value_behind(tokens, low)
    if first is None:
        return None
    token = tokens[first]
    value = token.value or 0
    points, joined = _value_behind(tokens[first + 1 :], low)
    if points is not None and not _are_points(tokens[first:], points, joined, low):
        points = None
    said = None if points is None else tokens[first + 1 + points].value
    used = first + 1 if points is None else first + 2 + points
    is_count = value in counts and (value > Rank.TEN or (is_small and _is_beside(card, token, low)))
    if is_count or (said is not None and Rank.TEN < value <= 31 and joined in ("-", "for", "combination")):
        return value, said, used
    return (None, value, first + 1) if link in ("for", "call", "combination") and value < _MOST_AT_ONCE else None


def _value_behind(tokens: Sequence[Token], low: str) -> tuple[int | None, str]:
    """Return the place of the first number behind words and signs that may lead to it, and what leads to it."""
    link = ""
    for place, token in enumerate(tokens):
        word = low[token.start : token.end]
        if token.value is not None and token.suit is None and token.kind in ("card", "number", "combination", ""):
            return place, link
        is_in_brackets = link == "combination" and [
            low[one.end : one.end + 1] for one in tokens[place + 1 : place + 2]
        ] == [")"]
        is_over = link and (token.kind in ("mine", "theirs") or word == ")" or (word == "," and not is_in_brackets))
        if is_over or (token.kind not in ("say", "for", "combination", "mine", "theirs") and word not in _LINKS):
            break
        if token.kind in ("for", "combination") or word in _CALLS or word in ("-", "\u2013"):
            link = "call" if word in _CALLS else "-" if token.kind == "sign" else token.kind
    return None, ""


def _are_points(tokens: Sequence[Token], points: int, joined: str, low: str) -> bool:
    """Return whether the number behind a count gives its points, and is not the next card."""
    count, token = tokens[0], tokens[1 + points]
    if token.value is None or token.value >= _MOST_AT_ONCE:
        return False
    if joined:
        return True
    behind = tokens[points + 2 : points + 3]
    is_card = bool(behind) and behind[0].value == (count.value or 0) + token.value
    is_end = low[token.end : token.end + 1] in ("", *",.;:)?!") or low.startswith((" point", " pt"), token.end)
    gap = low[count.end : token.start].strip(" .¿" if low[count.start - 1 : count.start] != "(" else " .,")
    return not is_card and not gap and (is_end or low[token.start].isalpha())


def _is_beside(card: Token, token: Token, low: str) -> bool:
    """Return whether a small number right behind a card is its count: ``K 10,``, ``eight 8``, and not ``8 8``."""
    gap = low[card.end : token.start]
    return not gap.strip(" =:(") and low[card.start : card.end] != low[token.start : token.end]


def counts_beside(tokens: Sequence[Token]) -> CountedPlay:
    """Return the play whose counts stand behind each card or behind all, and the points at the end.

    ``K 10, Q 20, A 21, 10 31 two?`` and ``Q Q A 10: 10 20 21 31`` are such plays; others give no counts.
    """
    said = [token for token in tokens if token.kind in ("card", "number")][: 3 * MOST_PLAYED]
    for many in range(len(said) // 2, 1, -1):
        rest = said[2 * many :]
        for cards, values in ((said[: 2 * many : 2], said[1 : 2 * many : 2]), (said[:many], said[many : 2 * many])):
            if len(rest) > 1 or any(token.kind != "card" for token in cards):
                continue
            counts = running_counts([Face(card.rank, card.card) for card in cards])
            if counts == [token.value for token in values]:
                points = rest[0].value if rest else None
                return CountedPlay(cards, [(at, count, None) for at, count in enumerate(counts)], {*values}, 0, points)
    return CountedPlay([], [], set(), 0)


def _spoken(said: re.Match[str], tokens: Sequence[Token]) -> Claim | None:
    """Return what a spoken count comes to: its last number, with a remark if its parts add up to another."""
    try:
        return parse_claim(said[0].strip(" ,.-"))
    except NotationError:
        numbers = [
            token.value for token in tokens if said.start() <= token.start < said.end() and _value(token) is not None
        ]
        return Claim(numbers[-1] or 0) if numbers else None


def _value(token: Token) -> int | None:
    is_number = token.kind in ("card", "number", "combination", "") and token.suit is None
    return token.value if is_number and token.value is not None and token.value < 31 else None


def _is_set_against(tokens: Sequence[Token], place: int, low: str) -> bool:
    """Return whether a number alone behind a person, such as the second in "he says 8, me 10", is a count, too."""
    before, after = tokens[max(place - 1, 0) : place], low[tokens[place].end : tokens[place].end + 3].strip()
    is_alone = after[:1] in ("", ":", ".", "?", ";", "!")
    return _value(tokens[place]) is not None and is_alone and [token.kind for token in before] in (["mine"], ["theirs"])


def _is_either(token: Token, low: str) -> bool:
    return token.kind in ("either", "no") or low[token.start : token.end] == "/"


def _is_claimed(tokens: Sequence[Token], place: int, low: str, cards: Sequence[int], *, is_after: bool) -> bool:
    """Return whether a number gives points: by its size, or by what stands before and behind it.

    ``cards`` are the numbers of cards before each place; ``is_after`` is whether a whole hand or a play stands there.
    """
    token = tokens[place]
    if _value(token) is None:
        return False
    solid = [other for other in tokens[max(place - 8, 0) : place] if other.kind not in ("sign", "thin")]
    before = [other for other in solid if other.kind and low[other.start : other.end] != "me"][-1:] or [_NOTHING]
    behind = [other for other in tokens[place + 1 : place + 8] if other.kind not in ("sign", "thin")]
    after = behind[0] if behind else _NOTHING
    last = solid[-1] if solid else _NOTHING
    is_near_card = last.kind == "card" and not {".", "?", "!", "("} & {*low[last.end : token.start]}
    gap = low[token.end : after.start]
    if low[token.end : token.end + 1] == "?" and not cards[place]:
        return cards[-1] - cards[place + 1] > 3  # "is that 8? A 2 3 Q 2"
    if (after.kind == "points" and not gap.strip(" -") and (is_after or not is_near_card)) or (
        low[after.start : after.end] == "pegs" and not is_near_card
    ):
        return True
    are_suited = [other.card is not None for other in tokens[max(place - 30, 0) : place] if other.kind == "card"][
        -5:
    ] == [True] * 5
    signs = (">", "→", ":", "]", ")") if are_suited else (">", "→")
    is_pointed_at = low[max(token.start - 3, 0) : token.start].strip().endswith(signs)
    if is_after and (is_pointed_at or low[token.end : token.end + 1] == "?") and (are_suited or not is_near_card):
        return True
    if last.kind in ("discard", "suit") or (last.kind == "no" and low[token.end : token.end + 1] != "?"):
        return False
    if token.kind != "card":
        return token.value not in (1, 15) or before[0].kind == "say"
    if last.kind == "say" and after.kind == "card" and after.suit is not None:
        return True
    if after.kind in ("card", "starter", "of", "crib") or is_near_card or last.kind in ("starter", "up"):
        return False
    if before[0].kind == "say":
        said = [other.kind for other in solid[: solid.index(before[0])]]
        if low[before[0].end : token.start].strip() in ("it", "that", "this"):
            return True
        cards = [place for place, kind in enumerate(said) if kind == "card"]
        near = said[-1:] if low[before[0].start] == "=" else said[cards[-1] + 1 if cards else 0 :]
        return not {"starter", "up"} & {*near}
    if low[before[0].start : before[0].start + 3] == "peg" or before[0].kind == "for":
        return after.kind != "written" and not _FOR_A_CARD.search(low, 0, token.start)
    return after.kind == "for" and not any(other.value is not None for other in behind[1:2])


_MOST_BEHIND: Final = 9
"""The most tokens of a score behind a card."""
_MOST_AT_ONCE: Final = 15
"""More points than a card can peg in the play."""
_LINKS: Final = frozenset(",:.=-\u2013()")
_CALLS: Final = frozenset(("say", "says", "said", "call", "calls", "called", "claim", "claims", "claimed", "declared"))
_NOTHING: Final = Token("", 0, 0)
_FOR_A_CARD: Final = re.compile(r"how many(?: points)?(?: [a-z]+){0,3} for (?:the )?\Z")
_NUMBER: Final = re.compile(r"\d+")
_SEVERAL: Final = re.compile(r"\d{1,2}(?:\s*(?:,|/|or|vs)\s*\d{1,2})+")
_SPOKEN: Final = re.compile(
    r"""(?<![a-z0-9(]) (?: (?P<fifteen>15|fifteen)s? [\s-]* (?:for\s)? (?:2|two) (?![a-z0-9])
        | (?:an?\s)? (?:pair|run|flush|double\srun|triple\srun) (?:\sof\s\w+)? \s (?:is|for|makes) (?=\s\w) )
      (?: [\s,.;&+=-]++ (?: \d{1,2} | fifteens? | and | an? | the | his | pairs? | runs? | double | triple | royal | of
        | is | then | flush | for (?!\s(?:10|[2-9ajqkt])[\s,]+(?:10|[2-9ajqkt])\b) | nobs? | makes? | two | three | four
        | five | six | seven | eight | nine | ten
        | eleven | twelve | thirteen | twenty | another | points? | total | one | right | jack | \w+teen ) (?![a-z0-9])
        | \d{1,2} (?![a-z0-9]) )*+""",
    re.VERBOSE,
)
"""A count as players speak it: "15-2, 15-4 and a pair is 6"."""
_PART: Final = (
    "(?P<part>fifteens?|15'?s|pairs?|(?:double |triple )?runs?|straights?|flush|nobs)(?: of [3-5](?= =| is| for))?"
)
_PART_NUMBER: Final = rf"(?P<points>\d{{1,2}}|{'|'.join(sorted(NUMBERS, key=len, reverse=True))})(?![a-z0-9-])"
_PART_CLAIMS: Final = (
    re.compile(
        rf"(?<![a-z0-9]){_PART}(?: (?:alone|only|just|worth|are|is|be|was|i|we|it|that's|for|count|counts|get"
        rf"|give|gives|make|makes|bring|me|as|total|points|of)| ?[:=,])* {_PART_NUMBER}"
    ),
    re.compile(
        rf"(?<![a-z0-9]){_PART_NUMBER}(?: points| pts)?(?: just| only| all)? (?:for|from|in|with|out of|on)(?: just)?"
        rf"(?: the| my| all the)? {_PART}(?![a-z])"
    ),
    re.compile(rf"(?<=15-){_PART_NUMBER}[^0-9]{{1,20}}all(?: of)? the {_PART}(?![a-z])"),
)
"""How the points of a part are written: behind it, before it, or as the last of all."""
_PARTS: Final = {
    "fifteen": "fifteens",
    "15": "fifteens",
    "pair": "pairs",
    "double": "runs and pairs",
    "triple": "runs and pairs",
    "run": "runs",
    "straight": "runs",
    "flush": "flush",
    "nobs": "nobs",
}
_PART_POINTS: Final[Mapping[str, Container[int]]] = {
    "fifteens": range(0, 18, 2),
    "pairs": range(0, 14, 2),
    "runs and pairs": range(17),
    "runs": range(17),
    "flush": (0, 4, 5),
    "nobs": (0, 1),
}
"""What each part of a count can be worth."""
_LAST_OF_ALL: Final = 2
_SPOKEN_PARTS: Final = re.compile(
    r"15[- ]\d|fifteen[- ](?:two|four|2|4)|(?:pairs?|runs?|flush|nobs)[^0-9]+\d+[^0-9]+\d"
)
"""Several parts of one count."""
_ONLY: Final = re.compile(r"(?<![a-z])(?:alone|only|just|all the|from the|the (?:15|fifteen|pair|run))")
