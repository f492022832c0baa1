"""A game as it stands: the board, the deal, and the stage that the deal has reached."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeAlias

from engine.cards import Card
from engine.events import By, Event, What
from engine.rules import Rules

Hands: TypeAlias = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class Cutting:
    """The pack waits to be cut for the deal; ``tries`` counts the cuts that came out equal."""

    tries: int = 0


@dataclass(frozen=True, slots=True)
class ToDeal:
    """The dealer is about to deal."""

    dealer: int


@dataclass(frozen=True, slots=True)
class LayingAway:
    """Everyone looks at his cards and lays away; ``laid`` holds what each seat laid, empty until it does."""

    dealer: int
    hands: Hands
    laid: Hands
    to_crib: tuple[Card, ...]
    undealt: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Playing:
    """The play. ``kept`` are the whole hands for the show, ``hands`` the cards still held.

    ``played`` is every card of the deal so far with its seat; the series, whose pips are the count, begins at
    ``since``. ``gone`` have said go in this series. ``turn`` is None when nobody is left who could go on.
    """

    dealer: int
    starter: Card
    kept: Hands
    laid: Hands
    crib: tuple[Card, ...]
    hands: Hands
    played: tuple[tuple[int, Card], ...]
    since: int
    gone: frozenset[int]
    turn: int | None

    @property
    def series(self) -> tuple[Card, ...]:
        """The cards played since the count was nought."""
        return tuple(card for _, card in self.played[self.since :])

    @property
    def count(self) -> int:
        """The pips of the series."""
        return sum(card.pips for card in self.series)

    @property
    def last(self) -> int:
        """The seat that played last."""
        return self.played[-1][0]


@dataclass(frozen=True, slots=True)
class Showing:
    """The show; ``shown`` counts the hands and cribs already counted."""

    dealer: int
    starter: Card
    kept: Hands
    laid: Hands
    crib: tuple[Card, ...]
    played: tuple[tuple[int, Card], ...]
    shown: int = 0

    @property
    def seat(self) -> int:
        """Whose cards are counted now."""
        return (self.dealer + 1 + self.shown) % len(self.kept) if self.what == "hand" else self.dealer

    @property
    def what(self) -> What:
        """Hands come first, from the dealer's left; the crib last (000:60)."""
        return "hand" if self.shown < len(self.kept) else "crib"

    @property
    def cards(self) -> tuple[Card, ...]:
        """The hand or crib counted now, without the starter."""
        return self.kept[self.seat] if self.what == "hand" else self.crib


@dataclass(frozen=True, slots=True)
class Over:
    """The game is won."""

    side: int
    games: int
    by: By


Phase: TypeAlias = Cutting | ToDeal | LayingAway | Playing | Showing | Over


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game at one instant; ``scores`` and ``hindmost`` are the two pegs of each side, deals count from 1."""

    rules: Rules
    scores: tuple[int, ...]
    hindmost: tuple[int, ...]
    deal: int
    phase: Phase


Steps: TypeAlias = Generator[Event, Game, Game]
"""Events one at a time: each yield is answered with the game after it, and the end returns the game."""


def put(hands: Hands, seat: int, cards: tuple[Card, ...]) -> Hands:
    """The hands with one seat's cards replaced."""
    return (*hands[:seat], cards, *hands[seat + 1 :])


def without(cards: tuple[Card, ...], gone: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards less those gone, in their order."""
    return tuple(card for card in cards if card not in gone)
