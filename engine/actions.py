"""What a player, or the hand that shuffles, may try."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.cards import Card


@dataclass(frozen=True, slots=True)
class CutForDeal:
    """Spread a shuffled pack: each seat in turn is shown the next card from the top."""

    pack: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ChooseDealer:
    """Name the first dealer without a cut, as the next game of the same players does."""

    seat: int


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal from a shuffled pack of fifty-two, one card at a time from the dealer's left."""

    pack: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class LayAway:
    """Lay cards away to the crib, for good."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """Play one card."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class SayGo:
    """Say go."""

    seat: int


@dataclass(frozen=True, slots=True)
class Declare:
    """Say what the hand or crib now shown is worth."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up."""

    seat: int


Move: TypeAlias = LayAway | Play | SayGo | Declare | Resign
"""What a player may try."""

Action: TypeAlias = CutForDeal | ChooseDealer | Deal | Move
