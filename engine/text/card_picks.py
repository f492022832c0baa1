"""The cards of a hand that a text names, anywhere among other words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from engine.cards import SYMBOLS, Card, Rank, Suit
from engine.errors import NotationError
from engine.messages import N_, Message, message
from engine.text.tokens import NAMES

MOST_CHOICES: Final = 3
"""The largest number of readings of one text that a player may choose from."""


class NamedCard(NamedTuple):
    """One card in a text: its rank, the card itself unless its suit is missing, and its place.

    It is not ``firm`` if it may be an ordinary word, such as "a". ``many`` marks a plural, such as "kings".
    """

    rank: Rank
    card: Card | None
    start: int
    end: int
    firm: bool
    many: bool = False


def find_named_cards(low: str) -> list[NamedCard]:
    """Return every card of a text in small letters, among any other words."""
    low = without_other_numbers(low)
    found: list[NamedCard] = []
    for said in _CARD.finditer(low):
        if said["glued"]:
            firm = any(map(str.isdigit, said[0]))
            parts = _PART.finditer(low, *said.span())
            found += [_named(part["rank"], part["suit"], *part.span(), firm=firm) for part in parts]
        elif said["suit_first"]:
            found.append(_named(said["after"], said["suit_first"], *said.span(), firm=True))
        elif said["picture"]:
            card = _PICTURES.get(said[0])
            found += [] if card is None else [NamedCard(card.rank, card, *said.span(), firm=True)]
        else:
            piece, rank, suit = said[0], said["rank"], said["suit"]
            is_word = len(rank) > 2
            firm = piece not in _WORDS and (len(piece) > 1 or piece.isdigit() or piece in "jq")
            is_plural = piece.endswith("s") and (suit is None or (suit == "s" and (is_word or rank.isdigit())))
            suit = None if is_word and suit == "s" else suit
            found.append(_named(rank, suit, *said.span(), firm=firm, many=is_plural))
    return found


def without_other_numbers(text: str) -> str:
    """Return a text with blanks in place of times and of the numbers of hands, games and the like."""
    return _OTHER_NUMBERS.sub(lambda said: " " * len(said[0]), text)


def count_other_words(low: str) -> int:
    """Return how many words of a text name no card."""
    spans = [(token.start, token.end) for token in find_named_cards(low)]
    words = re.finditer(r"[^\W\d_]+", low)
    return sum(all(word.end() <= start or word.start() >= end for start, end in spans) for word in words)


def pick_one(token: NamedCard, hand: Sequence[Card]) -> Card:
    """Return the card of a hand that was named; a rank alone is the first card of that rank."""
    held = next((card for card in hand if card.rank is token.rank and token.card in (None, card)), None)
    if held is None and token.many:
        held = next((card for card in hand if card.rank is token.rank), None)
    if held is None:
        raise not_held_error(token)
    return held


def pick_some(low: str, hand: Sequence[Card], wanted: int) -> list[tuple[Card, ...]]:
    """Return every choice of ``wanted`` cards of a hand that a text may name, at most ``MOST_CHOICES``.

    The words that are surely cards are read first, and the others only with them. Where these are more or fewer cards,
    they are the only choice. Raises ``NotationError`` for a card that is not held or is named twice.
    """
    found = find_named_cards(low)
    firm = [token for token in found if token.firm]
    held = [token for token in found if token.firm or any(card.rank is token.rank for card in hand)]
    incomplete: list[tuple[Card, ...]] = []
    refusal: NotationError | None = None
    for is_plural in (False, True):
        for tokens in (firm, held):
            try:
                choices = _choices(low, tokens, hand, is_plural=is_plural)
            except NotationError as error:
                refusal = refusal or error
                continue
            if choices and len(choices[0]) == wanted:
                return choices
            incomplete = incomplete or choices
    if refusal is not None:
        raise refusal
    return incomplete


def _choices(low: str, tokens: Sequence[NamedCard], hand: Sequence[Card], *, is_plural: bool) -> list[tuple[Card, ...]]:
    """Return the choices of these cards; a card such as "4s" that is held is a plural if ``is_plural``."""
    named: list[Card] = []
    ranks: Counter[Rank] = Counter()
    for place, token in enumerate(tokens):
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        alike = [card for card in hand if card.rank is token.rank]
        if after is not None and after.many and _is_quantity(low, token, after):
            continue
        if token.many and alike and (token.card not in hand or (is_plural and len(alike) > 1)):
            named += alike
        elif not alike or (token.card is not None and token.card not in hand):
            raise not_held_error(token)
        elif token.card is not None:
            named.append(token.card)
        else:
            ranks[token.rank] += 1
    if twice := [card for card in named if named.count(card) > 1]:
        raise NotationError(message("You typed {face} twice.", face=twice[0].face))
    sets = [tuple(named)]
    for rank, many in ranks.items():
        left = [card for card in hand if card.rank is rank and card not in named]
        if many > len(left):
            what = message("that many cards of rank {rank}", rank=rank)
            raise NotationError(message("You don't have {what}. Choose cards from your own hand.", what=what))
        sets = [(*some, *more) for some in sets for more in combinations(left, many)]
    return sets if len(sets) <= MOST_CHOICES and sets != [()] else []


def _is_quantity(low: str, token: NamedCard, after: NamedCard) -> bool:
    """Return whether a number says how many cards the plural after it means, as in "two kings"."""
    return low[token.start : token.end] in ("2", "two", "3", "three") and low[token.end : after.start].isspace()


def not_held_error(token: NamedCard) -> NotationError:
    """Return the error for a card that the player does not hold."""
    if token.card is not None:
        return NotationError(message("You don't have {face}. Choose a card from your own hand.", face=token.card.face))
    return NotationError(
        message("You don't have {rank}. Choose a card from your own hand.", rank=_with_article(token.rank))
    )


def _with_article(rank: Rank) -> Message:
    return message(_WITH_ARTICLE[rank - 1])


def _named(rank: str, suit: str | None, start: int, end: int, *, firm: bool, many: bool = False) -> NamedCard:
    which = _RANKS[rank]
    letter = None if suit is None else suit.strip().removeprefix("of").strip()[0]
    return NamedCard(which, None if letter is None else Card(which, _SUITS[letter]), start, end, firm, many)


_WITH_ARTICLE: Final = (
    *(N_("an ace"), N_("a two"), N_("a three"), N_("a four"), N_("a five"), N_("a six"), N_("a seven")),
    *(N_("an eight"), N_("a nine"), N_("a ten"), N_("a jack"), N_("a queen"), N_("a king")),
)

_RANKS: Final[Mapping[str, Rank]] = (
    dict(zip(NAMES, Rank, strict=True))
    | {str(number): Rank(number) for number in range(2, 11)}
    | dict(zip("atxjqk", (Rank.ACE, Rank.TEN, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING), strict=True))
    | {"knave": Rank.JACK, "deuce": Rank.TWO, "trey": Rank.THREE}
)
_ALIKE: Final = dict(zip("♧♢♡♤❤", (*Suit, Suit.HEARTS), strict=True))
_SUITS: Final[Mapping[str, Suit]] = _ALIKE | {
    letter: suit for suit, symbol in zip(Suit, SYMBOLS, strict=True) for letter in (str(suit).lower(), symbol)
}
_ROWS: Final = {Suit.SPADES: 0x1F0A0, Suit.HEARTS: 0x1F0B0, Suit.DIAMONDS: 0x1F0C0, Suit.CLUBS: 0x1F0D0}
_PICTURES: Final = {
    chr(row + rank + (rank > Rank.JACK)): Card(rank, suit) for suit, row in _ROWS.items() for rank in Rank
}
"""The cards that are one character each: sixteen a suit, with a knight between jack and queen."""

_WORDS: Final = frozenset(("a", "as", "ah", "ad", "th", "two"))
"""Ordinary words that may be cards."""

_SIGN: Final = rf"[{SYMBOLS}{''.join(_ALIKE)}]"
_SUIT_WORD: Final = r"(?:clubs?|diamonds?|hearts?|spades?)"
_WORD: Final = "|".join(sorted((name for name in _RANKS if len(name) > 2), key=len, reverse=True))
_CARD: Final = re.compile(
    rf"""
    (?P<picture> [\U0001F0A0-\U0001F0FF] )
    | (?<![a-z0-9]) (?<![a-z]['\u2019])
    (?: (?P<rank> 10 | [2-9] | {_WORD} | [atjqkx] )
        (?: (?P<suit> \s? {_SIGN} | [cdhs] (?![a-z]) | \s+ of \s+ (?: {_SUIT_WORD} | [cdhs] ) | \s? {_SUIT_WORD} )
          | '? e?s )?
      | (?P<suit_first> {_SIGN} | [cdhs](?=[0-9]) ) (?P<after> 10 | [2-9atjqkx] )
      | (?P<glued> (?: (?:10|[2-9atjqkx]) (?:[cdhs]|{_SIGN})? )* (?:10|[2-9])
            (?: (?:[cdhs]|{_SIGN})? (?:10|[2-9atjqkx]) )* (?:[cdhs]|{_SIGN})?
          | [jqk]{{2}} )
    )
    (?![a-z0-9])
    """,
    re.VERBOSE,
)
_PART: Final = re.compile(rf"(?P<rank>10|[2-9atjqkx])(?P<suit>[cdhs]|{_SIGN})?")
_OTHER_NUMBERS: Final = re.compile(
    r"(?i)\b(?:brb|back|game|hand|round|deal)\s+(?:in\s+)?[0-9]+\b(?!\s*(?:p\b|pts|points))"
    r"|\b[0-9]+(?:\s?(?:or|to|-)\s?[0-9]+)?\s?"
    r"(?:min(?:ute)?s?|sec(?:ond)?s?|h(?:ou)?rs?|days?|weeks?|months?|years?|games?|times|left|o['\u2019]?clock|bucks)\b"
)
"""Numbers that are no cards and no points: times, and the number of a hand or game."""
