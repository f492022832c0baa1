"""Questions about cards split into their parts: the cards, the claimed points, and the words around them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from engine.errors import NotationError
from engine.messages import Message, message
from engine.text.ambiguity import check_words
from engine.text.claims import NUMBER, claim_without_filler, rival_counts, rival_counts_before
from engine.text.filler_phrases import without_filler
from engine.text.filler_words import BEGINNING, OPENING, SAYING
from engine.text.tokens import plain, quoted, tokenize


@dataclass(frozen=True, slots=True)
class QuestionParts:
    """The parts of a question: the text of the cards, the claimed points, and the count called in a play."""

    cards: str
    claim: str | None
    count: int | None
    play: bool
    crib: bool


def split_question(text: str, hint: Message) -> QuestionParts:
    """Return the parts of a question: its cards without the words before and after them.

    Raises ``NotationError``, with the hint for unreadable text, if a number may be a card or the points.
    """
    shown, low = plain(text)
    if _CARDS_ALONE.fullmatch(low):
        return QuestionParts(shown, None, None, play=False, crib=False)
    check_words(shown)
    shown, low = plain(without_filler(shown))
    start, by_somebody = _opening(low)
    asks, crib = (said.search(low, 0, start) is not None for said in (_ASKS, _CRIB))
    if play := _PLAY.match(low, start):
        start, asks = play.end(), False
    if line := _LINE.search(low, start):
        cards = shown[start : line.start()]
        if play or _is_line(cards, line, hint):
            return QuestionParts(cards, f"for {line[2]}", int(line[1]), play=True, crib=crib)
    if play is None and (count := _COUNT.search(low, start)):
        _check_is_no_count(shown[start : count.start()], count, hint)
    if first := _first(low, start, by_somebody=by_somebody):
        end, said = first
        return _question_parts(shown[end:], said, play=play is not None, crib=crib)
    if (nobs := _WITH_NOBS.search(low, start)) and _claim(low, start, nobs.start()) is None:
        shown = low = f"{_A_JACK.sub('n', low[: nobs.start()], count=1)} "
    claim = _claim(low, start, len(low)) or _trailing(shown, low, start, asks=asks, hint=hint)
    end = claim.start() if claim else len(low)
    return _question_parts(shown[start:end], low[end:], play=play is not None, crib=crib)


def _opening(low: str) -> tuple[int, bool]:
    """Return where the opening words of a question end, and whether the last is a verb of claiming."""
    end, last = 0, ""
    for piece in _PIECE.finditer(low):
        if piece.lastgroup != "sign":
            if piece[0] not in OPENING:
                break
            last = piece[0]
        end = piece.end()
    return end, last in SAYING


def _first(low: str, start: int, *, by_somebody: bool) -> tuple[int, str] | None:
    """Return where the points that are claimed before the cards end, and the points."""
    end, numbers = rival_counts_before(low, start)
    if numbers and (then := _TO_CARDS.match(low, end)):
        if numbers[-1] <= 10 and then[0].isspace() and _BARE.match(low, then.end()):
            return None  # the number may be the first of the cards
        return then.end(), low[start:end]
    said = (_SAID_FIRST.match(low, start) if by_somebody else None) or _FIRST.match(low, start)
    return (said.end(), next(filter(None, said.groups()))) if said else None


_BARE: Final = re.compile(r"(?:10|[2-9atjqkx])(?![a-z0-9♣♦♥♠])")

NOBS: Final = re.compile(r"(?i)(?<![a-z])n(?![a-z])")
"""The letter for his nobs, among cards without suits."""

_WITH_NOBS: Final = re.compile(
    r"(?<![a-z])(?:(?:with|and|plus)\s)?(?:the\s)?(?:one\s+for\s+)?(?:his\s)?"
    r"(?:nobs?|(?<!j )(?<!jack )nibs|right\s+jack)[\s?!.]*$"
)
_A_JACK: Final = re.compile(r"(?<![a-z])(?:jack|knave|j)(?![a-z])")


def _claim(low: str, start: int, end: int) -> re.Match[str] | None:
    """Return where the words about the points begin after the cards."""
    word = next((word for word in _LETTERS.finditer(low, start, end) if word[0] in BEGINNING), None)
    phrase = _BEGINNING.search(low, start, end)
    return phrase if word is None or (phrase and phrase.start() < word.start()) else word


def _question_parts(cards: str, said: str, *, play: bool, crib: bool) -> QuestionParts:
    """Return the parts of a question, with the claim without its verb."""
    in_play, in_crib = _IN_PLAY.search(said) is not None, _CRIB.search(said) is not None
    claim = said if rival_counts(said) else claim_without_filler(said)
    if (play or in_play) and (line := _CALLED.fullmatch(claim)):
        return QuestionParts(cards, f"for {line[2]}", int(line[1]), play=True, crib=crib or in_crib)
    return QuestionParts(cards, claim or None, None, play=play or in_play, crib=crib or in_crib)


def _is_line(cards: str, line: re.Match[str], hint: Message) -> bool:
    """Return whether two numbers in brackets are the count and the points of a play, and not two cards."""
    count = int(line[1])
    if count == 15:
        raise NotationError(
            message(
                'Is {line} about the play or a hand? For the play, type "play" before the cards. For a '
                "hand, type = 2 after them.",
                line=quoted(line[0].strip()),
            )
        )
    if 10 < count <= 31:
        return True
    if count and count == sum(token.rank.pips for token in tokenize(cards, hint).cards):
        raise NotationError(
            message(
                'Is {line} about the play, or is it two more cards? For the play, type "play" first. For '
                "cards, leave out the brackets.",
                line=quoted(line[0].strip()),
            )
        )
    return False


def _check_is_no_count(cards: str, count: re.Match[str], hint: Message) -> None:
    """Refuse a number in brackets that may be two cards, the points of the others, or their count."""
    token = tokenize(NOBS.sub("j", cards), hint).cards
    if int(count[1]) == sum(card.rank.pips for card in token):
        raise NotationError(
            message(
                'Is {count} a count in the play, or two more cards? For the play, type "play" first. For '
                "cards, leave out the brackets.",
                count=quoted(count[0].strip()),
            )
        )
    if len(token) == 4 and all(card.card is None for card in token):
        raise NotationError(
            message(
                "Is {found} points or more cards? For points, type = {points}. For cards, add the suits.",
                found=quoted(count[0].strip()),
                points=count[1],
            )
        )


def _trailing(shown: str, low: str, start: int, *, asks: bool, hint: Message) -> re.Match[str] | None:
    """Return a number after the cards that gives their points, because it cannot be a card."""
    found = _TRAILING.search(low, start)
    if found is None:
        return None
    number = int(found[1]) if found[1].isdecimal() else 11
    if found[2] is not None and number > 10:
        return found
    if number > 29 or (number <= 10 and not asks and found[2] is None):
        return None
    cards = tokenize(NOBS.sub("j", shown[start : found.start()]), hint).cards
    if not cards:
        return None
    if any(token.card is not None for token in cards) or (asks and number > 10):
        return found
    raise NotationError(
        message(
            "Is {found} points or more cards? For points, type = {points}. For cards, add the suits.",
            found=quoted(found[1]),
            points=found[1],
        )
    )


_CARDS_ALONE: Final = re.compile(
    r"[\s,;]*+(?:(?:10|[2-9atjqkx])[cdhs♣♦♥♠]|[\s,;._()|+-]|(?<!as )(?:cut|starter|crib|box))*+"
)
"""Cards with their suits and no words but marks of the starter and the crib: there is nothing to split off."""

_PIECE: Final = re.compile(r"(?P<word>[a-z]+(?:'[a-z]+)?)(?![0-9])|(?P<sign>[\s/!:,.?'\"*_-])|(?P<other>.)", re.DOTALL)
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

_THEN_CARDS: Final = r"(?:for|with|on|from|in|out\s+of)(?![a-z])"
_TO: Final = rf"[\s,:;.?!=]*(?:of(?![a-z])|{_THEN_CARDS})?"
_TO_CARDS: Final = re.compile(rf"(?:\s*points?)?{_TO}")
_FIRST: Final = re.compile(
    rf"""
    (?: (?: declare[sd]? | claim (?:s|ed)? ) [\s:=]* ({NUMBER}) (?= [\s,:;.?!] )
      | ({NUMBER}) \s* (?:points? \s*)? (?: right | correct ) (?![a-z])
      | ({NUMBER}) \s* (?:points? \s*)? (?= for (?![a-z]) )
      | (?!10)([12][0-9]) \s* (?:points? \s*)? (?: [:?!=] | (?= {_THEN_CARDS} ) ) )
    {_TO}
    """,
    re.VERBOSE,
)
"""What is declared before the cards are named."""

_SAID_FIRST: Final = re.compile(rf"({NUMBER})\s*(?:points?\s*)?(?::|(?={_THEN_CARDS})){_TO}")
"""The same behind the word for what somebody does with points."""

_BEGINNING: Final = re.compile(
    rf"""
    = | (?<![a-z]) (?: (?:an?\s+)? (?:run|pair) | (?:an?\s+)? (?:total|score|sum) \s+ of | not (?=\s+[0-9])
        | in \s+ (?:the \s+)? play ) (?![a-z])
    | (?<![0-9a-z]) (?!10|[0-9](?![0-9])) {NUMBER} (?= \s* (?:or|vs?|versus|not) (?![a-z]))
    | (?<![0-9a-z]) [12][0-9] (?= \s* / \s* [12][0-9] (?![0-9a-z]))
    | (?<![0-9a-z]) (?!10) [1-3][0-9] (?= \s+ for (?![a-z]))
    | (?<![a-z]) none (?=[\s?!.]*$)
    | (?:fifteen|thirty[\s-]one) (?![a-z]) | (?<![0-9]) 31 (?![0-9]) | (?<![0-9]) 15 [\s-]+ (?:2|two) (?![0-9a-z])
    """,
    re.VERBOSE,
)
"""Where the words about the points begin, besides the single words that always begin them."""

_LETTERS: Final = re.compile("(?<![0-9a-z])[a-z]+")
_TRAILING: Final = re.compile(rf"(?:^|(?<=[\s,:;?)]))({NUMBER})(?![0-9a-z])(\s*(?:points?|holes?))?[\s.?!]*$")
_IN_PLAY: Final = re.compile(r"(?<![a-z])(?:pegging|in\s+(?:the\s+)?play|pegs?(?=[\s?!.]*$))(?![a-z])")
_CRIB: Final = re.compile(r"(?<![a-z])(?:crib|box|kitty)(?![a-z])")
