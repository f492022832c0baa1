"""Cards and hands as players type them, and as the bot writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import SYMBOLS, Card, Rank, Suit
from engine.errors import NotationError
from engine.messages import N_, Listed, Message, capitalized, counted, listed, message
from engine.text.ambiguity import check_tokens
from engine.text.tokens import LONGEST, TYPED, StarterMark, Tokens, quoted, tokenize, typed_name

EXAMPLE: Final = message("5H 5D 5C JS | 5S")
"""An example of a typed hand and its starter."""

HINT: Final = message("type cards like 5H")
"""The hint for typing a card."""

_BREAKS: Final = frozenset(",;()\n")


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand to be counted: its cards without the starter, which was marked or else is the last card."""

    cards: tuple[Card, ...]
    starter: Card | None
    crib: bool
    starter_marked: bool


def read_hand(text: str) -> Hand:
    """Return a typed hand: four cards and the starter, four alone, or three and a marked starter.

    The starter is the last of five cards, or the card that a mark or a word points at. Raises ``NotationError``
    for a text that could mean two things.
    """
    return read_plain_hand(text) or _read_any_hand(text)


def read_plain_hand(text: str) -> Hand | None:
    """Return a plainly typed hand of four cards and perhaps the starter, in one match; None for other texts."""
    found = _PLAIN.fullmatch(text)
    if found is None or len(text) > LONGEST:
        return None
    first, second, third, fourth, sign, last = found.groups()
    cards = (TYPED[first], TYPED[second], TYPED[third], TYPED[fourth])
    if last is None:
        return Hand(cards, None, False, False) if len({*cards}) == 4 else None  # noqa: FBT003 - twice as fast
    starter = TYPED[last]
    return Hand(cards, starter, False, sign is not None) if len({*cards, starter}) == 5 else None  # noqa: FBT003


def _read_any_hand(text: str) -> Hand:
    """Return a hand in any spelling, token by token."""
    tokens = tokenize(text, HINT)
    check_tokens(tokens)
    cards = suited_cards(tokens)
    if len(cards) not in (4, 5):
        raise NotationError(
            counted(
                "That's {number} card. Type 4 cards and the starter, like {example}.",
                "That's {number} cards. Type 4 cards and the starter, like {example}.",
                len(cards),
                example=EXAMPLE,
            )
        )
    place = starter_place(tokens)
    marked = place is not None
    if place is None:
        if len(cards) == 4:
            return Hand(cards, None, tokens.crib, marked)
        place = 4
    return Hand((*cards[:place], *cards[place + 1 :]), cards[place], tokens.crib, marked)


def write_hand(hand: Hand) -> str:
    """Return a hand as it was understood: ``crib: 5♥ 5♦ 5♣ J♠ │ 5♠``."""
    text = " ".join(card.face for card in hand.cards)
    if hand.starter is not None:
        text = f"{text} │ {hand.starter.face}"
    return f"crib: {text}" if hand.crib else text


def pick_card(tokens: Tokens, hand: Sequence[Card], hint: Message) -> Card:
    """Return the one card of a hand that was typed; a rank alone is the first card of that rank."""
    if len(tokens.cards) != 1:
        raise NotationError(message("{text} isn't one card: {hint}.", text=quoted(tokens.text.strip()), hint=hint))
    if tokens.marks or tokens.crib:
        raise NotationError(
            message("{text} is more than one card: {hint}.", text=quoted(tokens.text.strip()), hint=hint)
        )
    (token,) = tokens.cards
    if token.card is not None:
        return _held(token.card, hand)
    held = next((card for card in hand if card.rank is token.rank), None)
    if held is None:
        raise NotationError(
            message("You don't have {rank}. Choose a card from your own hand.", rank=with_article(token.rank))
        )
    return held


