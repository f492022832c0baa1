"""The pack: fifty-two cards in four suits, ranked from the king down to the ace."""

from __future__ import annotations

from enum import IntEnum
from functools import total_ordering
from typing import Final, Self

from engine.errors import NotationError
from engine.messages import message

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"

SYMBOLS: Final = "♣♦♥♠"
WEIGHTS: Final = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
"""A weight for each rank, ace to king: no two sets of five ranks (nor two of four) weigh the same."""


class CardText(str):
    """Cards as a sentence names them, perhaps without suits: ``"5 5 J"``. Other languages have letters of their own."""

    __slots__ = ()


class Rank(IntEnum):
    """The thirteen ranks, ace low (000, Rank of Cards)."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    def __str__(self) -> str:
        return RANKS[self - 1]

    @property
    def pips(self) -> int:
        """The points of the rank in the play: 1 for an ace, 10 for a ten or a court card (000, The Play)."""
        return min(self.value, 10)


class Suit(IntEnum):
    """The four suits, in the order of the alphabet."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    def __str__(self) -> str:
        return SUITS[self]


@total_ordering
class Card:
    """One card of the pack of fifty-two. Equal cards are the same object.

    Written as rank and suit, ``"5H"`` or ``"TD"``. Cards are ordered by rank, then by suit.
    """

    __slots__ = ("face", "name", "nobs", "order", "pips", "rank", "suit", "weight")

    rank: Rank
    suit: Suit
    name: str
    face: str
    """The card as a sentence names it, with the symbol of its suit: ``"5♥"``, ``"10♥"``."""
    order: int
    """Its place among all cards in their order, as the key of a sort."""
    pips: int
    weight: int
    """The rank's weight: the weights of four or five cards, added up, say which ranks they are."""
    nobs: Card
    """The jack that scores his nobs when this card is the starter."""

    def __new__(cls, rank: Rank, suit: Suit) -> Self:
        """Return the card of this rank and suit, given as whole numbers or members."""
        return _PACK[(Rank(rank) - 1) * 4 + Suit(suit)]  # type: ignore[return-value]

    @classmethod
    def parse(cls, text: str) -> Card:
        """Return the card written as rank and suit, in any case: ``"5H"``, ``"td"``, ``"10s"``."""
        name = text.strip().upper().replace("10", "T", 1)
        card = _BY_NAME.get(name)
        if card is None:
            raise NotationError(
                message(
                    "{text!r} isn't a card. Type a rank (A, 2-10, J, Q, K) and a suit (C, D, H, S), like 5H.",
                    text=text,
                )
            )
        return card

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card cannot be changed ({name})")

    def __reduce__(self) -> tuple[type[Card], tuple[Rank, Suit]]:
        return Card, (self.rank, self.suit)

    def __lt__(self, other: Card) -> bool:
        return self.order < other.order

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Card({self.name!r})"


def _print_pack() -> tuple[Card, ...]:
    """Return the fifty-two cards, made once before ``Card`` locks its fields."""
    pack: list[Card] = []
    put = object.__setattr__
    for rank in Rank:
        for suit in Suit:
            card = object.__new__(Card)
            put(card, "rank", rank)
            put(card, "suit", suit)
            put(card, "name", f"{rank}{suit}")
            put(card, "face", f"{10 if rank is Rank.TEN else rank}{SYMBOLS[suit]}")
            put(card, "order", len(pack))
            put(card, "pips", rank.pips)
            put(card, "weight", WEIGHTS[rank - 1])
            pack.append(card)
    for card in pack:
        put(card, "nobs", pack[(Rank.JACK - 1) * 4 + card.suit])
    return tuple(pack)


_PACK: Final = _print_pack()
_BY_NAME: Final = {card.name: card for card in _PACK}

PACK: Final[tuple[Card, ...]] = _PACK
