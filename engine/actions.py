"""What a player, or the hand that shuffles, may try."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.cards import Card
from engine.events import Claim


@dataclass(frozen=True, slots=True)
class CutForDeal:
    """Spread a shuffled pack: each seat is shown the card at its number, or without ceremony the next from the top."""

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
class NameNumber:
    """With ceremony: cut so many cards from the top, for the deal or for the starter."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class CutPack:
    """With ceremony: cut so many cards to the dealer before the deal."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class WaiveCut:
    """Leave the pack as it is; the dealer deals."""

    seat: int


@dataclass(frozen=True, slots=True)
class LayAway:
    """Lay cards away to the crib, for good."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take cards laid away back into the hand, against law 11."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class AskFreshDeal:
    """After a card was taken back: the same dealer deals afresh."""

    seat: int


@dataclass(frozen=True, slots=True)
class StandDeal:
    """After a card was taken back: let the deal stand, and the offender lay away again."""

    seat: int


@dataclass(frozen=True, slots=True)
class ClaimHeels:
    """The dealer marks two for the jack that he turned up."""

    seat: int


@dataclass(frozen=True, slots=True)
class Play:
    """Play one card, and with declared pegging say what it pegs; None says nothing."""

    seat: int
    card: Card
    declared: int | None = None


@dataclass(frozen=True, slots=True)
class SayGo:
    """Say go."""

    seat: int


@dataclass(frozen=True, slots=True)
class Stop:
    """At the five-card game: leave it at that, once the adversary cannot go on."""

    seat: int


@dataclass(frozen=True, slots=True)
class Require:
    """After a false go: the card that comes in must be played (law 16)."""

    seat: int


@dataclass(frozen=True, slots=True)
class MarkTwo:
    """After a false go: mark two holes instead (law 16)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Declare:
    """Say what the hand or crib now shown is worth."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Amend:
    """Raise one's last declaration to this total while its window is open (003:103)."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Accept:
    """Be satisfied with what was declared."""

    seat: int


@dataclass(frozen=True, slots=True)
class Challenge:
    """Say that too many, or too few, were declared."""

    seat: int
    claim: Claim


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up."""

    seat: int


@dataclass(frozen=True, slots=True)
class LoseOnTime:
    """The clock says that this seat has lost the game."""

    seat: int


Move: TypeAlias = (
    NameNumber
    | CutPack
    | WaiveCut
    | LayAway
    | TakeBack
    | AskFreshDeal
    | StandDeal
    | ClaimHeels
    | Play
    | SayGo
    | Stop
    | Require
    | MarkTwo
    | Declare
    | Amend
    | Accept
    | Challenge
    | Resign
)
"""What a player may try."""

Action: TypeAlias = CutForDeal | ChooseDealer | Deal | LoseOnTime | Move