def pick_cards(tokens: Tokens, hand: Sequence[Card], hint: Message) -> tuple[Card, ...]:
    """Return the cards of a hand that were typed; ranks alone count if they leave no choice."""
    if not tokens.cards or any(mark.worded for mark in tokens.marks):
        raise NotationError(
            message("{text} isn't a list of cards: {hint}.", text=quoted(tokens.text.strip()), hint=hint)
        )
    named = [_held(token.card, hand) for token in tokens.cards if token.card is not None]
    check_different(named)
    left = [card for card in hand if card not in named]
    return (*named, *_of_ranks([token.rank for token in tokens.cards if token.card is None], left))


def _of_ranks(ranks: Sequence[Rank], hand: Sequence[Card]) -> Iterator[Card]:
    """Yield the cards of these ranks, if the hand has exactly as many of each."""
    for rank in dict.fromkeys(ranks):
        alike = [card for card in hand if card.rank is rank]
        many = ranks.count(rank)
        if len(alike) < many:
            what = with_article(rank) if many == 1 else message("that many cards of rank {rank}", rank=rank)
            raise NotationError(message("You don't have {what}. Choose cards from your own hand.", what=what))
        if len(alike) > many:
            which = listed(card.face for card in alike)
            raise NotationError(
                message("You have {which}. Type the suit too, like {alike}.", which=which, alike=typed_name(alike[0]))
            )
        yield from alike


def _held(card: Card, hand: Sequence[Card]) -> Card:
    if card not in hand:
        raise NotationError(message("You don't have {face}. Choose a card from your own hand.", face=card.face))
    return card


def suited_cards(tokens: Tokens) -> tuple[Card, ...]:
    """Return the cards of a text in which every card has its suit and no card comes twice."""
    if not tokens.cards:
        raise NotationError(message("I don't see any cards: {hint}.", hint=HINT))
    cards = tuple([token.card for token in tokens.cards if token.card is not None])
    if len(cards) < len(tokens.cards):
        raise missing_suit(tokens, cards)
    check_once(tokens)
    return cards


def check_different(cards: Sequence[Card]) -> None:
    if len(set(cards)) < len(cards):
        raise _twice_error(next(card for card in cards if cards.count(card) > 1))


def _twice_error(card: Card) -> NotationError:
    return NotationError(message("You typed {face} twice.", face=card.face))


def check_once(tokens: Tokens) -> None:
    """Refuse a card that comes twice, and name the cards that the second may be."""
    seen: set[Card] = set()
    for token in tokens.cards:
        if token.card in seen:
            named = {other.card for other in tokens.cards}
            free = [card for suit in Suit if (card := Card(token.rank, suit)) not in named]
            if not free:
                raise _twice_error(token.card)
            raise NotationError(
                message(
                    "You typed {face} twice. Did you mean {one_of}?",
                    face=token.card.face,
                    one_of=_choice_of(free),
                )
            )
        if token.card is not None:
            seen.add(token.card)


def missing_suit(tokens: Tokens, cards: Sequence[Card]) -> NotationError:
    """Return the error for the first card without a suit, with the suits that it could have."""
    ranks = [token.rank for token in tokens.cards]
    for rank in Rank:
        if ranks.count(rank) > 4:
            return NotationError(
                message(
                    "{rank} appears {count} times, but a deck has only 4.",
                    rank=capitalized(with_article(rank)),
                    count=ranks.count(rank),
                )
            )
    token = next(token for token in tokens.cards if token.card is None)
    piece = tokens.piece(token.start, token.end)
    if not cards:
        return NotationError(message("Your cards have no suits. Type each card with its suit, like 5H."))
    choice = [card for suit in Suit if (card := Card(token.rank, suit)) not in cards]
    return NotationError(message("{piece} has no suit. Did you mean {one_of}?", piece=piece, one_of=_choice_of(choice)))


def _choice_of(cards: Sequence[Card]) -> Listed:
    """Return the cards to choose from, as they may be typed: ``"5C, 5D or 5S"``."""
    return listed(map(typed_name, cards), "or")


