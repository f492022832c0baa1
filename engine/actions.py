"""The actions that players, the clock and the shuffle may try."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.cards import Card
from engine.events import Claim, What


@dataclass(frozen=True, slots=True)
class CutForDeal:
    """Turn over the cut cards of a shuffled pack: at each seat's number, or without ceremony from the top."""

    pack: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ChooseDealer:
    """Name the first dealer without a cut, as for the next game of the same players."""

    seat: int


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal from a shuffled pack of fifty-two cards, one at a time from the dealer's left."""

    pack: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class NameNumber:
    """Cut a number of cards from the top, for the deal or for the starter (with ceremony)."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class CutPack:
    """Cut a number of cards to the dealer before the deal (with ceremony)."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class WaiveCut:
    """Leave the pack uncut, so that the dealer deals."""

    seat: int


@dataclass(frozen=True, slots=True)
class LayAway:
    """Lay cards away to the crib, for good."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take discards back into the hand, against law 11."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class AskFreshDeal:
    """Ask for a fresh deal by the same dealer after a card was taken back."""

    seat: int


@dataclass(frozen=True, slots=True)
class StandDeal:
    """Let the deal stand after a card was taken back; the offender discards again."""

    seat: int


@dataclass(frozen=True, slots=True)
class ClaimHeels:
    """Mark two for his heels, as the dealer."""

    seat: int


@dataclass(frozen=True, slots=True)
class Play:
    """Play one card, and with declared pegging declare its points; None declares nothing."""

    seat: int
    card: Card
    declared: int | None = None


@dataclass(frozen=True, slots=True)
class SayGo:
    """Say go."""

    seat: int


@dataclass(frozen=True, slots=True)
class Stop:
    """Stop at the five-card game once the opponent cannot go on."""

    seat: int


@dataclass(frozen=True, slots=True)
class Require:
    """Require the opponent to play the card that comes in after a false go (law 16)."""

    seat: int


@dataclass(frozen=True, slots=True)
class MarkTwo:
    """Mark two holes after a false go (law 16)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Declare:
    """Declare the points of the hand or crib now shown."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Amend:
    """Raise a declaration for the play, the hand or the crib to this total (003:103); None raises the latest."""

    seat: int
    points: int
    what: Literal["play"] | What | None = None


@dataclass(frozen=True, slots=True)
class Accept:
    """Accept every declaration that is open to this side."""

    seat: int


@dataclass(frozen=True, slots=True)
class Challenge:
    """Say that the seat ``against`` declared too many, or too few, points; None is the only one open to this side.

    ``points`` are those called with muggins, where the rules ask for them. ``card`` is the card in the play that is
    meant; None means the latest declaration of that seat that is open to this side.
    """

    seat: int
    claim: Claim
    against: int | None = None
    points: int | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up."""

    seat: int


@dataclass(frozen=True, slots=True)
class LoseOnTime:
    """Lose the game because the clock of this seat has run out."""

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
