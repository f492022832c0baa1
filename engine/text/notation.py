"""Plainly typed hands, read in one match, and hands as the bot writes them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from engine.cards import SYMBOLS, Card
from engine.messages import message
from engine.text.tokens import LONGEST
from engine.text.vocabulary import TYPED

EXAMPLE: Final = message("5H 5D 5C JS | 5S")
"""An example of a typed hand and its starter."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand to be counted: its cards without the starter, which was marked or else is the last card."""

    cards: tuple[Card, ...]
    starter: Card | None
    crib: bool
    starter_marked: bool


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


def write_hand(hand: Hand) -> str:
    """Return a hand as it was understood: ``crib: 5♥ 5♦ 5♣ J♠ │ 5♠``."""
    text = " ".join(card.face for card in hand.cards)
    if hand.starter is not None:
        text = f"{text} │ {hand.starter.face}"
    return f"crib: {text}" if hand.crib else text


_A_CARD: Final = rf"((?:10|[2-9atjqkxATJQKX])[cdhsCDHS{SYMBOLS}])\uFE0F?"
_PLAIN: Final = re.compile(
    rf"[\s,]*{_A_CARD}[\s,;._-]*{_A_CARD}[\s,;._-]*{_A_CARD}[\s,;._-]*{_A_CARD}"
    rf"(?:[\s,;._-]*(?:([|/+│])[\s,;._-]*)?{_A_CARD})?[\s,;.!?]*"
)
"""Four cards in letters or symbols, with the plainest separators or none, and the starter marked or last."""
