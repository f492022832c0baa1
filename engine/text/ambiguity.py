"""Ambiguity: texts about cards that may mean two things are refused, and never guessed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from engine.cards import Rank
from engine.errors import NotationError
from engine.messages import Message, message
from engine.text.tokens import RANK, STARTER, CardToken, Tokens, quoted


def check_words(text: str) -> None:
    """Refuse words around the cards that speak of more than one hand, of missing cards, or of something else.

    Raises ``NotationError`` with the piece of the text.
    """
    if _ANY_WORD.search(text) is None:
        return
    for said, refusal in _DOUBTS:
        if found := said.search(text):
            raise NotationError(refusal(quoted(found[found.lastindex or 0].strip())))


def check_tokens(tokens: Tokens) -> None:
    """Refuse cards without suits that are more likely a range, several of a rank, a date or a time.

    Raises ``NotationError`` with the piece of the text.
    """
    _check_ranges(tokens)
    _check_several(tokens)
    _check_first(tokens)
    _check_times(tokens)
    if all(token.card is None for token in tokens.cards):
        _check_figures(tokens)


def _check_ranges(tokens: Tokens) -> None:
    gaps = [gap for _, gap, _ in _pairs(tokens)]
    is_dashed = gaps.count("-") == 1 and gaps[-1] != "-"
    for before, gap, after in _pairs(tokens):
        if (
            _TO.search(gap)
            or (gap in ("..", "...") and gaps.count(gap) == 1)
            or (is_dashed and gap == "-" and before.card is None and before.rank + 1 < after.rank <= Rank.TEN)
        ):
            piece = tokens.piece(before.start, after.end)
            raise NotationError(
                message("Is {piece} just two cards, or also the cards between them? Type every card.", piece=piece)
            )


def _check_several(tokens: Tokens) -> None:
    text = tokens.text.lower()
    for before, gap, after in _pairs(tokens):
        if before.card is not None or not 2 <= before.rank <= 4 or gap.strip():
            is_many = before.card is after.card is None and gap.strip().lower() == "of"
        else:
            number, of = text[before.start : before.end], text[after.start : after.end]
            is_plural = after.card is not None and _PLURAL.fullmatch(of) is not None
            is_many = is_plural or (after.card is None and number.isalpha() and len(of) <= 2)
        if is_many:
            piece = tokens.piece(before.start, after.end)
            raise NotationError(_many(piece))


def _check_first(tokens: Tokens) -> None:
    """Refuse "a 5, 6, 7, 8", in which the a is an article, because the separators differ."""
    first, *gaps = [gap for _, gap, _ in _pairs(tokens)] or [""]
    if first != " " or not gaps or not tokens.text.startswith("a ", tokens.cards[0].start):
        return
    if "," in gaps[0] or "and" in gaps[0].lower():
        raise NotationError(_article(tokens.piece(tokens.cards[0].start, tokens.cards[1].end)))


def _check_figures(tokens: Tokens) -> None:
    """Refuse figures that may be a date, a time or a price: ``4/5/24``, ``5:45``, ``45.67``."""
    cards, gaps, text = tokens.cards, [gap for _, gap, _ in _pairs(tokens)], tokens.text
    figures = [text[token.start : token.end].isdecimal() for token in cards]
    for place in range(len(gaps) - 1):
        if gaps[place] in ("-", ".", "/", ":") and not gaps[place + 1] and all(figures[place : place + 3]):
            piece = tokens.piece(cards[place].start, cards[place + 2].end)
            raise NotationError(
                message(
                    "{piece} looks like a date or a time. If you meant cards, put spaces between them.", piece=piece
                )
            )
    if gaps and not gaps[0] and all(gaps[1:]) and len(gaps) > 2 and all(figures[:2]):
        _check_front(tokens)
    sign = gaps[0].strip() if gaps and gaps[0].endswith(" ") else ""
    if sign in (".", ")", ":") and not any(sign in gap for gap in gaps[1:]):
        piece = tokens.piece(cards[0].start, cards[0].end + 1)
        raise NotationError(message("Is {piece} a hand number or a card? Type just the cards.", piece=piece))


def _check_front(tokens: Tokens) -> None:
    """Refuse two joined figures before separate cards, because they may be the points of the cards."""
    number = tokens.text[tokens.cards[0].start : tokens.cards[1].end]
    if number.startswith("2") and number != "210":
        raise NotationError(
            message(
                "Is {found} points or more cards? For points, type = {points}. For cards, add the suits.",
                found=quoted(number),
                points=number,
            )
        )


def _check_times(tokens: Tokens) -> None:
    """Refuse ``5x3``, which may be five, ten and three, or three fives."""
    text, gaps = tokens.text, [gap for _, gap, _ in _pairs(tokens)]
    if not any(gaps):
        return
    for place, (before, ten, after) in enumerate(zip(tokens.cards, tokens.cards[1:], tokens.cards[2:], strict=False)):
        is_apart = not all(gaps[place : place + 2])
        if text[ten.start] in "xX" and ten.card is None and is_apart and ({before.rank, after.rank} & {2, 3, 4}):
            raise NotationError(_many(tokens.piece(before.start, after.end)))


def _pairs(tokens: Tokens) -> Iterator[tuple[CardToken, str, CardToken]]:
    """Yield every card with the next one, and the text between them."""
    for before, after in zip(tokens.cards, tokens.cards[1:], strict=False):
        yield before, tokens.text[before.end : after.start], after


def _many(piece: str) -> Message:
    return message("How many cards is {piece}? Type each card.", piece=piece)


def _article(piece: str) -> Message:
    return message('Is the "a" in {piece} an ace? Type A, or leave it out.', piece=piece)


def _word(piece: str) -> Message:
    return message("Is {piece} a word or two cards? Leave out the word, or put a space between the cards.", piece=piece)


def _one_word(piece: str) -> Message:
    return message("Is {piece} a word or a card? Type just the cards.", piece=piece)


def _corrected(piece: str) -> Message:
    return message("Does {piece} replace a card or add one? Type just the cards you want.", piece=piece)


def _numbered(piece: str) -> Message:
    return message("Is {piece} a hand number or a card? Type just the cards.", piece=piece)


def _two_hands(piece: str) -> Message:
    return message("{piece} is about two hands. Ask about one at a time.", piece=piece)


def _not_there(piece: str) -> Message:
    return message("{piece} says which cards you don't have. Type the cards you have.", piece=piece)


def _to_play(piece: str) -> Message:
    return message(
        '{piece} asks what to play, but I can only count cards already played. Type "play" and those cards.',
        piece=piece,
    )


def _in_play(piece: str) -> Message:
    return message(
        'Is {piece} about the play or a hand? For the play, type "play" before the cards. For a '
        "hand, type = 12 after them.",
        piece=piece,
    )


def _held_and_played(piece: str) -> Message:
    return message("{piece} is about the play and a hand. Ask about one at a time.", piece=piece)


def _score(piece: str) -> Message:
    return message("Is {piece} the game score or the points for the cards? For points, type = 20.", piece=piece)


_SUIT: Final = r"(?:[cdhs]|[♣♦♥♠]|\s?of\s(?:club|diamond|heart|spade)s?)"
_SUITED: Final = rf"(?:{RANK}{_SUIT}(?![a-z0-9]))"
_BARE: Final = rf"(?:{RANK}(?![a-z0-9♣♦♥♠]))"
_CARDS: Final = rf"(?:{_SUITED}|{_BARE}[\s,]+{_BARE})"
_PERSON: Final = r"(?:i|we|you|he|she|they|opponent|opp|dealer|pone|villain)"
_OWNER: Final = (
    r"(?:my|mine|his|hers?|theirs?|yours?|ours?|dealer|pone|opponent|opp|partner|me|him)(?:'?s)?"
    r"(?:\s(?:cards|hand))?\s?:?\s"
)
_HOLDS: Final = r"(?:had|has|have|held|holds?|kept|got|get)"
_IS: Final = r"(?:is|was|are|were)"
_NOT: Final = r"(?:n['\u2019]?t|\snot)"


def _doubt(said: str, refusal: Callable[[str], Message]) -> tuple[re.Pattern[str], Callable[[str], Message]]:
    return re.compile(rf"(?is)(?<![a-z0-9'])(?:{said})"), refusal


_DOUBTS: Final = (
    _doubt(r"(?<!look )(?<!looking )(?<!good )(?-i:at)(?![a-z0-9'])|(?-i:ta)(?=[\s?!.]*$)", _word),
    _doubt(
        r"(?:hey|hi|hello|hiya|thanks|thx|ok|okay|dear)\s(?:jack|ace|king|queen|knave|[atjqk])(?![a-z0-9'])", _one_word
    ),
    _doubt(
        r"(?:oh\s(?-i:ah)(?![a-z0-9])|(?-i:ah),?\s(?:ok|okay|i|well|so|yes|no|right|what|is|how|he|she|we|my|got|had)"
        r"(?![a-z0-9]))|[23]d\s(?:hand|game|deal|time|one)(?![a-z])",
        _one_word,
    ),
    _doubt(
        rf"(?:{_SUITED}|{_BARE})[\s,.;!(-]*(?:correction|edit|oops|sorry|actually|wait|rather)[\s,:.-]+"
        rf"(?:an?\s|the\s|it\s?i?s\s)?(?:{_SUITED}|{_BARE})",
        _corrected,
    ),
    _doubt(r"(?:10|[2-9])\smore(?![a-z])|all\s[2-6](?=\s[0-9atjqk](?![a-z])|[\s?.!]*$)", _many),
    _doubt(rf"{_OWNER}{_CARDS}.{{0,200}}?[\s,;](?:and\s)?{_OWNER}(?:{_SUITED}|{_BARE})", _two_hands),
    _doubt(rf"{_BARE},?\s(?-i:a)\s{STARTER}(?=[\s?.!]*$)", _article),
    _doubt(r"(?:(?:hand|deal|game|round)\s?[2-9]\s?[:.)]|game\s[2-9])(?=\s)", _numbered),
    _doubt(rf"{_HOLDS}\s(?:an?\s)?{_CARDS}.{{0,200}}?\s{_PERSON}\s{_HOLDS}\s(?:an?\s)?{_CARDS}", _two_hands),
    _doubt(rf"{_HOLDS}\s(?:an?\s)?{_BARE}.{{0,200}}?\s{_PERSON}\s{_HOLDS}\s(?:an?\s)?{_BARE}", _two_hands),
    _doubt(rf"(?:i|we|he|she|they)\s(?:do|did|does){_NOT}\s(?:have|get|hold|keep)\s(?:an?\s)?{_CARDS}", _not_there),
    _doubt(rf"(?:it|this|that)\s(?:is|was){_NOT}\s(?:an?\s|the\s)?{_CARDS}", _not_there),
    _doubt(rf"{STARTER}\s{_IS}{_NOT}\s(?:an?\s|the\s)?(?:{_SUITED}|{_BARE})", _not_there),
    _doubt(
        rf"(?<!how )(?:should|would|could|shall|do|can|to|which|best)\s(?:(?:i|we|you|he|she)\s)?(?:play|lead)[\s:,]+"
        rf"(?:{_SUITED}|{_BARE})",
        _to_play,
    ),
    _doubt(rf"\A(?!.*(?:play|lead|led|pegging)).*?((?:{_SUITED}|{_BARE})[\s,]*pegs?\s[0-9]+)", _in_play),
    _doubt(
        rf"(?:led|leads?|play(?:s|ed)?|peg)\s(?:an?\s)?(?:{_SUITED}|{_BARE}).{{0,200}}?\s(?:{_HOLDS}|holding|with|from)\s"
        rf"(?:an?\s)?{_CARDS}",
        _held_and_played,
    ),
    _doubt(
        rf"{_PERSON}\s(?:(?:am|{_IS})\s)?(?:needs?|needed|up|down|ahead|behind|on)\s(?:by\s|at\s)?"
        r"(?:1[1-9]|[2-9][0-9])(?![0-9a-z♣♦♥♠])",
        _score,
    ),
)
"""The patterns of ambiguous texts, each with its message."""

_ANY_WORD: Final = re.compile("[A-Za-z]{2}")
_TO: Final = re.compile(r"(?i)(?<![a-z])to(?![a-z])")
_PLURAL: Final = re.compile(r"(?:10|[2-9])s")