def starter_place(tokens: Tokens) -> int | None:
    """Return the place of the card that is marked as the starter; None if there is no mark."""
    marks = marks_but_separators(tokens)
    if not marks:
        return None
    signs = [mark for mark in marks if not mark.worded]
    if len(signs) > 1:
        raise _marked_twice_error(tokens, {mark.after: mark for mark in signs})
    places = {_place(tokens, mark): mark for mark in marks}
    if len(places) > 1:
        raise _marked_twice_error(tokens, places)
    return next(iter(places))


def marks_but_separators(tokens: Tokens) -> Sequence[StarterMark]:
    """Return the marks without a sign that only separates the cards."""
    if len(tokens.marks) < 2:
        return tokens.marks
    first = tokens.marks[0]
    sign = tokens.text[first.start : first.end]
    alike = [mark for mark in tokens.marks if tokens.text[mark.start : mark.end] == sign]
    places, last = [mark.after for mark in alike], len(tokens.cards) - 1
    if first.worded or len(places) < 2 or places not in ([*range(1, last + 1)], [*range(1, last)]):
        return tokens.marks
    return [mark for mark in tokens.marks if tokens.text[mark.start : mark.end] != sign]


def _marked_twice_error(tokens: Tokens, marks: Mapping[int, StarterMark]) -> NotationError:
    """Return the error for two starters, with the first two marks and their cards."""
    pieces = [tokens.piece(token.start, token.end) for token in tokens.cards]
    told = [
        message(
            "{piece} marks {place}",
            piece=tokens.piece(mark.start, mark.end),
            place=pieces[place] if place < len(pieces) else message("no card"),
        )
        for place, mark in marks.items()
    ]
    which = listed(told[:2])
    return NotationError(
        message(
            "You marked two starters: {which}. Mark one, like {example}.",
            which=which,
            example=EXAMPLE,
        )
    )


def _place(tokens: Tokens, mark: StarterMark) -> int:
    """Return the place of the card that a mark points at: a sign at the next card, a word also at the one before."""
    last = len(tokens.cards) - 1
    if mark.worded and mark.after in (0, last + 1):
        return max(mark.after - 1, 0)
    text, piece = tokens.text, tokens.piece(mark.start, mark.end)
    if not mark.worded:
        if mark.after == last:
            return last
        raise NotationError(
            message(
                "Put the starter after {piece}, like {example}.",
                piece=piece,
                example=EXAMPLE,
            )
        )
    before, after = tokens.cards[mark.after - 1], tokens.cards[mark.after]
    gaps = (text[before.end : mark.start], text[mark.end : after.start])
    match tuple(not _BREAKS.isdisjoint(gap) or ". " in gap for gap in gaps):
        case (True, False):
            return mark.after
        case (False, True) if mark.after < last:
            return mark.after - 1
        case (False, False) | (True, True) if mark.after == last:
            return last
    which = message(
        "{piece} or {start}",
        piece=tokens.piece(before.start, before.end),
        start=tokens.piece(after.start, after.end),
    )
    raise NotationError(
        message(
            "Is the starter {which}? Put it last, like {example}.",
            which=which,
            example=EXAMPLE,
        )
    )


def with_article(rank: Rank) -> Message:
    """Return a rank as a sentence names one of its cards: ``"an ace"``."""
    return message(_WITH_ARTICLE[rank - 1])


_WITH_ARTICLE: Final = (
    *(N_("an ace"), N_("a two"), N_("a three"), N_("a four"), N_("a five"), N_("a six"), N_("a seven")),
    *(N_("an eight"), N_("a nine"), N_("a ten"), N_("a jack"), N_("a queen"), N_("a king")),
)


_A_CARD: Final = rf"((?:10|[2-9atjqkxATJQKX])[cdhsCDHS{SYMBOLS}])\uFE0F?"
_PLAIN: Final = re.compile(
    rf"[\s,]*{_A_CARD}[\s,;._-]*{_A_CARD}[\s,;._-]*{_A_CARD}[\s,;._-]*{_A_CARD}"
    rf"(?:[\s,;._-]*(?:([|/+│])[\s,;._-]*)?{_A_CARD})?[\s,;.!?]*"
)
"""Four cards in letters or symbols, with the plainest separators or none, and the starter marked or last."""
