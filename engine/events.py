"""What has happened at the table: facts, in the order in which they became true."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.cards import Card
from engine.laws import Law

What: TypeAlias = Literal["hand", "crib"]
By: TypeAlias = Literal["heels", "play", "show", "penalty", "resigned", "time"]
Claim: TypeAlias = Literal["too_many", "too_few"]


@dataclass(frozen=True, slots=True)
class ForDealCut:
    """Every seat cut a card for the deal, with ceremony at a number of cards from the top.

    Where the cut itself seats four players, the cards stand by the seats they brought, and ``places`` tells at each
    seat the place that its player had before.
    """

    cards: tuple[Card, ...]
    numbers: tuple[int, ...] | None = None
    places: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class NumberNamed:
    """A seat has named the number of cards it will cut for the deal; the cut itself tells all of them."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class DealerChosen:
    """This seat deals first."""

    seat: int


@dataclass(frozen=True, slots=True)
class CutToDealer:
    """So many cards were cut from the top before the deal."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class CutWaived:
    """Nobody cuts to the dealer before this deal."""

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
class TakenBack:
    """A seat took these back from what it had laid away (law 11)."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class FreshDealChosen:
    """The adversary of one who took a card back has the same dealer deal afresh."""

    seat: int


@dataclass(frozen=True, slots=True)
class DealStood:
    """The adversary of one who took a card back lets the deal stand."""

    seat: int


@dataclass(frozen=True, slots=True)
class StarterTurned:
    """The seat that cut, the card that the dealer turned up, and with ceremony how many lay above it."""

    seat: int
    card: Card
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A card played, the count it made, and what was declared for it; None where the play is not declared."""

    seat: int
    card: Card
    count: int
    declared: int | None = None


@dataclass(frozen=True, slots=True)
class SaidGo:
    """A seat said go, or had it said for it; ``false`` where it held a card that comes in (law 16)."""

    seat: int
    false: bool = False


@dataclass(frozen=True, slots=True)
class Required:
    """A seat requires another, who said go falsely, to play (law 16)."""

    seat: int
    of: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """At the five-card game a seat stopped, though it was at liberty to play on."""

    seat: int


@dataclass(frozen=True, slots=True)
class CountReset:
    """The cards played were turned over; this seat leads from nought."""

    lead: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand or the crib laid open: what was declared for it (None where nobody declares), and what is true.

    ``true`` is None to those who may not know it.
    """

    seat: int
    what: What
    cards: tuple[Card, ...]
    declared: int | None
    true: int | None


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
class PutBack:
    """Points taken off the board again, and where the foremost peg now stands."""

    seat: int
    side: int
    points: int
    law: Law
    score: int


@dataclass(frozen=True, slots=True)
class Satisfied:
    """A seat is satisfied with what was declared."""

    seat: int


@dataclass(frozen=True, slots=True)
class Amended:
    """A seat raised its declaration to this total."""

    seat: int
    declared: int


@dataclass(frozen=True, slots=True)
class Challenged:
    """A seat challenged what another declared, rightly or wrongly."""

    seat: int
    against: int
    claim: Claim
    upheld: bool


@dataclass(frozen=True, slots=True)
class Conceded:
    """A seat gave the game up, or lost it on time."""

    seat: int
    why: Literal["resigned", "time"]


@dataclass(frozen=True, slots=True)
class GameWon:
    """The end: which side won, how many games it counts, and by what."""

    side: int
    games: int
    by: By


Event: TypeAlias = (
    NumberNamed
    | ForDealCut
    | DealerChosen
    | CutToDealer
    | CutWaived
    | Dealt
    | LaidAway
    | TakenBack
    | FreshDealChosen
    | DealStood
    | StarterTurned
    | Played
    | SaidGo
    | Required
    | Stopped
    | CountReset
    | Shown
    | Pegged
    | PutBack
    | Satisfied
    | Amended
    | Challenged
    | Conceded
    | GameWon
)
