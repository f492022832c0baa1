"""Packs in a chosen order, so that a test can deal the hands that it needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.tables.shuffle import pack as shuffled
from engine.cards import Card
from tests.support.strategies import cards, stacked, whole_pack


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal: six cards for the pone, six for the dealer, and the starter, as in ``"5H 5D 5C JS 2C 3D"``."""

    pone: str
    dealer: str
    starter: str

    @property
    def pack(self) -> tuple[Card, ...]:
        return stacked(1, (self.pone, self.dealer), self.starter)


@dataclass(frozen=True, slots=True)
class Hands:
    """One deal for any number: a hand each from the dealer's left on, the starter, and at three hands the odd card."""

    hands: tuple[str, ...]
    starter: str
    to_crib: str = ""

    @property
    def pack(self) -> tuple[Card, ...]:
        return stacked(len(self.hands) - 1, self.hands, self.starter, self.to_crib)


class Stack:
    """Replaces ``bot.tables.service.pack``: the stacked deals in order, and honest packs after them."""

    def __init__(self, deals: Sequence[Deal | Hands], cut: str) -> None:
        self._deals = deals
        self._cut = cut

    def __call__(self, seed: bytes, what: str, number: int) -> tuple[Card, ...]:
        if what == "cut":
            return whole_pack(cards(self._cut)) if number == 1 else shuffled(seed, "cut", number)
        return self._deals[number - 1].pack if number <= len(self._deals) else shuffled(seed, "deal", number)


DULL = Deal("2C 4D 6H 8S TC QD", "2D 4H 6S 8C TD QH", "KS")
"""Ben is the pone, for Ann cuts the ace. Nothing makes a fifteen or a thirty-one, for all the cards are even."""

FIVES = Deal("5H 5D 5C JS 2C 3D", "2D 4H 6S 8C TD QH", "5S")
"""Ben, the pone, can keep the best hand there is; Ann, who deals, can keep nothing."""

HURRIED_FIVES = Deal("2C 3D 5H 5D 5C JS", "2D 3H 6S 8C TD QH", "5S")
"""The pone holds the best hand there is by discarding the first two cards, as players in a hurry do."""
