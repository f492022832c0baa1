"""The cards of a hand that a text names, anywhere among other words."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from engine.cards import Card, CardText, Rank, Suit
from engine.errors import NotationError
from engine.messages import N_, message
from engine.text.typed_cards import find_cards

MOST_CHOICES: Final = 3
"""The largest number of readings of one text that a player may choose from."""


class NotHeld(NotationError):
    """Text that names a card which the player does not hold."""


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
    found: list[NamedCard] = []
    # At the table "3 for the run" begins with a card, elsewhere with points.
    quiet = _FOR.sub("   ", without_other_numbers(low))
    tokens = [token for token in find_cards(quiet) if token.value != 1]
    for token in tokens:
        piece = low[token.start : token.end]
        is_again = bool(found) and (found[-1].start, found[-1].end) == (token.start, token.end)
        if _DIGIT_S.fullmatch(piece):
            card: Card | None = Card(token.rank, Suit.SPADES)  # or the plural; the hand tells
        else:
            card = token.card
        if is_again and (found[-1].many or card is not None):
            continue
        firm = piece not in _WORDS and (len(piece) > 1 or piece.isdigit() or piece in "jq")
        many = (card is None and piece.endswith("s") and piece.isalpha()) or _DIGIT_S.fullmatch(piece) is not None
        found.append(NamedCard(token.rank, card, token.start, token.end, firm, many))
    taken = [(token.start, token.end) for token in found]
    for said in _LOOSE.finditer(low):
        if all(said.end() <= start or said.start() >= end for start, end in taken):
            ranks = [said[0]] if said["ace"] else said[0]
            for place, rank in enumerate(ranks):
                start = said.start() + place
                card = Card.parse(rank) if len(rank) > 1 else None
                which = Rank.ACE if said["ace"] else Rank(int(rank))
                found.append(NamedCard(which, card, start, start + len(rank), firm=not said["ace"]))
    return sorted(found, key=lambda token: token.start)


_LOOSE: Final = re.compile(r"(?<![a-z0-9'])(?:(?P<ace>a[cdhs]?)|[2-9]{2})(?![a-z0-9'])")
"""Words that are aces, and numbers that are two ranks, only in the light of a hand."""
_FOR: Final = re.compile(r"\bfor\b")
_DIGIT_S: Final = re.compile("(?:10|[2-9])'?s")


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
    """Return the choices of these cards; a word such as "4s" is a plural if ``is_plural``, or else a spade."""
    named: list[Card] = []
    ranks: Counter[Rank] = Counter()
    for place, token in enumerate(tokens):
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        alike = [card for card in hand if card.rank is token.rank]
        if after is not None and after.many and _is_quantity(low, token, after):
            continue
        if token.many and alike and (token.card is None or (is_plural and len(alike) > 1)):
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
            what = message("that many cards of rank {rank}", rank=CardText(rank))
            raise NotationError(message("You don't have {what}. Choose cards from your own hand.", what=what))
        sets = [(*some, *more) for some in sets for more in combinations(left, many)]
    return sets if len(sets) <= MOST_CHOICES and sets != [()] else []


def _is_quantity(low: str, token: NamedCard, after: NamedCard) -> bool:
    """Return whether a number says how many cards the plural after it means, as in "two kings"."""
    return low[token.start : token.end] in ("2", "two", "3", "three") and low[token.end : after.start].isspace()


def not_held_error(token: NamedCard) -> NotHeld:
    """Return the error for a card that the player does not hold."""
    if token.card is not None:
        return NotHeld(message("You don't have {face}. Choose a card from your own hand.", face=token.card.face))
    return NotHeld(
        message("You don't have {rank}. Choose a card from your own hand.", rank=message(_WITH_ARTICLE[token.rank - 1]))
    )


_WITH_ARTICLE: Final = (
    *(N_("an ace"), N_("a two"), N_("a three"), N_("a four"), N_("a five"), N_("a six"), N_("a seven")),
    *(N_("an eight"), N_("a nine"), N_("a ten"), N_("a jack"), N_("a queen"), N_("a king")),
)

_WORDS: Final = frozenset(("a", "as", "ah", "ad", "th", "two"))
"""Ordinary words that may be cards."""

_OTHER_NUMBERS: Final = re.compile(
    r"(?i)\b(?:brb|back|game|round|deal)\s+(?:in\s+)?[0-9]+\b(?!\s*(?:p\b|pts|points))"
    r"|\bhand\s+[0-9]+\b(?=[\s:]*[0-9])"
    r"|\b[0-9]+(?:\s?(?:or|to|-)\s?[0-9]+)?\s?"
    r"(?:min(?:ute)?s?|sec(?:ond)?s?|h(?:ou)?rs?|days?|weeks?|months?|years?|games?|times|left|o['\u2019]?clock|bucks)\b"
)
"""Numbers that are no cards and no points: times, and the number of a hand or game."""
