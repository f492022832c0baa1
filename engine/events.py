"""What has happened at the table: facts, in the order in which they became true."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.cards import Card
from engine.laws import Law

What: TypeAlias = Literal["hand", "crib"]
By: TypeAlias = Literal["heels", "play", "show", "penalty", "resigned"]


@dataclass(frozen=True, slots=True)
class ForDealCut:
    """Every seat cut a card for the deal; equal lowest cards are cut again."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DealerChosen:
    """This seat deals first."""

    seat: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """The hands by seat, what the pack gave to the crib, and the cards that were not dealt."""

    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    to_crib: tuple[Card, ...]
    undealt: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class LaidAway:
    """A seat laid these away to the crib."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class StarterTurned:
    """The seat that cut, and the card that the dealer turned up."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Played:
    """A card played, and the count it made."""

    seat: int
    card: Card
    count: int


@dataclass(frozen=True, slots=True)
class SaidGo:
    """A seat had no card that came in."""

    seat: int


@dataclass(frozen=True, slots=True)
class CountReset:
    """The cards played were turned over; this seat leads from nought."""

    lead: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand or the crib laid open: what was declared for it (None where nobody declares), and what is true."""

    seat: int
    what: What
    cards: tuple[Card, ...]
    declared: int | None
    true: int


@dataclass(frozen=True, slots=True)
class Pegged:
    """Points due to a seat: for which law and cards, and where its side's foremost peg now stands."""

    seat: int
    side: int
    points: int
    law: Law
    cards: tuple[Card, ...]
    score: int


@dataclass(frozen=True, slots=True)
class Conceded:
    """A seat gave the game up."""

    seat: int
    why: Literal["resigned"]


@dataclass(frozen=True, slots=True)
class GameWon:
    """The end: which side won, how many games it counts, and by what."""

    side: int
    games: int
    by: By


Event: TypeAlias = (
    ForDealCut
    | DealerChosen
    | Dealt
    | LaidAway
    | StarterTurned
    | Played
    | SaidGo
    | CountReset
    | Shown
    | Pegged
    | Conceded
    | GameWon
)
