"""The events of a game: facts, in the order in which they happened."""

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

    If the cut seats four players, the cards are by the new seats, and ``places`` gives for each seat the place that
    its player had before.
    """

    cards: tuple[Card, ...]
    numbers: tuple[int, ...] | None = None
    places: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class NumberNamed:
    """A seat named the number of cards that it will cut for the deal; the cut itself repeats all numbers."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class DealerChosen:
    """This seat deals first."""

    seat: int


@dataclass(frozen=True, slots=True)
class CutToDealer:
    """A seat cut this number of cards from the top before the deal."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class CutWaived:
    """The event where nobody cuts to the dealer before a deal."""

    seat: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """The hands by seat, the cards dealt to the crib, and the cards left in the pack."""

    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    to_crib: tuple[Card, ...]
    undealt: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class LaidAway:
    """A seat laid these cards away to the crib."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A seat took back these discards (law 11)."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class FreshDealChosen:
    """The opponent of a player who took a card back chose a fresh deal by the same dealer."""

    seat: int


@dataclass(frozen=True, slots=True)
class DealStood:
    """The opponent of a player who took a card back let the deal stand."""

    seat: int


@dataclass(frozen=True, slots=True)
class StarterTurned:
    """The seat that cut, the starter that the dealer turned up, and with ceremony the number of cards above it."""

    seat: int
    card: Card
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A card played, the count with it, and the points declared for it; None where the play is not declared."""

    seat: int
    card: Card
    count: int
    declared: int | None = None


@dataclass(frozen=True, slots=True)
class SaidGo:
    """A seat said go, or the bot said it for the seat; ``false`` if the seat held a card that comes in (law 16)."""

    seat: int
    false: bool = False


@dataclass(frozen=True, slots=True)
class Required:
    """A seat required another to play after a false go (law 16)."""

    seat: int
    of: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """A seat stopped at the five-card game, though it was at liberty to play on."""

    seat: int


@dataclass(frozen=True, slots=True)
class CountReset:
    """The played cards were turned over; this seat leads from 0."""

    lead: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand or the crib was shown, with the points declared for it (None where nobody declares) and the true points.

    ``true`` is None for seats that may not know it.
    """

    seat: int
    what: What
    cards: tuple[Card, ...]
    declared: int | None
    true: int | None


@dataclass(frozen=True, slots=True)
class Pegged:
    """A seat pegged points: the law, the cards, and the new score of its side."""

    seat: int
    side: int
    points: int
    law: Law
    cards: tuple[Card, ...]
    score: int


@dataclass(frozen=True, slots=True)
class PutBack:
    """Points were taken off the board, with the new score of the side."""

    seat: int
    side: int
    points: int
    law: Law
    score: int


@dataclass(frozen=True, slots=True)
class Satisfied:
    """A seat accepted the open declaration of the seat ``of``; edition 1 had one at a time, and names nobody."""

    seat: int
    of: int | None = None


@dataclass(frozen=True, slots=True)
class Amended:
    """A seat raised its declaration for the play, its hand or its crib to this total; edition 1 does not say which."""

    seat: int
    declared: int
    what: Literal["play"] | What | None = None


@dataclass(frozen=True, slots=True)
class Challenged:
    """A seat challenged the declaration of another, rightly or wrongly; ``points`` are those called with muggins.

    ``card`` is the card that was counted, where its player has declared something else since.
    """

    seat: int
    against: int
    claim: Claim
    upheld: bool
    points: int | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Conceded:
    """A seat gave the game up, or lost it on time; of three hands the others play on.

    ``cards`` are those that the crib still gets from the hand of a player who leaves.
    """

    seat: int
    why: Literal["resigned", "time"]
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class GameWon:
    """A side won the game: the number of games it counts, and how it was won."""

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
