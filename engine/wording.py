"""The words around the cards in what people ask: which part names cards, and what is said to be their points."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from engine.asides import left_out
from engine.errors import NotationError
from engine.reckoning import heard, in_words
from engine.speech import say
from engine.spelling import plain, quoted, spell


@dataclass(frozen=True, slots=True)
class Wording:
    """A question in its parts: the text of the cards, that of the points claimed, and the count said of a play."""

    cards: str
    claim: str | None
    count: int | None
    play: bool
    crib: bool


def dissect(text: str, hint: str) -> Wording:
    """Part the cards of a question from the words before and behind them.

    Raises ``NotationError``, with the hint for what cannot be read, where a number may be a card or the points.
    """
    shown, low = plain(text)
    if _CARDS_ALONE.fullmatch(low):
        return Wording(shown, None, None, play=False, crib=False)
    shown, low = plain(left_out(shown))
    opening = _OPENING.match(low)
    start = opening.end() if opening else 0
    asks, crib = (said.search(low, 0, start) is not None for said in (_ASKS, _CRIB))
    if play := _PLAY.match(low, start):
        start, asks = play.end(), False
    if line := _LINE.search(low, start):
        cards = shown[start : line.start()]
        if play or _is_line(cards, line, hint):
            return Wording(cards, f"for {line[2]}", int(line[1]), play=True, crib=crib)
    if play is None and (count := _COUNT.search(low, start)):
        _check_is_no_count(shown[start : count.start()], count, hint)
    if first := _FIRST.match(low, start):
        return _parted(shown[first.end() :], next(filter(None, first.groups())), play=play is not None, crib=crib)
    if (nobs := _WITH_NOBS.search(low, start)) and _CLAIM.search(low, start, nobs.start()) is None:
        shown = low = f"{_A_JACK.sub('n', low[: nobs.start()], count=1)} "
    claim = _CLAIM.search(low, start) or _trailing(shown, low, start, asks=asks, hint=hint)
    end = claim.start() if claim else len(low)
    return _parted(shown[start:end], low[end:], play=play is not None, crib=crib)


def points_said(claim: str) -> int:
    """The points of a hand that a claim says. Raises ``NotationError`` where none are told, or more than one number."""
    return heard(claim, CLAIM_HINT)


NOBS: Final = re.compile(r"(?i)(?<![a-z])n(?![a-z])")
"""The letter for his nobs, among cards without suits."""

_WITH_NOBS: Final = re.compile(
    r"(?<![a-z])(?:(?:with|and|plus)\s)?(?:the\s)?(?:one\s+for\s+)?(?:his\s)?(?:nobs?|nibs|right\s+jack)[\s?!.]*$"
)
_A_JACK: Final = re.compile(r"(?<![a-z])(?:jack|knave|j)(?![a-z])")

CLAIM_HINT: Final = "type the points alone behind the cards, such as = 12"


def _parted(cards: str, said: str, *, play: bool, crib: bool) -> Wording:
    """A wording of its parts, the claim without its verb; None for words that claim nothing."""
    claim = _LEAD.sub("", _MUTE.sub(" ", said)).strip(" ?!.,:;")
    in_play, in_crib = _IN_PLAY.search(said) is not None, _CRIB.search(said) is not None
    if not _CRIB.sub("", claim).strip(" ?!.,:;"):
        claim = ""
    if (play or in_play) and (line := _CALLED.fullmatch(claim)):
        return Wording(cards, f"for {line[2]}", int(line[1]), play=True, crib=crib or in_crib)
    return Wording(cards, claim or None, None, play=play or in_play, crib=crib or in_crib)


def _is_line(cards: str, line: re.Match[str], hint: str) -> bool:
    """Whether two numbers in brackets are the count and the points of a play, and no two cards."""
    count = int(line[1])
    if count == 15:
        raise NotationError(
            say(
                "{line} may be the count and points of a play, or one fifteen of a hand: type play before the cards, "
                "or = 2 behind them.",
                line=quoted(line[0].strip()),
            )
        )
    if 10 < count <= 31:
        return True
    if count and count == sum(spelt.rank.pips for spelt in spell(cards, hint).cards):
        raise NotationError(
            say(
                "{line} may be the count and points of a play, or two more cards: type play before the cards, or leave "
                "the brackets out.",
                line=quoted(line[0].strip()),
            )
        )
    return False


def _check_is_no_count(cards: str, count: re.Match[str], hint: str) -> None:
    """Refuse a number in brackets that may be two cards, or the count to which the cards before it come."""
    if int(count[1]) == sum(spelt.rank.pips for spelt in spell(NOBS.sub("j", cards), hint).cards):
        raise NotationError(
            say(
                "{count} may be the count of a play, or two more cards: type play before the cards, or leave the "
                "brackets out.",
                count=quoted(count[0].strip()),
            )
        )


def _trailing(shown: str, low: str, start: int, *, asks: bool, hint: str) -> re.Match[str] | None:
    """A number behind the cards that stands for their points, as a card would have a suit or no such number."""
    found = _TRAILING.search(low, start)
    if found is None or found[2] is not None:
        return found
    number = int(found[1]) if found[1].isdigit() else 11
    if number > 29 or (number <= 10 and not asks):
        return None
    cards = spell(NOBS.sub("j", shown[start : found.start()]), hint).cards
    if not cards:
        return None
    if any(spelt.card is not None for spelt in cards) or (asks and number > 10):
        return found
    raise NotationError(
        say(
            "{found} may be the points, or more cards: type = {points} for the points, or every card with its suit.",
            found=quoted(found[1]),
            points=found[1],
        )
    )


_CARDS_ALONE: Final = re.compile(
    r"[\s,;]*+(?:(?:10|[2-9atjqkx])[cdhs♣♦♥♠]|[\s,;._()|+-]|(?<!as )(?:cut|starter)|crib|box)*+"
)
"""Cards with their suits, and of all words only such as tell what they are: nothing is there to be parted from them."""

_NUMBER: Final = rf"(?:[0-9]{{1,2}}|{'|'.join(in_words(number).replace('-', '[ -]') for number in range(29, 10, -1))})"
_PRONOUN: Final = "i|we|you|he|she|they|it|this|that|these|which"
_OPENING: Final = re.compile(
    rf"""
    (?: [\s/!:,.?'"\u2019]
      | (?: and | or | which \s+ two | {_PRONOUN} | is | are | was | were | does | do | did | please | so
          | what (?:['\u2019]?s)? | how | much | many | points? | scores? | counts?
          | crib | box | kitty | gets? | tell | me | the | my | his | her | your | our
          | hand | cards? | holds? | held | holding | have | has | had | got | with | of | value | worth | check | would
          | can | should | in | to | from | for | best | keep | lay (?:\s+away)? | throw | discard
          | right | correct | total | am ) (?![a-z])
    )*
    """,
    re.VERBOSE,
)
_ASKS: Final = re.compile(r"^[^a-z]*(?:(?:and|or|so|please)[^a-z]+)*(?:is|are|does|do|did)(?![a-z])")
"""How a question begins of which the answer is yes or no, so that a number at its end is claimed."""

_PLAY: Final = re.compile(
    r"(?:play(?:ed|ing|s)?|peg(?:ging)?|leads?|led)(?![a-z])[\s:,]*(?:(?:with|for)(?![a-z])[\s:,]*)?"
)
_LINE: Final = re.compile(r"\(\s*([0-9]{1,2})\s*(?:[-\u2010-\u2015\u2212:/,]|for)\s*([0-9]{1,2})\s*\)[\s.?!]*$")
"""What stands in brackets behind a play: the count, and what the last card pegged."""

_COUNT: Final = re.compile(r"\(\s*(2[2-9])\s*\)[\s.?!]*$")
"""A number in brackets behind the cards, which may be two cards too."""

_CALLED: Final = re.compile(r"(1[1-9]|2[0-9]|3[01])\s+for\s+([0-9]{1,2})")
"""The same without brackets."""

_FIRST: Final = re.compile(
    rf"""
    (?: (?: declare[sd]? | claim (?:s|ed)? ) [\s:=]* ({_NUMBER}) (?= [\s,:;.?!] )
      | (?: sa(?:id|ys?) | counted | scored? | pegged | have | g[eo]t ) \s+ ({_NUMBER}) \s* (?:points? \s*)?
        (?: : | (?=for|with|on|from|in) )
      | ({_NUMBER}) \s* (?:points? \s*)? (?: right | correct ) (?![a-z])
      | (?!10) ([12][0-9]) \s* (?: [:?!] | (?:points? \s*)? (?=(?:for|with|from|in)(?![a-z])) ) )
    [\s,:;.?!]* (?: (?: for | with | on | from | of ) (?![a-z]) )?
    """,
    re.VERBOSE,
)
"""What is declared before the cards are named."""

_CLAIM: Final = re.compile(
    rf"""
    = | (?<![a-z]) (?: {_PRONOUN} | is | are | for | please | worth | what
        | declare[sd]? | claim (?:s|ed)? | count (?:s|ed)? | score[sd]? | make s? | made | total (?:s|l?ed)?
        | equal s? | (?:an?\s+)? (?:run|pair) | say s? | said | be
        | peg (?:s|ged)? | pegging | get s? | got | in \s+ (?:the \s+)? play ) (?![a-z])
    | (?<![0-9a-z]) (?!10) [1-3][0-9] (?= \s+ for (?![a-z]))
    | (?<![a-z]) none (?=[\s?!.]*$)
    | (?:fifteen|thirty[\s-]one) (?![a-z]) | (?<![0-9]) 31 (?![0-9]) | (?<![0-9]) 15 [\s-]+ (?:2|two) (?![0-9a-z])
    """,
    re.VERBOSE,
)
"""Where the words about the points begin."""

_TRAILING: Final = re.compile(rf"(?:^|(?<=[\s,:;?)]))({_NUMBER})(?![0-9a-z])(\s*(?:points?|pts|holes?))?[\s.?!]*$")
_IN_PLAY: Final = re.compile(r"(?<![a-z])(?:pegging|in\s+(?:the\s+)?play|pegs?(?=[\s?!.]*$))(?![a-z])")
_CRIB: Final = re.compile(r"(?<![a-z])(?:crib|box|kitty)(?![a-z])")
_MUTE: Final = re.compile(
    rf"""
    (?<![a-z]) (?: (?:{_PRONOUN}) (?:['\u2019]s)? | please | do | does | did | be | worth | what | right | correct
        | declare[sd]? | claim (?:s|ed)?
        | counts | counted | score[sd] | say s | said | peg (?:s|ged)? | pegging | get s? | got | in | play | made | pts
        | total (?:l?ed)? ) (?![a-z])
    """,
    re.VERBOSE,
)
"""Words that are said around a count, and add nothing to it."""

_LEAD: Final = re.compile(
    r"^(?:[\s:=,.?!]|(?:is|are|for|makes?|score|counts?|totals?|equals?|points?|the|as(?=\s+[a-z0-9]))(?![a-z]))*"
)
